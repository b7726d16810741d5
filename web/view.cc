#include "web/view.h"

namespace plainbounce {

View& View::set(std::string name, std::string text) {
  if (text.empty()) return set(std::move(name), false);
  return put(std::move(name), std::move(text), false);
}

View& View::set(std::string name, bool flag) { return put(std::move(name), flag, false); }

View& View::set(std::string name, std::vector<View> list) {
  return put(std::move(name), std::move(list), false);
}

View& View::set(std::string name, View group) {
  return put(std::move(name), std::vector<View>{std::move(group)}, true);
}

View& View::put(std::string name, Value value, bool is_group) {
  for (Field& field : fields_) {
    if (field.name != name) continue;
    field.value = std::move(value);
    field.is_group = is_group;
    return *this;
  }
  fields_.push_back({std::move(name), std::move(value), is_group});
  return *this;
}

}  // namespace plainbounce
