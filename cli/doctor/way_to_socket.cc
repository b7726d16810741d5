#include "cli/doctor/way_to_socket.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "cli/postfix/shell_word.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kEnter = 01;
constexpr unsigned kWrite = 02;

bool may(const Account& account, const FileStatus& file, unsigned right) {
  if (account.user == 0) return true;
  if (account.user == file.owner) return (file.mode >> 6U & right) != 0;
  const bool member =
      account.group == file.group ||
      std::find(account.groups.begin(), account.groups.end(), file.group) != account.groups.end();
  return ((member ? file.mode >> 3U : file.mode) & right) != 0;
}

// "drwxr-x---"
std::string mode_text(unsigned mode) {
  constexpr std::array<char, 3> kLetters{'r', 'w', 'x'};
  std::string text = S_ISDIR(mode) ? "d" : S_ISSOCK(mode) ? "s" : "-";
  for (unsigned bit = 0; bit < 9; ++bit) {
    text += (mode & (0400U >> bit)) != 0 ? kLetters.at(bit % 3) : '-';
  }
  if ((mode & 02000U) != 0) text.at(6) = (mode & 010U) != 0 ? 's' : 'S';
  return text;
}

std::string described(const Probe& probe, const std::string& path, const FileStatus& file) {
  return concat({path, " (", mode_text(file.mode), " ", probe.user_name(file.owner), " ",
                 probe.group_name(file.group), ")"});
}

Obstacle unseen(const std::string& path, int error) {
  return {path + ": " + std::generic_category().message(error), {}};
}

// The directories to pass, from the outermost.
std::vector<std::string> directories_to(const Viewpoint& viewpoint, const std::string& path) {
  const std::string top = fs::path(viewpoint.directory).lexically_normal().string();
  const bool within = path.compare(0, top.size() + 1, top + "/") == 0;
  std::vector<std::string> directories;
  for (fs::path at = fs::path(path).parent_path(); at != at.root_path(); at = at.parent_path()) {
    directories.push_back(at.string());
    if (within && at.string() == top) break;
  }
  std::reverse(directories.begin(), directories.end());
  return directories;
}

// The way that the README sets up: the group of the mail server, and its sockets inherit it.
std::vector<std::string> open_own_directory(const Probe& probe, const Account& account,
                                            const std::string& path) {
  const std::string word = shell_word(path);
  return {"chgrp " + shell_word(probe.group_name(account.group)) + " " + word,
          "chmod 2750 " + word};
}

std::optional<Obstacle> obstacle_at(const Probe& probe, const Account& account,
                                    const std::string& path, bool is_last) {
  const FileStatus file = probe.status(path);
  if (file.error != 0) return unseen(path, file.error);
  if (may(account, file, kEnter)) return std::nullopt;
  Obstacle obstacle;
  obstacle.says = concat({"user ", account.name, " may not enter ", described(probe, path, file)});
  obstacle.mend = is_last ? open_own_directory(probe, account, path)
                          : std::vector<std::string>{"chmod o+x " + shell_word(path)};
  return obstacle;
}

}  // namespace

std::optional<Obstacle> obstacle_to(const Probe& probe, const Viewpoint& viewpoint,
                                    const std::string& path) {
  const Account& account = viewpoint.account;
  const auto directories = directories_to(viewpoint, path);
  for (const std::string& directory : directories) {
    auto obstacle = obstacle_at(probe, account, directory, directory == directories.back());
    if (obstacle) return obstacle;
  }
  const FileStatus socket = probe.status(path);
  if (socket.error != 0) return unseen(path, socket.error);
  if (!S_ISSOCK(socket.mode)) return Obstacle{path + " is no socket", {}};
  if (may(account, socket, kWrite)) return std::nullopt;
  Obstacle obstacle;
  obstacle.says =
      concat({"user ", account.name, " may not write to ", described(probe, path, socket)});
  if (!directories.empty()) obstacle.mend = open_own_directory(probe, account, directories.back());
  const std::string word = shell_word(path);
  obstacle.mend.push_back("chgrp " + shell_word(probe.group_name(account.group)) + " " + word);
  obstacle.mend.push_back("chmod 0660 " + word);
  return obstacle;
}

}  // namespace plainbounce
