// Whole rewritten reports as the daemon hands them on, in tests/golden/NAME.eml with LF line ends.
// PLAINBOUNCE_UPDATE_GOLDEN=1 writes them anew: then read them as the person who gets them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/files.h"
#include "tests/support/whole_way.h"

namespace plainbounce::testing {
namespace {

struct GoldenCase {
  const char* name;
  const char* report;  // below tests/messages/reports, or of a session with its folder's name
  const char* reader;
  bool own;
  void (*change)(BouncePolicy&);
  bool to_postmaster = false;  // from Postfix's double-bounce@
};

void german(BouncePolicy& policy) { policy.explain.general.languages = {"de"}; }
void with_legacy_text(BouncePolicy& policy) { policy.legacy = Treatment::kBody; }
void same(BouncePolicy&) {}
void unknown_readers(BouncePolicy& policy) { policy.explain.local_domains.clear(); }
void without_html(BouncePolicy& policy) { policy.html = false; }

const GoldenCase kCases[] = {
    {"local-final", "postfix-user-unknown", "alice@box.example", true, same},
    {"outside-retrying", "postfix-mailbox-full-delayed", "carol@outside.example", true, same},
    {"unknown-final-text", "postfix-unauthenticated", "alice@box.example", true,
     [](BouncePolicy& policy) {
       unknown_readers(policy);
       without_html(policy);
     }},
    {"postmaster-copy", "postfix-postmaster-copy", "postmaster@box.example", true, same, true},
    {"postmaster-double-bounce", "postfix-double-bounce", "postmaster@box.example", true, same,
     true},
    {"postmaster-german-copy", "postfix-postmaster-copy", "postmaster@box.example", true, german,
     true},
    {"postmaster-german-double-bounce", "postfix-double-bounce", "postmaster@box.example", true,
     german, true},
    {"postmaster-session", "../sessions/server-relay-denied", "postmaster@box.example", true, same,
     true},
    {"postmaster-session-text", "../sessions/server-many-unknown-users", "postmaster@box.example",
     true, with_legacy_text, true},
    {"postmaster-session-of-client-text", "../sessions/client-pipelined-syntax-error",
     "postmaster@box.example", true, with_legacy_text, true},
    {"postmaster-german-session-text", "../sessions/server-out-of-space", "postmaster@box.example",
     true,
     [](BouncePolicy& policy) {
       with_legacy_text(policy);
       german(policy);
     },
     true},
    {"local-many-recipients", "postfix-many-recipients", "alice@box.example", true, same},
    {"local-backscatter", "postfix-backscatter", "alice@box.example", true,
     [](BouncePolicy& policy) { policy.trust.our_hosts = {"mx.box.example"}; }},
    {"unknown-unclear", "postfix-unclear", "alice@box.example", true, unknown_readers},
    {"local-relayed", "postfix-relayed", "alice@box.example", true,
     [](BouncePolicy& policy) { policy.success = Treatment::kBody; }},
    {"local-expired-replace", "postfix-expired-greylisting", "alice@box.example", true,
     [](BouncePolicy& policy) { policy.body = BodyMode::kReplace; }},
    {"local-smtputf8", "postfix-smtputf8", "alice@box.example", true, same},
    {"local-latin1-text", "postfix-latin1-notice", "alice@box.example", true, without_html},
    {"local-headerless", "sendmail-headerless-notice", "alice@box.example", true, same},
    {"outside-hidden-forward", "postfix-hidden-forward", "carol@outside.example", true, same},
    {"elsewhere-headers-only", "postfix-user-unknown", "alice@box.example", false, same},
    {"outside-replace-text", "postfix-user-unknown", "carol@outside.example", true,
     [](BouncePolicy& policy) {
       policy.body = BodyMode::kReplace;
       without_html(policy);
     }},
    {"outside-german-by-accept-language", "postfix-delayed-accept-language",
     "carol@outside.example", true, same},
    {"local-german-and-english", "postfix-user-unknown", "alice@box.example", true,
     [](BouncePolicy& policy) {
       policy.explain.general.languages = {"de", "en"};
     }},
    {"outside-german-many-recipients", "postfix-many-recipients", "carol@outside.example", true,
     [](BouncePolicy& policy) {
       without_html(policy);
       policy.explain.general.languages = {"de"};
     }},
};

BouncePolicy policy_of(const GoldenCase& golden) {
  BouncePolicy policy = sample_policy();
  policy.explain.local_domains = {"box.example"};
  policy.explain.general.link_base = "https://help.box.example/bounces";
  policy.explain.general.help = {"the Example help desk", "+49 30 555 0100", "help@box.example",
                                 ""};
  policy.explain.hide_internal = false;
  policy.explain.internal_networks = {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"};
  golden.change(policy);
  return policy;
}

TEST(Golden, RewrittenReports) {
  const bool update = std::getenv("PLAINBOUNCE_UPDATE_GOLDEN") != nullptr;
  const Limits limits;
  for (const GoldenCase& golden : kCases) {
    const BouncePolicy policy = policy_of(golden);
    const std::string bytes = with_crlf(
        read_file(source_path("tests/messages/reports/" + std::string(golden.report) + ".eml")));
    Envelope envelope =
        golden.own ? own_envelope(golden.reader) : elsewhere_envelope(golden.reader);
    if (golden.to_postmaster) envelope.sender = "double-bounce@mx.box.example";
    const RawMessage message = raw_message(bytes, envelope);
    const BounceOutcome outcome =
        BounceExplainer(built_in_knowledge(), policy, limits).process(message);
    ASSERT_TRUE(outcome.changes_anything()) << golden.name << ": " << outcome.passed;
    const std::string handed_on = carried_out(message, outcome);
    EXPECT_EQ(with_crlf(with_lf(handed_on)), handed_on) << golden.name << ": a bare line end";
    const std::string path = source_path("tests/golden/" + std::string(golden.name) + ".eml");
    if (update) {
      std::ofstream(path, std::ios::binary) << with_lf(handed_on);
      continue;
    }
    EXPECT_EQ(with_lf(handed_on), read_file(path)) << golden.name;
  }
}

}  // namespace
}  // namespace plainbounce::testing
