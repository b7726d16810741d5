#include "config/ini_document.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

// The document as one text: "name|argument@line", "key=value@line", each on a line of its own.
std::string outline(const IniDocument& document) {
  std::string out;
  for (const IniSection& section : document.sections) {
    out += "[" + section.name + (section.has_argument ? "|" + section.argument : "") + "]@" +
           std::to_string(section.line) + "\n";
    for (const IniEntry& entry : section.entries) {
      out += entry.key + "=" + entry.value + "@" + std::to_string(entry.line) + "\n";
    }
  }
  return out;
}

std::string outline_of(std::string_view text, std::vector<Error>& errors) {
  return outline(parse_ini(text, "f.ini", errors));
}

struct Good {
  const char* label;
  std::string text;
  std::string outline;
};

TEST(IniDocument, Reads) {
  const std::string long_value(100000, 'x');
  const Good cases[] = {
      {"empty", "", ""},
      {"no line end at the end", "[a]\nk = v", "[a]@1\nk=v@2\n"},
      {"CRLF", "[a]\r\nk = v\r\n", "[a]@1\nk=v@2\n"},
      {"byte order mark", "\xef\xbb\xbf[a]\nk=v\n", "[a]@1\nk=v@2\n"},
      {"blank and comment lines", "# c\n\n[a]\n; c\n  # c\n\t\nk=v\n", "[a]@3\nk=v@7\n"},
      {"comment behind a value", "[a]\nk = v ; c\nl = w\t# c\n", "[a]@1\nk=v@2\nl=w@3\n"},
      {"comment in place of a value", "[a]\nk =     ; c\nl =# c\n", "[a]@1\nk=@2\nl=@3\n"},
      {"marks inside words stay", "[a]\nk = a;b#c\n", "[a]@1\nk=a;b#c@2\n"},
      {"quotes keep marks", "[a]\nk = \"a ; b # c\" ; d\n", "[a]@1\nk=\"a ; b # c\"@2\n"},
      {"quoted quote", "[a]\nk = \"a \\\" ; b\" # c\n", "[a]@1\nk=\"a \\\" ; b\"@2\n"},
      {"quotes in a list", "[a]\nk = x, \"y ; z\" ; c\n", "[a]@1\nk=x, \"y ; z\"@2\n"},
      {"a quote inside words is a letter", "[a]\nk = the \"best\" desk\n",
       "[a]@1\nk=the \"best\" desk@2\n"},
      {"continued", "[a]\nk = x,\n  y, ; c\n\n\tz\nl = w\n", "[a]@1\nk=x, y, z@2\nl=w@6\n"},
      {"continued with a sign", "[a]\nk =\n  SRS0=*@*,\n  x\n", "[a]@1\nk=SRS0=*@*, x@2\n"},
      {"equals in a value", "[a]\nk = a=b = c\n", "[a]@1\nk=a=b = c@2\n"},
      {"case of names", "[A]\nKey_1 = V\n", "[a]@1\nkey_1=V@2\n"},
      {"section with an argument", "[ domain \"Example.ORG\" ] ; c\nk=v\n",
       "[domain|Example.ORG]@1\nk=v@2\n"},
      {"section with a quoted bracket", "[d \"a]b\\\"\"]\n", "[d|a]b\"]@1\n"},
      {"section twice", "[a]\nk=1\n[a]\nk=2\n", "[a]@1\nk=1@2\n[a]@3\nk=2@4\n"},
      {"long line", "[a]\nk = " + long_value + "\n", "[a]@1\nk=" + long_value + "@2\n"},
      {"UTF-8", "[a]\nk = B\xc3\xbcro\n", "[a]@1\nk=B\xc3\xbcro@2\n"},
  };
  for (const Good& test : cases) {
    SCOPED_TRACE(test.label);
    std::vector<Error> errors;
    EXPECT_EQ(outline_of(test.text, errors), test.outline);
    EXPECT_TRUE(errors.empty());
    for (const Error& error : errors) ADD_FAILURE() << to_string(error);
  }
}

struct Bad {
  const char* label;
  std::string text;
  std::string errors;
  std::string outline;  // what is read all the same
};

