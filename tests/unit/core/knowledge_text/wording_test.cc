#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <set>

#include "core/explain/word_limit.h"
#include "core/knowledge/cause_ids.h"
#include "tests/support/language_copy.h"
#include "tests/support/readability.h"
#include "tests/unit/core/knowledge_text/limits.h"
#include "tests/unit/core/knowledge_text/notes.h"

// The rules for explanations, measured on every text that the program can write.
namespace plainbounce {
namespace {

using testing::broken_limit;
using testing::for_each_situation;
using testing::forbidden_in;
using testing::joined;
using testing::kContactName;
using testing::kMostSentence;
using testing::lines_of;
using testing::load_with;
using testing::NoteMaker;
using testing::Readability;
using testing::Situation;

constexpr double kHighestMedian = 7.0;

// Words by which a test knows what a text says.
struct Language {
  const char* id;
  std::vector<const char*> names_ours;  // the reader's own mail service
  const char* we;
  std::vector<const char*> promises_a_retry;
  std::vector<const char*> says_it_is_over;
  const char* no_second_sending;
  const char* nothing;
  const char* typing_mistake;
  const char* unclear_title;
  std::vector<const char*> says_probably;  // or that something could not be told, or only what is
};

const Language kLanguages[] = {
    {"en",
     {"our mail service", "our IT"},
     "We ",
     {"keep trying", "still being tried", "will try", "will be tried", "need not send"},
     {"have stopped", "was not delivered", "were not delivered"},
     "You need not send it again.",
     "Nothing.",
     "typing mistake",
     "No clear reason given",
     {"probabl", "could not confirm", "No attempt", "no clear reason", "utomatic answer"}},
    {"de",
     {"Ihr Maildienst", "Ihren Maildienst", "Ihrem Maildienst", "Ihre IT"},
     "Wir ",
     {"weiter versucht", "versuchen es weiter", "müssen die Nachricht nicht"},
     {"keine weiteren Zustell", "versuchen es nicht", "wurde nicht zugestellt"},
     "Sie müssen die Nachricht nicht erneut senden.",
     "Nichts.",
     "Tippfehler",
     "Kein klarer Grund genannt",
     {"ahrscheinlich", "nicht bestätigen", "kein Versuch", "keinen klaren Grund",
      "utomatische Antwort"}},
};

bool has_one_of(const std::string& text, const std::vector<const char*>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&text](const char* word) { return text.find(word) != std::string::npos; });
}

class Wording : public ::testing::TestWithParam<Language> {
 protected:
  void SetUp() override {
    knowledge_ = load_with({});
    ASSERT_NE(knowledge_, nullptr);
    maker_.emplace(*knowledge_);
    maker_->settings().languages = {GetParam().id};
  }
  const KnowledgeBase& knowledge() const { return *knowledge_; }
  const NoteMaker& maker() const { return *maker_; }

 private:
  std::shared_ptr<const KnowledgeBase> knowledge_;
  std::optional<NoteMaker> maker_;
};

INSTANTIATE_TEST_SUITE_P(In, Wording, ::testing::ValuesIn(kLanguages),
                         [](const auto& language) { return std::string(language.param.id); });

TEST_P(Wording, EveryTextKeepsTheLimits) {
  std::map<std::string, std::vector<double>> grades;
  std::vector<double> all;
  std::set<std::string> causes;
  std::set<std::string> seen;
  size_t most_words = 0;
  for_each_situation(knowledge(), true, [&](const Situation& situation) {
    const Result<Note> note = maker().note(situation);
    ASSERT_TRUE(note) << situation.label();
    ASSERT_EQ(note->languages.size(), 1U);
    const LanguageNote& user_part = note->languages.front();
    causes.insert(situation.cause);
    if (!seen.insert(joined(lines_of(user_part))).second) return;
    const std::string broken = broken_limit(user_part);
    ASSERT_EQ(broken, "") << situation.label() << "\n" << joined(lines_of(user_part));
    most_words = std::max(most_words, count_words(user_part));
    all.push_back(testing::readability(lines_of(user_part)).grade());
    grades[situation.cause].push_back(all.back());
  });
  std::printf("%-24s %6s %6s %6s\n", "Flesch-Kincaid grade", "min", "median", "max");
  for (const auto& [cause, values] : grades) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    std::printf("%-24s %6.1f %6.1f %6.1f\n", cause.c_str(), *low, testing::median(values), *high);
  }
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  std::printf("%-24s %6.1f %6.1f %6.1f  (%zu texts, at most %zu words)\n", "all", *low,
              testing::median(all), *high, all.size(), most_words);
  if (std::string(GetParam().id) == "en") {
    EXPECT_LE(testing::median(all), kHighestMedian);
  }
  EXPECT_EQ(causes.size(), kCauseIds.size());
}

