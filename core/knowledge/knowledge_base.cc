#include "core/knowledge/knowledge_base.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <tuple>
#include <utility>

#include "core/base/nearest_word.h"
#include "core/knowledge/code_name.h"
#include "core/knowledge/knowledge_loader.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

template <class Map>
const typename Map::mapped_type* find_in(const Map& map, std::string_view key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

Result<std::string> read_whole(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return fail("cannot be read: " + error.message(), path.string());
  std::string text(static_cast<size_t>(size), '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(size));
  if (!in) return fail("cannot be read", path.string());
  return text;
}

}  // namespace

tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> KnowledgeBase::load(
    const std::vector<KnowledgeSource>& sources) {
  KnowledgeLoader loader;
  for (const KnowledgeSource& source : sources) loader.read(source);
  return loader.finish();
}

const CodeEntry* KnowledgeBase::find_code(std::string_view code) const {
  const std::optional<std::string> name = canonical_code(code);
  if (!name) return nullptr;
  const size_t* index = find_in(code_index_, *name);
  return index == nullptr ? nullptr : &codes_[*index];
}

const CodeEntry* KnowledgeBase::find_code_or_parent(std::string_view code) const {
  const std::optional<std::string> name = canonical_code(code);
  if (!name) return nullptr;
  if (const size_t* index = find_in(code_index_, *name)) return &codes_[*index];
  for (const std::string& candidate : code_and_parents(*name)) {
    const size_t* index = find_in(code_index_, candidate);
    if (index != nullptr) return &codes_[*index];
  }
  return nullptr;
}

std::vector<std::string> KnowledgeBase::nearest_codes(std::string_view code, size_t count) const {
  constexpr size_t kLongestCode = 32;
  const std::string_view wanted = code.substr(0, kLongestCode);
  struct Ranked {
    size_t distance;
    size_t unlike;  // characters behind the common beginning: class and subject weigh most
    std::string code;
  };
  std::vector<Ranked> ranked;
  for (const CodeEntry& entry : codes_) {
    const size_t shorter = std::min(wanted.size(), entry.code.size());
    size_t alike = 0;
    while (alike < shorter && wanted[alike] == entry.code[alike]) ++alike;
    ranked.push_back({edit_distance(wanted, entry.code), kLongestCode - alike, entry.code});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return std::tie(a.distance, a.unlike) < std::tie(b.distance, b.unlike);
  });
  if (ranked.size() > count) ranked.resize(count);
  std::vector<std::string> out;
  out.reserve(ranked.size());
  for (Ranked& one : ranked) out.push_back(std::move(one.code));
  return out;
}

const PageText* KnowledgeBase::find_page(std::string_view code) const {
  return find_in(pages_, code);
}

std::optional<PageText> KnowledgeBase::built_in_page(std::string_view code) const {
  const PackedPage* page = find_in(built_in_pages_, code);
  if (page == nullptr) return std::nullopt;
  return unpacked(*page);
}

std::string KnowledgeBase::page_sentence(std::string_view key) const {
  const std::string* sentence = find_in(page_sentences_, key);
  return sentence == nullptr ? std::string() : *sentence;
}

PageText KnowledgeBase::page_of(const Rule& rule) const { return unpacked(rule.page); }

PageText KnowledgeBase::unpacked(const PackedPage& page) const {
  PageText text = page.unpack();
  for (Source& source : text.sources) (void)resolve(source);
  return text;
}

bool KnowledgeBase::resolve(Source& source) const {
  if (source.reference.empty()) return true;
  const std::string_view reference = source.reference;
  const size_t blank = reference.find(' ');
  const Source* known = find_in(sources_, reference.substr(0, blank));
  if (known == nullptr) return false;
  Source resolved = *known;
  if (blank != std::string_view::npos) {
    const std::string section(reference.substr(blank + 1));
    resolved.name += ", section " + section;
    resolved.url += "#section-" + section;
  }
  source = std::move(resolved);
  return true;
}

const CauseEntry* KnowledgeBase::find_cause(std::string_view id) const {
  return find_in(causes_, id);
}

const Provider* KnowledgeBase::find_provider(std::string_view id) const {
  return find_in(providers_, id);
}

const LanguageTexts* KnowledgeBase::texts(std::string_view language) const {
  return find_in(texts_, language);
}

std::vector<std::string> KnowledgeBase::languages() const {
  std::vector<std::string> out;
  for (const auto& [id, texts] : texts_) out.push_back(id);
  return out;
}

Result<std::vector<KnowledgeSource>> read_overlay(const std::string& directory) {
  std::vector<KnowledgeSource> sources;
  std::error_code error;
  const fs::file_status status = fs::status(directory, error);
  if (status.type() == fs::file_type::not_found) return sources;
  if (error) return fail("cannot be read: " + error.message(), directory);
  if (!fs::is_directory(status)) return fail("is no directory", directory);

  std::vector<fs::path> paths;
  fs::directory_iterator entry(directory, error);
  while (!error && entry != fs::directory_iterator()) {
    if (entry->path().extension() == ".toml") paths.push_back(entry->path());
    entry.increment(error);
  }
  if (error) return fail("cannot be read: " + error.message(), directory);
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    Result<std::string> text = read_whole(path);
    if (!text) return tl::unexpected(text.error());
    sources.push_back({path.string(), std::move(*text)});
  }
  return sources;
}

}  // namespace plainbounce
