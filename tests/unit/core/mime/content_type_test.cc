#include "core/mime/content_type.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

// "type/subtype name=[value] ..."
std::string describe(const std::optional<ContentType>& type) {
  if (!type) return "none";
  std::string out = type->type + "/" + type->subtype;
  for (const auto& [name, value] : type->parameters) {
    out.append(" ").append(name).append("=[").append(value).append("]");
  }
  return out;
}

struct Case {
  const char* label;
  std::string value;
  std::string expected;
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases)
    EXPECT_EQ(describe(parse_content_type(c.value)), c.expected) << c.label;
}

TEST(ContentTypeTest, ReadsTypeAndParameters) {
  check({
      {"type alone", "text/plain", "text/plain"},
      {"upper case", "TEXT/Plain; CharSet=UTF-8", "text/plain charset=[UTF-8]"},
      {"quoted", "multipart/report; report-type=delivery-status; boundary=\"a b\"",
       "multipart/report report-type=[delivery-status] boundary=[a b]"},
      {"escapes", "text/plain; name=\"a\\\"b\\\\c\"", "text/plain name=[a\"b\\c]"},
      {"comments", "(x) text (y(z)) / (a) plain (b) ; (c) charset (d) = (e) us-ascii (f)",
       "text/plain charset=[us-ascii]"},
      {"comment with escapes", "text/plain (a\\)b); x=y", "text/plain x=[y]"},
      {"comment behind a value at once", "text/plain; charset=us-ascii(Plain text)",
       "text/plain charset=[us-ascii]"},
      {"blanks around =", "text/plain; charset = utf-8", "text/plain charset=[utf-8]"},
      {"boundary that ends in ==, not quoted",
       "multipart/mixed; boundary=--=_x==", "multipart/mixed boundary=[--=_x==]"},
      {"boundary with slash and dots, not quoted", "multipart/report; boundary=AB1.15/mx.test",
       "multipart/report boundary=[AB1.15/mx.test]"},
      {"left-over line ends of a fold", "multipart/mixed;\r\n\tboundary=a",
       "multipart/mixed "
       "boundary=[a]"},
      {"empty quoted value", "text/plain; name=\"\"", "text/plain name=[]"},
      {"twice the same name", "multipart/mixed; boundary=a; boundary=b",
       "multipart/mixed boundary=[a] boundary=[b]"},
      {"8-bit value", "text/plain; name=\"\xE4\"", "text/plain name=[\xE4]"},
  });
}

TEST(ContentTypeTest, KeepsWhatCanBeRead) {
  check({
      {"no slash", "text", "none"},
      {"no slash but parameters", "text; charset=a/b", "none"},
      {"no subtype", "text/", "none"},
      {"no type", "/plain", "none"},
      {"empty", "", "none"},
      {"only a comment", "(text/plain", "none"},
      {"semicolon at the end", "text/plain;", "text/plain"},
      {"semicolons in a row", "text/plain;;; a=b;;", "text/plain a=[b]"},
      {"semicolon missing", "text/plain charset=utf-8 name=x",
       "text/plain charset=[utf-8] "
       "name=[x]"},
      {"parameter without value", "text/plain; flowed; a=b", "text/plain a=[b]"},
      {"parameter with empty value", "text/plain; a=; b=c", "text/plain a=[] b=[c]"},
      {"parameter without name", "text/plain; =x; b=c", "text/plain b=[c]"},
      {"quote that is never closed", "text/plain; name=\"abc; x=y", "text/plain name=[abc; x=y]"},
      {"quoted junk", "text/plain; \"a;b\"; c=d", "text/plain c=[d]"},
      {"value with blanks, not quoted", "text/plain; name=my file.txt; a=b",
       "text/plain name=[my] a=[b]"},
      {"comment that is never closed", "text/plain; a=b (c; d=e", "text/plain a=[b]"},
      {"backslash at the end", "text/plain; a=\"b\\", "text/plain a=[b\\]"},
  });
}

TEST(ContentTypeTest, PutsRfc2231PartsTogether) {
  check({
      {"charset and language", "text/plain; name*=utf-8'en'%E2%82%AC%20x",
       "text/plain name=[\u20AC x]"},
      {"another charset", "text/plain; name*=iso-8859-1''%E4", "text/plain name=[\u00E4]"},
      {"unknown charset", "text/plain; name*=x-none''%E4", "text/plain name=[\u00E4]"},
      {"no charset", "text/plain; name*=''%41b", "text/plain name=[Ab]"},
      {"no quotes at all", "text/plain; name*=%41b", "text/plain name=[Ab]"},
      {"broken percents", "text/plain; name*=utf-8''%4%zz%", "text/plain name=[%4%zz%]"},
      {"continued", "multipart/mixed; boundary*0=ab; boundary*1=\"cd\"",
       "multipart/mixed boundary=[abcd]"},
      {"out of order", "text/plain; n*2=c; n*0=a; n*1=b; x=y", "text/plain n=[abc] x=[y]"},
      {"continued and encoded", "text/plain; n*0*=utf-8''%E2%82; n*1*=%AC; n*2=%41",
       "text/plain n=[\u20AC%41]"},
      {"a gap ends it", "text/plain; n*0=a; n*2=c", "text/plain n=[a]"},
      {"no first part", "text/plain; n*1=b; x=y", "text/plain x=[y]"},
      {"encoded form before the plain one", "text/plain; n=plain; n*=utf-8''enc",
       "text/plain n=[enc]"},
      {"name in upper case", "text/plain; NAME*0*=UTF-8''a; Name*1=b", "text/plain name=[ab]"},
      {"section number out of range", "text/plain; n*99999=b", "text/plain n*99999=[b]"},
      {"star alone", "text/plain; *=b", "text/plain *=[b]"},
      {"no number", "text/plain; n*x=b", "text/plain n*x=[b]"},
  });
}

TEST(ContentTypeTest, AnswersQuestions) {
  const auto type = parse_content_type("Multipart/Report; Report-Type=a; report-type=b");
  ASSERT_TRUE(type.has_value());
  EXPECT_TRUE(type->is("multipart", "report"));
  EXPECT_FALSE(type->is("multipart", "mixed"));
  EXPECT_TRUE(type->is_multipart());
  EXPECT_EQ(type->parameter("report-type"), "a");
  EXPECT_EQ(type->parameter("boundary"), std::nullopt);
  EXPECT_TRUE(ContentType{}.is("text", "plain"));
}

}  // namespace
}  // namespace plainbounce
