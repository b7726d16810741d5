#include "core/smtp/reply_wrapper.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/smtp/reply_prefix.h"

namespace plainbounce {

namespace {

constexpr size_t kMaxWrappers = 8;
constexpr size_t kMaxCommand = 40;
constexpr size_t kMaxHost = 300;
constexpr auto kNowhere = std::string_view::npos;

// The reply that one wrapper holds.
struct Inner {
  size_t begin = 0;   // in front of it stands what the wrapper says
  std::string reply;  // without what the wrapper puts behind it
  std::string host;
};

size_t skip_blanks(std::string_view text, size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

bool is_reply(std::string_view text) { return reply_prefix(text).has_value(); }

// "mx.example.org[192.0.2.1]" -> "mx.example.org"; "[192.0.2.1]" -> "192.0.2.1"; nothing for a word
// that is no host.
std::string host_name(std::string_view word) {
  const size_t bracket = word.find('[');
  std::string_view name = word.substr(0, bracket);
  if (name.empty() && bracket == 0) name = word.substr(1, word.find(']') - 1);
  while (!name.empty() && (name.back() == ':' || name.back() == '.')) name.remove_suffix(1);
  const bool plausible = name.size() <= kMaxHost && name.find('.') != kNowhere;
  return plausible || (bracket != kNowhere && !name.empty()) ? std::string(name) : std::string();
}

// The word that ends at `end`.
std::string_view word_before(std::string_view text, size_t end) {
  size_t begin = end;
  while (begin > 0 && !is_space(text[begin - 1]) && end - begin < kMaxHost) --begin;
  return text.substr(begin, end - begin);
}

// Offset of the first occurrence of `mark`, whose one colon is its last character.
size_t find_mark(std::string_view text, std::string_view mark) {
  for (size_t colon = text.find(':'); colon != kNowhere; colon = text.find(':', colon + 1)) {
    const std::string_view before = text.substr(0, colon + 1);
    if (ends_with_ignoring_case(before, mark)) return before.size() - mark.size();
  }
  return kNowhere;
}

// "host X[ip] said: 550 ...", "server refused to talk to me: 421 ...", "the other server returned
// was: 550 ...". The host is the word in front of the mark, or for "connect to X: server refused"
// the one behind "connect to".
std::optional<Inner> behind_speaker(std::string_view text) {
  for (const std::string_view mark :
       {" said:", " refused to talk to me:", "remote server was:", "server returned was:",
        "server responded with:", "server responded:"}) {
    const size_t at = find_mark(text, mark);
    if (at == kNowhere) continue;
    const size_t begin = skip_blanks(text, at + mark.size());
    const std::string_view rest = text.substr(begin);
    const bool names_host = mark.front() == ' ';
    std::string host = names_host ? host_name(word_before(text, at)) : std::string();
    if (host.empty() && names_host) {
      constexpr std::string_view kConnect = "connect to ";
      const size_t connect = text.substr(0, at).rfind(kConnect);
      if (connect != kNowhere) {
        const std::string_view target = text.substr(connect + kConnect.size(), kMaxHost);
        host = host_name(target.substr(0, target.find_first_of(" :\n")));
      }
    }
    if (!is_reply(rest) && (host.empty() || is_reply(text))) continue;
    return Inner{begin, std::string(rest), host};
  }
  return std::nullopt;
}

// Exim: "SMTP error from remote mail server after RCPT TO:<a@b>: host X [ip]: 550 ...", on one line
// or on several.
std::optional<Inner> behind_exim_host(std::string_view text) {
  const size_t at = find_ignoring_case(text, "smtp error from remote mail server after ");
  if (at == kNowhere) return std::nullopt;
  for (size_t colon = text.find(':', at); colon != kNowhere; colon = text.find(':', colon + 1)) {
    const size_t begin = skip_blanks(text, colon + 1);
    if (begin == colon + 1 || !is_reply(text.substr(begin))) continue;
    std::string host;
    const size_t named = text.substr(0, colon).rfind("host ");
    if (named != kNowhere) {
      const std::string_view target = text.substr(named + 5, kMaxHost);
      host = host_name(target.substr(0, target.find_first_of(" :\n")));
    }
    return Inner{begin, std::string(text.substr(begin)), host};
  }
  return std::nullopt;
}

// Exchange: "Remote server returned '550 ...'", "550 5.1.351 Remote server returned ... -> 550
// ...", "5.4.300 Message expired -> 451 ...".
std::optional<Inner> behind_exchange(std::string_view text) {
  constexpr std::string_view kReturned = "remote server returned";
  constexpr std::string_view kArrow = " -> ";
  const size_t returned = find_ignoring_case(text, kReturned);
  if (returned != kNowhere) {
    const size_t begin = skip_blanks(text, returned + kReturned.size());
    const bool quoted = begin < text.size() && (text[begin] == '\'' || text[begin] == '"');
    if (quoted && is_reply(text.substr(begin + 1))) {
      const size_t end = text.find_last_of("'\"");
      const size_t size = end > begin ? end - begin - 1 : kNowhere;
      return Inner{begin, std::string(text.substr(begin + 1, size)), ""};
    }
  }
  size_t ignored = 0;
  if (!is_reply(text) && !leading_enhanced_code(text, ignored)) return std::nullopt;
  const size_t arrow = text.find(kArrow);
  if (arrow == kNowhere || !is_reply(text.substr(arrow + kArrow.size()))) return std::nullopt;
  return Inner{arrow + kArrow.size(), std::string(text.substr(arrow + kArrow.size())), ""};
}

// "<mx.example.org #5.1.1 smtp;550 5.1.1 ...>", "#< #5.1.1 smtp;550 ...>", "Diagnostic-Code: smtp;
// 550 ...".
std::optional<Inner> behind_type(std::string_view text) {
  constexpr std::string_view kType = "smtp;";
  for (size_t at = find_ignoring_case(text, kType); at != kNowhere;
       at = find_ignoring_case(text, kType, at + kType.size())) {
    const size_t begin = skip_blanks(text, at + kType.size());
    if (!is_reply(text.substr(begin))) continue;
    std::string_view reply = text.substr(begin);
    std::string host;
    const size_t open = text.substr(0, at).rfind('<');
    if (open != kNowhere) {
      const size_t name = skip_blanks(text, open + 1);
      host = host_name(text.substr(name, text.find_first_of(" #\n", name) - name));
      const size_t close = reply.rfind('>');
      const bool closes = close != kNowhere && trim(reply.substr(close + 1)).size() <= 6;
      if (closes && std::count(reply.begin(), reply.end(), '<') <
                        std::count(reply.begin(), reply.end(), '>')) {
        reply = reply.substr(0, close);
      }
    }
    return Inner{begin, std::string(reply), host};
  }
  return std::nullopt;
}

// IronPort: "5.1.0 - Unknown address error 550-'5.1.1 ...' (delivery attempts: 0)".
std::optional<Inner> in_quotes_behind_code(std::string_view text) {
  for (size_t at = text.find("-'"); at != kNowhere; at = text.find("-'", at + 2)) {
    const bool starts_word = at >= 3 && (at == 3 || is_space(text[at - 4]));
    if (!starts_word || !is_reply(text.substr(at - 3))) continue;
    const size_t end = text.rfind('\'');
    if (end <= at + 1) continue;
    return Inner{
        at - 3,
        std::string(text.substr(at - 3, 3)) + " " + std::string(text.substr(at + 2, end - at - 2)),
        ""};
  }
  return std::nullopt;
}

// Barracuda: "550 permanent failure for one or more recipients (a@b:550 5.1.1 ...)".
std::optional<Inner> in_recipient_list(std::string_view text) {
  constexpr std::string_view kMark = "one or more recipients (";
  const size_t at = find_ignoring_case(text, kMark);
  if (at == kNowhere) return std::nullopt;
  const size_t colon = text.find(':', at);
  if (colon == kNowhere || !is_reply(text.substr(colon + 1))) return std::nullopt;
  const size_t end = text.rfind(')');
  return Inner{colon + 1,
               std::string(text.substr(colon + 1, end > colon ? end - colon - 1 : kNowhere)), ""};
}

// Amazon SES, of the last attempt: "554 4.4.7 Message expired: unable to deliver in 840
// minutes.<421 4.4.2 Connection timed out>".
std::optional<Inner> in_brackets_behind_expiry(std::string_view text) {
  if (!is_reply(text) || text.back() != '>') return std::nullopt;
  if (find_ignoring_case(text, "message expired") == kNowhere) return std::nullopt;
  const size_t open = text.rfind('<');
  if (open == kNowhere || !is_reply(text.substr(open + 1))) return std::nullopt;
  return Inner{open + 1, std::string(text.substr(open + 1, text.size() - open - 2)), ""};
}

std::optional<Inner> find_inner(std::string_view text) {
  using Finder = std::optional<Inner> (*)(std::string_view);
  for (const Finder find :
       {Finder{behind_speaker}, Finder{behind_exim_host}, Finder{behind_exchange},
        Finder{behind_type}, Finder{in_quotes_behind_code}, Finder{in_recipient_list},
        Finder{in_brackets_behind_expiry}}) {
    auto inner = find(text);
    if (inner && !speaks_of_sender(text.substr(0, inner->begin))) return inner;
  }
  return std::nullopt;
}

// Cuts "(in reply to RCPT TO command)" out of the end and gives "RCPT TO". With wrappers inside
// each other several stand there; the first is the innermost one's.
std::optional<std::string> take_command_note(std::string& text) {
  constexpr std::string_view kNote = "(in reply to ";
  constexpr std::string_view kClosing = "command)";
  const size_t at = find_ignoring_case(text, kNote);
  if (at == kNowhere) return std::nullopt;
  const size_t begin = at + kNote.size();
  const size_t end = find_ignoring_case(text, kClosing, begin);
  if (end == kNowhere || end - begin > kMaxCommand) return std::nullopt;
  std::string command;
  for (const char c : trim(std::string_view(text).substr(begin, end - begin))) {
    if (!is_space(c)) {
      command += c;
    } else if (command.back() != ' ') {
      command += ' ';
    }
  }
  std::string_view rest = std::string_view(text).substr(end + kClosing.size());
  while (!rest.empty() && (is_space(rest.front()) || rest.front() == ')')) rest.remove_prefix(1);
  if (starts_with_ignoring_case(rest, kNote)) rest = {};
  text = std::string(trim(std::string_view(text).substr(0, at))) +
         (rest.empty() ? "" : " " + std::string(rest));
  return command;
}

// Exim names the command in front: "after RCPT TO:<a@b>:", "after end of data:".
std::optional<std::string> command_named_by_exim(std::string_view wrapper) {
  constexpr std::string_view kAfter = "smtp error from remote mail server after ";
  const size_t at = find_ignoring_case(wrapper, kAfter);
  if (at == kNowhere) return std::nullopt;
  const std::string_view rest = wrapper.substr(at + kAfter.size(), kMaxCommand);
  const size_t colon = rest.find(':');
  if (colon == kNowhere || colon == 0) return std::nullopt;
  return std::string(trim(rest.substr(0, colon)));
}

}  // namespace

bool speaks_of_sender(std::string_view text) {
  for (const std::string_view words :
       {"sender address rejected", "sender verif", "callout", "verification failed for"}) {
    if (find_ignoring_case(text, words) != kNowhere) return true;
  }
  return false;
}

bool speaks_of_address_check(std::string_view text) {
  return find_ignoring_case(text, "undeliverable address:") != kNowhere ||
         find_ignoring_case(text, "unverified address:") != kNowhere;
}

UnwrappedReply unwrap_reply(std::string_view text) {
  UnwrappedReply out;
  out.reply = std::string(without_report_marks(trim(text)));
  for (size_t round = 0; round < kMaxWrappers; ++round) {
    auto inner = find_inner(out.reply);
    if (!inner) break;
    const std::string_view outer = trim(std::string_view(out.reply).substr(0, inner->begin));
    out.wrapper += (out.wrapper.empty() ? "" : " ") + std::string(outer);
    if (!inner->host.empty()) out.host = inner->host;
    out.reply = std::string(without_report_marks(trim(inner->reply)));
  }
  out.command = take_command_note(out.reply);
  if (!out.command) out.command = command_named_by_exim(out.wrapper);
  return out;
}

}  // namespace plainbounce
