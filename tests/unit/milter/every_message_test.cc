// Every message at hand, in every chunk size, through a Session and through the daemon: always what
// BounceExplainer makes of it.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "config/policy.h"
#include "core/base/ascii.h"
#include "tests/support/files.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/direct_mta.h"
#include "tests/support/milter/fake_mta.h"
#include "tests/support/milter/sample_messages.h"
#include "tests/support/milter/test_site.h"

namespace plainbounce {
namespace {

using testing::DirectMta;
using testing::MailResult;
using testing::MailTransaction;
using testing::RequestedEdit;
using testing::TestSite;

constexpr size_t kChunks[] = {1, 7, 64, 4096, 65535};

struct NamedMail {
  std::string name;
  MailTransaction mail;
};

// As the MTA's own report, and as one from elsewhere.
void add_both(std::vector<NamedMail>& all, const std::string& path) {
  const std::string message = testing::with_crlf(testing::read_file(path));
  all.push_back({path + " (own)", testing::own_report(message)});
  all.push_back({path + " (outside)", testing::from_outside("<>", message)});
}

std::vector<NamedMail> all_messages(bool& complete) {
  std::vector<NamedMail> all;
  for (const std::string& path :
       testing::files_below(testing::source_path("tests/messages"), {".eml"})) {
    add_both(all, path);
  }
  complete = true;
  for (const char* folder : {"cases", "corpus/postfix", "corpus/sendmail"}) {
    const auto shared = testing::shared_folder(folder);
    complete = complete && shared.has_value();
    if (!shared) continue;
    for (const std::string& path : testing::files_below(*shared, {".eml"})) add_both(all, path);
  }
  return all;
}

// The bytes as a milter gets to know them: without white space before a colon and with one blank
// behind it. Nothing when a header has lines that no MTA hands over as fields.
std::string as_seen(std::string_view message) {
  std::string header;
  for (const testing::MailField& field : testing::fields_of(message)) {
    header += field.first + ": " + field.second + "\n";
  }
  return testing::with_crlf(header) + "\r\n" + std::string(testing::body_of(message));
}

// What BounceExplainer says, carried out.
std::string expected(const Snapshot& snapshot, const MailTransaction& mail) {
  RawMessage raw;
  raw.envelope.daemon_name = mail.daemon_name;
  raw.envelope.client_address = mail.client_address;
  raw.envelope.queue_id = mail.queue_id;
  for (const std::string& recipient : mail.recipients) {
    std::string_view address = recipient;
    if (address.starts_with('<')) address = address.substr(1, address.size() - 2);
    raw.envelope.recipients.emplace_back(address);
  }
  raw.bytes = as_seen(mail.message);
  raw.body_begin = raw.bytes.size() - testing::body_of(mail.message).size();
  const BounceExplainer explainer(*snapshot.knowledge, snapshot.policy, snapshot.limits);
  const BounceOutcome outcome = explainer.process(raw);
  std::vector<RequestedEdit> edits;
  if (outcome.new_body) edits.push_back({'b', "", "", 0});
  for (auto field = outcome.remove.rbegin(); field != outcome.remove.rend(); ++field) {
    edits.push_back({'m', field->name, "", field->index});
  }
  for (const HeaderValue& field : outcome.add) edits.push_back({'h', field.name, field.value, 0});
  std::string result = testing::apply_edits(mail.message, edits);
  if (outcome.new_body) result += *outcome.new_body;
  return result;
}

TEST(EveryMessage, InEveryChunkSizeThroughASession) {
  TestSite site;
  bool complete = false;
  size_t changed = 0;
  const std::vector<NamedMail> all = all_messages(complete);
  ASSERT_GT(all.size(), 150U);
  for (const NamedMail& named : all) {
    const std::string wanted = expected(*site.current.get(), named.mail);
    if (wanted != named.mail.message) ++changed;
    for (const size_t chunk : kChunks) {
      MailTransaction mail = named.mail;
      mail.chunk = chunk;
      Session session(site.surroundings);
      const MailResult result = DirectMta(session).deliver(mail);
      EXPECT_TRUE(result.delivered == wanted) << named.name << " in chunks of " << chunk;
    }
  }
  std::printf("%zu messages, %zu of them changed\n", all.size(), changed);
  EXPECT_GT(changed, 30U);
  if (!complete) GTEST_SKIP() << "only tests/messages: the shared corpora are not here";
}

TEST(EveryMessage, InEveryChunkSizeThroughTheDaemon) {
  testing::DaemonProcess daemon(testing::daemon_program(), "[bounce]\nmax_body_size = 160K\n");
  ASSERT_TRUE(daemon.start()) << daemon.log();
  bool complete = false;
  // The host and the version that it names itself by are in its own answers.
  testing::FakeMta mta(daemon.address());
  ASSERT_TRUE(mta.negotiate());
  const std::string sample = mta.deliver(testing::own_report(testing::sample_report())).delivered;
  const size_t marker = sample.find("X-Bounce-Explained-By: plainbounce ");
  ASSERT_NE(marker, std::string::npos);
  const std::string named = sample.substr(marker + 35, sample.find(")\r\n", marker) - marker - 35);
  const size_t host_at = named.find(" (");
  TestSite site(testing::make_snapshot([&](Snapshot& s) {
    s.policy.version = named.substr(0, host_at);
    s.policy.host = named.substr(host_at + 2);
  }));
  for (const NamedMail& one : all_messages(complete)) {
    const std::string wanted = expected(*site.current.get(), one.mail);
    for (const size_t chunk : kChunks) {
      // Each byte a round trip: the small ones only.
      if (chunk < 64 && one.mail.message.size() > 6000) continue;
      testing::FakeMta connection(daemon.address());
      ASSERT_TRUE(connection.negotiate());
      MailTransaction mail = one.mail;
      mail.chunk = chunk;
      const MailResult result = connection.deliver(mail);
      EXPECT_TRUE(result.delivered == wanted) << one.name << " in chunks of " << chunk;
      connection.quit();
    }
  }
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  if (!complete) GTEST_SKIP() << "only tests/messages: the shared corpora are not here";
}

TEST(EveryMessage, WhatIsNoBounceKeepsEveryByte) {
  testing::DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  auto paths = testing::files_below(testing::source_path("tests/messages/not-bounces"), {".eml"});
  ASSERT_GE(paths.size(), 60U);
  // Anybody can write a transcript; only our own bounce service's counts.
  const auto sessions =
      testing::files_below(testing::source_path("tests/messages/sessions"), {".eml"});
  ASSERT_FALSE(sessions.empty());
  paths.insert(paths.end(), sessions.begin(), sessions.end());
  for (const std::string& path : paths) {
    const std::string message = testing::with_crlf(testing::read_file(path));
    testing::FakeMta mta(daemon.address());
    ASSERT_TRUE(mta.negotiate());
    const MailResult result = mta.deliver(testing::from_outside("<>", message));
    EXPECT_FALSE(result.broken) << path;
    EXPECT_TRUE(result.delivered == message && result.edits.empty()) << path;
    mta.quit();
  }
  EXPECT_EQ(daemon.stop(), 0);
  EXPECT_TRUE(daemon.log_lines("4XTEST").empty()) << "ordinary mail is not logged\n"
                                                  << daemon.log();
}

}  // namespace
}  // namespace plainbounce
