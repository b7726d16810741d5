#include "cli/doctor/file_rights.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "core/base/concat.h"

namespace plainbounce {
namespace {

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

}  // namespace

char class_of(const Account& account, const FileStatus& file) {
  if (account.user == file.owner) return 'u';
  const bool member =
      account.group == file.group ||
      std::find(account.groups.begin(), account.groups.end(), file.group) != account.groups.end();
  return member ? 'g' : 'o';
}

bool may(const Account& account, const FileStatus& file, unsigned rights) {
  if (account.user == 0) return true;
  const char whose = class_of(account, file);
  const unsigned shift = whose == 'u' ? 6U : whose == 'g' ? 3U : 0U;
  return (file.mode >> shift & rights) == rights;
}

std::string described(const Probe& probe, const std::string& path, const FileStatus& file) {
  return concat({path, " (", mode_text(file.mode), " ", probe.user_name(file.owner), " ",
                 probe.group_name(file.group), ")"});
}

}  // namespace plainbounce
