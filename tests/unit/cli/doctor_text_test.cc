#include "cli/doctor_text.h"

#include <gtest/gtest.h>

#include <sstream>

namespace plainbounce {
namespace {

const CheckResults kFindings{
    all_right("daemon", "answers"),
    warning("size-limit", "two limits", "What comes of it.", {"first line", "second line"}),
    problem("socket-access", "no\x1b[1m way", "Nobody comes through.", {"chmod 2750 /x"}),
    not_examined("version", "not known", "Only root sees it.")};

TEST(DoctorText, LinesThenWhatIsNotRight) {
  std::istringstream in;
  std::ostringstream out;
  const Console console{in, out, out};
  EXPECT_EQ(doctor_text(kFindings, console),
            "ok           daemon           answers\n"
            "warning      size-limit       two limits\n"
            "problem      socket-access    no?[1m way\n"
            "not examined version          not known\n"
            "\n"
            "socket-access\n"
            "  no?[1m way\n"
            "  Nobody comes through.\n"
            "  This line mends it:\n"
            "    chmod 2750 /x\n"
            "\n"
            "size-limit\n"
            "  two limits\n"
            "  What comes of it.\n"
            "  These lines mend it:\n"
            "    first line\n"
            "    second line\n"
            "\n"
            "version\n"
            "  not known\n"
            "  Only root sees it.\n"
            "\n"
            "4 checks: 1 ok, 1 warning, 1 problem, 1 not examined\n");
}

TEST(DoctorText, ColourIsForTheStateAlone) {
  std::istringstream in;
  std::ostringstream out;
  const Console console{in, out, out, true};
  EXPECT_EQ(doctor_text({all_right("daemon", "answers")}, console),
            "\x1b[32mok           \x1b[0mdaemon           answers\n\n1 checks: 1 ok\n");
}

TEST(DoctorText, Json) {
  EXPECT_EQ(doctor_json({kFindings[0], kFindings[1]}, ""),
            "{\"ok\": false, \"checks\": [{\"check\": \"daemon\", \"state\": \"ok\", \"says\": "
            "\"answers\", \"means\": null, \"mend\": []}, {\"check\": \"size-limit\", \"state\": "
            "\"warning\", \"says\": \"two limits\", \"means\": \"What comes of it.\", \"mend\": "
            "[\"first line\", \"second line\"]}], \"bounce\": null}\n");
}

}  // namespace
}  // namespace plainbounce
