#include "web/marked_text.h"

#include <algorithm>
#include <cstdint>

#include "core/base/ascii.h"
#include "core/base/byte_range.h"
#include "core/base/clean_text.h"
#include "core/base/utf8.h"

namespace plainbounce {
namespace {

constexpr size_t kMostWords = 24;
constexpr size_t kMostMarks = 60;
constexpr size_t kMostOfOne = 6;
constexpr size_t kLines = 3;     // around a mark
constexpr size_t kAround = 400;  // bytes around a mark at most
constexpr size_t kShortest = 3;  // words that are worth a mark

// The text with runs of blanks and line ends as one blank, and where each byte came from.
struct Squeezed {
  std::string text;
  std::vector<uint32_t> origin;
};

Squeezed squeeze(std::string_view text) {
  Squeezed out;
  out.text.reserve(text.size());
  out.origin.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const bool blank = is_space(text[i]);
    if (blank && !out.text.empty() && out.text.back() == ' ') continue;
    out.text += blank ? ' ' : text[i];
    out.origin.push_back(static_cast<uint32_t>(i));
  }
  return out;
}

bool decides(const Evidence& evidence) {
  constexpr std::string_view kKinds[] = {"phrase", "enhanced-code", "reply-code", "status", "host"};
  return std::find(std::begin(kKinds), std::end(kKinds), evidence.kind) != std::end(kKinds);
}

// "connect to ... timed out" stands for its pieces.
std::vector<std::string> words_of(const std::vector<Evidence>& evidence) {
  constexpr std::string_view kGap = " ... ";
  std::vector<std::string> words;
  for (const Evidence& one : evidence) {
    if (!decides(one)) continue;
    std::string_view rest = one.text;
    while (!rest.empty() && words.size() < kMostWords) {
      const size_t gap = std::min(rest.find(kGap), rest.size());
      std::string word(trim(rest.substr(0, gap)));
      const bool is_new = std::find(words.begin(), words.end(), word) == words.end();
      if (word.size() >= kShortest && is_new) words.push_back(std::move(word));
      rest.remove_prefix(std::min(gap + kGap.size(), rest.size()));
    }
  }
  return words;
}

// A number is no part of a longer one.
bool stands_alone(std::string_view text, size_t begin, size_t end) {
  const bool at_start = begin == 0 || !is_digit(text[begin]) ||
                        !(is_digit(text[begin - 1]) || text[begin - 1] == '.');
  const bool at_end = end >= text.size() || !is_digit(text[end - 1]) || !is_digit(text[end]);
  return at_start && at_end;
}

std::vector<ByteRange> marks_in(std::string_view text, const std::vector<std::string>& words) {
  const Squeezed squeezed = squeeze(text);
  std::vector<ByteRange> marks;
  for (const std::string& word : words) {
    size_t found = 0;
    for (size_t at = find_ignoring_case(squeezed.text, word);
         at != std::string_view::npos && found < kMostOfOne && marks.size() < kMostMarks;
         at = find_ignoring_case(squeezed.text, word, at + word.size())) {
      const size_t end = at + word.size();
      if (!stands_alone(squeezed.text, at, end)) continue;
      marks.push_back({squeezed.origin[at], squeezed.origin[end - 1] + size_t{1}});
      ++found;
    }
  }
  std::sort(marks.begin(), marks.end(),
            [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
  std::vector<ByteRange> merged;
  for (const ByteRange& mark : marks) {
    if (!merged.empty() && mark.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, mark.end);
    } else {
      merged.push_back(mark);
    }
  }
  return merged;
}

bool is_inside_character(std::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U;
}

size_t window_begin(std::string_view text, size_t mark) {
  const size_t least = mark - std::min(mark, kAround);
  size_t lines = 0;
  size_t at = mark;
  while (at > least) {
    if (text[at - 1] == '\n' && lines++ == kLines) return at;
    --at;
  }
  while (is_inside_character(text, at)) ++at;
  return at;
}

size_t window_end(std::string_view text, size_t mark) {
  const size_t most = std::min(text.size(), mark + kAround);
  size_t lines = 0;
  size_t at = mark;
  while (at < most) {
    if (text[at] == '\n' && lines++ == kLines) return at;
    ++at;
  }
  while (is_inside_character(text, at)) ++at;
  return at;
}

// Line ends and tabs stay; a CR goes.
std::string shown(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const auto point = code_point_at(text, i);
    const std::string_view character = text.substr(i, point ? point->size : 1);
    i += character.size();
    if (character == "\n" || character == "\t") {
      out += character;
    } else if (!point) {
      out += "\xef\xbf\xbd";
    } else if (character != "\r") {
      out += is_hidden_character(point->value) ? std::string_view("?") : character;
    }
  }
  return out;
}

}  // namespace

std::vector<MarkedPiece> mark_evidence(std::string_view text,
                                       const std::vector<Evidence>& evidence) {
  std::vector<MarkedPiece> pieces;
  size_t shown_to = 0;
  const std::vector<ByteRange> marks = marks_in(text, words_of(evidence));
  for (size_t i = 0; i < marks.size(); ++i) {
    const size_t begin = std::max(shown_to, window_begin(text, marks[i].begin));
    if (begin > shown_to) pieces.push_back({MarkedPiece::Kind::kCut, {}});
    pieces.push_back(
        {MarkedPiece::Kind::kPlain, shown(text.substr(begin, marks[i].begin - begin))});
    pieces.push_back({MarkedPiece::Kind::kMarked, shown(slice(text, marks[i]))});
    const size_t next = i + 1 < marks.size() ? marks[i + 1].begin : text.size();
    shown_to = std::min(next, window_end(text, marks[i].end));
    pieces.push_back(
        {MarkedPiece::Kind::kPlain, shown(text.substr(marks[i].end, shown_to - marks[i].end))});
  }
  if (!marks.empty() && shown_to < text.size()) pieces.push_back({MarkedPiece::Kind::kCut, {}});
  return pieces;
}

}  // namespace plainbounce
