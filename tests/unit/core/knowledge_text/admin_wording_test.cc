#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "core/explain/word_limit.h"
#include "core/knowledge/cause_ids.h"
#include "tests/unit/core/knowledge_text/limits.h"
#include "tests/unit/core/knowledge_text/notes.h"

// The rules for explanations, measured on every text for a postmaster: copies of reports, double
// bounces and notices about sessions.
namespace plainbounce {
namespace {

using testing::broken_limit;
using testing::joined;
using testing::lines_of;
using testing::load_with;

constexpr const char* kPeer = "mail.far.example[198.51.100.27]:25";

struct Reported {
  DeliveryReport report;
  std::vector<DiagnosedRecipient> recipients;
};

void add(Reported& reported, const Diagnosis& diagnosis, const std::string& address) {
  PerRecipientFields fields;
  if (!address.empty()) fields.final_recipient = TypedValue{"rfc822", address};
  fields.will_retry_until = "Fri, 4 Dec 2026 14:00:00 +0000";
  reported.recipients.push_back({reported.recipients.size(), address, diagnosis});
  reported.report.recipients.push_back(std::move(fields));
}

class AdminWording : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    knowledge_ = load_with({});
    ASSERT_NE(knowledge_, nullptr);
    settings_.languages = {GetParam()};
  }

  Result<Note> note(const Reported& reported, bool own, bool copy) const {
    ExplainContext context;
    context.reader = Reader::kPostmaster;
    context.own_report = own;
    context.postmaster_copy = copy;
    context.settings = &settings_;
    context.site = &site_;
    return Explainer(*knowledge_).explain(reported.report, reported.recipients, context);
  }

  // Each text once.
  void expect_limits(const Reported& reported, bool own, bool copy, const std::string& label) {
    const Result<Note> made = note(reported, own, copy);
    ASSERT_TRUE(made) << label;
    const LanguageNote& user_part = made->languages.front();
    if (!seen_.insert(joined(lines_of(user_part))).second) return;
    ASSERT_EQ(broken_limit(user_part), "") << label << "\n" << joined(lines_of(user_part));
  }

  void for_each_diagnosis(const std::function<void(const Diagnosis&, const std::string&)>& visit) {
    for (const std::string_view cause : kCauseIds) {
      for (const Outlook outlook : {Outlook::kFinal, Outlook::kRetrying}) {
        for (const Party actor : {Party::kSender, Party::kSenderAdmin, Party::kRecipient,
                                  Party::kRecipientAdmin, Party::kNobody}) {
          for (const Confidence confidence : {Confidence::kCertain, Confidence::kLikely}) {
            // Who acts and how sure it is stand in sentences of their own.
            if (confidence == Confidence::kLikely && actor != Party::kSender) continue;
            Diagnosis diagnosis;
            diagnosis.cause = cause;
            diagnosis.outlook = outlook;
            diagnosis.actor = actor;
            diagnosis.confidence = confidence;
            diagnosis.reply.code = ReplyCode::from(outlook == Outlook::kFinal ? 550 : 450);
            diagnosis.reply.text = "no";
            visit(diagnosis, std::string(cause) + " " + std::string(to_string(outlook)) + " " +
                                 std::string(to_string(actor)));
          }
        }
      }
    }
  }

  size_t texts() const { return seen_.size(); }

 private:
  std::shared_ptr<const KnowledgeBase> knowledge_;
  ReaderSettings settings_;
  ExplainSettings site_;
  std::set<std::string> seen_;
};

INSTANTIATE_TEST_SUITE_P(In, AdminWording, ::testing::Values("en", "de"),
                         [](const auto& language) { return std::string(language.param); });

TEST_P(AdminWording, OfReportsKeepsTheLimits) {
  for_each_diagnosis([&](const Diagnosis& diagnosis, const std::string& label) {
    for (const char* sender :
         {"rfc822; alice@box.example", "rfc822; MAILER-DAEMON@mx.box.example", ""}) {
      for (const int bits : {0, 1, 2, 3, 4, 5, 6, 7}) {
        Reported reported;
        if (*sender != 0) reported.report.message.other.push_back({"X-Postfix-Sender", sender});
        reported.report.original.emplace();
        reported.report.original->is_delivery_report = (bits & 1) != 0;
        const int count = (bits & 2) != 0 ? 3 : 1;
        for (int i = 0; i < count; ++i)
          add(reported, diagnosis, "bob" + std::to_string(i) + "@far.example");
        expect_limits(reported, (bits & 4) != 0, true, label);
      }
    }
  });
  EXPECT_GT(texts(), 500U);
}

TEST_P(AdminWording, OfSessionsKeepsTheLimits) {
  for_each_diagnosis([&](Diagnosis diagnosis, const std::string& label) {
    for (const auto side : {SessionTranscript::Side::kServer, SessionTranscript::Side::kClient}) {
      for (const int count : {0, 1, 3, 30}) {
        for (const char* command : {"RCPT TO", "EHLO", ""}) {
          Reported reported;
          reported.report.session = SessionTranscript{side, kPeer, "lost connection", {}};
          diagnosis.reply.command = command;
          if (count == 0) add(reported, diagnosis, "");
          for (int i = 0; i < count; ++i)
            add(reported, diagnosis, "bob" + std::to_string(i) + "@box.example");
          expect_limits(reported, true, false, label);
        }
      }
    }
  });
  EXPECT_GT(texts(), 500U);
}

TEST_P(AdminWording, OfSessionsWithManyErrorsKeepsTheLimits) {
  for (const auto side : {SessionTranscript::Side::kServer, SessionTranscript::Side::kClient}) {
    for (const size_t causes : {2U, 3U, 5U, 20U}) {
      for (size_t first = 0; first < kCauseIds.size(); ++first) {
        Reported reported;
        reported.report.session = SessionTranscript{side, kPeer, "", {}};
        for (size_t i = 0; i < causes; ++i) {
          Diagnosis diagnosis;
          diagnosis.cause = kCauseIds[(first + i) % kCauseIds.size()];
          diagnosis.outlook = i % 2 == 0 ? Outlook::kFinal : Outlook::kRetrying;
          diagnosis.confidence = Confidence::kCertain;
          diagnosis.reply.code = ReplyCode::from(i % 2 == 0 ? 550 : 450);
          diagnosis.reply.text = "no";
          for (int j = 0; j < 3; ++j)
            add(reported, diagnosis,
                "bob" + std::to_string(i * 3 + static_cast<size_t>(j)) + "@box.example");
        }
        expect_limits(reported, true, false, std::string(kCauseIds[first]));
        // What ended the session stands first.
        const Result<Note> made = note(reported, true, false);
        ASSERT_TRUE(made);
        const std::vector<std::string>& listed =
            made->languages.front().explanations.front().addresses;
        ASSERT_FALSE(listed.empty());
        EXPECT_EQ(listed.front(), "bob0@box.example");
      }
    }
  }
}

}  // namespace
}  // namespace plainbounce