TEST(IniDocument, TellsWhatCannotBeRead) {
  const Bad cases[] = {
      {"no sign", "[a]\nnonsense\nk=v\n",
       "f.ini:2: no \"key = value\"; a comment begins with # or ;\n", "[a]@1\nk=v@3\n"},
      {"no key", "[a]\n= v\n", "f.ini:2: no \"key = value\"; a comment begins with # or ;\n",
       "[a]@1\n"},
      {"key of two words", "[a]\nmy key = v\n",
       "f.ini:2: no \"key = value\"; a comment begins with # or ;\n", "[a]@1\n"},
      {"before any section", "k = v\n[a]\n", "f.ini:1: \"k\" stands before any [section]\n",
       "[a]@2\n"},
      {"open section", "[a\nk = v\n[b]\nl = w\n",
       "f.ini:1: a section is written [name] or [domain \"example.org\"]\n", "[b]@3\nl=w@4\n"},
      {"text behind a section", "[a] b\nk = v\n",
       "f.ini:1: a section is written [name] or [domain \"example.org\"]\n", ""},
      {"section without name", "[]\n",
       "f.ini:1: a section is written [name] or [domain \"example.org\"]\n", ""},
      {"open quote in a section", "[a \"b]\n",
       "f.ini:1: a section is written [name] or [domain \"example.org\"]\n", ""},
      {"open quote", "[a]\nk = \"v ; c\nl = w\n",
       "f.ini:2: the quote that begins the value is not closed\n", "[a]@1\nl=w@3\n"},
      {"continues nothing", "[a]\n  k = v\n",
       "f.ini:2: an indented line continues the value above, but there is none\n", "[a]@1\n"},
      {"indented key", "[a]\nk = v\n  l = w\n",
       "f.ini:3: an indented line continues the value above; a key begins at the start of the "
       "line\n",
       "[a]@1\nk=v@2\n"},
      {"Latin-1", "[a]\nk = B\xfcro\n", "f.ini:2: the line is not UTF-8; save the file as UTF-8\n",
       "[a]@1\n"},
      {"control character", std::string("[a]\nk = a\x1b[1m\nl = b\0c\n", 20),
       "f.ini:2: a control character stands in the line; take it out\n"
       "f.ini:3: a control character stands in the line; take it out\n",
       "[a]@1\n"},
      {"all of them", "x\n[a]\ny\nk = v\n",
       "f.ini:1: no \"key = value\"; a comment begins with # or ;\n"
       "f.ini:3: no \"key = value\"; a comment begins with # or ;\n",
       "[a]@2\nk=v@4\n"},
  };
  for (const Bad& test : cases) {
    SCOPED_TRACE(test.label);
    std::vector<Error> errors;
    EXPECT_EQ(outline_of(test.text, errors), test.outline);
    std::string told;
    for (const Error& error : errors) told += to_string(error) + "\n";
    EXPECT_EQ(told, test.errors);
  }
}

TEST(IniDocument, Unquotes) {
  const struct {
    const char* label;
    const char* value;
    const char* text;
  } cases[] = {
      {"plain", "a b", "a b"},
      {"quoted", "\"a, b\"", "a, b"},
      {"empty quotes", "\"\"", ""},
      {"escapes", R"("a \"b\" \\ \n")", R"(a "b" \ \n)"},
      {"text behind", "\"a\" b",
       "! text stands behind the closing quote; write \\\" for a quote within quotes"},
      {"open", "\"a", "! the quote that begins the value is not closed"},
      {"escaped end", "\"a\\", "! the quote that begins the value is not closed"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    const auto text = unquote(test.value);
    EXPECT_EQ(text ? *text : "! " + text.error().message, test.text);
  }
}

TEST(IniDocument, SplitsLists) {
  const struct {
    const char* label;
    const char* value;
    const char* elements;  // each in brackets
  } cases[] = {
      {"empty", "", ""},
      {"one", "a", "<a>"},
      {"several", "a, b ,c", "<a><b><c>"},
      {"empty ones", ", a,, b,", "<a><b>"},
      {"quoted comma", "\"a, b\", c", "<a, b><c>"},
      {"blank inside", "a b, c", "<a b><c>"},
      {"open quote", "a, \"b, c", "! the quote that begins the value is not closed"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    const auto elements = split_list(test.value);
    std::string shown = elements ? "" : "! " + elements.error().message;
    if (elements) {
      for (const std::string& element : *elements) shown += "<" + element + ">";
    }
    EXPECT_EQ(shown, test.elements);
  }
}

}  // namespace
}  // namespace plainbounce
