#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <set>

#include "core/base/ascii.h"
#include "core/explain/explainer.h"
#include "core/explain/word_limit.h"
#include "core/knowledge/cause_ids.h"
#include "core/knowledge/knowledge_base.h"
#include "tests/support/language_copy.h"
#include "tests/support/readability.h"

// The rules for explanations, measured on every text that the program can write.
namespace plainbounce {
namespace {

using testing::Readability;

constexpr size_t kMostTitleWords = 6;
constexpr size_t kMostActions = 3;
constexpr double kMostAverageSentence = 15;
constexpr size_t kMostSentence = 25;
constexpr double kHighestGrade = 8.0;
constexpr double kHighestMedian = 7.0;
constexpr const char* kContactName = "the Example help desk";

std::shared_ptr<const KnowledgeBase> load(const std::vector<KnowledgeSource>& more) {
  std::vector<KnowledgeSource> sources = embedded_knowledge();
  sources.insert(sources.end(), more.begin(), more.end());
  auto loaded = KnowledgeBase::load(sources);
  if (loaded) return *loaded;
  for (const Error& error : loaded.error()) ADD_FAILURE() << to_string(error);
  return nullptr;
}

std::string english_source() {
  for (const KnowledgeSource& source : embedded_knowledge()) {
    if (source.toml.find("\nid = \"en\"\n") != std::string::npos) return source.toml;
  }
  ADD_FAILURE() << "no English texts are embedded";
  return {};
}

// One situation in which a note is written.
struct Situation {
  std::string cause;
  Outlook outlook = Outlook::kFinal;
  Party actor = Party::kSender;
  Reader reader = Reader::kLocal;
  bool own_report = true;
  bool many = false;
  Confidence confidence = Confidence::kCertain;
  bool backscatter = false;

  [[nodiscard]] std::string label() const {
    static const std::map<Reader, std::string> kReaders = {{Reader::kLocal, "local"},
                                                           {Reader::kOutside, "outside"},
                                                           {Reader::kUnknown, "unknown"},
                                                           {Reader::kPostmaster, "postmaster"}};
    return cause + ", " + std::string(to_string(outlook)) + ", actor " +
           std::string(to_string(actor)) + ", reader " + kReaders.at(reader) +
           (own_report ? ", own" : "") + (many ? ", many" : "") + ", " +
           std::string(to_string(confidence)) + (backscatter ? ", backscatter" : "");
  }
};

// Reports and settings for situations, with one recipient or with three of four.
class NoteMaker {
 public:
  explicit NoteMaker(const KnowledgeBase& knowledge) : explainer_(knowledge) {
    settings_.link_base = "https://help.box.example/bounces";
    settings_.help = {kContactName, "+49 30 555 0100", "help@box.example", ""};
  }

  // One note about one situation, or about several at once: then each with its own recipients.
  Result<Note> note(const std::vector<Situation>& situations) const {
    DeliveryReport report;
    std::vector<DiagnosedRecipient> recipients;
    for (const Situation& situation : situations) {
      for (size_t i = 0; i < (situation.many ? 3U : 1U); ++i)
        add_recipient(situation, report, recipients);
    }
    report.original.emplace();
    report.original->to = "bob0@example.net";
    if (situations.front().many) *report.original->to += ", carol@example.net";
    ExplainContext context;
    context.reader = situations.front().reader;
    context.own_report = situations.front().own_report;
    context.backscatter = situations.front().backscatter;
    context.settings = &settings_;
    context.site = &site_;
    return explainer_.explain(report, recipients, context);
  }
  Result<Note> note(const Situation& situation) const { return note(std::vector{situation}); }

  ReaderSettings& settings() { return settings_; }

 private:
  static void add_recipient(const Situation& situation, DeliveryReport& report,
                            std::vector<DiagnosedRecipient>& recipients) {
    const size_t index = recipients.size();
    const std::string address = "bob" + std::to_string(index) + "@example.net";
    PerRecipientFields fields;
    fields.final_recipient = TypedValue{"rfc822", address};
    if (situation.own_report) fields.will_retry_until = "Fri, 4 Dec 2026 14:00:00 +0000";
    report.recipients.push_back(fields);
    DiagnosedRecipient recipient{index, address, {}};
    recipient.diagnosis.cause = situation.cause;
    recipient.diagnosis.outlook = situation.outlook;
    recipient.diagnosis.actor = situation.actor;
    recipient.diagnosis.confidence = situation.confidence;
    recipient.diagnosis.code = "5.2.2";
    if (situation.own_report) recipient.diagnosis.reply.code = ReplyCode::from(550);
    recipients.push_back(recipient);
  }

