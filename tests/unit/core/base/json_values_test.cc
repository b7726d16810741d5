#include "core/base/json_values.h"

#include <gtest/gtest.h>

#include <string>

namespace plainbounce {
namespace {

std::string shown(std::string_view json, size_t most = 100) {
  std::string out;
  for (const auto& [path, value] : read_json_values(json, most)) {
    out += path + "=" + value + ";";
  }
  return out;
}

TEST(JsonValues, PlacesAndValues) {
  struct Case {
    const char* label;
    const char* json;
    const char* shown;
  };
  const Case cases[] = {
      {"object", R"({"a": "x", "b": 550, "c": true, "d": null})", "a=x;b=550;c=true;"},
      {"nested", R"({"a": {"b": [{"c": "1"}, {"c": "2"}]}})", "a.b.0.c=1;a.b.1.c=2;"},
      {"array", R"([{"e": "x"}, "y"])", "0.e=x;1=y;"},
      {"empty ones", R"({"a": {}, "b": [], "c": "z"})", "c=z;"},
      {"escapes", R"({"a": "\"\\\/\n\t\u00e9\ud83d\ude00"})", "a=\"\\/\n\té😀;"},
      {"lone surrogates", R"({"a": "\ud83d x \udc00"})", "a=\xEF\xBF\xBD x \xEF\xBF\xBD;"},
      {"text behind", "{\"a\": \"x\"}\n\n--\nIf you wish to stop", "a=x;"},
      {"blank text in front", " \r\n {\"a\":\"x\"}", "a=x;"},
      {"no object", "\"a\"", ""},
      {"cut", R"({"a": "x", "b": )", ""},
      {"cut string", R"({"a": "x)", ""},
      {"wrong bracket", R"({"a": "x"])", ""},
      {"no colon", R"({"a" "x"})", ""},
      {"bad escape", R"({"a": "\q"})", ""},
      {"bad unit", R"({"a": "\u00g0"})", ""},
      {"nothing", "", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(shown(c.json), c.shown) << c.label;
}

TEST(JsonValues, Limits) {
  EXPECT_EQ(shown(R"({"a":"1","b":"2"})", 1), "");
  const std::string deep = std::string(40, '[') + "1" + std::string(40, ']');
  EXPECT_EQ(shown(deep), "");
  const std::string flat = std::string(20, '[') + "1" + std::string(20, ']');
  EXPECT_NE(shown(flat), "");
}

// A short text must not become much memory: each value keeps its whole place.
TEST(JsonValues, LimitsOfPlaces) {
  const auto member = [](size_t name, const std::string& value) {
    return "{\"" + std::string(name, 'a') + "\":" + value + "}";
  };
  EXPECT_EQ(read_json_values(member(512, "1"), 100).size(), 1U);
  EXPECT_EQ(read_json_values(member(513, "1"), 100).size(), 0U);
  EXPECT_EQ(read_json_values(member(511, "[1]"), 100).size(), 0U);
  const auto ones = [](size_t count) {
    std::string array = "[1";
    for (size_t i = 1; i < count; ++i) array += ",1";
    return array + "]";
  };
  EXPECT_EQ(read_json_values(member(490, ones(8000)), 100000).size(), 8000U);
  EXPECT_EQ(read_json_values(member(490, ones(9000)), 100000).size(), 0U);
}

}  // namespace
}  // namespace plainbounce
