#pragma once

#include <string>

#include "core/knowledge/knowledge_base.h"
#include "web/page_words.h"
#include "web/site_map.h"
#include "web/view.h"

namespace plainbounce {

// A page before its frame is put around it.
struct Page {
  int status = 200;
  std::string path;         // its address, without base and language; empty: no lasting one
  std::string title;        // unique among the pages of a language
  std::string description;  // a sentence for search engines, unique as well
  std::string template_name;
  View content;
};

// What every page is made with; all of it must outlive the call.
struct PageInputs {
  const KnowledgeBase& knowledge;
  const SiteMap& map;
  const PageWords& words;
  std::string root;  // what stands before a page's address: base and language
  bool has_paste_box = false;

  // The address of a page of this language.
  [[nodiscard]] std::string link(const std::string& path) const { return root + path; }
  // The language of long texts, where it is not the page's own; else empty.
  [[nodiscard]] std::string text_language() const {
    return words.language() == "en" ? std::string() : std::string("en");
  }
};

}  // namespace plainbounce