  Explainer explainer_;
  ReaderSettings settings_;
  ExplainSettings site_;
};

std::vector<std::string> lines_of(const LanguageNote& note) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) lines.push_back(text);
  };
  for (const Explanation& explanation : note.explanations) {
    add(explanation.title);
    add(explanation.what);
    for (const std::string& address : explanation.addresses) add(address);
    add(explanation.more_addresses);
    add(explanation.outlook);
    add(explanation.actor);
    for (const std::string& action : explanation.actions) add(action);
  }
  add(note.contact);
  add(note.other_recipients);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// Every cause with every outlook and reader. `all` adds likely causes, and in our own reports each
// actor that the cause does not have by itself.
void for_each_situation(const KnowledgeBase& knowledge, bool all,
                        const std::function<void(const Situation&)>& visit) {
  for (const std::string_view cause : kCauseIds) {
    for (const Outlook outlook : {Outlook::kFinal, Outlook::kRetrying, Outlook::kDone}) {
      const CauseEntry& entry = *knowledge.find_cause(cause);
      const Party usual =
          outlook == Outlook::kRetrying ? entry.actor_retrying.value_or(entry.actor) : entry.actor;
      for (const Party actor : {Party::kSender, Party::kSenderAdmin, Party::kRecipient,
                                Party::kRecipientAdmin, Party::kNobody}) {
        if (!all && actor != usual) continue;
        for (const Reader reader :
             {Reader::kLocal, Reader::kOutside, Reader::kUnknown, Reader::kPostmaster}) {
          for (const int bits : {0, 1, 2, 3, 4, 5, 6, 7}) {
            Situation situation{std::string(cause), outlook, actor, reader};
            situation.own_report = (bits & 1) != 0;
            situation.many = (bits & 2) != 0;
            if ((bits & 4) != 0) situation.confidence = Confidence::kLikely;
            if (!all && (bits & 4) != 0) continue;
            if (actor != usual && (bits & 5) != 1) continue;
            visit(situation);
          }
        }
      }
    }
  }
}

std::string lower(const std::string& text) {
  std::string out = text;
  for (char& c : out) c = to_lower(c);
  return out;
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Without the marks around it.
std::string bare(const std::string& word) {
  const auto is_inside = [](char c) { return is_alpha(c) || is_digit(c); };
  const auto begin = std::find_if(word.begin(), word.end(), is_inside);
  const auto end = std::find_if(word.rbegin(), std::make_reverse_iterator(begin), is_inside);
  return {begin, end.base()};
}

// "5.7.1"
bool is_code(const std::string& word) {
  return std::count(word.begin(), word.end(), '.') == 2 &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || c == '.'; });
}

// Words that a reader who is no admin does not know or need, words of blame and apology, codes,
// exclamation marks, words in capitals. Addresses may be as they are.
std::string forbidden_in(const std::string& text) {
  static const std::set<std::string> kWords = {
      "mta",   "mtas",   "dsn",     "dsns",    "ndr",     "smtp",   "rfc",   "host",
      "hosts", "daemon", "please",  "invalid", "illegal", "bad",    "oops",  "unfortunately",
      "sorry", "server", "servers", "email",   "emails",  "e-mail", "fault", "blame"};
  static const std::vector<std::string> kBeginnings = {"relay", "inbox", "apolog", "postmaster",
                                                       "reject"};
  if (text.find('!') != std::string::npos) return "!";
  if (lower(text).find("enhanced status") != std::string::npos) return "enhanced status";
  for (const std::string& with_marks : testing::words_of(text)) {
    const std::string word = bare(with_marks);
    if (word.find('@') != std::string::npos) continue;
    const std::string small = lower(word);
    if (kWords.count(small) != 0 || is_code(small)) return word;
    for (const std::string& beginning : kBeginnings) {
      if (small.rfind(beginning, 0) == 0) return word;
    }
    if (word.size() > 1 && word != "UTC" && std::all_of(word.begin(), word.end(), is_upper))
      return word;
  }
  return {};
}

