#include "core/explain/shown_address.h"

#include <algorithm>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/explain/explainer.h"
#include "core/mime/addresses.h"
#include "core/smtp/xtext.h"

namespace plainbounce {
namespace {

constexpr size_t kLongestAddress = 320;  // RFC 5321 section 4.5.3.1: 64 + "@" + 255

// Whether each "+" starts an escape of one of the two visible characters that xtext has to escape.
// Many systems undo xtext before they write the field, and "bob+20@..." is then a plain address.
bool is_xtext(std::string_view address) {
  bool any = false;
  for (size_t i = address.find('+'); i != std::string_view::npos; i = address.find('+', i + 1)) {
    const std::string_view digits = address.substr(i + 1, 2);
    if (digits != "2B" && digits != "3D") return false;
    any = true;
  }
  return any;
}

std::string decoded(const TypedValue& field, std::string_view other) {
  const std::string_view value = without_angle_brackets(trim(field.value));
  if (value.find("\\x{") != std::string_view::npos) {
    return clean_text(decode_utf8_addr_xtext(value), kLongestAddress);
  }
  const bool encoded = !equals_ignoring_case(value, other) && is_xtext(value);
  return encoded ? clean_text(decode_xtext(value), kLongestAddress)
                 : clean_text(value, kLongestAddress);
}

bool is_address_char(char c) {
  return is_alpha(c) || is_digit(c) || c == '.' || c == '-' || c == '_' || c == '+' || c == '=' ||
         c == '@' || static_cast<unsigned char>(c) > 127;
}

std::string replace_words(std::string_view text, std::string_view word,
                          std::string_view replacement) {
  std::string out;
  size_t done = 0;
  size_t from = 0;
  while (from < text.size()) {
    const size_t found = find_ignoring_case(text, word, from);
    if (found == std::string_view::npos) break;
    const size_t end = found + word.size();
    const bool whole = (found == 0 || !is_address_char(text[found - 1])) &&
                       (end == text.size() || !is_address_char(text[end]) ||
                        (text[end] == '.' && (end + 1 == text.size() || is_space(text[end + 1]))));
    from = end;
    if (!whole) continue;
    out += text.substr(done, found - done);
    out += replacement;
    done = end;
  }
  out += text.substr(done);
  return out;
}

// A local part that is a plain word could be any word of the server's.
bool is_telling(std::string_view local_part) {
  const bool plain_word = std::all_of(local_part.begin(), local_part.end(), is_alpha);
  return local_part.size() > (plain_word ? 5U : 2U);
}

}  // namespace

std::string address_to_show(const PerRecipientFields& recipient) {
  const auto value_of = [](const std::optional<TypedValue>& field) {
    return field ? std::string_view(field->value) : std::string_view();
  };
  const std::string_view final_value = value_of(recipient.final_recipient);
  const std::string_view original_value = value_of(recipient.original_recipient);
  if (recipient.original_recipient) {
    std::string address = decoded(*recipient.original_recipient, final_value);
    if (!address.empty()) return address;
  }
  if (!recipient.final_recipient) return {};
  return decoded(*recipient.final_recipient, original_value);
}

std::string_view address_in_sentence(std::string_view shown) {
  const bool usable = shown.find_first_of(" <>") == std::string_view::npos &&
                      shown.find("://") == std::string_view::npos &&
                      !starts_with_ignoring_case(shown, "www.");
  return usable ? shown : std::string_view();
}

std::string hide_forward_target(std::string text, const PerRecipientFields& recipient,
                                std::string_view shown, std::string_view placeholder) {
  if (!recipient.final_recipient || recipient.final_recipient->value == shown) return text;
  const std::string target = decoded(*recipient.final_recipient, shown);
  if (target.empty() || shown.empty() || equals_ignoring_case(target, shown)) return text;
  std::string hidden = replace_words(text, target, placeholder);
  const std::string_view local_part = std::string_view(target).substr(0, target.rfind('@'));
  const std::string_view shown_local_part = shown.substr(0, shown.rfind('@'));
  if (!equals_ignoring_case(local_part, shown_local_part) && is_telling(local_part))
    hidden = replace_words(hidden, local_part, placeholder);
  return hidden;
}

}  // namespace plainbounce
