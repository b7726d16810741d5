#include "cli/unified_diff.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace plainbounce {
namespace {

using Lines = std::vector<std::string_view>;

// More differing lines than that in the middle are shown as one block taken out and one put in.
constexpr size_t kMaxEdits = 2000;
constexpr size_t kContext = 3;

// ' ' stands in both, '-' in the old one only, '+' in the new one only.
struct DiffLine {
  char mark = ' ';
  std::string_view text;
};

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// The greedy method of Myers: for each number of edits d, how far each diagonal k = x - y gets.
// Rows are kept to walk back.
class MiddleDiff {
 public:
  MiddleDiff(const Lines& before, const Lines& after) : before_(before), after_(after) {}

  std::vector<DiffLine> run() {
    const std::optional<size_t> edits = search();
    if (!edits) return block();
    return walk_back(*edits);
  }

 private:
  using Row = std::vector<size_t>;  // x by (k + d) / 2

  // x on diagonal k after d edits, from the row before.
  [[nodiscard]] size_t start(const Row& last, size_t d, size_t i) const {
    if (d == 0) return 0;
    const bool from_above = i == 0 || (i < d && last[i - 1] < last[i]);
    return from_above ? last[i] : last[i - 1] + 1;
  }

  // y of the point x on the diagonal k = 2 * i - d; nothing when it lies outside.
  [[nodiscard]] std::optional<size_t> row_of(size_t x, size_t d, size_t i) const {
    if (x + d < 2 * i) return std::nullopt;
    return x + d - 2 * i;
  }

  std::optional<size_t> search() {
    const size_t most = std::min(kMaxEdits, before_.size() + after_.size());
    for (size_t d = 0; d <= most; ++d) {
      Row row(d + 1, 0);
      for (size_t i = 0; i <= d; ++i) {
        size_t x = d == 0 ? 0 : start(rows_.back(), d, i);
        const auto begin = row_of(x, d, i);
        if (!begin) continue;
        size_t y = *begin;
        while (x < before_.size() && y < after_.size() && before_[x] == after_[y]) {
          ++x;
          ++y;
        }
        row[i] = x;
        if (x >= before_.size() && y >= after_.size()) {
          rows_.push_back(std::move(row));
          return d;
        }
      }
      rows_.push_back(std::move(row));
    }
    return std::nullopt;
  }

  std::vector<DiffLine> walk_back(size_t edits) const {
    std::vector<DiffLine> reversed;
    size_t x = before_.size();
    size_t y = after_.size();
    for (size_t d = edits; d > 0; --d) {
      const size_t i = (x + d - y) / 2;
      const Row& last = rows_[d - 1];
      const bool from_above = i == 0 || (i < d && last[i - 1] < last[i]);
      const size_t edit_x = from_above ? last[i] : last[i - 1] + 1;
      while (x > edit_x) {
        reversed.push_back({' ', before_[--x]});
        --y;
      }
      reversed.push_back(from_above ? DiffLine{'+', after_[--y]} : DiffLine{'-', before_[--x]});
    }
    while (x > 0) reversed.push_back({' ', before_[--x]});
    std::reverse(reversed.begin(), reversed.end());
    return reversed;
  }

  [[nodiscard]] std::vector<DiffLine> block() const {
    std::vector<DiffLine> lines;
    for (const std::string_view line : before_) lines.push_back({'-', line});
    for (const std::string_view line : after_) lines.push_back({'+', line});
    return lines;
  }

  const Lines& before_;
  const Lines& after_;
  std::vector<Row> rows_;
};

std::vector<DiffLine> diff_lines(const Lines& before, const Lines& after) {
  size_t head = 0;
  while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
  size_t tail = 0;
  while (tail < before.size() - head && tail < after.size() - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  const auto middle = [&](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head),
                 lines.end() - static_cast<std::ptrdiff_t>(tail));
  };
  std::vector<DiffLine> all;
  for (size_t i = 0; i < head; ++i) all.push_back({' ', before[i]});
  const Lines old_middle = middle(before);
  const Lines new_middle = middle(after);
  for (const DiffLine& line : MiddleDiff(old_middle, new_middle).run()) all.push_back(line);
  for (size_t i = before.size() - tail; i < before.size(); ++i) all.push_back({' ', before[i]});
  return all;
}

std::string range_text(char mark, size_t before_lines, size_t count) {
  const size_t first = count == 0 ? before_lines : before_lines + 1;
  return std::string(1, mark) + std::to_string(first) + "," + std::to_string(count);
}

// Writes the hunks: changes with their context; those whose contexts touch are one.
class HunkWriter {
 public:
  explicit HunkWriter(const std::vector<DiffLine>& lines) : lines_(lines) {}

  std::string write() {
    size_t at = 0;
    while (true) {
      const size_t change = next_change(at);
      if (change == lines_.size()) return std::move(out_);
      const size_t begin = change - std::min(change - at, kContext);
      skip(at, begin);
      at = end_of_hunk(change);
      write_hunk(begin, at);
    }
  }

 private:
  [[nodiscard]] size_t next_change(size_t at) const {
    while (at < lines_.size() && lines_[at].mark == ' ') ++at;
    return at;
  }

  [[nodiscard]] size_t end_of_hunk(size_t change) const {
    size_t end = change;
    while (true) {
      while (end < lines_.size() && lines_[end].mark != ' ') ++end;
      const size_t next = next_change(end);
      if (next == lines_.size() || next - end > 2 * kContext) {
        return std::min(end + kContext, lines_.size());
      }
      end = next;
    }
  }

  void skip(size_t begin, size_t end) {
    old_line_ += end - begin;
    new_line_ += end - begin;
  }

  void write_hunk(size_t begin, size_t end) {
    size_t old_count = 0;
    size_t new_count = 0;
    std::string body;
    for (size_t i = begin; i < end; ++i) {
      const DiffLine& line = lines_[i];
      old_count += line.mark == '+' ? 0 : 1;
      new_count += line.mark == '-' ? 0 : 1;
      std::string_view text = line.text;
      if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
      body += line.mark + std::string(text) + "\n";
    }
    out_ += "@@ " + range_text('-', old_line_, old_count) + " " +
            range_text('+', new_line_, new_count) + " @@\n" + body;
    old_line_ += old_count;
    new_line_ += new_count;
  }

  const std::vector<DiffLine>& lines_;
  std::string out_;
  size_t old_line_ = 0;  // lines written or skipped so far
  size_t new_line_ = 0;
};

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after,
                         const std::string& before_name, const std::string& after_name) {
  const std::vector<DiffLine> lines = diff_lines(lines_of(before), lines_of(after));
  const std::string hunks = HunkWriter(lines).write();
  if (hunks.empty()) return {};
  return "--- " + before_name + "\n+++ " + after_name + "\n" + hunks;
}

}  // namespace plainbounce
