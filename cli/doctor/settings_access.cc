#include "cli/doctor/settings_access.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cli/doctor/file_rights.h"
#include "cli/postfix/shell_word.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

// The numbers of a line "Uid: 1 2 3 4" of /proc/PID/status.
std::vector<unsigned> numbers_of(const std::string& status, const std::string& name) {
  std::istringstream lines(status);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, name.size(), name) != 0) continue;
    std::istringstream values(line.substr(name.size()));
    std::vector<unsigned> numbers;
    for (unsigned number = 0; values >> number;) numbers.push_back(number);
    return numbers;
  }
  return {};
}

std::optional<Account> account_of(const Probe& probe, int process) {
  const auto status = probe.read_file(concat({"/proc/", std::to_string(process), "/status"}));
  if (!status) return std::nullopt;
  const auto users = numbers_of(*status, "Uid:");
  const auto groups = numbers_of(*status, "Gid:");
  if (users.size() != 4 || groups.size() != 4) return std::nullopt;
  Account account;
  account.user = users[3];  // the one that counts for files
  account.group = groups[3];
  account.groups = numbers_of(*status, "Groups:");
  account.name = probe.user_name(account.user);
  return account;
}

std::optional<Account> daemon_account(const Examination& examination, const DaemonState& daemon) {
  const Probe& probe = examination.probe;
  if (daemon.is_ours()) return account_of(probe, daemon.heard.process);
  const bool unit_starts_it = daemon.property("LoadState") == "loaded";
  if (daemon.heard.process > 0 || !unit_starts_it || !examination.config_file.empty()) {
    return std::nullopt;
  }
  return probe.account("plainbounce");
}

// What is read, and the directories that are there for it alone.
struct SettingsFiles {
  std::vector<std::string> all;
  std::vector<std::string> own_directories;
};

void add_directory(const Probe& probe, const std::string& directory, const char* extension,
                   SettingsFiles& files) {
  files.all.push_back(directory);
  files.own_directories.push_back(directory);
  for (const std::string& path : probe.files_in(directory)) {
    const fs::path name = fs::path(path).filename();
    const bool hidden = name.string().front() == '.';
    if (!hidden && name.extension() == extension) files.all.push_back(path);
  }
}

SettingsFiles files_of(const Examination& examination) {
  const std::string file =
      examination.config_file.empty() ? std::string(kDefaultConfigFile) : examination.config_file;
  const fs::path folder = fs::path(file).parent_path();
  SettingsFiles files;
  files.all.push_back(file);
  if (folder.filename() == "plainbounce") files.own_directories.push_back(folder.string());
  add_directory(examination.probe, (folder / "conf.d").string(), ".ini", files);
  const std::string& overlay = examination.settings.knowledge.overlay;
  if (!overlay.empty()) {
    add_directory(examination.probe, fs::path(overlay).lexically_normal().string(), ".toml", files);
  }
  return files;
}

struct Closed {
  std::string says;
  std::string line;  // empty: none is right
};

std::optional<Closed> closed_at(const Probe& probe, const Account& account,
                                const SettingsFiles& files, const std::string& path,
                                bool is_on_the_way) {
  const FileStatus seen = probe.status(path);
  const bool is_directory = S_ISDIR(seen.mode);
  const unsigned rights = is_on_the_way  ? kMayEnter
                          : is_directory ? kMayRead | kMayEnter
                                         : kMayRead;
  if (seen.error != 0 || seen.has_access_list || may(account, seen, rights)) return std::nullopt;
  Closed closed;
  closed.says = concat({"user ", account.name, is_on_the_way ? " may not enter " : " may not read ",
                        described(probe, path, seen)});
  const auto& own = files.own_directories;
  if (is_directory && std::find(own.begin(), own.end(), path) == own.end()) return closed;
  const std::string whose(1, class_of(account, seen));
  closed.line = concat({"chmod ", whose,
                        is_on_the_way  ? "+x "
                        : is_directory ? "+rx "
                                       : "+r ",
                        shell_word(path)});
  return closed;
}

// The first that is closed on the way to a file, itself included.
std::optional<Closed> closed_to(const Probe& probe, const Account& account,
                                const SettingsFiles& files, const std::string& path) {
  std::vector<std::string> directories;
  for (fs::path at = fs::path(path).parent_path(); at != at.root_path(); at = at.parent_path()) {
    directories.push_back(at.string());
  }
  for (auto at = directories.rbegin(); at != directories.rend(); ++at) {
    auto closed = closed_at(probe, account, files, *at, true);
    if (closed) return closed;
  }
  return closed_at(probe, account, files, path, false);
}

}  // namespace

std::optional<UnreadSettings> settings_not_read(const Examination& examination,
                                                const DaemonState& daemon) {
  const auto account = daemon_account(examination, daemon);
  if (!account) return std::nullopt;
  const SettingsFiles files = files_of(examination);
  UnreadSettings unread;
  for (const std::string& path : files.all) {
    // What lies in a directory that does not exist is not there to be read.
    if (examination.probe.status(path).error != 0) continue;
    const auto closed = closed_to(examination.probe, *account, files, path);
    if (!closed) continue;
    if (unread.says.empty()) unread.says = closed->says;
    auto& mend = unread.mend;
    const bool known = std::find(mend.begin(), mend.end(), closed->line) != mend.end();
    if (!closed->line.empty() && !known) mend.push_back(closed->line);
  }
  if (unread.says.empty()) return std::nullopt;
  return unread;
}

}  // namespace plainbounce
