#include "web/template.h"

#include <algorithm>
#include <kainjow/mustache.hpp>
#include <stdexcept>

#include "core/render/escape.h"
#include "web/embedded_files.h"

namespace plainbounce {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;
using kainjow::mustache::partial;

constexpr std::string_view kPartials[] = {"paste_box", "page_text", "code_rows"};

std::string template_text(std::string_view name) {
  const std::string_view text = embedded_file("pages/" + std::string(name) + ".mustache");
  if (text.empty()) throw std::logic_error("no template " + std::string(name));
  return std::string(text);
}

// escape_for_html makes blanks of line ends; in a <pre> and a <textarea> they have to stay.
std::string escape_lines(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of("\n\t", at), text.size());
    append_escaped_for_html(out, std::string_view(text).substr(at, end - at));
    if (end < text.size()) out += text[end];
    at = end + 1;
  }
  return out;
}

data to_data(const View& view);

data to_data(const View::Field& field) {
  if (const bool* flag = std::get_if<bool>(&field.value)) return data(*flag);
  if (const auto* text = std::get_if<std::string>(&field.value)) return data(*text);
  const auto& list = std::get<std::vector<View>>(field.value);
  if (field.is_group) return to_data(list.front());
  data out(data::type::list);
  for (const View& element : list) out.push_back(to_data(element));
  return out;
}

// As deep as the code that builds the view has it.
data to_data(const View& view) {
  data out(data::type::object);
  for (const View::Field& field : view.fields()) out.set(field.name, to_data(field));
  return out;
}

}  // namespace

std::string render_template(std::string_view name, const View& view) {
  mustache page(template_text(name));
  page.set_custom_escape(escape_lines);
  data values = to_data(view);
  for (const std::string_view part : kPartials) {
    values.set("_" + std::string(part), data(partial([part] { return template_text(part); })));
  }
  std::string out = page.render(values);
  if (!page.is_valid()) {
    throw std::logic_error("template " + std::string(name) + ": " + page.error_message());
  }
  return out;
}

}  // namespace plainbounce
