#include "cli/doctor/mending_lines.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::PretendedMachine;

TEST(MendingLines, ASettingGetsAFileOfItsOwn) {
  const PretendedMachine machine;
  Examination examination{machine};
  EXPECT_EQ(setting_line(examination, "milter", "mta_size_limit", "5"),
            "printf '%s\\n' '[milter]' 'mta_size_limit = 5' | install -D -m 644 /dev/stdin "
            "/etc/plainbounce/conf.d/90-mta-size-limit.ini");
  examination.config_file = "/srv/my mail/p.ini";
  EXPECT_EQ(setting_line(examination, "bounce", "body", "off"),
            "printf '%s\\n' '[bounce]' 'body = off' | install -D -m 644 /dev/stdin "
            "'/srv/my mail/conf.d/90-body.ini'");
}

TEST(MendingLines, CommandsNameTheInstanceThatIsExamined) {
  const PostfixCommands own("");
  const PostfixCommands other("/etc/postfix-out");
  const MasterService bounce = testing::service("bounce", "bounce");
  EXPECT_EQ(own.set("a_milters", "{ unix:x }"), "postconf -e 'a_milters = { unix:x }'");
  EXPECT_EQ(other.set("header_checks", ""), "postconf -c /etc/postfix-out -e 'header_checks ='");
  EXPECT_EQ(own.set_for(bounce, "internal_mail_filter_classes", "bounce"),
            "postconf -P bounce/unix/internal_mail_filter_classes=bounce");
  EXPECT_EQ(other.reload(), "postfix -c /etc/postfix-out reload");
}

}  // namespace
}  // namespace plainbounce
