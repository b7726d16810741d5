#include "cli/maillog/byte_source.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace plainbounce {
namespace {

// printf 'one\n' | gzip -n
constexpr std::string_view kOne{
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb\xcf\x4b\xe5\x02\x00\x9f\xa8\x17\xf8\x04\x00\x00"
    "\x00",
    24};

class ByteSourceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "plainbounce-log-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, std::string_view bytes) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  // The bytes of a file, and the error behind them.
  std::string read(const std::string& file, const std::string& standard_input = {}) {
    std::istringstream in(standard_input);
    const auto source = ByteSource::open(file, in);
    if (!source) return shown(source.error());
    std::string bytes;
    while (true) {
      const auto piece = (*source)->next();
      if (!piece) return bytes + shown(piece.error());
      if (piece->empty()) return bytes;
      bytes += *piece;
    }
  }
  std::string shown(const Error& error) const {
    const std::string text = to_string(error);
    return text.starts_with(folder_) ? text.substr(folder_.size() + 1) : text;
  }

  std::string folder_;
};

TEST_F(ByteSourceTest, PlainAndPackedFilesGiveTheirBytes) {
  const std::string large(700000, 'x');
  EXPECT_EQ(read(write("plain", "one\ntwo")), "one\ntwo");
  EXPECT_EQ(read(write("empty", "")), "");
  EXPECT_EQ(read(write("large", large)), large);
  EXPECT_EQ(read(write("packed.gz", kOne)), "one\n");
  EXPECT_EQ(read(write("twice.gz", std::string(kOne) + std::string(kOne))), "one\none\n");
  EXPECT_EQ(read(write("padded.gz", std::string(kOne) + std::string(512, '\0'))), "one\n");
  EXPECT_EQ(read("", "from standard input"), "from standard input");
  EXPECT_EQ(read("-", std::string(kOne)), "one\n");
}

TEST_F(ByteSourceTest, WhatCannotBeReadIsNamed) {
  EXPECT_EQ(read(folder_ + "/none"), "none: cannot be read: No such file or directory");
  EXPECT_EQ(read(folder_ + "/."), ".: is a directory");
  EXPECT_EQ(read(write("cut.gz", kOne.substr(0, 18))),
            "one\ncut.gz: ends within its gzip data at byte 18, behind 4 unpacked ones");
  std::string damaged(kOne);
  damaged[18] = 'x';  // the check sum
  EXPECT_EQ(read(write("damaged.gz", damaged)),
            "one\ndamaged.gz: holds damaged gzip data at byte 20, behind 4 unpacked ones");
  EXPECT_EQ(read(write("log.xz", std::string_view("\xfd"
                                                  "7zXZ\0",
                                                  6))),
            "log.xz: is packed with xz; unpack it on the way: xzcat FILE | plainbounce log");
  EXPECT_EQ(read("", "BZh9"),
            "standard input: is packed with bzip2; unpack it on the way: bzcat FILE | plainbounce "
            "log");
}

}  // namespace
}  // namespace plainbounce
