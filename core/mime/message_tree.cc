#include "core/mime/message_tree.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

constexpr size_t kUsualParts = 4;  // a message, its notice, its status and what it returns

bool is_padding(char c) { return is_blank(c) || c == '\r'; }

// Offset before the line end that stands in front of the line at `at` (RFC 2046 section 5.1.1: it
// belongs to the delimiter).
size_t before_line_end(std::string_view message, size_t at) {
  if (at > 0 && message[at - 1] == '\n') --at;
  if (at > 0 && message[at - 1] == '\r' && at < message.size() && message[at] == '\n') --at;
  return at;
}

// The first word of a Content-Transfer-Encoding value, in lower case.
std::string encoding_name(std::string_view value) {
  return to_lower(value.substr(0, value.find_first_of(" \t;(")));
}

// Walks over the lines once. `path_` leads from the message itself to the part that the current
// line is in; of the multiparts on it, those still open are asked whether a line delimits them.
class Splitter {
 public:
  Splitter(std::string_view message, const Limits& limits) : message_(message), limits_(limits) {
    tree_.message = message;
    tree_.parts.reserve(kUsualParts);
    path_.reserve(kUsualParts);
  }

  // `header` is the message's own.
  tl::expected<MessageTree, SplitFailure> split(Result<HeaderBlock> header) {
    if (message_.size() > limits_.message_bytes) {
      return failure(SplitFailure::Limit::kMessage,
                     "message of more than " + std::to_string(limits_.message_bytes) + " bytes");
    }
    add_part(0, std::move(header));
    while (!failure_ && open_ > 0 && at_ < message_.size()) step();
    if (failure_) return tl::unexpected<SplitFailure>(*failure_);
    finish_from(0, message_.size());
    return std::move(tree_);
  }

 private:
  // A multipart on the path whose parts are still to come.
  struct Step {
    size_t part = 0;
    bool open = false;
  };
  struct Delimiter {
    size_t level = 0;  // on the path
    bool closing = false;
  };

  static tl::unexpected<SplitFailure> failure(SplitFailure::Limit limit, std::string text) {
    return tl::unexpected<SplitFailure>(SplitFailure{limit, std::move(text)});
  }

  [[nodiscard]] size_t next_line(size_t at) const {
    const size_t feed = message_.find('\n', at);
    return feed == std::string_view::npos ? message_.size() : feed + 1;
  }

  // The innermost multipart that the line delimits. The whole line must be its delimiter, so that
  // "--ab" is none of boundary "a".
  [[nodiscard]] std::optional<Delimiter> delimiter(size_t begin, size_t end) const {
    std::string_view line = message_.substr(begin, end - begin);
    if (line.substr(0, 2) != "--") return std::nullopt;
    line.remove_prefix(2);
    if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
    while (!line.empty() && is_padding(line.back())) line.remove_suffix(1);
    for (size_t level = path_.size(); level-- > 0;) {
      if (!path_[level].open) continue;
      const std::string_view boundary = tree_.parts[path_[level].part].boundary;
      if (line.substr(0, boundary.size()) != boundary) continue;
      const std::string_view rest = line.substr(boundary.size());
      if (rest.empty() || rest == "--") return Delimiter{level, !rest.empty()};
    }
    return std::nullopt;
  }

  void step() {
    const size_t line_end = next_line(at_);
    const auto found = delimiter(at_, line_end);
    const size_t line_begin = at_;
    at_ = line_end;
    if (!found) return;
    finish_from(found->level + 1, before_line_end(message_, line_begin));
    Step& multipart = path_[found->level];
    if (found->closing) {
      tree_.parts[multipart.part].closed = true;
      multipart.open = false;
      --open_;
    } else {
      add_part(at_, parse_header_block(message_, at_, header_limit(at_), limits_));
    }
  }

  // Where the part that begins at `begin` can have header fields at most: up to its blank line, or
  // to the next delimiter, which may look like a field itself ("--a:b").
  [[nodiscard]] size_t header_limit(size_t begin) const {
    if (open_ == 0) return message_.size();
    for (size_t at = begin; at < message_.size();) {
      const size_t line_end = next_line(at);
      if (delimiter(at, line_end)) return std::max(begin, before_line_end(message_, at));
      const std::string_view line = message_.substr(at, line_end - at);
      if (line == "\n" || line == "\r\n") return line_end;
      at = line_end;
    }
    return message_.size();
  }

