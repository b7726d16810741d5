#include "web/static_site.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>

#include "web/assets.h"
#include "web/other_pages.h"
#include "web/search_page.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

// Names the files of the last run, so that the next one finds what is no longer wanted.
constexpr const char* kListName = ".plainbounce-site";

std::set<std::string> files_in_list(const fs::path& list) {
  std::set<std::string> names;
  std::ifstream in(list);
  for (std::string line; std::getline(in, line);) {
    const bool is_ours =
        !line.empty() && line.front() != '/' && line.find("..") == std::string::npos;
    if (is_ours) names.insert(line);
  }
  return names;
}

class SiteWriter {
 public:
  explicit SiteWriter(fs::path directory) : directory_(std::move(directory)) {}

  Result<void> begin() {
    std::error_code error;
    fs::create_directories(directory_, error);
    if (error) return fail("cannot be made: " + error.message(), directory_.string());
    const bool has_list = fs::exists(directory_ / kListName, error);
    if (!has_list && !fs::is_empty(directory_, error)) {
      return fail("is not empty and was not written by this program", directory_.string());
    }
    before_ = files_in_list(directory_ / kListName);
    if (has_list) return {};
    // From here on the directory is ours, also when this run breaks off.
    return write(kListName, "");
  }

  // A file that holds the same already keeps its time.
  Result<void> write(const std::string& name, std::string_view content) {
    const fs::path path = directory_ / name;
    names_.insert(name);
    if (holds(path, content)) return {};
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const fs::path fresh = path.string() + ".new";
    std::ofstream out(fresh, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    if (!error && !out.fail()) fs::rename(fresh, path, error);
    if (error || out.fail()) return fail("cannot be written", path.string());
    return {};
  }

  // Removes what is no longer wanted; how much that is.
  Result<size_t> end() {
    size_t removed = 0;
    names_.erase(kListName);
    std::string list;
    for (const std::string& name : names_) list += name + "\n";
    for (const std::string& name : before_) {
      if (names_.count(name) > 0) continue;
      std::error_code ignored;
      if (fs::remove(directory_ / name, ignored)) ++removed;
      fs::remove((directory_ / name).parent_path(), ignored);  // where it is empty now
    }
    const auto written = write(kListName, list);
    if (!written) return tl::unexpected<Error>(written.error());
    return removed;
  }

 private:
  static bool holds(const fs::path& path, std::string_view content) {
    std::error_code error;
    if (fs::file_size(path, error) != content.size() || error) return false;
    std::ifstream in(path, std::ios::binary);
    std::ostringstream there;
    there << in.rdbuf();
    return in && there.str() == content;
  }

  fs::path directory_;
  std::set<std::string> before_;
  std::set<std::string> names_;
};

// "/codes/4.3.1" in German -> "de/codes/4.3.1/index.html".
std::string file_of(const std::string& path, const std::string& folder) {
  const std::string below = path == "/" ? std::string() : path.substr(1) + "/";
  return folder + below + "index.html";
}

Result<size_t> write_language(const PageMaker& maker, const std::string& language,
                              SiteWriter& writer) {
  const std::string folder = language == maker.main_language() ? "" : language + "/";
  size_t pages = 0;
  for (const std::string& path : maker.map().paths()) {
    const Page page = maker.page_at(path, language);
    const auto done = writer.write(file_of(path, folder), maker.document(page, language));
    if (!done) return tl::unexpected<Error>(done.error());
    ++pages;
  }
  const PageInputs inputs = maker.inputs(language);
  const Page missing = not_found_page("/", inputs);
  auto done = writer.write(folder + "404.html", maker.document(missing, language));
  if (done) done = writer.write(folder + "search.json", search_index(inputs));
  if (!done) return tl::unexpected<Error>(done.error());
  return pages;
}

}  // namespace

Result<WrittenSite> write_static_site(const PageMaker& maker, const std::string& directory) {
  SiteWriter writer(directory);
  auto done = writer.begin();
  if (!done) return tl::unexpected<Error>(done.error());
  WrittenSite written;
  for (const std::string& language : maker.options().languages) {
    const auto pages = write_language(maker, language, writer);
    if (!pages) return tl::unexpected<Error>(pages.error());
    written.pages += *pages;
  }
  for (const Asset& asset : assets()) {
    done = writer.write("assets/" + asset.name, asset.content);
    if (!done) return tl::unexpected<Error>(done.error());
  }
  const auto removed = writer.end();
  if (!removed) return tl::unexpected<Error>(removed.error());
  written.removed = *removed;
  return written;
}

}  // namespace plainbounce
