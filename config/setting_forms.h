#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/ini_document.h"
#include "config/schema.h"
#include "config/value_parsers.h"

// The forms that a value can have; only the schema builds with them. A form is what is allowed, in
// words, and the way from the text to the member that an Access names.
namespace plainbounce::setting_forms {

struct Form {
  std::string allowed;
  SettingStore store;
};

// Access to a member of a section's struct, and of a domain's.
template <class Section, class Member>
auto in(Section Settings::*section, Member Section::*member) {
  return [section, member](const SettingTarget& target) -> Member& {
    return target.settings.*section.*member;
  };
}
template <class Member>
auto in_domain(Member DomainSettings::*member) {
  return [member](const SettingTarget& target) -> Member& { return target.domain->*member; };
}

template <class T, class Access>
Form scalar(std::string allowed, Result<T> (*parse)(std::string_view), Access access) {
  auto store = [parse, access](const SettingTarget& target,
                               std::string_view value) -> Result<void> {
    const auto text = unquote(value);
    if (!text) return tl::unexpected<Error>(text.error());
    auto parsed = parse(*text);
    if (!parsed) return tl::unexpected<Error>(parsed.error());
    access(target) = std::move(*parsed);
    return {};
  };
  return {std::move(allowed), std::move(store)};
}

// As scalar, but the text may be empty.
template <class Access>
Form scalar_or_empty(const std::string& allowed, Result<std::string> (*parse)(std::string_view),
                     Access access) {
  Form form = scalar(allowed + ", or empty", parse, access);
  form.store = [store = std::move(form.store), access](const SettingTarget& target,
                                                       std::string_view value) -> Result<void> {
    if (!value.empty() && value != "\"\"") return store(target, value);
    access(target) = std::string{};
    return {};
  };
  return form;
}

// As scalar, into a std::optional<T> that an empty text leaves without a value.
template <class T, class Access>
Form optional_scalar(const std::string& allowed, Result<T> (*parse)(std::string_view),
                     Access access) {
  Form form = scalar(allowed + ", or empty", parse, access);
  form.store = [store = std::move(form.store), access](const SettingTarget& target,
                                                       std::string_view value) -> Result<void> {
    if (!value.empty() && value != "\"\"") return store(target, value);
    access(target).reset();
    return {};
  };
  return form;
}

template <class Access>
Form yes_or_no(Access access) {
  return scalar("yes or no", parse_boolean, access);
}

template <class Access>
Form free_text(Access access) {
  return scalar<std::string>(
      "any text", [](std::string_view text) -> Result<std::string> { return std::string(text); },
      access);
}

template <class Access>
Form size_between(size_t least, size_t most, Access access) {
  const std::string allowed = "a size from " + size_text(least) + " to " + size_text(most);
  auto store = [least, most, access, allowed](const SettingTarget& target,
                                              std::string_view value) -> Result<void> {
    const auto bytes = parse_size(value);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    if (*bytes < least || *bytes > most) {
      return fail("\"" + std::string(value) + "\" is out of range; allowed is " + allowed);
    }
    access(target) = *bytes;
    return {};
  };
  return {allowed, std::move(store)};
}

// As size_between, of something that is counted.
template <class Access>
Form number_between(size_t least, size_t most, Access access) {
  Form form = size_between(least, most, access);
  form.allowed = "a number from " + std::to_string(least) + " to " + std::to_string(most);
  return form;
}

// As size_between; the word "auto" leaves it to the program.
template <class Access>
Form size_or_auto(size_t least, size_t most, Access access) {
  Form form = size_between(least, most, access);
  form.allowed = "auto or " + form.allowed;
  form.store = [store = std::move(form.store), access](const SettingTarget& target,
                                                       std::string_view value) -> Result<void> {
    if (value != "auto") return store(target, value);
    access(target).reset();
    return {};
  };
  return form;
}

template <class Access>
Form duration_between(std::chrono::seconds least, std::chrono::seconds most, Access access) {
  const std::string allowed = "a time from " + duration_text(least) + " to " + duration_text(most);
  auto store = [least, most, access, allowed](const SettingTarget& target,
                                              std::string_view value) -> Result<void> {
    const auto duration = parse_duration(value);
    if (!duration) return tl::unexpected<Error>(duration.error());
    if (*duration < least || *duration > most) {
      return fail("\"" + std::string(value) + "\" is out of range; allowed is " + allowed);
    }
    access(target) = *duration;
    return {};
  };
  return {allowed, std::move(store)};
}

// One of several words, each with what it stands for.
template <class T, class Access>
Form one_of(std::vector<std::pair<std::string, T>> words, Access access) {
  std::string allowed;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) allowed += i + 1 == words.size() ? " or " : ", ";
    allowed += words[i].first;
  }
  auto store = [words = std::move(words), access, allowed](const SettingTarget& target,
                                                           std::string_view value) -> Result<void> {
    for (const auto& [word, meaning] : words) {
      if (word != value) continue;
      access(target) = meaning;
      return {};
    }
    return fail("\"" + std::string(value) + "\" is not allowed; allowed is " + allowed);
  };
  return {allowed, std::move(store)};
}

// A list of at least `least` and at most `most` different elements.
template <class Access>
Form list(const std::string& allowed, Result<std::string> (*parse)(std::string_view), size_t least,
          size_t most, Access access) {
  auto store = [parse, least, most, access, allowed](const SettingTarget& target,
                                                     std::string_view value) -> Result<void> {
    const auto texts = split_list(value);
    if (!texts) return tl::unexpected<Error>(texts.error());
    std::vector<std::string> elements;
    for (const std::string& text : *texts) {
      auto element = parse(text);
      if (!element) return tl::unexpected<Error>(element.error());
      for (const std::string& other : elements) {
        if (other == *element) return fail("\"" + text + "\" stands twice in the list");
      }
      elements.push_back(std::move(*element));
    }
    if (elements.size() < least || elements.size() > most) {
      return fail("the list has " + std::to_string(elements.size()) + " elements; allowed is " +
                  allowed);
    }
    access(target) = std::move(elements);
    return {};
  };
  return {allowed, std::move(store)};
}

inline KeySpec key(std::string name, std::string default_text, Form form,
                   std::string documentation) {
  return {std::move(name),          std::move(default_text), std::move(form.allowed),
          std::move(documentation), std::move(form.store),   {}};
}

}  // namespace plainbounce::setting_forms
