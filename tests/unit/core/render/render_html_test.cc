#include <gtest/gtest.h>

#include "core/render/rendered_note.h"
#include "tests/support/files.h"
#include "tests/unit/core/render/sample_note.h"

namespace plainbounce {
namespace {

using testing::sample_note;
using testing::sample_note_of_many;
using testing::with_crlf;

std::string body_of(const std::string& html) {
  const size_t begin = html.find("<body>");
  return begin == std::string::npos ? html : html.substr(begin);
}

TEST(RenderHtml, OneRecipient) {
  EXPECT_EQ(body_of(render_html(sample_note(), true)), with_crlf(R"(<body>
<div class="pb">
<div lang="en">
<h1>Address not found</h1>
<p>Your message to nouser@far.example was not delivered because this address
  does not exist.</p>
<p>We have stopped trying.</p>
<p><strong>You have to act:</strong></p>
<ol>
<li>Check the address for a typing mistake and send the message again.</li>
<li>Ask the recipient for the current address, for example by phone.</li>
</ol>
<p>If this does not help, ask the Example help desk: +49 30 555 0100</p>
</div>
<hr>
<h2>For your IT support</h2>
<dl>
<dt>Recipient</dt>
<dd><bdi>nouser@far.example</bdi></dd>
<dt>What it means</dt>
<dd><bdi>5.1.1, bad destination mailbox address (permanent)</bdi></dd>
<dt>Server said</dt>
<dd><bdi>550 5.1.1 &lt;nouser@far.example&gt;: Recipient address rejected:
  User unknown in virtual mailbox table</bdi></dd>
</dl>
<dl>
<dt>Reported by</dt>
<dd><bdi>mx.box.example</bdi></dd>
<dt>More</dt>
<dd><a
  href="https://help.box.example/bounces/codes/5.1.1"
  >https://help.box.example/bounces/codes/5.1.1</a></dd>
</dl>
<p>The mail system&#39;s own notice follows.</p>
</div>
</body>
</html>
)"));
}

TEST(RenderHtml, HeadIsSmallAndScoped) {
  const std::string html = render_html(sample_note(), true);
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>\r\n<html lang=\"en\">\r\n<head>\r\n"));
  EXPECT_NE(html.find("<meta charset=\"utf-8\">"), std::string::npos);
  EXPECT_NE(html.find("<meta name=\"color-scheme\" content=\"light dark\">"), std::string::npos);
  for (const char* absent : {"<title", ":root", "max-width", "color:", "<img", "<script",
                             "src=", "@import", "url(", "<style>:", "http://", "body {"}) {
    EXPECT_EQ(html.find(absent), std::string::npos) << absent;
  }
}

TEST(RenderHtml, ListsAndLanguages) {
  const std::string html = render_html(sample_note_of_many(), false);
  EXPECT_NE(html.find("<ul>\r\n<li><bdi>nouser@far.example</bdi></li>\r\n"
                      "<li><bdi>noone@far.example</bdi></li>\r\n<li>and 12 more</li>\r\n</ul>\r\n"),
            std::string::npos);
  EXPECT_NE(html.find("<div lang=\"de\">\r\n<h1>Adresse nicht gefunden</h1>"), std::string::npos);
  EXPECT_EQ(html.find("own notice follows"), std::string::npos);
}

TEST(RenderHtml, OnlyTheLinkOfOursIsALink) {
  Note note = sample_note();
  note.support[0].push_back({"Server said", "see https://evil.example/ now"});
  const std::string html = render_html(note, true);
  size_t links = 0;
  for (size_t at = html.find("<a\r"); at != std::string::npos; at = html.find("<a\r", at + 1)) {
    ++links;
  }
  EXPECT_EQ(links, 1U);
}

}  // namespace
}  // namespace plainbounce
