#include <grp.h>
#include <pwd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "config/ini_document.h"
#include "config/settings.h"
#include "config/settings_reader.h"
#include "config/text_file.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;
using Findings = std::vector<Error>;

// conf.d/*.ini beside the file, in name order; a missing directory has none.
std::vector<std::string> files_beside(const std::string& path, Findings& errors) {
  const fs::path directory = fs::path(path).parent_path() / "conf.d";
  std::vector<std::string> files;
  std::error_code failure;
  if (!fs::exists(directory, failure) && !failure) return files;
  for (fs::directory_iterator it(directory, failure), end; !failure && it != end;
       it.increment(failure)) {
    const fs::path& file = it->path();
    const bool hidden = file.filename().string().front() == '.';
    if (!hidden && file.extension() == ".ini") files.push_back(file.string());
  }
  if (failure) {
    errors.push_back({"cannot be read: " + failure.message(), directory.string(), 0});
  }
  std::sort(files.begin(), files.end());
  return files;
}

void read_file_into(Settings& settings, const std::string& path, Findings& errors) {
  const auto text = read_text_file(path);
  if (!text) {
    errors.push_back(text.error());
    return;
  }
  read_into(settings, parse_ini(*text, path, errors), errors);
}

tl::expected<Settings, Findings> finish(Settings settings, Findings errors) {
  check_together(settings, errors);
  if (!errors.empty()) return tl::unexpected<Findings>(std::move(errors));
  return settings;
}

// A reload looks up names on a thread of its own, so that the calls with a buffer are the ones to
// use.
bool is_account(const std::string& name) {
  std::vector<char> buffer(16384);
  struct passwd entry = {};
  struct passwd* found = nullptr;
  ::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
  return found != nullptr;
}

bool is_group(const std::string& name) {
  std::vector<char> buffer(16384);
  struct group entry = {};
  struct group* found = nullptr;
  ::getgrnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
  return found != nullptr;
}

// What the settings name and this machine does not have. No error: it may be made later.
void notice_what_is_missing(Settings& settings) {
  const auto notice = [&settings](std::string_view key, const std::string& message) {
    const auto place = settings.places.find(key);
    if (place == settings.places.end()) return;
    settings.notices.push_back({message, place->second.file, place->second.line});
  };
  const MilterSettings& milter = settings.milter;
  if (!milter.user.empty() && !is_account(milter.user)) {
    notice("milter.user", "user: there is no account \"" + milter.user + "\" on this machine");
  }
  if (!milter.socket_group.empty() && !is_group(milter.socket_group)) {
    notice("milter.socket_group",
           "socket_group: there is no group \"" + milter.socket_group + "\" on this machine");
  }
  std::error_code failure;
  const auto expect_directory = [&](const std::string& section, const std::string& key,
                                    const std::string& file) {
    const std::string directory = fs::path(file).parent_path().string();
    if (file.empty() || fs::exists(directory, failure) || failure) return;
    notice(section + "." + key, key + ": there is no directory " + directory);
  };
  expect_directory("log", "events", settings.log.events);
  expect_directory("status", "textfile", settings.status.textfile);
  const std::string& textfile = settings.status.textfile;
  if (!textfile.empty() && fs::path(textfile).extension() != ".prom") {
    notice("status.textfile",
           "textfile: the node exporter reads only files whose names end in .prom");
  }
  const std::string& overlay = settings.knowledge.overlay;
  if (!overlay.empty() && !fs::exists(overlay, failure) && !failure) {
    notice("knowledge.overlay", "overlay: there is no directory " + overlay);
  }
}

}  // namespace

namespace {

// What stands in place of one file, whatever it holds.
struct Replacement {
  std::string file;
  std::optional<std::string> text;  // nothing: as if it were not there
};

tl::expected<Settings, Findings> load(const std::string& path, const Replacement* replacement) {
  Settings settings;
  Findings errors;
  const std::string file = path.empty() ? std::string(kDefaultConfigFile) : path;
  std::error_code failure;
  if (path.empty() && !fs::exists(file, failure) && !failure) {
    settings.notices.push_back({"there is no such file; the defaults hold", file, 0});
  } else {
    read_file_into(settings, file, errors);
  }
  std::vector<std::string> beside = files_beside(file, errors);
  if (replacement != nullptr && replacement->text) {
    beside.push_back(replacement->file);
    std::sort(beside.begin(), beside.end());
    beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
  }
  for (const std::string& further : beside) {
    if (replacement == nullptr || further != replacement->file) {
      read_file_into(settings, further, errors);
    } else if (replacement->text) {
      read_into(settings, parse_ini(*replacement->text, further, errors), errors);
    }
  }
  notice_what_is_missing(settings);
  return finish(std::move(settings), std::move(errors));
}

}  // namespace

std::string file_of_conf_d(const std::string& path, const std::string& name) {
  const fs::path file = path.empty() ? fs::path(kDefaultConfigFile) : fs::path(path);
  return (file.parent_path() / "conf.d" / name).string();
}

tl::expected<Settings, std::vector<Error>> load_settings(const std::string& path) {
  return load(path, nullptr);
}

tl::expected<Settings, std::vector<Error>> load_settings_with(
    const std::string& path, const std::string& name, const std::optional<std::string>& text) {
  const Replacement replacement{file_of_conf_d(path, name), text};
  return load(path, &replacement);
}

tl::expected<Settings, std::vector<Error>> parse_settings(std::string_view text,
                                                          const std::string& file) {
  Settings settings;
  Findings errors;
  read_into(settings, parse_ini(text, file, errors), errors);
  return finish(std::move(settings), std::move(errors));
}

}  // namespace plainbounce
