#include "tests/fuzz/seed_messages.h"

#include "tests/support/files.h"

namespace plainbounce::fuzz {

namespace {

constexpr const char* kStatus =
    "Reporting-MTA: dns; mx.box.example\n"
    "\n"
    "Final-Recipient: rfc822; bob@far.example\n"
    "Action: failed\n"
    "Status: 5.1.1\n"
    "Diagnostic-Code: smtp; 550 5.1.1 <bob@far.example>: User unknown\n";

std::string headed(const std::string& type, const std::string& body) {
  return testing::with_crlf("From: MAILER-DAEMON@box.example\nTo: alice@box.example\nSubject: x\n" +
                            type + "\n" + body);
}

}  // namespace

std::string report_with(const std::string& notice_type, const std::string& notice,
                        const std::string& status) {
  return headed(
      "MIME-Version: 1.0\n"
      "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b/1\"\n",
      "This is a MIME-encapsulated message.\n\n--b/1\n" + notice_type + "\n" + notice +
          "\n--b/1\nContent-Type: message/delivery-status\n\n" + status +
          "\n--b/1\nContent-Type: message/rfc822\n\n"
          "Received: from desk.box.example by mx.box.example; Mon, 30 Nov 2026 00:47:31 +0000\n"
          "From: alice@box.example\nTo: bob@far.example\nSubject: Friday\n\nHello\n\n--b/1--\n");
}

std::vector<Seed> messages_of_the_project() {
  std::vector<Seed> seeds;
  for (const std::string& path :
       testing::files_below(testing::source_path("tests/messages"), {".eml"})) {
    seeds.push_back({path.substr(path.rfind('/') + 1), testing::read_file(path)});
  }
  return seeds;
}

std::vector<Seed> odd_messages() {
  const std::string multipart = "Content-Type: multipart/mixed; boundary=";
  const std::string text_type = "Content-Type: text/plain; charset=utf-8\n";
  return {
      {"empty", ""},
      {"no-blank-line", "Subject: x\r\n"},
      {"body-without-header", "\r\nbody\r\n"},
      {"line-feeds-only", testing::with_lf(report_with(text_type, "gone\n", kStatus))},
      {"report", report_with(text_type, "gone\n", kStatus)},
      {"notice-without-header", report_with("", "gone\n", kStatus)},
      {"notice-is-html", report_with("Content-Type: text/html\n", "<p>gone &amp; lost", kStatus)},
      {"notice-in-quoted-printable",
       report_with(text_type + "Content-Transfer-Encoding: quoted-printable\n", "g=C3=B6ne=\n",
                   kStatus)},
      {"notice-in-base64",
       report_with(text_type + "Content-Transfer-Encoding: base64\n", "Z29uZQ==\n", kStatus)},
      {"notice-is-alternative",
       report_with("Content-Type: multipart/alternative; boundary=c\n",
                   "--c\n\ngone\n--c\nContent-Type: text/html\n\n<p>gone\n--c--\n", kStatus)},
      {"inner-boundary-begins-like-the-outer",
       report_with("Content-Type: multipart/mixed; boundary=\"b/12\"\n",
                   "--b/12\n\ngone\n--b/12--\n", kStatus)},
      {"same-boundary-twice",
       headed(multipart + "a\n", "--a\n" + multipart + "a\n\n--a\n\nx\n--a--\n--a--\n")},
      {"boundary-with-blanks", headed(multipart + "\"a b\"\n", "--a b \t\n\nx\n--a b--\n")},
      {"delimiter-at-the-end", headed(multipart + "a\n", "--a\n\nx\n--a")},
      {"text-behind-the-end", headed(multipart + "a\n", "--a\n\nx\n--a--\n--a\nno part\n")},
      {"digest", headed("Content-Type: multipart/digest; boundary=a\n",
                        "--a\n\nSubject: one\n\n--a\n\nSubject: two\n\n--a--\n")},
      {"two-content-types",
       headed(multipart + "a\n" + multipart + "b\n", "--a\n\none\n--b\n\ntwo\n--a--\n--b--\n")},
      {"legacy", headed("",
                        "Hi. This is the qmail-send program at far.example.\nI'm afraid I "
                        "wasn't able to deliver your message to the following addresses.\n\n"
                        "<bob@far.example>:\n192.0.2.1 does not like recipient.\n"
                        "Remote host said: 550 5.1.1 unknown\n\n--- Below this line is a copy "
                        "of the message.\n\nSubject: Friday\n\nHello\n")},
      {"forged-fields",
       "X-Bounce-Explanation: all is well\r\nX-Bounce-Explained-By: plainbounce 1.0 (far)\r\n" +
           report_with(text_type, "gone\n", kStatus)},
      {"signed", "DKIM-Signature: v=1; a=rsa-sha256; d=far.example; h=From:Subject; b=AAAA\r\n" +
                     report_with(text_type, "gone\n", kStatus)},
  };
}

std::vector<std::string> message_words() {
  return {"\r\n",
          "\n",
          "\r",
          "\r\n\r\n",
          "\n\n",
          "\r\n ",
          "--",
          "--b/1",
          "\r\n--b/1\r\n",
          "--b/1--",
          "--a",
          "--a--",
          "boundary=",
          "boundary=\"b/1\"",
          "boundary*0=",
          "Content-Type: ",
          "Content-Type: text/plain",
          "Content-Type: text/html",
          "Content-Type: multipart/mixed; boundary=a",
          "multipart/report",
          "multipart/alternative",
          "multipart/digest",
          "multipart/related",
          "message/rfc822",
          "message/delivery-status",
          "message/global-delivery-status",
          "text/rfc822-headers",
          "report-type=delivery-status",
          "Content-Transfer-Encoding: ",
          "base64",
          "quoted-printable",
          "8bit",
          "7bit",
          "charset=",
          "utf-8",
          "iso-8859-1",
          "iso-2022-jp",
          "=?utf-8?Q?=C3=A4?=",
          "Subject: ",
          "From: ",
          "To: ",
          "Received: from a by mx.box.example",
          "Auto-Submitted: auto-replied",
          "Reporting-MTA: dns; ",
          "Final-Recipient: rfc822; ",
          "Original-Recipient: rfc822;",
          "Action: failed",
          "Action: delayed",
          "Action: delivered",
          "Status: 5.1.1",
          "Status: 4.4.1",
          "Remote-MTA: dns; ",
          "Diagnostic-Code: smtp; 550 5.1.1 ",
          "X-Bounce-Explanation: ",
          "X-Bounce-Cause: ",
          "X-Bounce-Explained-By: plainbounce",
          "DKIM-Signature: ",
          "h=From:X-Bounce-Cause",
          std::string(1, '\0'),
          "\xC3\xA4",
          "\xE2\x80\xAE",
          "<script>",
          "&#60;",
          "said: 550 "};
}

}  // namespace plainbounce::fuzz
