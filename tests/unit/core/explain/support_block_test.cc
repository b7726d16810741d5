#include "core/explain/support_block.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/ascii.h"
#include "tests/unit/core/explain/note_text.h"
#include "tests/unit/core/explain/reports.h"

namespace plainbounce {
namespace {

Result<Note> explain(const KnowledgeBase& knowledge, const MadeReport& made, Reader reader,
                     bool hide_internal) {
  MadeSite site;
  site.site.hide_internal = hide_internal;
  return Explainer(knowledge).explain(made.report, made.recipients, site.context(reader, true));
}

std::string value_of(const Note& note, size_t block, const std::string& label) {
  for (const SupportLine& line : note.support.at(block)) {
    if (line.label == label) return line.value;
  }
  return "(no line)";
}

TEST(SupportBlock, QuotesTheServersWordsWithoutTheirTeeth) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  struct Case {
    const char* label;
    std::string diagnostic;
    std::string value;
  };
  const Case cases[] = {
      {"as it is", "550 5.1.1 User unknown", "550 5.1.1 User unknown"},
      {"links", "550 see https://far.example/x and HTTP://far.example",
       "550 see hxxps://far.example/x and hxxp://far.example"},
      {"control characters", "550 a\r\nSubject: b\x1b[31m\x07", "550 a Subject: b [31m"},
      {"markup stays text", "550 <b>bold</b> & more", "550 <b>bold</b> & more"},
      {"right to left",
       "550 \xE2\x80\xAE"
       "evil",
       "550 evil"},
      {"too long", "550 " + std::string(5000, 'x'), "550 " + std::string(1496, 'x') + "..."},
      {"none", "", "(no line)"}};
  for (const Case& c : cases) {
    MadeRecipient recipient;
    recipient.address = "bob@far.example";
    recipient.diagnostic = c.diagnostic;
    const Result<Note> note = explain(*knowledge, make_report({recipient}), Reader::kLocal, false);
    ASSERT_TRUE(note) << c.label;
    EXPECT_EQ(value_of(*note, 0, "Server said"), c.value) << c.label;
  }
}

TEST(SupportBlock, HasNoEmptyBlocks) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  MadeRecipient recipient;
  recipient.address = "bob@far.example";
  MadeReport made = make_report({recipient});
  made.report.message = {};
  made.report.original.reset();
  const Result<Note> note = explain(*knowledge, made, Reader::kLocal, false);
  ASSERT_TRUE(note);
  EXPECT_EQ(note->support.size(), 1U);
}

TEST(SupportBlock, NamesWhoSpoke) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  MadeReport made = make_report({MadeRecipient{"bob@far.example"}});
  PerRecipientFields& fields = made.report.recipients[0];
  fields.diagnostic_code = TypedValue{"x-postfix", "connect to mx.far.example: refused"};
  EXPECT_EQ(value_of(*explain(*knowledge, made, Reader::kLocal, false), 0, "Mail system said"),
            "connect to mx.far.example: refused");
  fields.diagnostic_code.reset();
  fields.notice_text = "the line of the notice";
  EXPECT_EQ(value_of(*explain(*knowledge, made, Reader::kLocal, false), 0, "Mail system said"),
            "the line of the notice");
  fields.remote_mta.reset();
  made.recipients[0].diagnosis.reply.host = "mx2.far.example";
  EXPECT_EQ(value_of(*explain(*knowledge, made, Reader::kLocal, false), 0, "Remote host"),
            "mx2.far.example");
}

TEST(SupportBlock, SaysWhatTheCodeMeans) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  struct Case {
    const char* label;
    const char* code;
    const char* title;
    Confidence confidence;
    const char* value;
  };
  const Case cases[] = {{"code and title", "5.2.2", "Mailbox full", Confidence::kCertain,
                         "5.2.2, mailbox full (permanent)"},
                        {"a name stays in capitals", "5.7.4", "TLS is needed", Confidence::kCertain,
                         "5.7.4, TLS is needed (permanent)"},
                        {"likely", "5.2.2", "Mailbox full", Confidence::kLikely,
                         "5.2.2, mailbox full (permanent), likely but not proven"},
                        {"unsure", "5.7.1", "Refused", Confidence::kUnsure,
                         "5.7.1, refused (permanent), cause not clear"},
                        {"no title", "5.9.9", "", Confidence::kCertain, "5.9.9 (permanent)"},
                        {"no code", "", "Refused", Confidence::kCertain, "refused (permanent)"},
                        {"neither", "", "", Confidence::kCertain, "(no line)"}};
  for (const Case& c : cases) {
    MadeRecipient recipient;
    recipient.address = "bob@far.example";
    recipient.code = c.code;
    recipient.code_title = c.title;
    recipient.confidence = c.confidence;
    const Result<Note> note = explain(*knowledge, make_report({recipient}), Reader::kLocal, false);
    ASSERT_TRUE(note) << c.label;
    EXPECT_EQ(value_of(*note, 0, "What it means"), c.value) << c.label;
  }
}

