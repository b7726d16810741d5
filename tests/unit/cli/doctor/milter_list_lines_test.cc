#include "cli/doctor/milter_list_lines.h"

#include <gtest/gtest.h>

#include "core/base/concat.h"
#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::Site;

const std::string kOurs = "unix:plainbounce/plainbounce.sock";
const std::string kSigner = "unix:opendkim/opendkim.sock";

std::string turned(const Site& site) {
  std::string text;
  for (const MilterUse& use : own_uses(site.examination)) {
    for (const std::string& line : list_lines(site.examination, use, [](MilterUse& list) {
           std::swap(list.entries.front(), list.entries.at(*list.own));
         })) {
      text.append(line).append("\n");
    }
  }
  return text;
}

TEST(MilterListLines, AListOnOneWord) {
  EXPECT_EQ(without_blanks(""), "");
  EXPECT_EQ(without_blanks("unix:a  inet:localhost:1, $more"), "unix:a,inet:localhost:1,$more");
  EXPECT_EQ(without_blanks("{ unix:a, protocol=6 default_action=accept } unix:b"),
            "{unix:a,protocol=6,default_action=accept},unix:b");
  EXPECT_EQ(without_blanks("{ unix:a, { command_timeout = 5s } }"), std::nullopt);
  EXPECT_EQ(without_blanks("{ unix:a"), std::nullopt);
}

TEST(MilterListLines, NamesInAListStayNames) {
  Site site;
  site.postfix.set["dsn_milters"] = "$opendkim " + kOurs;
  site.postfix.effective["dsn_milters"] = kSigner + " " + kOurs;
  EXPECT_EQ(turned(site), "postconf -e 'dsn_milters = " + kOurs + " $opendkim'\npostfix reload\n");
}

TEST(MilterListLines, WhatAnotherParameterHoldsIsLeftAlone) {
  for (const char* written : {"$filters", "$opendkim $plainbounce_milter", "{ unbalanced"}) {
    SCOPED_TRACE(written);
    Site site;
    site.postfix.set["dsn_milters"] = written;
    site.postfix.effective["dsn_milters"] = concat({kSigner, " ", kOurs});
    EXPECT_EQ(turned(site), "");
  }
}

TEST(MilterListLines, AListOfOneService) {
  Site site;
  site.postfix.effective["dsn_milters"].clear();
  site.option("smtp", "smtpd_milters",
              kSigner + ", { " + kOurs + ", default_action=accept }, inet:localhost:1");
  EXPECT_EQ(turned(site), "postconf -P 'smtp/inet/smtpd_milters={" + kOurs +
                              ",default_action=accept}," + kSigner +
                              ",inet:localhost:1'\npostfix reload\n");
}

}  // namespace
}  // namespace plainbounce
