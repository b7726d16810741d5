#include "core/knowledge/code_name.h"

#include <array>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

// "0" to "999" without leading zeros, or "X".
bool is_part(std::string_view part) {
  if (part == "X") return true;
  if (part.empty() || part.size() > 3 || (part.size() > 1 && part[0] == '0')) return false;
  for (const char c : part) {
    if (!is_digit(c)) return false;
  }
  return true;
}

struct Parts {
  std::array<std::string_view, 3> part;
};

std::optional<Parts> split(std::string_view code) {
  const size_t first = code.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const size_t second = code.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  return Parts{
      {code.substr(0, first), code.substr(first + 1, second - first - 1), code.substr(second + 1)}};
}

bool is_basic(std::string_view code) {
  if (code.size() != 3 || code[0] < '1' || code[0] > '5') return false;
  return is_digit(code[1]) && is_digit(code[2]);
}

int number_of(std::string_view part) {
  if (part == "X") return -1;
  int value = 0;
  for (const char c : part) value = value * 10 + (c - '0');
  return value;
}

// Group, then three numbers: the order of pages.
std::array<int, 4> order_of(const std::string& code) {
  const std::optional<Parts> parts = split(code);
  if (!parts) return {0, number_of(code), 0, 0};
  const int class_digit = number_of(parts->part[0]);
  const int subject = number_of(parts->part[1]);
  const int detail = number_of(parts->part[2]);
  if (subject < 0) return {1, class_digit, 0, 0};
  if (detail < 0) return {2, subject, class_digit, 0};
  return {3, subject, detail, class_digit};
}

}  // namespace

std::optional<std::string> canonical_code(std::string_view text) {
  std::string code(trim(text));
  for (char& c : code) {
    if (c == 'x') c = 'X';
  }
  if (is_basic(code)) return code;
  const std::optional<Parts> parts = split(code);
  if (!parts) return std::nullopt;
  const auto& [class_part, subject, detail] = parts->part;
  const bool class_fits =
      class_part == "X" || class_part == "2" || class_part == "4" || class_part == "5";
  if (!class_fits || !is_part(subject) || !is_part(detail)) return std::nullopt;
  if (subject == "X" && (detail != "X" || class_part == "X")) return std::nullopt;
  return code;
}

std::vector<std::string> code_and_parents(const std::string& code) {
  std::vector<std::string> out = {code};
  const std::optional<Parts> parts = split(code);
  if (!parts) return out;
  const std::string class_part(parts->part[0]);
  const std::string subject(parts->part[1]);
  const std::string detail(parts->part[2]);
  const auto add = [&out](std::string parent) {
    if (out.back() != parent) out.push_back(std::move(parent));
  };
  if (subject != "X") {
    if (detail != "X") add("X." + subject + "." + detail);
    add("X." + subject + ".X");
  }
  if (class_part != "X") add(class_part + ".X.X");
  return out;
}

bool comes_before(const std::string& a, const std::string& b) { return order_of(a) < order_of(b); }

}  // namespace plainbounce
