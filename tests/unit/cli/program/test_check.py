import os
import pathlib
import unittest

from program_case import Program, ROOT


class Check(Program):
    def test_what_is_right(self):
        status, out, err = self.run_program("check")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out.decode(), r"^no errors; \d+ codes, \d+ rules\n$")
        [found] = self.objects("check")
        self.assertEqual(found, {"ok": True, "findings": [], "notices": []})

    def test_the_default_file_is_right(self):
        status, _, err = self.run_program("check", "-c", ROOT / "config" / "plainbounce.ini", config=False)
        self.assertEqual((status, err), (0, ""))

    def test_every_finding(self):
        overlay = self.write("overlay/x.toml", '[[code]]\ncode = "5.9.1"\ntitel = "x"\n')
        self.write("conf.d/later.ini", "[text]\nlanguages = xx\n")
        good = f"[knowledge]\noverlay = {self.folder.name}/overlay\n"
        self.ini = self.write("p.ini", good)
        status, out, err = self.run_program("check")
        self.assertEqual((status, out), (1, b""))
        self.assertIn(f"{overlay}:3: ", err)
        self.write("overlay/x.toml", "")
        status, out, err = self.run_program("check")
        self.assertEqual((status, out), (1, b""))
        self.assertRegex(err, r'/conf.d/later.ini:2: languages: there are no texts in "xx"; there are texts in (\w+, )*en\b')
        self.ini = self.write("p.ini", good + "[bounce]\nhtlm = yes\nbody = x\n[nonsense]\n")
        status, out, err = self.run_program("check")
        self.assertEqual(status, 1)
        self.assertEqual([line.split(": ")[0] for line in err.splitlines()],
                         [f"{self.ini}:4", f"{self.ini}:5", f"{self.ini}:6"])
        [found] = self.objects("check", status=1)
        self.assertEqual((found["ok"], [f["line"] for f in found["findings"]]), (False, [4, 5, 6]))

    def test_notices_are_no_findings(self):
        self.ini = self.write("p.ini", "[knowledge]\noverlay =\n[bounce]\nhtml = yes\nhtml = no\n")
        status, _, err = self.run_program("check")
        self.assertEqual((status, err), (0, f'note: {self.ini}:5: "html" of line 4 is set again here\n'))

    def test_what_this_machine_lacks_is_noticed(self):
        self.ini = self.write("p.ini", "[milter]\nuser = no-such-user\nsocket_group = no-such-group\n"
                              "[knowledge]\noverlay = /nonexistent/knowledge\n")
        status, _, err = self.run_program("check")
        self.assertEqual((status, err), (
            0, f'note: {self.ini}:2: user: there is no account "no-such-user" on this machine\n'
               f'note: {self.ini}:3: socket_group: there is no group "no-such-group" on this machine\n'
               f"note: {self.ini}:5: overlay: there is no directory /nonexistent/knowledge\n"))

    def test_an_unreadable_file(self):
        status, out, err = self.run_program("check", "-c", "/nonexistent/p.ini", config=False)
        self.assertEqual((status, out), (2, b""))
        self.assertEqual(err, "plainbounce: /nonexistent/p.ini: cannot be read: No such file or directory\n")

    def test_a_pipe_is_not_waited_for(self):
        pipe = pathlib.Path(self.folder.name) / "pipe.ini"
        os.mkfifo(pipe)
        status, out, err = self.run_program("check", "-c", pipe, config=False)
        self.assertEqual((status, out, err), (2, b"", f"plainbounce: {pipe}: is no regular file\n"))


if __name__ == "__main__":
    unittest.main()
