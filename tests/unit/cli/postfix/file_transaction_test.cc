#include "cli/postfix/file_transaction.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

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

TEST(FileTransaction, WhatSomebodyHasChangedMeanwhileIsNotWrittenOver) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("main.cf", "one");
  FileTransaction files;
  for (const auto& former : {std::optional<std::string>("two"), std::optional<std::string>()}) {
    const auto written = files.write_over(path, former, "ours");
    ASSERT_FALSE(written);
    EXPECT_EQ(to_string(written.error()), path + ": changed meanwhile; nothing was written");
  }
  EXPECT_FALSE(files.write_over(directory.file("gone"), "one", "ours"));
  EXPECT_EQ(read_file(path), "one");
  EXPECT_TRUE(files.write_over(path, "one", "ours"));
  EXPECT_TRUE(files.write_over(directory.file("new"), std::nullopt, "ours"));
  EXPECT_EQ(read_file(path), "ours");
  EXPECT_TRUE(files.roll_back().empty());
  EXPECT_EQ(read_file(path), "one");
  EXPECT_FALSE(std::filesystem::exists(directory.file("new")));
}

TEST(FileTransaction, RollingBackLeavesWhatSomebodyHasChangedSince) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("main.cf", "one");
  ::chmod(path.c_str(), 0640);
  const std::string removed = directory.write("removed", "two");
  FileTransaction files;
  ASSERT_TRUE(files.write(path, "ours"));
  ASSERT_TRUE(files.remove(removed));
  ASSERT_TRUE(files.write(directory.file("new"), "ours"));
  for (const char* name : {"main.cf", "removed", "new"}) directory.write(name, "theirs");
  const std::vector<Error> errors = files.roll_back();
  ASSERT_EQ(errors.size(), 3U);
  EXPECT_EQ(to_string(errors[0]), directory.file("new") + ": changed meanwhile and stays");
  EXPECT_EQ(to_string(errors[2]), path +
                                      ": changed meanwhile and stays; as it was before, it is "
                                      "kept in " +
                                      path + ".former");
  for (const char* name : {"main.cf", "removed", "new"}) {
    EXPECT_EQ(read_file(directory.file(name)), "theirs") << name;
  }
  EXPECT_EQ(read_file(path + ".former"), "one");
  EXPECT_EQ(mode_of(path + ".former"), 0640U);
  EXPECT_EQ(read_file(removed + ".former"), "two");
  EXPECT_FALSE(std::filesystem::exists(directory.file("new") + ".former"));
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
