#include "core/explain/word_limit.h"

#include <gtest/gtest.h>

#include "tests/unit/core/explain/note_text.h"

namespace plainbounce {
namespace {

Explanation explanation(const std::string& name, Outlook kind, const std::string& outlook) {
  Explanation made;
  made.title = name;
  made.what = name + " went wrong.";
  made.outlook_kind = kind;
  made.outlook = outlook;
  made.actor = "You act:";
  made.actions = {name + " one", name + " two", name + " three"};
  return made;
}

std::string text_of(const LanguageNote& note) {
  std::string text;
  for (const Explanation& each : note.explanations) text += explanation_text(each);
  return text + note.other_recipients;
}

TEST(CountWords, CountsRunsWithoutBlanks) {
  struct Case {
    const char* text;
    size_t words;
  };
  const Case cases[] = {{"", 0},           {"  ", 0},           {"one", 1},
                        {" one  two ", 2}, {"after the @.", 3}, {"a\nb\tc", 3}};
  for (const Case& c : cases) EXPECT_EQ(count_words(c.text), c.words) << c.text;
}

TEST(CountWords, CountsEveryPieceOfANote) {
  LanguageNote note;
  note.explanations = {explanation("A", Outlook::kFinal, "It is over.")};
  EXPECT_EQ(count_words(note), 1U + 3U + 3U + 2U + 6U);
  note.explanations[0].addresses = {"a@b.example", "c@d.example"};
  note.explanations[0].more_addresses = "and 3 more";
  note.contact = "Ask us.";
  note.other_recipients = "Others are not here.";
  EXPECT_EQ(count_words(note), 15U + 2U + 3U + 2U + 4U);
}

TEST(FitByLeavingOut, TakesOnePieceAfterTheOther) {
  struct Case {
    const char* label;
    size_t most;
    LeaveOut how_much;
    bool fits;
    const char* text;
  };
  const Case cases[] = {
      {"everything fits", 90, LeaveOut::kRepetitions, true,
       "== A\nA went wrong.\nIt is over.\nYou act:\n1. A one\n2. A two\n3. A three\n"
       "== B\nB went wrong.\nIt is over.\nYou act:\n1. B one\n2. B two\n3. B three\n"
       "== C\nC went wrong.\nAll done.\nYou act:\n1. C one\n2. C two\n3. C three\n"},
      {"the last action of the last one", 42, LeaveOut::kRepetitions, true,
       "== A\nA went wrong.\nIt is over.\nYou act:\n1. A one\n2. A two\n3. A three\n"
       "== B\nB went wrong.\nIt is over.\nYou act:\n1. B one\n2. B two\n3. B three\n"
       "== C\nC went wrong.\nAll done.\nYou act:\n1. C one\n2. C two\n"},
      {"the first keeps its actions longest", 34, LeaveOut::kRepetitions, true,
       "== A\nA went wrong.\nIt is over.\nYou act:\n1. A one\n2. A two\n"
       "== B\nB went wrong.\nIt is over.\nYou act:\n1. B one\n"
       "== C\nC went wrong.\nAll done.\nYou act:\n1. C one\n"},
      {"what stands above already", 29, LeaveOut::kRepetitions, true,
       "== A\nA went wrong.\nIt is over.\nYou act:\n1. A one\n"
       "== B\nB went wrong.\nYou act:\n1. B one\n"
       "== C\nC went wrong.\nAll done.\nYou act:\n1. C one\n"},
      {"no further with repetitions", 10, LeaveOut::kRepetitions, false,
       "== A\nA went wrong.\nIt is over.\nYou act:\n1. A one\n"
       "== B\nB went wrong.\nYou act:\n1. B one\n"
       "== C\nC went wrong.\nYou act:\n1. C one\n"},
      {"no further with actions", 10, LeaveOut::kActions, false,
       "== A\nA went wrong.\nIt is over.\nYou act:\n1. A one\n"
       "== B\nB went wrong.\n== C\nC went wrong.\n"},
      {"no further with outlooks", 10, LeaveOut::kOutlooks, false,
       "== A\nA went wrong.\nIt is over.\nYou act:\n1. A one\n"
       "== B\nB went wrong.\n== C\nC went wrong.\n"},
      {"the success", 15, LeaveOut::kSuccesses, true,
       "== A\nA went wrong.\nIt is over.\nYou act:\n1. A one\n== B\nB went wrong.\n"},
      {"a failure is never left out", 5, LeaveOut::kSuccesses, false,
       "== A\nA went wrong.\nIt is over.\n1. A one\n== B\nB went wrong.\n"}};
  for (const Case& c : cases) {
    LanguageNote note;
    note.explanations = {explanation("A", Outlook::kFinal, "It is over."),
                         explanation("B", Outlook::kFinal, "It is over."),
                         explanation("C", Outlook::kDone, "All done.")};
    EXPECT_EQ(fit_by_leaving_out(note, c.most, c.how_much), c.fits) << c.label;
    EXPECT_EQ(text_of(note), c.text) << c.label;
  }
}

}  // namespace
}  // namespace plainbounce
