// SMTP replies: limits are kept, codes are real ones, line ends do not matter, and a reply that is
// put together in front of words without digits is read back.
#include <algorithm>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/smtp/smtp_reply.h"
#include "core/smtp/xtext.h"
#include "tests/fuzz/target.h"
#include "tests/support/files.h"

namespace plainbounce::fuzz {

namespace {

// Blanks that may come in between eight wrappers, a quoted reply and what stands before it.
constexpr size_t kJoints = 9;

// All that was read, for comparison.
std::string reading_of(const SmtpReply& reply) {
  return (reply.code ? reply.code->to_string() : "-") + " " +
         (reply.enhanced ? reply.enhanced->to_string() : "-") + " host " + reply.host +
         " command " + reply.command.value_or("-") + " wrapper " + reply.wrapper + "\n" +
         reply.text;
}

void check_reply(std::string_view input, const Limits& limits) {
  const SmtpReply reply = parse_smtp_reply(input, limits);
  demand(reply.lines.size() <= limits.reply_lines, "more lines than the limit");
  std::string joined;
  for (const std::string& line : reply.lines) {
    if (!joined.empty()) joined += ' ';
    joined += line;
  }
  demand_equal(reply.text, joined, "the text is the lines joined by blanks");
  for (const std::string& text : {reply.text, reply.host, reply.wrapper}) {
    demand(text.find_first_of(std::string_view("\0\r", 2)) == std::string::npos, "NUL or CR");
    demand(text.size() <= input.size() + kJoints, "more text than there was");
  }
  if (reply.enhanced) {
    demand(EnhancedStatusCode::parse(reply.enhanced->to_string()) == reply.enhanced,
           "an enhanced code is no enhanced code");
  }
  const std::string text(input);
  if (text.find('\r') == std::string::npos && text.size() < limits.reply_bytes / 2) {
    demand_equal(reading_of(reply), reading_of(parse_smtp_reply(testing::with_crlf(text), limits)),
                 "LF and CRLF are read the same");
  }
}

// Words of the input that can be no code and no wrapper.
void check_composed(std::string_view input) {
  std::string words;
  for (const char c : input.substr(0, 300)) {
    words += is_alpha(c) ? c : ' ';
  }
  const SmtpReply reply = parse_smtp_reply("552 5.2.2 " + words, {});
  demand(reply.code && reply.code->value() == 552, "552 is read");
  demand(reply.enhanced && reply.enhanced->to_string() == "5.2.2", "5.2.2 is read");
}

void check_xtext(std::string_view input) {
  const std::string xtext = encode_xtext(input, ";");
  demand(std::all_of(xtext.begin(), xtext.end(), is_printable) &&
             xtext.find_first_of(" ;=") == std::string::npos,
         "xtext of other characters");
  demand_equal(decode_xtext(xtext), input, "xtext there and back");
  const std::string utf8_xtext = encode_utf8_addr_xtext(input, ";");
  demand(is_ascii(utf8_xtext), "utf-8-addr-xtext that is no ASCII");
  if (is_utf8(input)) demand_equal(decode_utf8_addr_xtext(utf8_xtext), input, "there and back");
  demand(is_utf8(decode_utf8_addr_xtext(utf8_xtext)), "no UTF-8 out of utf-8-addr-xtext");
}

void check_clean(std::string_view input) {
  for (const size_t most : {size_t{20}, size_t{2000}}) {
    const std::string clean = clean_text(input, most);
    demand(is_utf8(clean), "cleaned text is no UTF-8");
    demand(clean.size() <= most + 3, "cleaned text is too long");
    demand_equal(clean_text(clean, most + 3), clean, "cleaned text stays as it is");
    const std::string harmless = defuse_links(clean);
    demand_equal(defuse_links(harmless), harmless, "harmless links stay as they are");
    demand(find_ignoring_case(harmless, "http://") == std::string::npos &&
               find_ignoring_case(harmless, "https://") == std::string::npos,
           "a live link");
  }
}

void run(std::string_view input) {
  check_reply(input, {});
  Limits tight;
  tight.reply_lines = 3;
  tight.reply_bytes = 100;
  check_reply(input, tight);
  check_composed(input);
  check_xtext(input);
  check_clean(input);
}

std::vector<Seed> seeds() {
  return {
      {"empty", ""},
      {"code-alone", "550"},
      {"code-and-enhanced-code", "550 5.1.1 <bob@far.example>: User unknown"},
      {"several-lines",
       "550-5.7.26 This mail has been blocked\r\n550-5.7.26 because\r\n"
       "550 5.7.26 https://www.far.example/help - gsmtp"},
      {"joined-by-blanks", "550-5.7.1 one 550-5.7.1 two 550 5.7.1 three"},
      {"postfix-wrapper",
       "host mx.far.example[192.0.2.25] said: 452 4.2.2 <b@far.example> over "
       "quota (in reply to RCPT TO command)"},
      {"exchange-wrapper", "550 5.4.316 Message expired, remote server returned '450 4.7.1 later'"},
      {"sender-address-rejected",
       "550 5.1.0 <a@b.example>: Sender address rejected: undeliverable address: host "
       "mx.far.example[192.0.2.25] said: 550 5.1.1 unknown (in reply to RCPT TO command)"},
      {"exim-quotes-it-twice", "550 550 5.1.1 no such user"},
      {"ironport", "smtp; 5.1.0 - Unknown address error 550-'5.1.1 no' (delivery attempts: 0)"},
      {"dots-and-marks", "550.5.2.241 (#5.1.1) #550 5.1.1 version 4.92.3 at 192.0.2.1"},
      {"nul-and-bare-cr", std::string("550 5.1.1 a\0b\rc", 15)},
      {"sendmail-transcript", "<<< 550 5.1.1 unknown\n>>> QUIT\n<<< 221 bye"},
      {"connection", "connect to mx.far.example[192.0.2.25]:25: Connection timed out"},
      {"links", "550 see http://far.example/ HTTPS://x ftp://y www.z hxxp://q :// a://"},
      {"hidden-characters",
       "550 \xE2\x80\xAE"
       "evil\xE2\x80\x8B \xC2\xAD\xF3\xA0\x80\x81 \xFF"},
  };
}

std::vector<std::string> words() {
  return {"550",
          "550-",
          "550 ",
          "452 4.2.2 ",
          "5.1.1",
          "#5.1.1",
          "5.7.26",
          " said: ",
          "host mx.far.example[192.0.2.25] said: ",
          "(in reply to RCPT TO command)",
          "(in reply to end of DATA command)",
          "Sender address rejected: ",
          "remote server returned '",
          "Remote host said: ",
          "SMTP error from remote mail server after ",
          "after RCPT TO:<b@c>: ",
          "\n",
          "\r\n",
          "\r",
          "<<< ",
          ">>> ",
          "smtp; ",
          "Callout verification failed",
          "http://",
          "https://",
          "://",
          "www.",
          "+2B",
          "\\x{E4}",
          "\xE2\x80\xAE",
          "'",
          "\"",
          std::string(1, '\0')};
}

}  // namespace

const Target kReplyTarget = {"reply", 4096, run, seeds, words};

}  // namespace plainbounce::fuzz
