#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace plainbounce {

// The values of a template by name: texts, which the template escapes, flags, and lists of further
// views. A name that is set again keeps its first place and gets the new value.
class View {
 public:
  using Value = std::variant<bool, std::string, std::vector<View>>;
  struct Field;

  // An empty text counts as "not there", so that a section around it is left out.
  View& set(std::string name, std::string text);
  View& set(std::string name, const char* text) { return set(std::move(name), std::string(text)); }
  View& set(std::string name, bool flag);
  View& set(std::string name, std::vector<View> list);
  // A group of values: "group.name" in the template.
  View& set(std::string name, View group);

  [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }

 private:
  View& put(std::string name, Value value, bool is_group);
  std::vector<Field> fields_;
};

struct View::Field {
  std::string name;
  Value value;
  bool is_group = false;  // the list's only element is the group
};

}  // namespace plainbounce
