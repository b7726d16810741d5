#include "cli/postfix/file_transaction.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/support/files.h"
#include "tests/support/milter/temporary_directory.h"

namespace plainbounce {
namespace {

using ::plainbounce::testing::read_file;
using ::plainbounce::testing::TemporaryDirectory;

mode_t mode_of(const std::string& path) {
  struct stat about = {};
  return ::stat(path.c_str(), &about) == 0 ? about.st_mode & 07777U : 0;
}

TEST(FileTransaction, AFileKeepsItsModeAndANewOneGetsItsModels) {
  const TemporaryDirectory directory;
  const std::string old = directory.write("old", "one");
  ::chmod(old.c_str(), 0640);
  FileTransaction files;
  ASSERT_TRUE(files.write(old, "two"));
  ASSERT_TRUE(files.write(directory.file("deep/copy"), "three", old));
  ASSERT_TRUE(files.write(directory.file("new"), "four"));
  EXPECT_EQ(read_file(old), "two");
  EXPECT_EQ(mode_of(old), 0640U);
  EXPECT_EQ(mode_of(directory.file("deep/copy")), 0640U);
  EXPECT_EQ(mode_of(directory.file("new")), 0644U);
}

TEST(FileTransaction, RollingBackPutsAllOfThemBack) {
  const TemporaryDirectory directory;
  const std::string changed = directory.write("changed", "one");
  const std::string removed = directory.write("removed", "two");
  ::chmod(removed.c_str(), 0600);
  FileTransaction files;
  ASSERT_TRUE(files.write(changed, "1"));
  ASSERT_TRUE(files.write(changed, "2"));
  ASSERT_TRUE(files.remove(removed));
  ASSERT_TRUE(files.remove(directory.file("nowhere")));
  ASSERT_TRUE(files.write(directory.file("new"), "3"));
  EXPECT_FALSE(std::filesystem::exists(removed));
  EXPECT_TRUE(files.roll_back().empty());
  EXPECT_EQ(read_file(changed), "one");
  EXPECT_EQ(read_file(removed), "two");
  EXPECT_EQ(mode_of(removed), 0600U);
  EXPECT_FALSE(std::filesystem::exists(directory.file("new")));
}

TEST(FileTransaction, ALinkStaysOne) {
  const TemporaryDirectory directory;
  const std::string real = directory.write("real", "one");
  const std::string link = directory.file("link");
  ASSERT_EQ(::symlink(real.c_str(), link.c_str()), 0);
  FileTransaction files;
  ASSERT_TRUE(files.write(link, "two"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file(real), "two");
}

TEST(FileTransaction, WhatCannotBeWrittenIsNamedAndLeavesNothing) {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory.file("folder"));
  FileTransaction files;
  const auto written = files.write(directory.file("folder"), "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(to_string(written.error()), directory.file("folder") + ": is a directory");
  EXPECT_FALSE(files.write("/proc/nothing/x", "x"));
}

}  // namespace
}  // namespace plainbounce