TEST_P(Wording, EveryReaderIsToldWhatTheyMayKnow) {
  size_t local_mail_services = 0;
  for_each_situation(knowledge(), false, [&](const Situation& situation) {
    const Result<Note> note = maker().note(situation);
    ASSERT_TRUE(note) << situation.label();
    const std::string text = joined(lines_of(note->languages.front()));
    const bool local = situation.reader == Reader::kLocal;
    const bool names_ours = has_one_of(text, GetParam().names_ours);
    if (local && names_ours) ++local_mail_services;
    ASSERT_TRUE(local || !names_ours) << situation.label() << "\n" << text;
    const bool contact = text.find(kContactName) != std::string::npos;
    const bool may_be_over =
        situation.outlook == Outlook::kFinal || situation.outlook == Outlook::kUnknown;
    ASSERT_EQ(contact, local && may_be_over) << situation.label();
    const bool link = !note->languages.front().explanations.front().link.empty();
    ASSERT_EQ(link, situation.reader != Reader::kOutside) << situation.label();
    const bool we = text.find(GetParam().we) != std::string::npos;
    const bool may_say_we = situation.own_report && situation.reader != Reader::kOutside;
    const bool tried_by_us =
        situation.outlook == Outlook::kFinal || situation.outlook == Outlook::kRetrying;
    ASSERT_EQ(we, may_say_we && tried_by_us) << situation.label();
    ASSERT_TRUE(situation.outlook == Outlook::kFinal ||
                !has_one_of(text, GetParam().says_it_is_over))
        << situation.label();
    ASSERT_TRUE(situation.outlook == Outlook::kRetrying ||
                !has_one_of(text, GetParam().promises_a_retry))
        << situation.label() << "\n"
        << text;
    // An administrator has not sent it.
    const bool sender = situation.reader != Reader::kPostmaster;
    ASSERT_EQ(text.find(GetParam().no_second_sending) != std::string::npos,
              sender && situation.outlook == Outlook::kRetrying)
        << situation.label() << "\n"
        << text;
  });
  EXPECT_GT(local_mail_services, 0U);
}

TEST_P(Wording, BackscatterIsToldAsNothingToDo) {
  for (const Reader reader : {Reader::kLocal, Reader::kOutside, Reader::kUnknown}) {
    for (const bool many : {false, true}) {
      Situation situation{"address-unknown", Outlook::kFinal, Party::kSender, reader};
      situation.many = many;
      situation.backscatter = true;
      const Result<Note> note = maker().note(situation);
      ASSERT_TRUE(note) << situation.label();
      EXPECT_EQ(broken_limit(note->languages.front()), "") << situation.label();
      const std::string text = joined(lines_of(note->languages.front()));
      EXPECT_NE(text.find(GetParam().nothing), std::string::npos);
      EXPECT_EQ(text.find(GetParam().typing_mistake), std::string::npos) << text;
      EXPECT_EQ(text.find(kContactName), std::string::npos) << text;
    }
  }
}

TEST_P(Wording, WhatIsLikelyIsToldAsProbable) {
  for_each_situation(knowledge(), false, [&](Situation situation) {
    if (situation.outlook == Outlook::kDone) return;
    situation.confidence = Confidence::kLikely;
    const Result<Note> note = maker().note(situation);
    ASSERT_TRUE(note) << situation.label();
    const Explanation& told = note->languages.front().explanations.front();
    ASSERT_TRUE(has_one_of(told.what, GetParam().says_probably)) << situation.label() << "\n"
                                                                 << told.what;
  });
}

// In a note about many causes each has a title and a short sentence only.
TEST_P(Wording, WhatIsLikelyIsToldAsProbableInBrief) {
  std::vector<Situation> situations;
  for (const char* cause : {"mailbox-full", "address-unknown", "blocked-ip"}) {
    situations.push_back({cause, Outlook::kFinal, Party::kSender, Reader::kUnknown});
    situations.back().confidence = Confidence::kLikely;
  }
  const Result<Note> note = maker().note(situations);
  ASSERT_TRUE(note);
  const auto& explanations = note->languages.front().explanations;
  ASSERT_EQ(explanations.size(), situations.size());
  for (const Explanation& told : explanations) {
    EXPECT_TRUE(has_one_of(told.what, GetParam().says_probably)) << told.what;
  }
}

TEST_P(Wording, UnsureIsToldAsUnclear) {
  for_each_situation(knowledge(), false, [&](Situation situation) {
    if (situation.outlook == Outlook::kDone) return;
    situation.confidence = Confidence::kUnsure;
    const Result<Note> note = maker().note(situation);
    ASSERT_TRUE(note) << situation.label();
    const LanguageNote& user_part = note->languages.front();
    ASSERT_EQ(broken_limit(user_part), "") << situation.label();
    ASSERT_EQ(user_part.explanations.front().title, GetParam().unclear_title) << situation.label();
  });
}

