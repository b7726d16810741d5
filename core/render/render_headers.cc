#include <algorithm>

#include "core/base/ascii.h"
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
std::string paragraph_of(const Explanation& explanation) {
  std::string out;
  out.reserve(kMaxExplanationBytes);
  out += explanation.what;
  std::string addresses;
  for (const std::string& address : explanation.addresses) {
    if (!addresses.empty()) addresses += ", ";
    addresses += address;
  }
  append_sentence(addresses, explanation.more_addresses);
  if (!addresses.empty()) addresses += '.';
  append_sentence(out, addresses);
  append_sentence(out, explanation.outlook);
  append_sentence(out, explanation.actor);
  for (const std::string& action : explanation.actions) append_sentence(out, action);
  return out;
}

// Whole paragraphs while they fit; a first one that is too long is cut between words.
std::string explanation_text(const Note& note) {
  std::string out;
  if (note.languages.empty()) return out;
  out.reserve(kMaxExplanationBytes);
  for (const Explanation& explanation : note.languages.front().explanations) {
    const std::string paragraph = paragraph_of(explanation);
    if (out.size() + paragraph.size() + 1 <= kMaxExplanationBytes) {
      append_sentence(out, paragraph);
      continue;
    }
    if (out.empty()) {
      Words words(paragraph);
      for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (out.size() + word.size() > kMaxExplanationBytes) break;
        append_sentence(out, word);
      }
    }
    append_sentence(out, "...");
    break;
  }
  return out;
}

// What the fold needs: no line end and no other control character but those that it puts itself.
std::string without_controls(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return !is_printable(c); }, ' ');
  return out;
}

// "a; b; c" folded behind the semicolons.
std::string fold_list(std::string_view name, const std::vector<std::string>& items) {
  std::string out;
  out.reserve(kColumns * 2);
  size_t columns = name.size() + 2;
  for (size_t i = 0; i < items.size(); ++i) {
    const bool last = i + 1 == items.size();
    const size_t size = items[i].size() + (last ? 0 : 1);
    if (i != 0 && columns + 1 + size > kColumns) {
      out += "\n ";
      columns = 1;
    } else if (i != 0) {
      out += ' ';
      ++columns;
    }
    out += items[i];
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
  return without_controls(encoded);
}

std::string cause_value(const Diagnosis& diagnosis, const std::string& address) {
  std::vector<std::string> items;
  items.reserve(kMostItems);
  items.push_back(without_controls(diagnosis.cause));
  items.push_back("outlook=" + std::string(to_string(diagnosis.outlook)));
  items.push_back("kind=" + std::string(to_string(diagnosis.kind)));
  items.push_back("actor=" + std::string(to_string(diagnosis.actor)));
  const auto explained = EnhancedStatusCode::parse(diagnosis.code);
  const auto status = explained ? explained : diagnosis.reply.enhanced;
  // Action beats the codes: a success is not shown with those of a failure.
  const auto fits = [&](int digit) { return diagnosis.kind != Kind::kSuccess || digit == 2; };
  const auto& reply = diagnosis.reply.code;
  if (status && fits(status->class_digit())) items.push_back("status=" + status->to_string());
  if (reply && fits(reply->first_digit())) items.push_back("reply=" + reply->to_string());
  if (!address.empty()) items.push_back("rcpt=" + encoded_recipient(address));
  return fold_list(kCauseField, items);
}

// The page of the first code that is explained.
std::string help_link(const std::vector<DiagnosedRecipient>& recipients, std::string base) {
  while (base.ends_with('/')) base.pop_back();
  const bool plain = std::all_of(base.begin(), base.end(), [](char c) {
    return is_printable(c) && c != ' ' && c != '<' && c != '>';
  });
  if (base.empty() || !plain) return {};
  for (const DiagnosedRecipient& recipient : recipients) {
    const std::string& code = recipient.diagnosis.code;
    const bool is_code = !code.empty() && std::all_of(code.begin(), code.end(), [](char c) {
      return is_digit(c) || c == '.' || c == 'X';
    });
    if (is_code) return base.append("/codes/").append(code);
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
  const std::string link = show_link ? help_link(recipients, link_base) : std::string();
  if (!link.empty()) headers.push_back({std::string(kHelpField), "<" + link + ">"});
  return headers;
}

HeaderValue render_marker(const std::string& version, const std::string& host) {
  std::string name;
  for (const char c : host) {
    if (is_printable(c) && c != ' ' && c != '(' && c != ')' && c != '\\') name += c;
  }
  return {std::string(kMarkerField),
          "plainbounce " + without_controls(version) + " (" + name + ")"};
}

}  // namespace plainbounce
