// GMime, which mail programs rely on, reads the same values: where it and we differ on one that is
// in order, we are wrong. tests/differential holds whole messages and broken ones against it.
#include <gmime/gmime.h>
#include <gtest/gtest.h>

#include <memory>

#include "core/mime/content_type.h"
#include "core/mime/encoded_word.h"

namespace plainbounce {
namespace {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

class GmimeOracleTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { g_mime_init(); }
  static void TearDownTestSuite() { g_mime_shutdown(); }
};

std::string without_crs(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '\r') out += c;
  }
  return out;
}

std::string lower(const char* text) {
  std::string out(text == nullptr ? "" : text);
  for (char& c : out) c = static_cast<char>(g_ascii_tolower(c));
  return out;
}

TEST_F(GmimeOracleTest, ReadsEncodedWordsTheSame) {
  for (const char* value :
       {"plain", "=?utf-8?Q?Sch=C3=B6n_da?=", "=?UTF-8?B?U2Now7Zu?= =?UTF-8?Q?er?= x",
        "=?iso-8859-1?q?=E4?= b =?koi8-r?B?8NI=?=", "=?iso-2022-jp?B?GyRCJSglaSE8GyhC?=",
        "=?gb2312?B?08rP5A==?=", "=?utf-8?Q?=C3?= =?utf-8?Q?=A4?=", "a =?utf-8?X?b?= c"}) {
    char* const decoded = g_mime_utils_header_decode_text(nullptr, value);
    EXPECT_EQ(decode_encoded_words(value), decoded) << value;
    g_free(decoded);
  }
}

TEST_F(GmimeOracleTest, ReadsWhatWeEncode) {
  for (const char* text : {"Empf\u00E4nger unbekannt", "plain words only",
                           "\u65E5\u672C\u8A9E \u65E5\u672C\u8A9E \u65E5\u672C\u8A9E "
                           "\u65E5\u672C\u8A9E \u65E5\u672C\u8A9E \u65E5\u672C\u8A9E"}) {
    const std::string value = without_crs(encode_header_text(text, 20));
    char* const unfolded = g_mime_utils_header_unfold(value.c_str());
    char* const decoded = g_mime_utils_header_decode_text(nullptr, unfolded);
    EXPECT_STREQ(decoded, text);
    g_free(decoded);
    g_free(unfolded);
  }
}

struct TypeCase {
  const char* value;
  const char* parameter;
};

TEST_F(GmimeOracleTest, ReadsContentTypesTheSame) {
  const TypeCase cases[] = {
      {"text/plain; charset=us-ascii", "charset"},
      {"multipart/report; report-type=delivery-status; boundary=\"a b==\"", "boundary"},
      {"text/plain; name*=utf-8''%E2%82%AC%20x", "name"},
      {"text/plain; name*0=\"ab\"; name*1=cd", "name"},
      {"text/plain; name*0*=utf-8''%E2%82; name*1*=%AC", "name"},
      {"text/plain; name=\"a\\\"b\\\\c\"", "name"},
      {"Text/HTML", "charset"},
  };
  for (const TypeCase& c : cases) {
    const Owned<GMimeContentType> theirs(g_mime_content_type_parse(nullptr, c.value));
    const auto ours = parse_content_type(c.value);
    ASSERT_TRUE(ours.has_value()) << c.value;
    EXPECT_EQ(ours->type, lower(g_mime_content_type_get_media_type(theirs.get()))) << c.value;
    EXPECT_EQ(ours->subtype, lower(g_mime_content_type_get_media_subtype(theirs.get())));
    const char* const value = g_mime_content_type_get_parameter(theirs.get(), c.parameter);
    EXPECT_EQ(ours->parameter(c.parameter).value_or("none"), value == nullptr ? "none" : value)
        << c.value;
  }
}

}  // namespace
}  // namespace plainbounce
