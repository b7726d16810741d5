// Requests to the reply map: the same whatever pieces they come in, bounded, and each answer safe
// where it ends: behind a reply that Postfix gives, or in its log.
#include <algorithm>
#include <memory>

#include "config/policy.h"
#include "core/base/ascii.h"
#include "core/reply/reject_footer.h"
#include "milter/reply_maps.h"
#include "milter/socketmap_input.h"
#include "tests/fuzz/target.h"
#include "tests/support/whole_way.h"

namespace plainbounce::fuzz {

namespace {

using State = SocketmapInput::State;

const Snapshot& snapshot() {
  static const auto made = [] {
    auto made_once = std::make_unique<Snapshot>();
    made_once->replies = to_reply_policy(made_once->settings);
    made_once->replies.link_base = "https://help.example.org/$x";
    // The built-in knowledge is there as long as the program runs.
    made_once->knowledge = {std::shared_ptr<void>(), &testing::built_in_knowledge()};
    return made_once;
  }();
  return *made;
}

void check_footer(std::string_view line) {
  demand(!line.empty() && line.size() <= kReplyLineSize, "a footer that is empty or too long");
  demand(printable_size(line) == line.size(), "a footer that is not plain");
  demand(line.find('\\') == std::string_view::npos, "a backslash in a footer");
  for (size_t at = line.find('$'); at != std::string_view::npos; at = line.find('$', at + 2)) {
    demand(line.substr(at, 2) == "$$", "a lone dollar in a footer");
  }
}

void check_status(std::string_view key, std::string_view value) {
  demand(value.starts_with(key), "a status that does not begin as it was");
  demand(key.starts_with("4.") || key.starts_with("5."), "a status that is no failure");
  demand(printable_size(value.substr(key.size())) == value.size() - key.size(),
         "a sentence that is not plain");
  demand(answer_lookup(snapshot(), "dsn " + std::string(value)) == "NOTFOUND ",
         "a sentence that is said twice");
}

void check_answer(std::string_view request) {
  const std::string answer = answer_lookup(snapshot(), request);
  if (answer.starts_with("PERM ")) {
    demand(!request.starts_with("footer ") && !request.starts_with("dsn "), "a map that is gone");
    return;
  }
  if (answer == "NOTFOUND ") return;
  demand(answer.starts_with("OK "), "an answer of no kind");
  const std::string_view value = std::string_view(answer).substr(3);
  if (request.starts_with("footer ")) return check_footer(value);
  check_status(request.substr(4), value);
}

// What comes of the bytes in pieces of this size, as text.
std::string read_in_pieces(std::string_view bytes, size_t size) {
  SocketmapInput input;
  std::string told;
  for (size_t at = 0; at < bytes.size(); at += size) {
    input.append(bytes.substr(at, size));
    std::string_view request;
    State state = input.next(request);
    for (; state == State::kRequest || state == State::kTooLong; state = input.next(request)) {
      demand(request.size() <= SocketmapInput::kMaxRequest, "a request beyond its limit");
      if (state == State::kRequest) told += "[" + std::string(request) + "]";
      if (state == State::kTooLong) told += "(too long)";
    }
    if (state == State::kBroken) return told + input.complaint();
  }
  return told + (input.is_inside() ? "(inside)" : "");
}

void run(std::string_view input) {
  check_answer(input);
  check_answer("footer " + std::string(input));
  check_answer("dsn " + std::string(input));
  const std::string whole = read_in_pieces(input, std::max<size_t>(input.size(), 1));
  for (const size_t size : {size_t{1}, size_t{3}, size_t{64}}) {
    demand_equal(read_in_pieces(input, size), whole, "pieces of another size");
  }
  std::string written;
  append_netstring(written, input);
  demand_equal(read_in_pieces(written, 7), "[" + std::string(input) + "]", "there and back");
}

std::vector<Seed> seeds() {
  return {
      {"two-requests", "46:footer 550 5.1.1 <x@box.example>: User unknown,13:dsn 2.0.0 Ok ,"},
      {"unknown-user",
       "550 5.1.1 <x@box.example>: Recipient address rejected: User unknown in local recipient "
       "table"},
      {"several-lines", "550-5.7.1 Our filter found\r\n550 5.7.1 a virus in it"},
      {"block-list",
       "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org"},
      {"status",
       "5.1.1 host mx.far.example[192.0.2.1] said: 550 5.1.1 User unknown (in reply to RCPT TO "
       "command)"},
      {"status-of-our-own", "4.4.1 connect to mx.far.example[192.0.2.1]:25: Connection refused"},
      {"too-long", "9999999:footer x"},
      {"no-length", "GET / HTTP/1.0\r\n\r\n"},
      {"empty-request", "0:,"},
  };
}

std::vector<std::string> words() {
  return {"footer ",
          "dsn ",
          ":",
          ",",
          "550 ",
          "421 ",
          "5.1.1 ",
          "4.2.2 ",
          "\r\n",
          "<x@y>: ",
          " said: ",
          "User unknown",
          "Mailbox full",
          "$",
          "\\c",
          "\\n",
          "Greylisted",
          "blocked using ",
          "550-",
          "Relay access denied"};
}

}  // namespace

const Target kLookupTarget = {"lookup", 4096, run, seeds, words};

}  // namespace plainbounce::fuzz
