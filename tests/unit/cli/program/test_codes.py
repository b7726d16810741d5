import unittest

from program_case import PAGE_KEYS, Program, RULE_KEYS


class Codes(Program):
    def test_one_a_line(self):
        status, out, err = self.run_program("codes")
        self.assertEqual((status, err), (0, ""))
        lines = out.decode().splitlines()
        found = self.objects("codes")
        self.assertEqual(len(found), len(lines))
        self.assertEqual([line.split()[0] for line in lines], [o.get("code") or o["rule"] for o in found])
        self.assertGreaterEqual(len([o for o in found if "code" in o]), 300)
        for one in found:
            if "code" in one:
                self.assertEqual(list(one), PAGE_KEYS)
            else:
                self.assertEqual(list(one), RULE_KEYS)


if __name__ == "__main__":
    unittest.main()