bool promises_a_retry(const std::string& text) {
  for (const char* words :
       {"keep trying", "still being tried", "will try", "will be tried", "need not send"}) {
    if (text.find(words) != std::string::npos) return true;
  }
  return false;
}

// What breaks a limit; empty when nothing does.
std::string broken_limit(const LanguageNote& note) {
  const std::vector<std::string> lines = lines_of(note);
  const Readability measured = testing::readability(lines);
  if (count_words(note) > kMostWords) return "words: " + std::to_string(count_words(note));
  if (measured.longest_sentence > kMostSentence)
    return "longest sentence: " + std::to_string(measured.longest_sentence);
  if (measured.average_sentence() > kMostAverageSentence)
    return "average sentence: " + std::to_string(measured.average_sentence());
  if (measured.grade() > kHighestGrade) return "grade: " + std::to_string(measured.grade());
  for (const Explanation& explanation : note.explanations) {
    if (testing::words_of(explanation.title).size() > kMostTitleWords) return "title is too long";
    if (explanation.actions.size() > kMostActions) return "too many actions";
  }
  if (note.explanations.front().actions.empty()) return "no action";
  if (note.explanations.front().outlook.empty()) return "no outlook";
  if (joined(lines).find_first_of("{}") != std::string::npos) return "a placeholder is left";
  const std::string word = forbidden_in(joined(lines));
  if (!word.empty()) return "not allowed: " + word;
  return {};
}

