#include "tests/bench/sample_reports.h"

#include "tests/bench/sample_replies.h"
#include "tests/corpus/message_sets.h"
#include "tests/support/files.h"
#include "tests/support/whole_way.h"

namespace plainbounce::bench {

namespace {

constexpr std::string_view kReader = "alice@box.example";
constexpr std::string_view kBodyLine = "The figures of the last quarter are below, as agreed.\r\n";
constexpr std::string_view kReturnedText = "the figures are attached.\r\n";

void insert_before(std::string& text, std::string_view mark, const std::string& added) {
  text.insert(text.find(mark), added);
}

std::string usual_report() {
  return testing::with_crlf(
      testing::read_file(testing::source_path("tests/messages/reports/postfix-user-unknown.eml")));
}

RawMessage message_of(std::string bytes) {
  return testing::raw_message(std::move(bytes), testing::own_envelope(std::string(kReader)));
}

std::vector<RawMessage> mails_of(const testing::MessageSet& set) {
  std::vector<RawMessage> mails;
  for (const std::string& file : set.files) {
    std::string bytes = testing::with_crlf(testing::read_file(file));
    Envelope envelope = testing::own_envelope(testing::reader_named_in(bytes));
    mails.push_back(testing::raw_message(std::move(bytes), std::move(envelope)));
  }
  return mails;
}

std::string repeated(std::string_view text, size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += text;
  out.resize(bytes);
  return out;
}

}  // namespace

BouncePolicy bench_policy() {
  BouncePolicy policy = testing::sample_policy();
  policy.mta_size_limit = 0;
  policy.explain.local_domains = {"box.example"};
  policy.explain.general.link_base = "https://help.box.example/bounces";
  policy.explain.general.help = {"the Example help desk", "+49 30 555 0100", "help@box.example",
                                 ""};
  return policy;
}

RawMessage report_of_size(size_t bytes) {
  std::string report = usual_report();
  if (report.size() < bytes) {
    std::string filling = repeated(kBodyLine, bytes - report.size());
    filling.replace(filling.size() - 2, 2, "\r\n");
    insert_before(report, kReturnedText, filling);
  }
  return message_of(std::move(report));
}

RawMessage report_about(size_t recipients) {
  std::string report = usual_report();
  std::string notice;
  std::string groups;
  const std::vector<std::string>& replies = usual_replies();
  for (size_t i = 1; i < recipients; ++i) {
    const std::string address = "user" + std::to_string(i) + "@far.example";
    const std::string& reply = replies[i % replies.size()];
    notice += "\r\n<" + address + ">: host mx.far.example[198.51.100.25] said:\r\n    " + reply +
              " (in reply to RCPT TO command)\r\n";
    groups += "\r\nFinal-Recipient: rfc822; " + address + "\r\nOriginal-Recipient: rfc822;" +
              address + "\r\nAction: failed\r\nStatus: 5.0.0\r\n" +
              "Remote-MTA: dns; mx.far.example\r\nDiagnostic-Code: smtp; " + reply + "\r\n";
  }
  const std::string status_end =
      "\r\n--4XyZ1b2c3dz9.1795999652/mx.box.example\r\nContent-Description: Undelivered Message";
  const std::string notice_end =
      "\r\n--4XyZ1b2c3dz9.1795999652/mx.box.example\r\nContent-Description: Delivery report";
  insert_before(report, status_end, groups);
  insert_before(report, notice_end, notice);
  return message_of(std::move(report));
}

std::vector<RawMessage> test_mails() { return mails_of(testing::project_messages()); }

std::vector<RawMessage> shared_mails() {
  std::vector<RawMessage> mails;
  for (const testing::MessageSet& set : testing::shared_messages()) {
    for (RawMessage& mail : mails_of(set)) mails.push_back(std::move(mail));
  }
  return mails;
}

}  // namespace plainbounce::bench
