#include <algorithm>
#include <utility>

#include "core/base/ascii.h"
#include "core/base/concat.h"
#include "core/base/own_marks.h"
#include "core/mime/encoded_word.h"
#include "core/render/rendered_note.h"
#include "core/render/wrapped_text.h"
#include "core/smtp/xtext.h"

namespace plainbounce {

namespace {

constexpr size_t kMaxExplanationBytes = 1000;
constexpr size_t kMaxRecipientBytes = 1000;
constexpr size_t kMostItems = 7;  // of one cause

void append_sentence(std::string& out, std::string_view sentence) {
  if (sentence.empty()) return;
  if (!out.empty()) out += ' ';
  out += sentence;
}

// Everything about one cause in one paragraph.
void append_paragraph(std::string& out, const Explanation& explanation) {
  append_sentence(out, explanation.what);
  const char* before = " ";
  for (const std::string& address : explanation.addresses) {
    out.append(before).append(address);
    before = ", ";
  }
  append_sentence(out, explanation.more_addresses);
  if (!explanation.addresses.empty() || !explanation.more_addresses.empty()) out += '.';
  append_sentence(out, explanation.outlook);
  append_sentence(out, explanation.actor);
  for (const std::string& action : explanation.actions) append_sentence(out, action);
}

// The words at the front that have at most `most` bytes.
std::string cut_between_words(std::string_view text, size_t most) {
  std::string out;
  Words words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (out.size() + word.size() > most) break;
    append_sentence(out, word);
  }
  return out;
}

// Whole paragraphs while they fit; a first one that is too long is cut between words.
std::string explanation_text(const Note& note) {
  std::string out;
  if (note.languages.empty()) return out;
  out.reserve(kMaxExplanationBytes);
  for (const Explanation& explanation : note.languages.front().explanations) {
    const size_t before = out.size();
    append_paragraph(out, explanation);
    // As if a blank stood behind the paragraph.
    if (out.size() + (before == 0 ? 1 : 0) <= kMaxExplanationBytes) continue;
    if (before == 0) {
      out = cut_between_words(out, kMaxExplanationBytes);
    } else {
      out.resize(before);
    }
    append_sentence(out, "...");
    break;
  }
  return out;
}

// What the fold needs: no line end and no other control character but those that it puts itself.
std::string without_controls(std::string out) {
  std::replace_if(
      out.begin(), out.end(), [](char c) { return !is_printable(c); }, ' ');
  return out;
}

// "outlook=" and "final"; a name may be empty.
struct Item {
  std::string_view name;
  std::string_view value;
};

// "a; b; c" folded behind the semicolons.
std::string fold_list(std::string_view name, const std::vector<Item>& items) {
  std::string out;
  out.reserve(kColumns * 3);
  size_t columns = name.size() + 2;
  for (size_t i = 0; i < items.size(); ++i) {
    const bool last = i + 1 == items.size();
    const size_t size = items[i].name.size() + items[i].value.size() + (last ? 0 : 1);
    if (i != 0 && columns + 1 + size > kColumns) {
      out += "\n ";
      columns = 1;
    } else if (i != 0) {
      out += ' ';
      ++columns;
    }
    out.append(items[i].name).append(items[i].value);
    if (!last) out += ';';
    columns += size;
  }
  return out;
}

// Whole characters of an address, so that no escape is cut: a stranger decides its length.
std::string encoded_recipient(const std::string& address) {
  const auto encode = [](std::string_view text) {
    return is_ascii(text) ? encode_xtext(text, ";\"") : encode_utf8_addr_xtext(text, ";\"");
  };
  std::string_view shown = address;
  std::string encoded = encode(shown);
  while (encoded.size() > kMaxRecipientBytes - 100 && !shown.empty()) {
    shown.remove_suffix(std::min<size_t>(shown.size(), 16));
    while (!shown.empty() && !is_utf8(shown)) shown.remove_suffix(1);
    encoded = encode(shown);
  }
  return without_controls(std::move(encoded));
}

std::string cause_value(const Diagnosis& diagnosis, const std::string& address) {
  const std::string cause = without_controls(diagnosis.cause);
  const auto explained = EnhancedStatusCode::parse(diagnosis.code);
  const auto status = explained ? explained : diagnosis.reply.enhanced;
  const auto& reply = diagnosis.reply.code;
  const std::string status_text = status ? status->to_string() : std::string();
  const std::string reply_text = reply ? reply->to_string() : std::string();
  const std::string recipient = encoded_recipient(address);
  // Action beats the codes: a success is not shown with those of a failure.
  const auto fits = [&](int digit) { return diagnosis.kind != Kind::kSuccess || digit == 2; };
  std::vector<Item> items;
  items.reserve(kMostItems);
  items.push_back({"", cause});
  if (diagnosis.outlook != Outlook::kUnknown)
    items.push_back({"outlook=", to_string(diagnosis.outlook)});
  items.push_back({"kind=", to_string(diagnosis.kind)});
  items.push_back({"actor=", to_string(diagnosis.actor)});
  if (status && fits(status->class_digit())) items.push_back({"status=", status_text});
  if (reply && fits(reply->first_digit())) items.push_back({"reply=", reply_text});
  if (!address.empty()) items.push_back({"rcpt=", recipient});
  return fold_list(kCauseField, items);
}

// In angle brackets, the page of the first code that is explained.
std::string help_link(const std::vector<DiagnosedRecipient>& recipients, std::string_view base) {
  while (base.ends_with('/')) base.remove_suffix(1);
  const bool plain = std::all_of(base.begin(), base.end(), [](char c) {
    return is_printable(c) && c != ' ' && c != '<' && c != '>';
  });
  if (base.empty() || !plain) return {};
  for (const DiagnosedRecipient& recipient : recipients) {
    const std::string& code = recipient.diagnosis.code;
    const bool is_code = !code.empty() && std::all_of(code.begin(), code.end(), [](char c) {
      return is_digit(c) || c == '.' || c == 'X';
    });
    if (is_code) return concat({"<", base, "/codes/", code, ">"});
  }
  return {};
}

}  // namespace

std::vector<HeaderValue> render_headers(const Note& note,
                                        const std::vector<DiagnosedRecipient>& recipients,
                                        const std::string& link_base, bool show_link,
                                        size_t max_causes) {
  std::vector<HeaderValue> headers;
  headers.reserve(std::min(max_causes, recipients.size()) + 3);  // and the marker
  const std::string explanation = explanation_text(note);
  if (!explanation.empty()) {
    headers.push_back({std::string(kExplanationField),
                       encode_header_text(explanation, kExplanationField.size())});
  }
  const size_t causes = std::min(max_causes, recipients.size());
  for (size_t i = 0; i < causes; ++i) {
    const std::string& address =
        i < note.shown_addresses.size() ? note.shown_addresses[i] : recipients[i].address;
    headers.push_back({std::string(kCauseField), cause_value(recipients[i].diagnosis, address)});
  }
  std::string link = show_link ? help_link(recipients, link_base) : std::string();
  if (!link.empty()) headers.push_back({std::string(kHelpField), std::move(link)});
  return headers;
}

HeaderValue render_marker(const std::string& version, const std::string& host) {
  std::string name;
  for (const char c : host) {
    if (is_printable(c) && c != ' ' && c != '(' && c != ')' && c != '\\') name += c;
  }
  return {std::string(kMarkerField),
          concat({"plainbounce ", without_controls(version), " (", name, ")"})};
}

}  // namespace plainbounce
