#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/knowledge/knowledge_base.h"
#include "web/page.h"
#include "web/page_words.h"
#include "web/site_map.h"

namespace plainbounce {

struct SiteOptions {
  std::string base;                    // what stands before every address: "", "/bounces"
  std::vector<std::string> languages;  // the first is the one of addresses without a language
  std::string version;
  bool has_paste_box = false;
};

// The languages that pages can be written in, `first` before the others where it is one of them.
std::vector<std::string> page_languages(const KnowledgeBase& knowledge, const std::string& first);

// Makes whole pages. Immutable; safe to share between threads.
class PageMaker {
 public:
  // `knowledge` must outlive it.
  PageMaker(const KnowledgeBase& knowledge, SiteOptions options);
  PageMaker(const PageMaker&) = delete;
  PageMaker& operator=(const PageMaker&) = delete;

  [[nodiscard]] const SiteMap& map() const { return map_; }
  [[nodiscard]] const SiteOptions& options() const { return options_; }
  [[nodiscard]] const std::string& main_language() const { return options_.languages.front(); }
  [[nodiscard]] bool has_language(const std::string& language) const;
  // What stands before the addresses of a language: "/bounces", "/bounces/de".
  [[nodiscard]] std::string root(const std::string& language) const;
  [[nodiscard]] PageInputs inputs(const std::string& language) const;

  // The page at an address of the site map.
  [[nodiscard]] Page page_at(const std::string& path, const std::string& language) const;
  // The HTML document of a page.
  [[nodiscard]] std::string document(const Page& page, const std::string& language) const;

 private:
  const KnowledgeBase& knowledge_;
  SiteOptions options_;
  SiteMap map_;
  std::map<std::string, PageWords, std::less<>> words_;
};

}  // namespace plainbounce
