#include "cli/doctor/way_to_socket.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cli/doctor/file_rights.h"
#include "cli/postfix/shell_word.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

Obstacle unseen(const std::string& path, int error) {
  return {path + ": " + std::generic_category().message(error), {}, {}};
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

// Whether a directory is there for the daemon alone: it has our name, or belongs to the account
// that the socket at `path` belongs to. All others are none of our business.
bool is_own_directory(const Probe& probe, const std::string& directory, const FileStatus& seen,
                      const std::string& path) {
  if (fs::path(directory).filename() == "plainbounce") return true;
  const FileStatus socket = probe.status(path);
  return socket.error == 0 && S_ISSOCK(socket.mode) && socket.owner != 0 &&
         socket.owner == seen.owner;
}

std::optional<Obstacle> obstacle_at(const Probe& probe, const Account& account,
                                    const std::string& directory, const std::string& path) {
  const FileStatus file = probe.status(directory);
  if (file.error != 0) return unseen(directory, file.error);
  if (may(account, file, kMayEnter)) return std::nullopt;
  Obstacle obstacle;
  obstacle.says =
      concat({"user ", account.name, " may not enter ", described(probe, directory, file)});
  if (!is_own_directory(probe, directory, file, path)) {
    obstacle.advice =
        "That directory is not the daemon's own: give it a socket in another place "
        "(\"plainbounce setup postfix --apply\" does, or [milter] socket).";
    return obstacle;
  }
  const bool is_last = directory == fs::path(path).parent_path().string();
  obstacle.mend = is_last ? open_own_directory(probe, account, directory)
                          : std::vector<std::string>{"chmod o+x " + shell_word(directory)};
  return obstacle;
}

}  // namespace

std::optional<Obstacle> obstacle_to(const Probe& probe, const Viewpoint& viewpoint,
                                    const std::string& path) {
  const Account& account = viewpoint.account;
  for (const std::string& directory : directories_to(viewpoint, path)) {
    auto obstacle = obstacle_at(probe, account, directory, path);
    if (obstacle) return obstacle;
  }
  const FileStatus socket = probe.status(path);
  if (socket.error != 0) return unseen(path, socket.error);
  if (!S_ISSOCK(socket.mode)) return Obstacle{path + " is no socket", {}, {}};
  if (may(account, socket, kMayWrite)) return std::nullopt;
  Obstacle obstacle;
  obstacle.says =
      concat({"user ", account.name, " may not write to ", described(probe, path, socket)});
  const std::string word = shell_word(path);
  obstacle.mend = {"chgrp " + shell_word(probe.group_name(account.group)) + " " + word,
                   "chmod 0660 " + word};
  return obstacle;
}

}  // namespace plainbounce