TEST(Wording, EveryTextKeepsTheLimits) {
  const auto knowledge = load({});
  ASSERT_NE(knowledge, nullptr);
  const NoteMaker maker(*knowledge);
  std::map<std::string, std::vector<double>> grades;
  std::vector<double> all;
  std::set<std::string> causes;
  std::set<std::string> seen;
  size_t most_words = 0;
  for_each_situation(*knowledge, true, [&](const Situation& situation) {
    const Result<Note> note = maker.note(situation);
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
  EXPECT_LE(testing::median(all), kHighestMedian);
  EXPECT_EQ(causes.size(), kCauseIds.size());
}

TEST(Wording, EveryReaderIsToldWhatTheyMayKnow) {
  const auto knowledge = load({});
  ASSERT_NE(knowledge, nullptr);
  const NoteMaker maker(*knowledge);
  size_t local_mail_services = 0;
  for_each_situation(*knowledge, false, [&](const Situation& situation) {
    const Result<Note> note = maker.note(situation);
    ASSERT_TRUE(note) << situation.label();
    const std::string text = joined(lines_of(note->languages.front()));
    const bool local = situation.reader == Reader::kLocal;
    const bool names_ours = text.find("our mail service") != std::string::npos ||
                            text.find("our IT") != std::string::npos;
    if (local && names_ours) ++local_mail_services;
    ASSERT_TRUE(local || !names_ours) << situation.label() << "\n" << text;
    const bool contact = text.find(kContactName) != std::string::npos;
    ASSERT_EQ(contact, local && situation.outlook == Outlook::kFinal) << situation.label();
    const bool link = !note->languages.front().explanations.front().link.empty();
    ASSERT_EQ(link, situation.reader != Reader::kOutside) << situation.label();
    const bool we = text.find("We ") != std::string::npos;
    const bool may_say_we = situation.own_report && situation.reader != Reader::kOutside;
    ASSERT_EQ(we, may_say_we && situation.outlook != Outlook::kDone) << situation.label();
    ASSERT_TRUE(situation.outlook == Outlook::kRetrying || !promises_a_retry(text))
        << situation.label() << "\n"
        << text;
    ASSERT_TRUE(situation.outlook != Outlook::kRetrying ||
                text.find("You need not send it again.") != std::string::npos)
        << situation.label();
  });
  EXPECT_GT(local_mail_services, 0U);
}

TEST(Wording, BackscatterIsToldAsNothingToDo) {
  const auto knowledge = load({});
  ASSERT_NE(knowledge, nullptr);
  const NoteMaker maker(*knowledge);
  for (const Reader reader : {Reader::kLocal, Reader::kOutside, Reader::kUnknown}) {
    for (const bool many : {false, true}) {
      Situation situation{"address-unknown", Outlook::kFinal, Party::kSender, reader};
      situation.many = many;
      situation.backscatter = true;
      const Result<Note> note = maker.note(situation);
      ASSERT_TRUE(note) << situation.label();
      EXPECT_EQ(broken_limit(note->languages.front()), "") << situation.label();
      const std::string text = joined(lines_of(note->languages.front()));
      EXPECT_NE(text.find("Nothing."), std::string::npos);
      EXPECT_EQ(text.find("typing mistake"), std::string::npos) << text;
      EXPECT_EQ(text.find(kContactName), std::string::npos) << text;
    }
  }
}

TEST(Wording, UnsureIsToldAsUnclear) {
  const auto knowledge = load({});
  ASSERT_NE(knowledge, nullptr);
  const NoteMaker maker(*knowledge);
  for_each_situation(*knowledge, false, [&](Situation situation) {
    if (situation.outlook == Outlook::kDone) return;
    situation.confidence = Confidence::kUnsure;
    const Result<Note> note = maker.note(situation);
    ASSERT_TRUE(note) << situation.label();
    const LanguageNote& user_part = note->languages.front();
    ASSERT_EQ(broken_limit(user_part), "") << situation.label();
    ASSERT_EQ(user_part.explanations.front().title, "No clear reason given") << situation.label();
  });
}

TEST(Wording, CausesCanBeToldApart) {
  const auto knowledge = load({});
  ASSERT_NE(knowledge, nullptr);
  std::set<std::string> titles;
  std::set<std::string> reasons;
  std::set<std::string> lines;
  for (const std::string_view cause : kCauseIds) {
    const CauseTexts& texts = knowledge->texts("en")->causes.find(cause)->second;
    EXPECT_TRUE(titles.insert(texts.title).second) << cause << ": " << texts.title;
    EXPECT_TRUE(reasons.insert(texts.reason).second) << cause << ": " << texts.reason;
    EXPECT_TRUE(lines.insert(texts.line).second) << cause << ": " << texts.line;
  }
}

TEST(Wording, LinesForRepliesAreShortAndPlain) {
  const auto knowledge = load({});
  ASSERT_NE(knowledge, nullptr);
  for (const auto& [cause, texts] : knowledge->texts("en")->causes) {
    const Readability measured = testing::readability({texts.line});
    EXPECT_LE(texts.line.size(), 120U) << cause;
    EXPECT_LE(measured.longest_sentence, kMostSentence) << cause;
    EXPECT_LE(measured.grade(), 10.0) << cause << ": " << texts.line;
    EXPECT_EQ(forbidden_in(texts.line), "") << cause;
    EXPECT_TRUE(std::all_of(texts.line.begin(), texts.line.end(), [](char c) {
      return c >= ' ' && c <= '~';
    })) << cause;
  }
}

TEST(Wording, NotesOfManyCausesKeepTheLimits) {
  const auto knowledge = load({});
  ASSERT_NE(knowledge, nullptr);
  const NoteMaker maker(*knowledge);
  for (const Reader reader : {Reader::kLocal, Reader::kOutside, Reader::kUnknown}) {
    for (const bool many : {false, true}) {
      for (size_t first = 0; first < kCauseIds.size(); first += many ? 5 : 2) {
        std::vector<Situation> situations;
        for (const size_t count : {2U, 3U, 5U, 9U, 147U}) {
          while (situations.size() < count) {
            const size_t at = first + situations.size();
            Situation situation{std::string(kCauseIds[at % kCauseIds.size()])};
            situation.outlook = static_cast<Outlook>((at / 2) % 3);
            situation.reader = reader;
            situation.many = many;
            situation.actor = Party::kSenderAdmin;
            situations.push_back(situation);
          }
          if (count > 9 && first % 20 != 0) continue;
          const Result<Note> note = maker.note(situations);
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

TEST(Wording, TwoLanguagesKeepTheLimitsEach) {
  const auto knowledge =
      load({{"copy.toml", testing::copy_of_language(english_source(), "xx", "x-")}});
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

}  // namespace
}  // namespace plainbounce
