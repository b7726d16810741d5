#include "config/settings_reader.h"

#include <algorithm>
#include <map>
#include <utility>

#include "config/schema.h"
#include "config/time_zone.h"
#include "config/value_parsers.h"
#include "core/base/nearest_word.h"

namespace plainbounce {
namespace {

std::string_view nearest_of(const std::string& text, const std::vector<std::string>& words) {
  return nearest_word(text, {words.begin(), words.end()});
}

// "; did you mean X?" or, when nothing is near, "; allowed are X, Y, Z".
std::string advice(const std::string& text, const std::vector<std::string>& words,
                   const std::string& before, const std::string& behind) {
  const std::string_view nearest = nearest_of(text, words);
  if (!nearest.empty()) return "; did you mean " + before + std::string(nearest) + behind + "?";
  std::string list;
  for (const std::string& word : words) {
    list.append(list.empty() ? "" : ", ").append(before).append(word).append(behind);
  }
  return "; allowed are " + list;
}

const SectionSpec* find_section(const std::string& name) {
  for (const SectionSpec& section : configuration_schema()) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

const KeySpec* find_key(const SectionSpec& section, const std::string& name) {
  for (const KeySpec& key : section.keys) {
    if (key.name == name || (!key.also.empty() && key.also == name)) return &key;
  }
  return nullptr;
}

std::string unknown_section(const IniSection& section) {
  std::vector<std::string> names;
  for (const SectionSpec& known : configuration_schema()) names.push_back(known.name);
  return "unknown section [" + section.name + "]" + advice(section.name, names, "[", "]");
}

std::string unknown_key(const SectionSpec& section, const std::string& name) {
  std::string message = "unknown key \"" + name + "\" in [" + section.name + "]";
  std::vector<std::string> names;
  for (const KeySpec& key : section.keys) names.push_back(key.name);
  if (!nearest_of(name, names).empty()) return message + advice(name, names, "\"", "\"");
  for (const SectionSpec& other : configuration_schema()) {
    if (find_key(other, name) != nullptr) return message + "; it belongs to [" + other.name + "]";
  }
  return message + advice(name, names, "\"", "\"");
}

class DocumentReader {
 public:
  DocumentReader(Settings& settings, const IniDocument& document, std::vector<Error>& errors)
      : settings_(settings), document_(document), errors_(errors) {}

  void read() {
    for (const IniSection& section : document_.sections) read_section(section);
  }

 private:
  void complain(std::string message, size_t line) {
    errors_.push_back({std::move(message), document_.file, line});
  }

  void read_section(const IniSection& section) {
    const SectionSpec* spec = find_section(section.name);
    if (spec == nullptr) return complain(unknown_section(section), section.line);
    DomainSettings* domain = nullptr;
    std::string place = spec->name;
    if (spec->argument.empty()) {
      if (section.has_argument) {
        return complain("[" + spec->name + "] takes no name in quotes", section.line);
      }
    } else {
      const auto name = parse_domain_name(section.argument);
      if (!name) {
        return complain(
            "[" + spec->name + "] needs the name of one domain: allowed is " + spec->heading(),
            section.line);
      }
      domain = &settings_.domains[*name];
      place += " " + *name;
    }
    for (const IniEntry& entry : section.entries) read_entry(*spec, place, domain, entry);
  }

  void read_entry(const SectionSpec& section, const std::string& place, DomainSettings* domain,
                  const IniEntry& entry) {
    const KeySpec* key = find_key(section, entry.key);
    if (key == nullptr) return complain(unknown_key(section, entry.key), entry.line);
    const std::string name = place + "." + key->name;
    const auto [first, is_first] = seen_.emplace(name, entry.line);
    if (!is_first) {
      settings_.notices.push_back(
          {"\"" + key->name + "\" of line " + std::to_string(first->second) + " is set again here",
           document_.file, entry.line});
    }
    const auto stored = key->store({settings_, domain}, entry.value);
    if (!stored) return complain(key->name + ": " + stored.error().message, entry.line);
    settings_.places.insert_or_assign(name, SettingPlace{document_.file, entry.line});
  }

  Settings& settings_;
  const IniDocument& document_;
  std::vector<Error>& errors_;
  std::map<std::string, size_t> seen_;  // line of each key of this file
};

Error error_at(const Settings& settings, const std::string& place, std::string message) {
  const auto found = settings.places.find(place);
  if (found == settings.places.end()) return {std::move(message), "", 0};
  return {std::move(message), found->second.file, found->second.line};
}

// `place` ends in the key's name.
void check_language_list(const Settings& settings, const std::string& place,
                         const std::vector<std::string>& languages,
                         const std::vector<std::string>& known, std::vector<Error>& errors) {
  for (const std::string& language : languages) {
    bool found = false;
    std::string list;
    for (const std::string& one : known) {
      found = found || one == language;
      list += (list.empty() ? "" : ", ") + one;
    }
    if (found) continue;
    std::string message = place.substr(place.rfind('.') + 1);
    message.append(": there are no texts in \"")
        .append(language)
        .append("\"; there are texts in ")
        .append(list);
    errors.push_back(error_at(settings, place, std::move(message)));
  }
}

void check_reply_socket(const Settings& settings, std::vector<Error>& errors) {
  const auto& socket = settings.replies.socket;
  if (!socket) return;
  if (!socket->is_local()) {
    errors.push_back(error_at(settings, "replies.socket",
                              "socket: " + socket->postfix_spelling() +
                                  " can be reached from other machines; allowed are a unix socket, "
                                  "127.0.0.1 and ::1"));
  } else if (*socket == settings.milter.socket) {
    errors.push_back(error_at(settings, "replies.socket",
                              "socket: " + socket->postfix_spelling() +
                                  " is the milter's socket; the reply map needs one of its own"));
  }
}

void check_status_socket(const Settings& settings, std::vector<Error>& errors) {
  const auto& socket = settings.status.listen;
  if (!socket) return;
  if (!socket->is_local() && !settings.status.allow_remote) {
    errors.push_back(error_at(settings, "status.listen",
                              "listen: " + socket->postfix_spelling() +
                                  " can be reached from other machines; allowed are a unix socket, "
                                  "127.0.0.1 and ::1, others with allow_remote = yes"));
  } else if (*socket == settings.milter.socket || socket == settings.replies.socket) {
    errors.push_back(
        error_at(settings, "status.listen",
                 "listen: " + socket->postfix_spelling() + " is the socket of " +
                     (*socket == settings.milter.socket ? "the milter" : "the reply map") +
                     "; the status needs one of its own"));
  }
}

}  // namespace

void read_into(Settings& settings, const IniDocument& document, std::vector<Error>& errors) {
  DocumentReader(settings, document, errors).read();
}

void check_together(const Settings& settings, std::vector<Error>& errors) {
  if (!settings.milter.socket.is_local() && !settings.milter.allow_remote) {
    errors.push_back(
        error_at(settings, "milter.socket",
                 "socket: " + settings.milter.socket.postfix_spelling() +
                     " can be reached from other machines, and a milter socket has no access "
                     "control; allowed are 127.0.0.1 and ::1, others with allow_remote = yes"));
  }
  check_reply_socket(settings, errors);
  check_status_socket(settings, errors);
  const auto zone = TimeZone::load(settings.text.time_zone);
  if (!zone && !settings.text.time_zone.empty()) {
    errors.push_back(error_at(settings, "text.time_zone", "time_zone: " + zone.error().message));
  }
}

std::vector<Error> check_languages(const Settings& settings,
                                   const std::vector<std::string>& known) {
  std::vector<Error> errors;
  check_language_list(settings, "text.languages", settings.text.languages, known, errors);
  check_language_list(settings, "replies.language", {settings.replies.language}, known, errors);
  for (const auto& [name, domain] : settings.domains) {
    if (!domain.languages) continue;
    check_language_list(settings, "domain " + name + ".languages", *domain.languages, known,
                        errors);
  }
  return errors;
}

}  // namespace plainbounce