TEST_P(Wording, CausesCanBeToldApart) {
  std::set<std::string> titles;
  std::set<std::string> reasons;
  std::set<std::string> lines;
  for (const std::string_view cause : kCauseIds) {
    const CauseTexts& texts = knowledge().texts(GetParam().id)->causes.find(cause)->second;
    EXPECT_TRUE(titles.insert(texts.title).second) << cause << ": " << texts.title;
    EXPECT_TRUE(reasons.insert(texts.reason).second) << cause << ": " << texts.reason;
    EXPECT_TRUE(lines.insert(texts.line).second) << cause << ": " << texts.line;
  }
}

TEST_P(Wording, LinesForRepliesAreShortAndPlain) {
  for (const auto& [cause, texts] : knowledge().texts(GetParam().id)->causes) {
    const Readability measured = testing::readability({texts.line});
    EXPECT_LE(texts.line.size(), 120U) << cause;
    EXPECT_LE(measured.longest_sentence, kMostSentence) << cause;
    if (std::string(GetParam().id) == "en") {
      EXPECT_LE(measured.grade(), 10.0) << cause << ": " << texts.line;
    }
    EXPECT_EQ(forbidden_in(texts.line, GetParam().id), "") << cause;
    EXPECT_TRUE(std::all_of(texts.line.begin(), texts.line.end(), [](char c) {
      return c >= ' ' && c <= '~';
    })) << cause;
  }
}

TEST_P(Wording, NotesOfManyCausesKeepTheLimits) {
  for (const Reader reader : {Reader::kLocal, Reader::kOutside, Reader::kUnknown}) {
    for (const bool many : {false, true}) {
      for (size_t first = 0; first < kCauseIds.size(); first += many ? 5 : 2) {
        std::vector<Situation> situations;
        for (const size_t count : {2U, 3U, 5U, 9U, 147U}) {
          while (situations.size() < count) {
            const size_t at = first + situations.size();
            Situation situation{std::string(kCauseIds[at % kCauseIds.size()])};
            situation.outlook = static_cast<Outlook>((at / 2) % 4);
            situation.reader = reader;
            situation.many = many;
            situation.actor = Party::kSenderAdmin;
            situations.push_back(situation);
          }
          if (count > 9 && first % 20 != 0) continue;
          const Result<Note> note = maker().note(situations);
          ASSERT_TRUE(note);
          const LanguageNote& user_part = note->languages.front();
          ASSERT_EQ(broken_limit(user_part), "") << joined(lines_of(user_part));
          // Three causes are always named each, with every address.
          if (count > 3 || many) continue;
          for (size_t i = 0; i < count; ++i) {
            const std::string address = "bob" + std::to_string(i) + "@example.net";
            ASSERT_NE(joined(lines_of(user_part)).find(address), std::string::npos)
                << address << "\n"
                << joined(lines_of(user_part));
          }
        }
      }
    }
  }
}

TEST(TwoLanguages, KeepTheLimitsEach) {
  const auto knowledge =
      load_with({{"copy.toml", testing::copy_of_language(testing::english_texts(), "xx", "x-")}});
  ASSERT_NE(knowledge, nullptr);
  NoteMaker maker(*knowledge);
  maker.settings().languages = {"xx", "en"};
  for_each_situation(*knowledge, false, [&](const Situation& situation) {
    const Result<Note> note = maker.note(situation);
    ASSERT_TRUE(note) << situation.label();
    ASSERT_EQ(note->languages.size(), 2U);
    ASSERT_EQ(note->languages[0].language, "xx");
    ASSERT_EQ(note->languages[1].language, "en");
    for (const LanguageNote& user_part : note->languages)
      ASSERT_EQ(broken_limit(user_part), "") << situation.label();
    ASSERT_EQ(note->languages[0].explanations.front().title.substr(0, 2), "x-");
    ASSERT_EQ(note->support_title, "x-For your IT support");
  });
}

TEST(TwoLanguages, GermanAndEnglishStandOneAfterTheOther) {
  const auto knowledge = load_with({});
  ASSERT_NE(knowledge, nullptr);
  NoteMaker maker(*knowledge);
  maker.settings().languages = {"de", "en"};
  const Result<Note> note = maker.note({"mailbox-full"});
  ASSERT_TRUE(note);
  ASSERT_EQ(note->languages.size(), 2U);
  EXPECT_EQ(note->languages[0].explanations.front().title, "Postfach voll");
  EXPECT_EQ(note->languages[1].explanations.front().title, "Mailbox full");
  EXPECT_EQ(note->support_title, "Für Ihren IT-Support");
}

}  // namespace
}  // namespace plainbounce
