#include "web/web_site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/decode/decoded_message.h"
#include "core/decode/message_json.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class WebSiteTest : public ::testing::Test {
 protected:
  static std::shared_ptr<const KnowledgeBase> knowledge() {
    static const auto loaded = *load_knowledge("");
    return loaded;
  }
  static WebSite site(const std::string& base = "", bool has_paste_box = true,
                      const std::string& language = "en") {
    return {knowledge(), policy(),
            SiteOptions{base, page_languages(*knowledge(), language), "1.0", has_paste_box}};
  }
  static BouncePolicy policy() { return {}; }
  static WebRequest get(const std::string& target) {
    WebRequest request;
    request.target = target;
    request.host = "help.example.org";
    return request;
  }
  static WebRequest post(const std::string& type, const std::string& body) {
    WebRequest request = get("/decode");
    request.method = "POST";
    request.content_type = type;
    request.body = body;
    return request;
  }
  static std::string text_of(const WebResponse& response) {
    return response.body == nullptr ? "" : *response.body;
  }
};

TEST_F(WebSiteTest, ACodesPageHasItsPartsInOrder) {
  const WebResponse response = site().answer(get("/codes/4.3.1"));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.field("Content-Type"), "text/html; charset=utf-8");
  const std::string html = text_of(response);
  size_t at = 0;
  for (const char* part : {"<h1>4.3.1 ", "class=\"lead\"", ">At a glance<", ">Code<", ">Provider<",
                           ">Temporary or permanent<", ">Who has to act<", ">What the server says<",
                           ">What it means<", ">Common causes<", ">How to fix it<", ">The sender<",
                           ">The sending mail service (you, if your server gets this reply)<",
                           ">The receiving mail service (you, if your server gives this reply)<",
                           ">Sources<", "checked 20", ">Related codes<"}) {
    const size_t found = html.find(part, at);
    ASSERT_NE(found, std::string::npos) << part << " is missing behind offset " << at;
    at = found;
  }
}

TEST_F(WebSiteTest, UnknownAddressesNameTheNearest) {
  const struct {
    const char* target;
    const char* near;
  } cases[] = {
      {"/codes/4.3.99", "href=\"/codes/4.3.1\""},
      {"/codes/4.3.99", "is not registered"},
      {"/codes/5.1.1111", "href=\"/codes/5.1.1\""},
      {"/codes/%3Cscript%3E", "&lt;script&gt;"},
      {"/providers/gmial", "href=\"/providers/gmail\""},
      {"/providers/gmail/4.2.11", "href=\"/providers/gmail/4.2.1\""},
      {"/causes/mailbox-fulll", "href=\"/causes/mailbox-full\""},
      {"/nothing", "href=\"/codes\""},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.target);
    const WebResponse response = site().answer(get(test.target));
    EXPECT_EQ(response.status, 404);
    EXPECT_THAT(text_of(response), HasSubstr(test.near));
    EXPECT_THAT(text_of(response), Not(HasSubstr("<script>")));
    EXPECT_THAT(text_of(response), HasSubstr("noindex"));
  }
}

