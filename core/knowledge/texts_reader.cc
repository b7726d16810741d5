#include "core/knowledge/texts_reader.h"

#include <algorithm>
#include <utility>

#include "core/base/ascii.h"
#include "core/knowledge/cause_ids.h"
#include "core/knowledge/entry_reader.h"
#include "core/knowledge/packed_entries.h"

namespace plainbounce {
namespace {

struct SentenceField {
  std::string_view key;
  std::string CauseTexts::*member;
};
constexpr SentenceField kSentences[] = {
    {"title", &CauseTexts::title},
    {"reason", &CauseTexts::reason},
    {"reason_many", &CauseTexts::reason_many},
    {"title_admin", &CauseTexts::title_admin},
    {"reason_admin", &CauseTexts::reason_admin},
    {"reason_admin_many", &CauseTexts::reason_admin_many},
    {"what_final", &CauseTexts::what_final},
    {"what_final_many", &CauseTexts::what_final_many},
    {"what_unknown", &CauseTexts::what_unknown},
    {"what_unknown_many", &CauseTexts::what_unknown_many},
    {"what_retrying", &CauseTexts::what_retrying},
    {"what_retrying_many", &CauseTexts::what_retrying_many},
    {"what_done", &CauseTexts::what_done},
    {"what_done_many", &CauseTexts::what_done_many},
    {"line", &CauseTexts::line},
};

struct ActionsField {
  std::string_view key;
  std::vector<std::string> CauseTexts::*member;
};
constexpr ActionsField kActions[] = {
    {"actions_final", &CauseTexts::actions_final},
    {"actions_retrying", &CauseTexts::actions_retrying},
    {"actions_done", &CauseTexts::actions_done},
    {"actions_final_local", &CauseTexts::actions_final_local},
    {"actions_retrying_local", &CauseTexts::actions_retrying_local},
};

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

std::string names_of(const std::vector<std::string>& placeholders) {
  return placeholders.empty() ? "none" : "{" + joined(placeholders) + "}";
}

// Nothing, or what differs.
std::string placeholder_difference(std::string_view english, std::string_view other) {
  const std::vector<std::string> wanted = placeholders_in(english);
  const std::vector<std::string> found = placeholders_in(other);
  if (wanted == found) return {};
  return "placeholders " + names_of(found) + " differ from the English text's " + names_of(wanted);
}

}  // namespace

std::vector<std::string> placeholders_in(std::string_view text) {
  std::vector<std::string> names;
  size_t open = text.find('{');
  while (open != std::string_view::npos) {
    const size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    names.emplace_back(text.substr(open + 1, close - open - 1));
    open = text.find('{', close);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void TextsCollection::remember(const std::string& language, const std::string& key, Place place) {
  places_[language + "/" + key] = std::move(place);
}

Place TextsCollection::place_of(const std::string& language, const std::string& key) const {
  const auto found = places_.find(language + "/" + key);
  return found == places_.end() ? Place{} : found->second;
}

void TextsCollection::begin_with(std::map<std::string, LanguageTexts, std::less<>> languages,
                                 std::string_view packed_places) {
  languages_ = std::move(languages);
  unread_places_ = packed_places;
}

std::string TextsCollection::packed_places() const {
  Packer packer;
  packer(places_);
  return packer.bytes();
}

void TextsCollection::unpack_places() {
  if (unread_places_.empty()) return;
  Unpacker{unread_places_}(places_);
  unread_places_ = {};
  first_english_ = languages_["en"];
}

void TextsCollection::read(TableReader& document) {
  const TomlValue* head = document.table("language");
  if (head == nullptr) return;
  unpack_places();
  TableReader language_table = document.sub_reader(*head);
  const std::string id = language_table.required_string("id");
  const std::string name = language_table.string_or("name", "");
  language_table.finish();
  if (id.empty()) return;

  LanguageTexts& language = languages_[id];
  language.id = id;
  if (!name.empty()) language.name = name;
  if (language.name.empty()) language_table.report("\"name\" is missing");
  if (place_of(id, "language").file.empty()) remember(id, "language", language_table.place());
  read_frame(document, language);
  if (const TomlValue* causes = document.table("cause")) {
    for (const TomlMember& member : causes->members) {
      TableReader table = document.sub_reader(member.value);
      read_cause(table, member.key, language);
    }
  }
  if (id == "en" && first_english_.id.empty()) first_english_ = language;
}

void TextsCollection::read_frame(TableReader& document, LanguageTexts& language) {
  const TomlValue* frame = document.table("frame");
  if (frame == nullptr) return;
  TableReader table = document.sub_reader(*frame);
  for (const TomlMember& member : frame->members) {
    language.frame[member.key] = table.required_string(member.key);
    remember(language.id, "frame." + member.key, {table.place().file, table.line_of(member.key)});
  }
}

void TextsCollection::read_cause(TableReader& table, const std::string& id,
                                 LanguageTexts& language) {
  if (!is_cause_id(id)) {
    table.report(unknown_word_text(
        "cause", id, std::vector<std::string_view>(kCauseIds.begin(), kCauseIds.end())));
    return;
  }
  CauseTexts& texts = language.causes[id];
  const std::string prefix = "cause." + id;
  remember(language.id, prefix, table.place());
  for (const auto& [key, member] : kSentences) {
    texts.*member = table.string_or(key, texts.*member);
    if (table.has(key)) {
      remember(language.id, prefix + "." + std::string(key),
               {table.place().file, table.line_of(key)});
    }
  }
  for (const auto& [key, member] : kActions) {
    std::vector<std::string> actions = table.strings(key);
    if (!table.has(key)) continue;
    texts.*member = std::move(actions);
    remember(language.id, prefix + "." + std::string(key),
             {table.place().file, table.line_of(key)});
  }
  if (!is_ascii(texts.line)) table.report_at_key("line", "\"line\" must be ASCII");
  table.finish();
}

void TextsCollection::check(Findings& findings) const {
  if (!unread_places_.empty()) return;  // nothing was read since
  const auto english = languages_.find("en");
  if (english == languages_.end()) {
    findings.push_back(Error{"there are no English texts ([language] id = \"en\")", {}, 0});
    return;
  }
  check_causes(english->second, findings);
  check_against_english(first_english_, english->second, findings);
  for (const auto& [id, language] : languages_) {
    if (id == "en") continue;
    check_causes(language, findings);
    check_against_english(first_english_, language, findings);
  }
}

void TextsCollection::check_causes(const LanguageTexts& language, Findings& findings) const {
  for (const std::string_view id : kCauseIds) {
    const auto found = language.causes.find(id);
    if (found == language.causes.end()) {
      findings.push_back(
          Error{"language \"" + language.id + "\" has no [cause." + std::string(id) + "]",
                place_of(language.id, "language").file, 0});
      continue;
    }
    const CauseTexts& texts = found->second;
    const Place place = place_of(language.id, "cause." + std::string(id));
    const auto demand = [&](bool holds, std::string_view what) {
      if (!holds)
        findings.push_back(Error{std::string(what) + " is missing", place.file, place.line});
    };
    demand(!texts.title.empty(), "\"title\"");
    demand(!texts.line.empty(), "\"line\"");
    const bool whole = !texts.what_final.empty() || !texts.what_done.empty();
    demand(!texts.reason.empty() || whole, "\"reason\" (or \"what_final\", \"what_done\")");
    const bool whole_many = !texts.what_final_many.empty() || !texts.what_done_many.empty();
    demand(!texts.reason_many.empty() || whole_many,
           "\"reason_many\" (or \"what_final_many\", \"what_done_many\")");
  }
}

void TextsCollection::check_against_english(const LanguageTexts& english,
                                            const LanguageTexts& other, Findings& findings) const {
  const auto report = [&](const std::string& key, const std::string& message) {
    Place place = place_of(other.id, key);
    if (place.file.empty()) place = {place_of(other.id, "language").file, 0};
    findings.push_back(Error{message, place.file, place.line});
  };
  for (const auto& [key, text] : english.frame) {
    const auto found = other.frame.find(key);
    if (found == other.frame.end()) {
      report("frame." + key, "frame key \"" + key + "\" is missing, English has it");
      continue;
    }
    const std::string difference = placeholder_difference(text, found->second);
    if (difference.empty()) continue;
    report("frame." + key, std::string("\"").append(key).append("\": ").append(difference));
  }
  for (const auto& [key, text] : other.frame) {
    if (english.frame.count(key) == 0)
      report("frame." + key, "English has no frame key \"" + key + "\"");
  }
  for (const auto& [id, texts] : other.causes) {
    const auto found = english.causes.find(id);
    if (found == english.causes.end()) continue;
    const auto compare = [&, &cause = id](std::string_view key, const std::string& wanted,
                                          const std::string& text) {
      if (wanted.empty() || text.empty()) return;
      const std::string difference = placeholder_difference(wanted, text);
      const std::string path = "cause." + cause + "." + std::string(key);
      if (!difference.empty()) report(path, "\"" + std::string(key) + "\": " + difference);
    };
    for (const auto& [key, member] : kSentences) {
      compare(key, found->second.*member, texts.*member);
    }
    for (const auto& [key, member] : kActions) {
      compare(key, joined(found->second.*member), joined(texts.*member));
    }
  }
}

}  // namespace plainbounce
