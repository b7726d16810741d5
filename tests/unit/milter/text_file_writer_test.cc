#include "milter/text_file_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/support/files.h"
#include "tests/support/milter/captured_log.h"
#include "tests/support/milter/temporary_directory.h"

namespace plainbounce {
namespace {

using testing::CapturedLog;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::read_file;
using testing::TemporaryDirectory;
using namespace std::chrono_literals;

class TextFileWriterTest : public ::testing::Test {
 protected:
  TemporaryDirectory directory;
  std::string path = directory.file("figures.prom");
  CapturedLog log;
};

TEST_F(TextFileWriterTest, ReplacesTheFileForEverybodyToRead) {
  const mode_t before = ::umask(0077);
  TextFileWriter writer(log);
  writer.write(path, "one\n");
  ASSERT_TRUE(writer.drain(30s));
  ::umask(before);
  EXPECT_EQ(read_file(path), "one\n");
  struct stat there = {};
  ASSERT_EQ(::stat(path.c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 0777U, 0644U);
  writer.write(path, "two\n");
  ASSERT_TRUE(writer.drain(30s));
  EXPECT_EQ(read_file(path), "two\n");
  EXPECT_NE(::access((path + ".new").c_str(), F_OK), 0);
  EXPECT_THAT(log.take(), IsEmpty());
}

TEST_F(TextFileWriterTest, AReaderFindsAWholeTextAtAnyTime) {
  TextFileWriter writer(log);
  writer.write(path, std::string(100000, 'a'));
  ASSERT_TRUE(writer.drain(30s));
  std::atomic<bool> enough = false;
  std::atomic<size_t> torn = 0;
  std::atomic<size_t> read = 0;
  std::thread reader([&] {
    while (!enough) {
      std::ostringstream text;
      text << std::ifstream(path).rdbuf();
      const std::string got = text.str();
      if (got.size() != 100000 || got.find_first_not_of(got[0]) != std::string::npos) ++torn;
      ++read;
    }
  });
  for (int round = 0; round < 100 || read < 10; ++round) {
    writer.write(path, std::string(100000, static_cast<char>('a' + round % 26)));
    ASSERT_TRUE(writer.drain(30s));
  }
  enough = true;
  reader.join();
  EXPECT_EQ(torn, 0U);
}

TEST_F(TextFileWriterTest, FollowsNothingThatWasPutInItsWay) {
  const std::string victim = directory.write("victim", "untouched");
  ASSERT_EQ(::symlink(victim.c_str(), (path + ".new").c_str()), 0);
  ASSERT_EQ(::symlink(victim.c_str(), path.c_str()), 0);
  TextFileWriter writer(log);
  writer.write(path, "one\n");
  ASSERT_TRUE(writer.drain(30s));
  EXPECT_EQ(read_file(victim), "untouched");
  EXPECT_EQ(read_file(path), "one\n");
  // A pipe would hang whoever opens it.
  ASSERT_EQ(::mkfifo((path + ".new").c_str(), 0600), 0);
  writer.write(path, "two\n");
  ASSERT_TRUE(writer.drain(30s));
  EXPECT_EQ(read_file(path), "two\n");
}

TEST_F(TextFileWriterTest, WhatIsNoFileIsNotReplaced) {
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  TextFileWriter writer(log);
  writer.write(path, "one\n");
  ASSERT_TRUE(writer.drain(30s));
  EXPECT_THAT(log.take(), ElementsAre("status.textfile: cannot write " + path + ": File exists"));
  struct stat there = {};
  ASSERT_EQ(::lstat(path.c_str(), &there), 0);
  EXPECT_TRUE(S_ISFIFO(there.st_mode));
}

TEST_F(TextFileWriterTest, ATroubleIsToldOnceAndSoIsItsEnd) {
  const std::string later = directory.file("later");
  const std::string file = later + "/figures.prom";
  TextFileWriter writer(log);
  for (int i = 0; i < 3; ++i) {
    writer.write(file, "text");
    ASSERT_TRUE(writer.drain(30s));
  }
  EXPECT_THAT(log.take(),
              ElementsAre("status.textfile: cannot write " + file + ": No such file or directory"));
  ASSERT_EQ(::mkdir(later.c_str(), 0700), 0);
  for (int i = 0; i < 3; ++i) {
    writer.write(file, "text");
    ASSERT_TRUE(writer.drain(30s));
  }
  EXPECT_THAT(log.take(), ElementsAre("status.textfile: " + file + " is written again"));
  EXPECT_EQ(read_file(file), "text");
}

}  // namespace
}  // namespace plainbounce
