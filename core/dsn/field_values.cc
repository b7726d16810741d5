#include "core/dsn/field_values.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/ascii.h"
#include "core/mime/addresses.h"

namespace plainbounce {

namespace {

// The standard's word for each action first.
constexpr std::array<std::pair<std::string_view, Action>, 7> kActions = {{
    {"failed", Action::kFailed},
    {"failure", Action::kFailed},
    {"expired", Action::kFailed},
    {"delayed", Action::kDelayed},
    {"delivered", Action::kDelivered},
    {"relayed", Action::kRelayed},
    {"expanded", Action::kExpanded},
}};

bool is_type_character(char c) {
  return is_alpha(c) || is_digit(c) || c == '-' || c == '_' || c == '.' || c == '+';
}

bool is_type_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 && is_alpha(text.front()) &&
         std::all_of(text.begin(), text.end(), is_type_character);
}

// Offset behind the comment that begins at `open`, or npos when it is never closed.
size_t comment_end(std::string_view text, size_t open) {
  size_t depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '(') {
      ++depth;
    } else if (text[i] == ')' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

TypedValue owned(const TypedParts& parts) {
  return {to_lower(parts.type), std::string(parts.value)};
}

}  // namespace

TypedParts split_typed_value(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '(') {
    const size_t end = comment_end(text, 0);
    if (end != std::string_view::npos && text.find(';', end) != std::string_view::npos) {
      text = trim(text.substr(end));
    }
  }
  const size_t semicolon = text.find(';');
  if (semicolon != std::string_view::npos) {
    const std::string_view type = trim(text.substr(0, semicolon));
    if (is_type_name(type)) return {type, trim(text.substr(semicolon + 1))};
  }
  return {{}, text};
}

TypedParts split_typed_name(std::string_view text) {
  auto [type, value] = split_typed_value(text);
  // Some systems write the type twice.
  if (equals_ignoring_case(type, "rfc822") && starts_with_ignoring_case(value, "rfc822;")) {
    value = trim(value.substr(value.find(';') + 1));
  }
  const size_t comment = value.find(" (");
  if (comment != std::string_view::npos && comment > 0 && value.back() == ')' &&
      value.find('"') == std::string_view::npos) {
    value = trim(value.substr(0, comment));
  }
  value = without_angle_brackets(value);
  // Some systems lose one of the brackets.
  if (!value.empty() && value.back() == '>' && value.find('<') == std::string_view::npos) {
    value.remove_suffix(1);
  }
  return {type, value};
}

TypedValue parse_typed_value(std::string_view text) { return owned(split_typed_value(text)); }

TypedValue parse_typed_name(std::string_view text) { return owned(split_typed_name(text)); }

std::string without_comments(std::string_view text) {
  if (text.find('(') == std::string_view::npos) return std::string(trim(text));
  std::string out;
  size_t i = 0;
  while (i < text.size()) {
    const size_t end = text[i] == '(' ? comment_end(text, i) : i;
    if (end == std::string_view::npos) return std::string(trim(out.append(text.substr(i))));
    if (end > i) {
      i = end;
    } else {
      out += text[i++];
    }
  }
  return std::string(trim(out));
}

Action parse_action(std::string_view text) {
  const std::string bare = without_comments(text);
  size_t end = 0;
  while (end < bare.size() && is_alpha(bare[end])) ++end;
  const std::string_view word = std::string_view(bare).substr(0, end);
  for (const auto& [name, action] : kActions) {
    if (equals_ignoring_case(word, name)) return action;
  }
  return Action::kUnknown;
}

std::string_view to_string(Action action) {
  const auto* const found = std::find_if(kActions.begin(), kActions.end(),
                                         [&](const auto& entry) { return entry.second == action; });
  return found == kActions.end() ? "unknown" : found->first;
}

}  // namespace plainbounce
