#include "core/smtp/smtp_reply.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/smtp/reply_prefix.h"
#include "core/smtp/reply_wrapper.h"

namespace plainbounce {

namespace {

constexpr auto kNowhere = std::string_view::npos;

// NUL and bare CR as blanks, CRLF as LF.
std::string with_plain_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const bool before_feed = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (before_feed) continue;
    out += text[i] == '\0' || text[i] == '\r' ? ' ' : text[i];
  }
  return out;
}

// Offset of the blank in front of the next "CODE-" or "CODE " at or behind `from`.
size_t find_repeat(std::string_view line, std::string_view prefix, size_t from) {
  for (size_t at = line.find(prefix, from); at != kNowhere; at = line.find(prefix, at + 1)) {
    if (at > 0 && is_blank(line[at - 1])) return at - 1;
  }
  return kNowhere;
}

// Where the last line of a reply joined by blanks begins: "CODE " with an enhanced code rather than
// without, and failing that another code with an enhanced one that fits to it.
size_t find_last_line(std::string_view line, const ReplyPrefix& first, size_t from) {
  const std::string end_mark = first.code.to_string() + " ";
  size_t bare = kNowhere;
  for (size_t at = find_repeat(line, end_mark, from); at != kNowhere;
       at = find_repeat(line, end_mark, at + 2)) {
    const auto prefix = reply_prefix(line.substr(at + 1));
    if (prefix && prefix->enhanced) return at;
    if (bare == kNowhere) bare = at;
  }
  if (bare != kNowhere) return bare;
  for (size_t at = line.find(' ', from); at != kNowhere; at = line.find(' ', at + 1)) {
    const auto prefix = reply_prefix(line.substr(at + 1));
    const bool fits = prefix && !prefix->more_follow && prefix->enhanced &&
                      prefix->enhanced->class_digit() == prefix->code.first_digit();
    if (fits) return at;
  }
  return kNowhere;
}

// Where lines of a reply that were joined by blanks, as Postfix writes them, begin at the prefixes
// that were left inside.
std::vector<size_t> cuts_of(std::string_view line, const ReplyPrefix& first, size_t max_cuts) {
  std::vector<size_t> cuts;
  if (first.more_follow) {
    const std::string mark = first.code.to_string() + "-";
    size_t at = first.size;
    for (size_t cut = find_repeat(line, mark, at); cut != kNowhere && cuts.size() < max_cuts;
         cut = find_repeat(line, mark, at)) {
      cuts.push_back(cut);
      at = cut + 2;
    }
    const size_t last = find_last_line(line, first, at);
    if (last != kNowhere) cuts.push_back(last);
  } else if (first.enhanced) {
    const std::string mark = first.code.to_string() + " " + first.enhanced->to_string() + " ";
    for (size_t cut = find_repeat(line, mark, first.size);
         cut != kNowhere && cuts.size() < max_cuts; cut = find_repeat(line, mark, cut + 2)) {
      cuts.push_back(cut);
    }
  }
  return cuts;
}

// Of the lines one has a code.
void split_joined(std::vector<std::string_view>& lines, size_t max_lines) {
  const auto coded = std::find_if(lines.begin(), lines.end(), [](std::string_view line) {
    return reply_prefix(line).has_value();
  });
  if (coded == lines.end()) return;
  const std::string_view line = *coded;
  const std::vector<size_t> cuts = cuts_of(line, *reply_prefix(line), max_lines);
  if (cuts.empty()) return;
  std::vector<std::string_view> pieces;
  size_t begin = 0;
  for (const size_t cut : cuts) {
    pieces.push_back(line.substr(begin, cut - begin));
    begin = cut + 1;
  }
  *coded = line.substr(begin);
  lines.insert(coded, pieces.begin(), pieces.end());
  if (lines.size() > max_lines) lines.resize(max_lines);
}

std::vector<std::string_view> reply_lines(std::string_view text, size_t max_lines) {
  std::vector<std::string_view> lines;
  size_t with_code = 0;
  size_t at = 0;
  while (at <= text.size() && lines.size() < max_lines) {
    const size_t feed = std::min(text.find('\n', at), text.size());
    const std::string_view line = trim(text.substr(at, feed - at));
    if (!line.empty()) lines.push_back(line);
    if (reply_prefix(line)) ++with_code;
    at = feed + 1;
  }
  // Several lines with codes of their own: the line ends are there, and nothing was joined.
  if (with_code == 1) split_joined(lines, max_lines);
  return lines;
}

// Reads the lines one after the other.
class ReplyReader {
 public:
  explicit ReplyReader(SmtpReply& reply) : reply_(reply) {}

  void add(std::string_view line) {
    const auto prefix = reply_prefix(line);
    if (!prefix || !counts(*prefix)) return add_text(line);
    reply_.code = prefix->code;
    if (!reply_.enhanced && prefix->enhanced) reply_.enhanced = prefix->enhanced;
    open_ = prefix->more_follow;
    std::string_view text = line.substr(prefix->size);
    // Exim quotes a whole reply behind its own prefix: "550 550 5.1.1 ...".
    const auto inner = reply_prefix(text);
    if (inner && inner->code == prefix->code) {
      if (!reply_.enhanced) quoted_ = inner->enhanced;
      text.remove_prefix(inner->size);
    }
    add_text(text);
  }

