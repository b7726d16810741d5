#include "cli/doctor/system_probe.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "cli/doctor/socket_talk.h"
#include "config/text_file.h"

namespace plainbounce {
namespace {

constexpr size_t kEntryBytes = 16384;

std::vector<unsigned> groups_of(const std::string& name, gid_t group) {
  int count = 64;
  std::vector<gid_t> groups(static_cast<size_t>(count));
  while (::getgrouplist(name.c_str(), group, groups.data(), &count) < 0) {
    groups.resize(static_cast<size_t>(count));
  }
  groups.resize(static_cast<size_t>(count));
  return {groups.begin(), groups.end()};
}

}  // namespace

bool SystemProbe::is_root() const { return ::geteuid() == 0; }

int64_t SystemProbe::now() const { return std::time(nullptr); }

FileStatus SystemProbe::status(const std::string& path) const {
  struct stat seen = {};
  FileStatus status;
  if (::stat(path.c_str(), &seen) != 0) {
    status.error = errno;
    return status;
  }
  status.mode = seen.st_mode;
  status.owner = seen.st_uid;
  status.group = seen.st_gid;
  status.modified = seen.st_mtime;
  status.has_access_list = ::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
  return status;
}

Result<std::string> SystemProbe::read_file(const std::string& path) const {
  return read_text_file(path);
}

std::vector<std::string> SystemProbe::files_in(const std::string& directory) const {
  std::vector<std::string> paths;
  std::error_code failure;
  for (std::filesystem::directory_iterator it(directory, failure), end; !failure && it != end;
       it.increment(failure)) {
    paths.push_back(it->path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string SystemProbe::link_target(const std::string& path) const {
  std::error_code failure;
  const auto target = std::filesystem::read_symlink(path, failure);
  return failure ? std::string() : target.string();
}

std::optional<Account> SystemProbe::account(const std::string& name) const {
  std::vector<char> buffer(kEntryBytes);
  struct passwd entry = {};
  struct passwd* found = nullptr;
  ::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (found == nullptr) return std::nullopt;
  return Account{name, entry.pw_uid, entry.pw_gid, groups_of(name, entry.pw_gid), entry.pw_dir};
}

std::string SystemProbe::user_name(unsigned user) const {
  std::vector<char> buffer(kEntryBytes);
  struct passwd entry = {};
  struct passwd* found = nullptr;
  ::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found);
  return found == nullptr ? std::to_string(user) : std::string(entry.pw_name);
}

std::string SystemProbe::group_name(unsigned group) const {
  std::vector<char> buffer(kEntryBytes);
  struct group entry = {};
  struct group* found = nullptr;
  ::getgrgid_r(group, &entry, buffer.data(), buffer.size(), &found);
  return found == nullptr ? std::to_string(group) : std::string(entry.gr_name);
}

Result<ProgramResult> SystemProbe::run(const std::string& program,
                                       const std::vector<std::string>& arguments) const {
  return run_program(program, arguments);
}

Result<ProgramResult> SystemProbe::feed(const std::string& program,
                                        const std::vector<std::string>& arguments,
                                        const std::string& input) const {
  return run_program(program, arguments, kProgramTimeLimit, input);
}

std::string SystemProbe::variable(const std::string& name) const {
  const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return value == nullptr ? std::string() : std::string(value);
}

std::string SystemProbe::own_name() const { return user_name(::getuid()); }

Result<PostfixConfiguration> SystemProbe::postfix(const std::string& directory) const {
  return read_postfix_configuration(directory);
}

Heard SystemProbe::ask(const SocketAddress& place, const Question& question) const {
  return talk(place, question);
}

Heard SystemProbe::ask_from(const Viewpoint& viewpoint, const SocketAddress& place,
                            const Question& question) const {
  return talk_from(viewpoint, place, question);
}

}  // namespace plainbounce