  void add_part(size_t begin, Result<HeaderBlock> header) {
    if (tree_.parts.size() >= limits_.parts) {
      return fail_with(SplitFailure::Limit::kParts,
                       "more than " + std::to_string(limits_.parts) + " parts");
    }
    if (!header) return fail_with(SplitFailure::Limit::kHeader, header.error().message);
    MimePart part;
    part.whole = {begin, begin};
    part.header = std::move(*header);
    part.body = {part.header.body_begin, part.header.body_begin};
    const bool has_parent = !path_.empty();
    if (has_parent) {
      part.parent = path_.back().part;
      part.depth = tree_.parts[part.parent].depth + 1;
      std::vector<size_t>& siblings = tree_.parts[part.parent].children;
      if (siblings.empty()) siblings.reserve(kUsualParts);
      siblings.push_back(tree_.parts.size());
    }
    read_type(part, has_parent && tree_.parts[part.parent].type.is("multipart", "digest"));
    at_ = part.header.body_begin;
    const bool open = !part.boundary.empty();
    path_.push_back({tree_.parts.size(), open});
    tree_.parts.push_back(std::move(part));
    if (open && ++open_ > limits_.part_depth) {
      fail_with(SplitFailure::Limit::kDepth,
                "multiparts nested deeper than " + std::to_string(limits_.part_depth));
    }
  }

  static void read_type(MimePart& part, bool in_digest) {
    std::string buffer;
    const HeaderField* written = part.header.find("Content-Type");
    auto type = written != nullptr ? parse_content_type(written->value(buffer)) : std::nullopt;
    part.has_type = type.has_value();
    if (type) {
      part.type = *std::move(type);
    } else if (in_digest && written == nullptr) {
      part.type.type = "message";
      part.type.subtype = "rfc822";
    }
    const HeaderField* encoding = part.header.find("Content-Transfer-Encoding");
    if (encoding != nullptr) part.transfer_encoding = encoding_name(encoding->value(buffer));
    if (!part.type.is_multipart()) return;
    part.boundary = part.type.parameter("boundary").value_or("");
    while (!part.boundary.empty() && is_space(part.boundary.back())) part.boundary.pop_back();
    part.closed = part.boundary.empty();
  }

  // Ends the parts on the path from `level` on. An empty part whose delimiter line is the last one
  // ends behind that line's end, and so do those that it is in.
  void finish_from(size_t level, size_t end) {
    while (path_.size() > level) {
      const Step step = path_.back();
      path_.pop_back();
      if (step.open) --open_;
      finish(tree_.parts[step.part], end);
      end = tree_.parts[step.part].whole.end;
    }
  }

  // The blank line of an empty part may be the very line end that belongs to the delimiter, which
  // is why the offsets that the header gave are cut here.
  static void finish(MimePart& part, size_t end) {
    part.whole.end = std::max(part.whole.begin, end);
    part.body.end = part.whole.end;
    part.body.begin = std::min(part.body.begin, part.whole.end);
    part.header.body_begin = part.body.begin;
    part.header.range.end = std::min(part.header.range.end, part.whole.end);
    if (!part.boundary.empty() && !part.closed && part.children.empty()) {
      part.boundary.clear();
      part.closed = true;
    }
  }

  void fail_with(SplitFailure::Limit limit, std::string text) {
    failure_ = SplitFailure{limit, std::move(text)};
  }

  std::string_view message_;
  const Limits& limits_;
  MessageTree tree_;
  std::vector<Step> path_;
  size_t open_ = 0;  // multiparts on the path that are open
  size_t at_ = 0;
  std::optional<SplitFailure> failure_;
};

}  // namespace

tl::expected<MessageTree, SplitFailure> split_message(std::string_view message,
                                                      const Limits& limits) {
  return Splitter(message, limits).split(parse_header_block(message, 0, message.size(), limits));
}

tl::expected<MessageTree, SplitFailure> split_message(std::string_view message, HeaderBlock header,
                                                      const Limits& limits) {
  return Splitter(message, limits).split(std::move(header));
}

}  // namespace plainbounce
