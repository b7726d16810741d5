#include "core/dsn/quoted_reply.h"

#include <algorithm>
#include <iterator>

#include "core/base/ascii.h"
#include "core/dsn/text_lines.h"
#include "core/smtp/reply_prefix.h"

namespace plainbounce {

namespace {

constexpr std::string_view kOpening = ":;['\"(=";

bool begins_word(std::string_view text, size_t at) {
  if (at == 0) return true;
  const char before = text[at - 1];
  return is_space(before) || kOpening.find(before) != std::string_view::npos || before == '#';
}

// Three digits of a failure, and what stands behind them says that they are a code.
std::optional<ReplyPrefix> failure_at(std::string_view text, size_t at) {
  if (text[at] != '4' && text[at] != '5') return std::nullopt;
  if (!is_digit(text[at + 1]) || !is_digit(text[at + 2])) return std::nullopt;
  if (!begins_word(text, at)) return std::nullopt;
  auto prefix = reply_prefix(text.substr(at, 64));
  if (prefix && prefix->code.first_digit() != text[at] - '0') prefix.reset();
  return prefix;
}

// Only blanks stand between the reply and the start of its line, or of the text, or the mark of
// what the other side said in a transcript.
bool begins_line(std::string_view text, size_t at) {
  while (at > 0 && is_blank(text[at - 1])) --at;
  for (const std::string_view mark : {"<<<", "<--"}) {
    if (text.substr(0, at).ends_with(mark)) at -= mark.size();
  }
  while (at > 0 && is_blank(text[at - 1])) --at;
  return at == 0 || text[at - 1] == '\n';
}

bool is_introduced(std::string_view text, size_t at) {
  if (begins_line(text, at)) return true;
  while (at > 0 && is_space(text[at - 1])) --at;
  return at == 0 || kOpening.find(text[at - 1]) != std::string_view::npos;
}

// "host X[ip] said:", "host X [ip]:", "host: X (ip) reason:", "server X by X."; the last before the
// reply.
std::string host_before(std::string_view before) {
  for (const std::string_view mark : {"host ", "host: ", "Remote system: dns;", "connected to "}) {
    const size_t at = before.rfind(mark);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = trim(before.substr(at + mark.size()));
    const std::string_view name = rest.substr(0, rest.find_first_of("[( :,\n"));
    if (name.find('.') != std::string_view::npos) return std::string(name);
  }
  return {};
}

// What stands on the same line before the reply.
std::string_view line_before(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  const size_t begin = before.rfind('\n');
  return begin == std::string_view::npos ? before : before.substr(begin + 1);
}

// What stands in the lines above of the same paragraph, or the end of it.
std::string_view paragraph_above(std::string_view text, size_t at) {
  constexpr size_t kMost = 500;
  std::string_view above = text.substr(0, at - line_before(text, at).size());
  if (above.size() > kMost) above.remove_prefix(above.size() - kMost);
  const size_t empty_line = above.rfind("\n\n");
  return empty_line == std::string_view::npos ? above : above.substr(empty_line + 2);
}

// "said:", "SMTP error 550", "Diagnostic: 550": what a house stands behind is called otherwise.
bool speaks_of_reply(std::string_view line) {
  static constexpr std::string_view kWords[] = {
      "said",   "replied", "reply",  "respon", "smtp",   "error",      "server", "reason",
      "status", "code",    "remote", "host",   "fehler", "diagnostic", "<<<",    "erreur"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
    return find_ignoring_case(line, word) != std::string_view::npos;
  });
}

bool is_marked(std::string_view text, size_t at, const ReplyPrefix& prefix) {
  if (prefix.enhanced) return true;
  const std::string_view line = line_before(text, at);
  if (line.find('@') != std::string_view::npos || speaks_of_reply(line)) return true;
  const std::string_view above = paragraph_above(text, at);
  if (speaks_of_reply(above) || !host_before(above).empty()) return true;
  // "<bob@example.org>:" above, or "bob@example.org" with the reply behind a label.
  const std::string_view first = trim(above.substr(0, above.find('\n')));
  if (first.find('@') == std::string_view::npos) return false;
  return first.starts_with('<') || first.ends_with(':') || !trim(line).empty();
}

std::string paragraph_from(std::string_view text, size_t at) {
  std::string out;
  while (at < text.size()) {
    size_t end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view line = trim(text.substr(at, end - at));
    if (line.empty()) break;
    if (!out.empty()) out += ' ';
    out += line;
    at = end + 1;
  }
  return out;
}

}  // namespace

std::optional<QuotedReply> find_quoted_reply(std::string_view text) {
  for (size_t at = 0; at + 3 < text.size(); ++at) {
    const auto prefix = failure_at(text, at);
    if (!prefix || (!prefix->enhanced && !is_introduced(text, at))) continue;
    return QuotedReply{at, host_before(text.substr(0, at)), paragraph_from(text, at)};
  }
  return std::nullopt;
}

bool quotes_marked_reply(std::string_view text) {
  constexpr size_t kMostLooks = 50;
  size_t looks = 0;
  for (size_t at = 0; at + 3 < text.size() && looks < kMostLooks; ++at) {
    const auto prefix = failure_at(text, at);
    if (!prefix || (!prefix->enhanced && !is_introduced(text, at))) continue;
    if (is_marked(text, at, *prefix)) return true;
    ++looks;
  }
  return false;
}

bool lists_replies(const std::vector<std::string_view>& lines) {
  constexpr size_t kSeveral = 3;
  constexpr std::string_view kSaid = "said: ";
  size_t count = 0;
  std::string_view first;
  bool differ = false;
  for (const std::string_view whole_line : lines) {
    std::string_view line = trim(whole_line);
    if (line.find('@') != std::string_view::npos) return false;
    const size_t said = line.find(kSaid);
    if (said != std::string_view::npos) line.remove_prefix(said + kSaid.size());
    if (!begins_with_failure_code(line)) continue;
    const std::string_view code = line.substr(0, 3);
    if (count++ == 0) first = code;
    differ = differ || code != first;
  }
  return count >= kSeveral && differ;
}

}  // namespace plainbounce
