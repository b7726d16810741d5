#include "core/dsn/human_text.h"

#include <gtest/gtest.h>

#include "core/base/ascii.h"
#include "core/dsn/html_text.h"
#include "core/dsn/notice_block.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

std::string text_of(const std::string& message, size_t max_bytes = 1000) {
  const auto tree = split_message(message, Limits());
  if (!tree) return "not split: " + tree.error().message;
  return human_text(*tree, 0, max_bytes);
}

TEST(HumanText, Decoded) {
  struct Case {
    const char* label;
    std::string message;
    const char* text;
  };
  const Case cases[] = {
      {"plain", "Subject: x\r\n\r\na\r\nb\r\n", "a\nb\n"},
      {"quoted-printable Latin-1",
       "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: "
       "Quoted-Printable\n\nGr=FC=DFe\n",
       "Gr\u00fc\u00dfe\n"},
      {"base64 gb2312",
       "Content-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: "
       "base64\n\nxPq1xNPKvP4=\n",
       "\u60a8\u7684\u90ae\u4ef6"},
      {"unknown charset", "Content-Type: text/plain; charset=x-none\n\nGr\xFC\n", "Gr\u00fc\n"},
      {"misspelt charset", "Content-Type: text/plain; charset=uft-8\n\nGr\u00fc\n", "Gr\u00fc\n"},
      {"NUL and bare CR", std::string("\na\0b\rc\r\nd", 9), "a b c\nd"},
      {"html", "Content-Type: text/html\n\n<p>a &lt; b</p><p>c</p>", "a < b\nc"},
      {"plain before html",
       "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: "
       "text/html\n\n<p>h</p>\n"
       "--b\nContent-Type: text/plain\n\np\n--b--\n",
       "p"},
      {"deep inside",
       "Content-Type: multipart/related; boundary=r\n\n--r\nContent-Type: multipart/alternative; "
       "boundary=a\n\n--a\n\ndeep\n--a--\n--r--\n",
       "deep"},
      {"no text", "Content-Type: image/png\n\nx", ""},
      {"returned message is no text",
       "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: message/rfc822\n\nSubject: "
       "x\n\ninner\n--m--\n",
       ""},
  };
  for (const Case& c : cases) EXPECT_EQ(text_of(c.message), c.text) << c.label;
}

TEST(HumanText, CutAtACharacter) {
  const std::string text = text_of("Content-Type: text/plain; charset=utf-8\n\nab\u00e4\u00e4", 5);
  EXPECT_EQ(text, "ab\u00e4");
}

TEST(HtmlText, Readable) {
  struct Case {
    const char* label;
    const char* html;
    const char* text;
  };
  const Case cases[] = {
      {"blocks", "<div>a</div><div>b<br>c</div>", "a\nb\nc"},
      {"cells", "<table><tr><td>To:</td><td>b</td></tr><tr><th>c</th><td>d</td></tr></table>",
       "To: b\nc d"},
      {"style, script, comment",
       "<style>p{color:red}</style>a<script>if (1<2) x()</script><!-- <b> -->b", "ab"},
      {"references", "&amp;&lt;&gt;&quot;&#233;&#xE9;&nbsp;x &unknown; &",
       "&<>\"\u00e9\u00e9 x &unknown; &"},
      {"bad numbers", "a&#0;b&#xD800;c&#99999999999;d&#x110000;e&#x;f", "a b c d e f"},
      {"tag never closed", "a<b", "a"},
      {"comment never closed", "a<!-- b", "a"},
      {"style never closed", "a<style>b", "a"},
      {"attributes", "<a href=\"x\">y</a>", "y"},
  };
  for (const Case& c : cases) EXPECT_EQ(text_of_html(c.html), c.text) << c.label;
}

TEST(NoticeBlocks, AboutAnAddress) {
  const std::string notice =
      "This is the mail system.\n"
      "\n"
      "<bob@x.test>: host mx.x.test[192.0.2.1] said: 550 5.1.1\n"
      "    no such user (in reply to RCPT TO command)\n"
      "\n"
      "<carol@y.test> (expanded from <team@x.test>): mail for y.test loops\n"
      "    back to myself\n"
      "<dave@x.test>: unknown\n"
      "erin@x.test: 550 5.7.26 not authenticated\n"
      "frank@x.test.org: 550 no\n"
      "<dave@x.test>: said twice\n"
      "    and not added\n"
      "Note: this is no address\n"
      "<never closed: 550 no\n"
      "<x@x.test> (expanded from never closed\n";
  const NoticeBlocks blocks(notice);
  EXPECT_EQ(blocks.about("bob@x.test"),
            "host mx.x.test[192.0.2.1] said: 550 5.1.1 no such user (in reply to RCPT TO command)");
  EXPECT_EQ(blocks.about("CAROL@y.test"), "mail for y.test loops back to myself");
  EXPECT_EQ(blocks.about("dave@x.test"), "unknown");
  EXPECT_EQ(blocks.about("erin@x.test"), "550 5.7.26 not authenticated");
  EXPECT_EQ(blocks.about("frank@x.test"), "");
  EXPECT_EQ(blocks.about("x@x.test"), "");
  EXPECT_EQ(blocks.about("Note"), "");
  EXPECT_EQ(blocks.about("ob@x.test"), "");
  EXPECT_EQ(blocks.about("team@x.test"), "");
  EXPECT_EQ(blocks.about(""), "");
}

}  // namespace
}  // namespace plainbounce