TEST(SupportBlock, HidesInternalNamesFromStrangers) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  MadeRecipient recipient;
  recipient.address = "bob@box.example";
  recipient.diagnostic = "452 store07.corp.internal[10.1.2.3]: over quota";
  recipient.remote_host = "10.1.2.3";
  MadeReport made = make_report({recipient});
  made.report.message.reporting_mta = TypedValue{"dns", "hub"};
  struct Case {
    const char* label;
    Reader reader;
    bool hide_internal;
    bool hides;
  };
  const Case cases[] = {{"local", Reader::kLocal, false, false},
                        {"local, where the site hides them", Reader::kLocal, true, true},
                        {"outside", Reader::kOutside, false, true},
                        {"unknown", Reader::kUnknown, false, true},
                        {"postmaster", Reader::kPostmaster, false, false},
                        {"postmaster, where the site hides them", Reader::kPostmaster, true, true}};
  for (const Case& c : cases) {
    const Result<Note> note = explain(*knowledge, made, c.reader, c.hide_internal);
    ASSERT_TRUE(note) << c.label;
    EXPECT_EQ(value_of(*note, 0, "Server said"),
              c.hides ? "452 hidden[hidden]: over quota"
                      : "452 store07.corp.internal[10.1.2.3]: over quota")
        << c.label;
    EXPECT_EQ(value_of(*note, 0, "Remote host"), c.hides ? "hidden" : "10.1.2.3") << c.label;
    EXPECT_EQ(value_of(*note, 1, "Reported by"), c.hides ? "hidden" : "hub") << c.label;
  }
}

// Bounce software reads these at the start of a line as the report's own.
TEST(SupportBlock, HasNoLabelThatAParserTakesForItsOwn) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  const std::vector<std::string> fields = {"original-envelope-id",
                                           "reporting-mta",
                                           "dsn-gateway",
                                           "received-from-mta",
                                           "arrival-date",
                                           "action",
                                           "status",
                                           "original-recipient",
                                           "final-recipient",
                                           "remote-mta",
                                           "diagnostic-code",
                                           "last-attempt-date",
                                           "final-log-id",
                                           "will-retry-until",
                                           "subject",
                                           "from",
                                           "to",
                                           "date",
                                           "received",
                                           "message-id",
                                           "return-path",
                                           "x-postfix-queue-id"};
  size_t labels = 0;
  for (const auto& [key, text] : knowledge->texts("en")->frame) {
    if (key.rfind("label_", 0) != 0) continue;
    ++labels;
    EXPECT_EQ(std::count(fields.begin(), fields.end(), to_lower(text)), 0) << key;
    EXPECT_FALSE(is_digit(text.front())) << key;
    EXPECT_EQ(text.find_first_of("<>:"), std::string::npos) << key;
  }
  EXPECT_EQ(labels, 20U);
}

TEST(SupportBlock, SharesTheSpaceAmongManyRecipients) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  std::vector<MadeRecipient> recipients;
  for (int i = 0; i < 30; ++i) {
    recipients.emplace_back();
    recipients.back().address = "r" + std::to_string(i) + "@far.example";
    recipients.back().diagnostic = "550 " + std::string(3000, 'x');
  }
  const Result<Note> note = explain(*knowledge, make_report(recipients), Reader::kLocal, false);
  ASSERT_TRUE(note);
  ASSERT_EQ(note->support.size(), 11U);
  size_t bytes = 0;
  for (const auto& block : note->support) {
    for (const SupportLine& line : block) bytes += line.label.size() + line.value.size();
  }
  EXPECT_LT(bytes, 10000U);
  EXPECT_EQ(value_of(*note, 10, "Not listed here"), "20 more recipients");
}

}  // namespace
}  // namespace plainbounce