  // The enhanced code of a whole reply that was quoted.
  [[nodiscard]] std::optional<EnhancedStatusCode> quoted() const { return quoted_; }

 private:
  // A number at the start of a later line is a code when the line before it announced one more
  // ("550-"), repeats the code, or an enhanced code stands behind it.
  [[nodiscard]] bool counts(const ReplyPrefix& prefix) const {
    if (!reply_.code) return reply_.lines.empty() || prefix.enhanced;
    return open_ || prefix.code == *reply_.code || prefix.enhanced;
  }

  void add_text(std::string_view text) {
    const std::string_view trimmed = trim(text);
    if (!trimmed.empty()) reply_.lines.emplace_back(trimmed);
  }

  SmtpReply& reply_;
  bool open_ = false;
  std::optional<EnhancedStatusCode> quoted_;
};

// A reply code stands right in front of `at`: what follows belongs to a reply that is quoted.
bool behind_reply_code(std::string_view text, size_t at) {
  return at >= 4 && (is_blank(text[at - 1]) || text[at - 1] == '-') &&
         ReplyCode::parse(text.substr(at - 4, 3)).has_value();
}

// An enhanced code somewhere in the text. Without the mark "#" it must be of the reply code's
// class, or else it may as well be a version or a size. One that is quoted in words about the
// sender's address says nothing about the recipient's.
std::optional<EnhancedStatusCode> enhanced_in_text(std::string_view text,
                                                   const std::optional<ReplyCode>& reply_code,
                                                   bool& is_marked) {
  const bool about_sender = speaks_of_sender(text);
  size_t at = 0;
  while (at < text.size()) {
    size_t end = 0;
    const auto code = EnhancedStatusCode::find(text.substr(at), &end);
    if (!code) return std::nullopt;
    const size_t begin = at + end - code->to_string().size();
    const bool marked = begin > 0 && text[begin - 1] == '#';
    is_marked = marked || (begin > 0 && (text[begin - 1] == '(' || text[begin - 1] == '['));
    const int wanted = reply_code ? reply_code->first_digit() : 0;
    const bool fits = reply_code ? code->class_digit() == wanted : code->class_digit() != 2;
    const bool foreign = about_sender && behind_reply_code(text, begin);
    if ((marked || fits) && !foreign) return code;
    at += end;
  }
  return std::nullopt;
}

// "... 550 5.1.1 ..." somewhere behind text that is no reply: the two codes of one class side by
// side are taken for its start.
std::string_view from_codes_in_text(std::string_view text) {
  for (size_t at = 0; at + 3 < text.size(); ++at) {
    if (!is_digit(text[at]) || is_digit(text[at + 3])) continue;
    const bool starts_word = at == 0 || (!is_digit(text[at - 1]) && !is_alpha(text[at - 1]) &&
                                         text[at - 1] != '.' && text[at - 1] != '-');
    if (!starts_word) continue;
    const auto prefix = reply_prefix(text.substr(at));
    if (prefix && prefix->enhanced &&
        prefix->enhanced->class_digit() == prefix->code.first_digit()) {
      return text.substr(at);
    }
  }
  return {};
}

}  // namespace

SmtpReply parse_smtp_reply(std::string_view text, const Limits& limits) {
  text = text.substr(0, limits.reply_bytes);
  const bool plain = printable_size(text) == text.size();
  UnwrappedReply unwrapped = unwrap_reply(plain ? text : with_plain_lines(text));
  SmtpReply reply;
  reply.host = std::move(unwrapped.host);
  reply.wrapper = std::move(unwrapped.wrapper);
  reply.command = std::move(unwrapped.command);
  std::string_view rest = unwrapped.reply;
  if (!reply_prefix(rest)) {
    const std::string_view inner = from_codes_in_text(rest);
    if (!inner.empty()) {
      reply.wrapper += (reply.wrapper.empty() ? "" : " ");
      reply.wrapper += trim(rest.substr(0, rest.size() - inner.size()));
      rest = inner;
    }
  }
  ReplyReader reader(reply);
  for (const std::string_view line : reply_lines(rest, limits.reply_lines)) reader.add(line);
  if (!reply.code && !reply.lines.empty()) {
    size_t end = 0;
    reply.enhanced = leading_enhanced_code(reply.lines.front(), end);
    if (reply.enhanced) reply.lines.front().erase(0, end);
  }
  for (const std::string& line : reply.lines) {
    if (!reply.text.empty()) reply.text += ' ';
    reply.text += line;
  }
  if (!reply.enhanced && !speaks_of_sender(reply.text)) reply.enhanced = reader.quoted();
  if (!reply.enhanced) {
    bool is_marked = false;
    reply.enhanced = enhanced_in_text(reply.text, reply.code, is_marked);
    reply.enhanced_among_words = reply.enhanced && !is_marked;
  }
  return reply;
}

}  // namespace plainbounce
