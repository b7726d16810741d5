#include "core/knowledge/code_pages.h"

#include "core/base/ascii.h"
#include "core/knowledge/code_name.h"

namespace plainbounce {
namespace {

// "5.7.1", "4.3.X": an enhanced code or a subject of one class, not a class itself.
bool is_of_one_class(const std::string& code) {
  return code.find('.') == 1 && code[0] != 'X' && code.substr(1) != ".X.X";
}

std::string family_of(const std::string& code) {
  return is_of_one_class(code) ? "X" + code.substr(1) : std::string();
}

template <class Field>
void fill_gap(Field& field, const Field& from) {
  if (field.empty()) field = from;
}

void fill_empty_fields(PageText& page, const PageText& from) {
  fill_gap(page.answer, from.answer);
  fill_gap(page.server_text, from.server_text);
  fill_gap(page.meaning, from.meaning);
  fill_gap(page.class_text, from.class_text);
  fill_gap(page.causes, from.causes);
  fill_gap(page.fix, from.fix);
  fill_gap(page.related, from.related);
  fill_gap(page.sources, from.sources);
}

// A code is no relative of itself: its family names the classes' codes too.
void drop_itself(std::vector<RelatedCode>& related, const std::string& code) {
  for (auto one = related.begin(); one != related.end();) {
    one = one->code == code ? related.erase(one) : one + 1;
  }
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

}  // namespace

std::optional<CodePage> CodePages::find(std::string_view asked) const {
  const std::optional<std::string> code = canonical_code(asked);
  if (!code) return std::nullopt;
  const CodeEntry* known = knowledge_.find_code_or_parent(*code);
  if (known == nullptr) return std::nullopt;
  CodeEntry entry = *known;
  if (is_of_one_class(*code) && entry.code[0] == 'X') {
    // "4.3.X" is the subject "X.3.X" seen from one class.
    entry.code[0] = (*code)[0];
    entry.kind = kind_of_class((*code)[0] - '0');
    entry.class_allowed = entry.origin == "subject";
    if (entry.kind == Kind::kSuccess) entry.actor = Party::kNobody;
  }
  CodePage page = page_of(entry);
  page.asked = *code;
  const bool is_registered = known->code == *code || (entry.code == *code && entry.class_allowed);
  if (!is_registered) page.substitute = sentence("instead_" + known->origin, *known, *code);
  return page;
}

CodePage CodePages::page_of(const CodeEntry& entry) const {
  CodePage page{entry, family_of(entry.code), entry.code, {}};
  PageText& text = page.entry.page;
  fill_gaps(text, entry.code);
  if (page.family.empty()) return page;
  const bool has_own_meaning = !text.meaning.empty();
  if (const CodeEntry* family = knowledge_.find_code(page.family)) {
    fill_empty_fields(text, family->page);
  }
  fill_gaps(text, page.family);
  drop_itself(text.related, entry.code);
  if (text.class_text.empty() && !has_own_meaning) text.class_text = class_sentence(entry);
  return page;
}

void CodePages::fill_gaps(PageText& page, const std::string& code) const {
  if (const PageText* loaded = knowledge_.find_page(code)) fill_empty_fields(page, *loaded);
  if (const auto built_in = knowledge_.built_in_page(code)) fill_empty_fields(page, *built_in);
}

std::string CodePages::class_sentence(const CodeEntry& entry) const {
  const std::string key = std::string("class_") + entry.code[0];
  return sentence(entry.class_allowed ? key : key + "_unforeseen", entry, entry.code);
}

std::string CodePages::sentence(const std::string& key, const CodeEntry& entry,
                                std::string_view asked) const {
  std::string text = knowledge_.page_sentence(key);
  replace_all(text, "{code}", entry.code);
  replace_all(text, "{family}", family_of(entry.code));
  replace_all(text, "{asked}", asked);
  return text;
}

}  // namespace plainbounce