TEST_F(WebSiteTest, EachResponseIsShutOff) {
  for (const char* target : {"/", "/codes/9.9.9", "/%", "/search?q=x", "/codes/x.3.1"}) {
    SCOPED_TRACE(target);
    const WebResponse response = site().answer(get(target));
    EXPECT_THAT(response.field("Content-Security-Policy"), HasSubstr("default-src 'none'"));
    EXPECT_THAT(response.field("Content-Security-Policy"), HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(response.field("Content-Security-Policy"), Not(HasSubstr("unsafe")));
    EXPECT_EQ(response.field("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(response.field("Referrer-Policy"), "same-origin");
  }
}

TEST_F(WebSiteTest, TheBrowsersLanguageIsHeededFromOutsideOnly) {
  WebRequest request = get("/codes/4.3.1");
  request.accept_language = "fr, de-AT;q=0.8, en;q=0.5";
  const WebSite wiki = site();
  WebResponse response = wiki.answer(request);
  EXPECT_THAT(text_of(response), HasSubstr("<html lang=\"de\">"));
  EXPECT_THAT(text_of(response), HasSubstr("<p class=\"lead\" lang=\"en\">"));
  EXPECT_THAT(response.field("Vary"), HasSubstr("Accept-Language"));
  EXPECT_EQ(text_of(response), text_of(wiki.answer(get("/de/codes/4.3.1"))));
  request.sec_fetch_site = "same-origin";
  EXPECT_THAT(text_of(wiki.answer(request)), HasSubstr("<html lang=\"en\">"));
  request.sec_fetch_site = "cross-site";
  EXPECT_THAT(text_of(wiki.answer(request)), HasSubstr("<html lang=\"de\">"));
  request.sec_fetch_site = "";
  request.referer = "https://help.example.org/de/codes/4.3.1";
  EXPECT_THAT(text_of(wiki.answer(request)), HasSubstr("<html lang=\"en\">"));
  request.referer = "https://help.example.org.evil.example/";
  EXPECT_THAT(text_of(wiki.answer(request)), HasSubstr("<html lang=\"de\">"));
  request.accept_language = "fr";
  EXPECT_THAT(text_of(wiki.answer(request)), HasSubstr("<html lang=\"en\">"));
}

TEST_F(WebSiteTest, AnotherMainLanguageTakesTheShortAddresses) {
  const WebSite wiki = site("", true, "de");
  EXPECT_THAT(text_of(wiki.answer(get("/codes/4.3.1"))), HasSubstr("<html lang=\"de\">"));
  EXPECT_THAT(text_of(wiki.answer(get("/en/codes/4.3.1"))), HasSubstr("<html lang=\"en\">"));
  EXPECT_EQ(wiki.answer(get("/de/codes/4.3.1")).status, 404);
}

TEST_F(WebSiteTest, WorksBelowAPath) {
  const WebSite wiki = site("/bounces");
  const WebResponse whole = wiki.answer(get("/bounces/codes/4.3.1"));
  EXPECT_EQ(whole.status, 200);
  EXPECT_EQ(text_of(wiki.answer(get("/codes/4.3.1"))), text_of(whole)) << "the path taken off";
  EXPECT_THAT(text_of(whole), HasSubstr("href=\"/bounces/causes/system-storage-full\""));
  EXPECT_THAT(text_of(whole), Not(HasSubstr("href=\"/c")));
  EXPECT_EQ(wiki.answer(get("/bounces")).status, 200);
  EXPECT_EQ(wiki.answer(get("/bounces/")).status, 200);
  EXPECT_EQ(wiki.answer(get("/bounces/codes/x.3.1")).field("Location"), "/bounces/codes/X.3.1");
  EXPECT_EQ(wiki.answer(get("/bouncesx")).status, 404);
}

TEST_F(WebSiteTest, AKnownTagNeedsNoBody) {
  const WebSite wiki = site();
  WebRequest request = get("/codes/4.3.1");
  const WebResponse first = wiki.answer(request);
  request.if_none_match = "\"other\", " + first.field("ETag");
  const WebResponse second = wiki.answer(request);
  EXPECT_EQ(second.status, 304);
  EXPECT_EQ(second.body, nullptr);
  request.if_none_match = "\"other\"";
  EXPECT_EQ(wiki.answer(request).status, 200);
}

TEST_F(WebSiteTest, FiltersAndSearches) {
  const WebSite wiki = site();
  const std::string rows = text_of(wiki.answer(get("/codes?kind=temporary&class=Mailbox")));
  EXPECT_THAT(rows, HasSubstr("href=\"/codes/4.2.2\""));
  EXPECT_THAT(rows, Not(HasSubstr("href=\"/codes/5.2.2\"")));
  EXPECT_THAT(rows, Not(HasSubstr("href=\"/codes/4.3.1\"")));
  EXPECT_THAT(rows, HasSubstr("<option value=\"Mailbox\" selected>"));
  EXPECT_THAT(text_of(wiki.answer(get("/codes?words=no+such+words"))), HasSubstr("No code fits"));
  EXPECT_EQ(wiki.answer(get("/search?q=+4.3.1+")).field("Location"), "/codes/4.3.1");
  EXPECT_EQ(wiki.answer(get("/search?q=Gmail")).field("Location"), "/providers/gmail");
  EXPECT_THAT(text_of(wiki.answer(get("/search?q=MAILBOX+full"))),
              HasSubstr("href=\"/causes/mailbox-full\""));
  EXPECT_THAT(text_of(wiki.answer(get("/search?q=550+5.1.1+go+away+now"))),
              HasSubstr("href=\"/codes/5.1.1\""));
  const std::string odd = text_of(wiki.answer(get("/search?q=%22%3E%3Cscript%3E%ff")));
  EXPECT_THAT(odd, HasSubstr("value=\"&quot;&gt;&lt;script&gt;"));
  EXPECT_THAT(odd, Not(HasSubstr("<script>")));
}

TEST_F(WebSiteTest, ExplainsAPastedReply) {
  const std::string html =
      text_of(site().answer(post("text/plain", "552 5.2.2 <bob@example.net>: Mailbox full")));
  EXPECT_THAT(html, HasSubstr("<h2>Mailbox full</h2>"));
  EXPECT_THAT(html, HasSubstr("<mark>5.2.2</mark> &lt;bob@example.net&gt;: "
                              "<mark>Mailbox full</mark>"));
  EXPECT_THAT(html, HasSubstr("href=\"/codes/5.2.2\""));
  EXPECT_THAT(html, HasSubstr("href=\"/causes/mailbox-full\""));
  EXPECT_THAT(html, HasSubstr("<textarea class=\"support\""));
}

TEST_F(WebSiteTest, ExplainsInTheLanguageOfThePage) {
  WebRequest request = post("text/plain", "552 5.2.2 <bob@example.net>: Mailbox full");
  request.target = "/de/decode";
  EXPECT_THAT(text_of(site().answer(request)), HasSubstr("<h2>Postfach voll</h2>"));
  request = post("application/x-www-form-urlencoded", "lang=de&text=552+5.2.2+Mailbox+full");
  EXPECT_THAT(text_of(site().answer(request)), HasSubstr("<h2>Postfach voll</h2>"));
}

TEST_F(WebSiteTest, JsonIsThatOfTheCommandLine) {
  const std::string message =
      testing::read_file(testing::source_path("tests/messages/cases/01-postfix-one-recipient.eml"));
  WebRequest request = post("message/rfc822", message);
  request.accept = "application/json";
  const WebResponse response = site().answer(request);
  EXPECT_EQ(response.field("Content-Type"), "application/json");
  JsonWriter json;
  json.begin_object();
  write_message_fields(json, *decode_text(message, *knowledge(), policy()));
  json.end_object();
  EXPECT_EQ(text_of(response), json.text() + "\n");
  request.body = "From a Mon Nov 30 03:28:06 2026\n" + message +
                 "\nFrom b Mon Nov 30 03:28:06 2026\n" + message;
  EXPECT_EQ(site().answer(request).field("Content-Type"), "application/x-ndjson");
}

TEST_F(WebSiteTest, WhatIsNoBounceIsSaidSo) {
  const std::string html =
      text_of(site().answer(post("text/plain", "<script>alert(1)</script> see you at lunch")));
  EXPECT_THAT(html, HasSubstr("no message about a failed delivery"));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  const WebResponse empty = site().answer(post("application/x-www-form-urlencoded", "text="));
  EXPECT_EQ(empty.status, 400);
  EXPECT_THAT(text_of(empty), HasSubstr("Nothing was pasted"));
  EXPECT_EQ(site().answer(post("text/plain", " 4.3.1\r\n")).field("Location"), "/codes/4.3.1");
}

TEST_F(WebSiteTest, RefusesBeforeTheBody) {
  const WebSite wiki = site();
  EXPECT_FALSE(wiki.refuse_early(post("text/plain", "")));
  WebRequest picture = post("image/png", "");
  EXPECT_EQ(wiki.refuse_early(picture)->status, 415);
  picture.accept = "application/json";
  EXPECT_EQ(
      text_of(*wiki.refuse_early(picture)),
      "{\"error\": \"This kind of content is not read here. Send a message or plain text.\"}\n");
  WebRequest request = post("text/plain", "");
  request.target = "/codes";
  EXPECT_EQ(wiki.refuse_early(request)->status, 405);
  EXPECT_EQ(wiki.refuse_early(request)->field("Allow"), "GET, HEAD");
  request = get("/decode");
  request.method = "PUT";
  EXPECT_EQ(wiki.refuse_early(request)->field("Allow"), "GET, HEAD, POST");
  EXPECT_EQ(wiki.answer(get("/decode")).field("Location"), "/#paste");
  const WebSite bare = site("", false);
  EXPECT_EQ(bare.refuse_early(post("text/plain", ""))->status, 405);
  EXPECT_THAT(text_of(bare.answer(get("/"))), Not(HasSubstr("<textarea")));
}

}  // namespace
}  // namespace plainbounce
