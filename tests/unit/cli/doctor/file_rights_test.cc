#include "cli/doctor/file_rights.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

TEST(FileRights, OneClassOfTheModeCounts) {
  const Account account{"someone", 110, 300, {300, 105}, {}};
  const struct {
    const char* label;
    FileStatus file;
    unsigned rights;
    char whose;
    bool may_do_it;
  } cases[] = {
      {"the owner's", {0, 0400, 110, 0, 0}, kMayRead, 'u', true},
      {"the owner's alone", {0, 0077, 110, 300, 0}, kMayRead, 'u', false},
      {"its group's", {0, 0040, 0, 300, 0}, kMayRead, 'g', true},
      {"a further group's", {0, 0050, 0, 105, 0}, kMayRead | kMayEnter, 'g', true},
      {"not all of them", {0, 0040, 0, 105, 0}, kMayRead | kMayEnter, 'g', false},
      {"all others'", {0, 0002, 0, 0, 0}, kMayWrite, 'o', true},
      {"not for others", {0, 0770, 0, 0, 0}, kMayWrite, 'o', false},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(class_of(account, one.file), one.whose);
    EXPECT_EQ(may(account, one.file, one.rights), one.may_do_it);
  }
  EXPECT_TRUE(may({"root", 0, 0, {0}, {}}, {0, 0, 110, 300, 0}, kMayRead));
}

TEST(FileRights, AsLsShowsThem) {
  const testing::PretendedMachine machine;
  EXPECT_EQ(described(machine, "/d", {0, S_IFDIR | 02750, 110, 105, 0}),
            "/d (drwxr-s--- plainbounce postfix)");
  EXPECT_EQ(described(machine, "/s", {0, S_IFSOCK | 0660, 0, 0, 0}), "/s (srw-rw---- root root)");
  EXPECT_EQ(described(machine, "/f", {0, S_IFREG | 02600, 0, 0, 0}), "/f (-rw---S--- root root)");
}

}  // namespace
}  // namespace plainbounce
