#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/core/explain/reports.h"

namespace plainbounce {
namespace {

using ::testing::ElementsAreArray;

struct LanguageCase {
  const char* label;
  std::optional<std::string> accept;
  std::optional<std::string> content;
  std::vector<std::string> configured;
  std::vector<std::string> chosen;
  bool by_reader = true;
};

TEST(ChooseLanguages, HeedsTheReturnedMessageFirst) {
  const auto knowledge = knowledge_with({"de", "fr", "pt-BR"});
  ASSERT_NE(knowledge, nullptr);
  const std::vector<std::string> en = {"en"};
  const LanguageCase cases[] = {
      {"nothing is asked for", {}, {}, en, {"en"}},
      {"the same tag", "de", {}, en, {"de"}},
      {"any case", "DE", {}, en, {"de"}},
      {"a country of the language", "de-AT", {}, en, {"de"}},
      {"another country of the language", "pt-PT", {}, en, {"pt-BR"}},
      {"the same tag before another country", "pt-BR, de", {}, en, {"pt-BR"}},
      {"the first of equal ones", "fr, de", {}, en, {"fr"}},
      {"the most wanted", "fr;q=0.3, de;q=0.8, en;q=0.5", {}, en, {"de"}},
      {"the next where there are no texts", "ja, fr;q=0.5", {}, en, {"fr"}},
      {"what is not wanted is not taken", "de;q=0", {}, en, {"en"}},
      {"blanks and a strange parameter", " fr ; q = 0.4 , de ; x=1 ", {}, en, {"de"}},
      {"a broken quality is none", "de;q=high, fr;q=0.1", {}, en, {"fr"}},
      {"any language will do", "*", {}, {"fr"}, {"fr"}},
      {"the content's language", {}, "de", en, {"de"}},
      {"what is accepted before the content's", "fr", "de", en, {"fr"}},
      {"the content's where no accepted one has texts", "ja", "de", en, {"de"}},
      {"garbage", ",;=,q", ";;", en, {"en"}},
      {"two configured ones", {}, {}, {"de", "en"}, {"de", "en"}},
      {"configured ones without texts", {}, {}, {"ja", "fr"}, {"fr"}},
      {"the same twice", {}, {}, {"de", "de"}, {"de"}},
      {"at most two", {}, {}, {"de", "fr", "en"}, {"de", "fr"}},
      {"none has texts", {}, {}, {"ja"}, {}},
      {"the reader is not to choose", "de", "fr", en, {"en"}, false}};
  for (const LanguageCase& c : cases) {
    DeliveryReport report;
    report.original.emplace();
    report.original->accept_language = c.accept;
    report.original->content_language = c.content;
    ReaderSettings settings;
    settings.languages = c.configured;
    EXPECT_THAT(choose_languages(*knowledge, report, settings, c.by_reader),
                ElementsAreArray(c.chosen))
        << c.label;
  }
}

TEST(ChooseLanguages, TakesTheConfiguredOnesWithoutAReturnedMessage) {
  const auto knowledge = knowledge_with({"de"});
  ASSERT_NE(knowledge, nullptr);
  ReaderSettings settings;
  settings.languages = {"de"};
  EXPECT_THAT(choose_languages(*knowledge, DeliveryReport(), settings, true),
              ::testing::ElementsAre("de"));
}

}  // namespace
}  // namespace plainbounce
