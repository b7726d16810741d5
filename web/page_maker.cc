#include "web/page_maker.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/knowledge/code_pages.h"
#include "web/assets.h"
#include "web/cause_pages.h"
#include "web/code_page.h"
#include "web/other_pages.h"
#include "web/provider_pages.h"
#include "web/search_page.h"
#include "web/template.h"

namespace plainbounce {
namespace {

// What follows a folder's name in a path of the site map; empty where the path lies elsewhere.
std::string rest_of(const std::string& path, const std::string& folder) {
  return path.starts_with(folder) ? path.substr(folder.size()) : std::string();
}

Page provider_or_group(const std::string& rest, const PageInputs& inputs) {
  const size_t slash = rest.find('/');
  if (slash != std::string::npos) {
    const RuleGroup* group = inputs.map.find_group(rest.substr(0, slash), rest.substr(slash + 1));
    if (group != nullptr) return rule_group_page(*group, inputs);
  } else if (const ProviderPages* provider = inputs.map.find_provider(rest)) {
    return provider_page(*provider, inputs);
  }
  throw std::logic_error("no page /providers/" + rest);
}

Page page_below(const std::string& path, const PageInputs& inputs) {
  const std::string code = rest_of(path, "/codes/");
  if (!code.empty()) {
    if (const auto page = CodePages(inputs.knowledge).find(code)) return code_page(*page, inputs);
  }
  const std::string provider = rest_of(path, "/providers/");
  if (!provider.empty()) return provider_or_group(provider, inputs);
  const std::string cause = rest_of(path, "/causes/");
  if (!cause.empty()) return cause_page(cause, inputs);
  throw std::logic_error("no page " + path);
}

}  // namespace

std::vector<std::string> page_languages(const KnowledgeBase& knowledge, const std::string& first) {
  std::vector<std::string> languages;
  for (const std::string& language : knowledge.languages()) {
    if (PageWords::has(language)) languages.push_back(language);
  }
  for (const std::string& wanted : {std::string("en"), first}) {
    const auto found = std::find(languages.begin(), languages.end(), wanted);
    if (found != languages.end()) std::rotate(languages.begin(), found, found + 1);
  }
  return languages;
}

PageMaker::PageMaker(const KnowledgeBase& knowledge, SiteOptions options)
    : knowledge_(knowledge), options_(std::move(options)), map_(knowledge) {
  for (const std::string& language : options_.languages) words_.emplace(language, language);
}

bool PageMaker::has_language(const std::string& language) const {
  return words_.find(language) != words_.end();
}

std::string PageMaker::root(const std::string& language) const {
  return language == main_language() ? options_.base : options_.base + "/" + language;
}

PageInputs PageMaker::inputs(const std::string& language) const {
  return {knowledge_, map_, words_.find(language)->second, root(language), options_.has_paste_box};
}

Page PageMaker::page_at(const std::string& path, const std::string& language) const {
  const PageInputs in = inputs(language);
  if (path == "/") return home_page(in);
  if (path == "/codes") return code_table_page({}, in);
  if (path == "/providers") return provider_list_page(in);
  if (path == "/causes") return cause_list_page(in);
  if (path == "/about") return about_page(options_.version, in);
  if (path == "/search") return search_page("", in);
  return page_below(path, in);
}

std::string PageMaker::document(const Page& page, const std::string& language) const {
  const PageWords& words = words_.find(language)->second;
  View view = page.content;
  view.set("w", words.view()).set("root", root(language)).set("lang", language);
  const std::string main = render_template(page.template_name, view);
  view = View();
  view.set("w", words.view()).set("root", root(language)).set("lang", language);
  view.set("title", page.title).set("description", page.description);
  view.set("no_index", page.path.empty()).set("is_home", page.path == "/").set("main", main);
  view.set("assets", options_.base + "/assets");
  view.set("style", asset_name("css")).set("script", asset_name("js"));
  view.set("icon", asset_name("svg"));
  std::vector<View> alternates;
  std::vector<View> others;
  for (const auto& [id, other] : words_) {
    View link;
    link.set("id", id).set("url", root(id) + page.path).set("name", other.text("language_name"));
    if (id != language) others.push_back(link);
    alternates.push_back(std::move(link));
  }
  const bool has_others = !page.path.empty() && !others.empty();
  if (!has_others) alternates.clear();
  view.set("alternates", std::move(alternates));
  view.set("has_others", has_others).set("others", std::move(others));
  return render_template("frame", view);
}

}  // namespace plainbounce
