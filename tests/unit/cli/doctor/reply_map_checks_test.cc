#include "cli/doctor/reply_map_checks.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::text_of;

const std::string kMap = "socketmap:unix:plainbounce/replies.sock:footer";

struct Site : testing::Site {
  Site() {
    SocketAddress socket;
    socket.path = "/var/spool/postfix/plainbounce/replies.sock";
    of.settings.replies.socket = socket;
    machine.socket(socket.path, 0660, 110, 105);
    postfix.effective["smtpd_reject_footer_maps"] = kMap;
  }
};

std::string asked(const std::string& list) {
  return "  postconf -e 'smtpd_reject_footer_maps = " + list +
         "'\n  postconf -e 'postscreen_reject_footer_maps ='\n  postfix reload";
}

TEST(ReplyMapChecks, ARightSetUp) {
  const Site site;
  EXPECT_EQ(text_of(check_reply_map(site.examination)),
            "ok reply-map: smtp (user postfix, chrooted to /var/spool/postfix) reaches the reply "
            "map at /var/spool/postfix/plainbounce/replies.sock");
  EXPECT_EQ(check_postscreen(site.examination).health, Health::kOk);
  EXPECT_EQ(check_reply_filters(site.examination).health, Health::kOk);
}

TEST(ReplyMapChecks, WithoutAMap) {
  Site site;
  site.of.settings.replies.socket.reset();
  site.postfix.effective["smtpd_reject_footer_maps"] = "regexp:/etc/postfix/footers";
  EXPECT_EQ(check_reply_map(site.examination).health, Health::kOk);
  site.postfix.effective["smtpd_reject_footer_maps"] = kMap + " regexp:/etc/postfix/footers";
  EXPECT_EQ(text_of(check_reply_map(site.examination)),
            "problem reply-map: smtpd_reject_footer_maps asks plainbounce, but [replies] socket is "
            "empty\n"
            "  postconf -e 'smtpd_reject_footer_maps = regexp:/etc/postfix/footers'\n"
            "  postfix reload");
}

TEST(ReplyMapChecks, HowPostfixAsks) {
  const struct {
    const char* label;
    std::string list;
    std::string result;
  } cases[] = {
      {"not at all", "regexp:/x",
       "warning reply-map: the daemon has a reply map, but smtpd_reject_footer_maps does not name "
       "it\n" +
           asked(kMap + " regexp:/x")},
      {"through another", "proxy:" + kMap,
       "warning reply-map: Postfix asks the reply map through proxy:\n" + asked(kMap)},
      {"another map", "socketmap:unix:plainbounce/replies.sock:dsn",
       "problem reply-map: socketmap:unix:plainbounce/replies.sock:dsn is not where the daemon's "
       "map \"footer\" is\n" +
           asked(kMap)},
      {"another socket", "socketmap:unix:/run/plainbounce/replies.sock:footer",
       "problem reply-map: socketmap:unix:/run/plainbounce/replies.sock:footer is not where the "
       "daemon's map \"footer\" is\n" +
           asked(kMap)},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    Site site;
    site.postfix.effective["smtpd_reject_footer_maps"] = one.list;
    EXPECT_EQ(text_of(check_reply_map(site.examination)), one.result);
  }
}

TEST(ReplyMapChecks, AMapThatDoesNotAnswer) {
  Site site;
  site.machine.heard_from_there = {Heard::Stage::kConnect, ENOENT, {}, 0};
  EXPECT_EQ(check_reply_map(site.examination).health, Health::kProblem);
}

TEST(ReplyMapChecks, APostfixThatCannotAsk) {
  Site site;
  site.postfix.version = {3, 3, 5};
  EXPECT_EQ(check_reply_map(site.examination).says,
            "Postfix 3.3.5 has no smtpd_reject_footer_maps");
}

TEST(ReplyMapChecks, WhoElseAsks) {
  Site site;
  site.postfix.effective["postscreen_reject_footer_maps"] = kMap;
  EXPECT_EQ(text_of(check_postscreen(site.examination)),
            "warning postscreen: postscreen asks the reply map, too\n"
            "  postconf -e 'postscreen_reject_footer_maps ='\n"
            "  postfix reload");
  site.postfix.effective["lmtp_reply_filter"] = kMap;
  EXPECT_EQ(text_of(check_reply_filters(site.examination)),
            "problem reply-filters: lmtp_reply_filter asks plainbounce\n"
            "  postconf -e 'lmtp_reply_filter ='\n"
            "  postfix reload");
}

}  // namespace
}  // namespace plainbounce
