#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "config/settings.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

// A directory of its own for each test, gone at its end.
class SettingsFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "plainbounce-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((directory_ / name).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
  }
  std::string errors() const {
    const auto settings = load_settings(path("p.ini"));
    if (settings) return "";
    std::string out;
    for (const Error& error : settings.error()) {
      std::string line = to_string(error) + "\n";
      const std::string before = directory_.string() + "/";
      const size_t at = line.find(before);
      if (at != std::string::npos) line.erase(at, before.size());
      out += line;
    }
    return out;
  }

  fs::path directory_;
};

TEST_F(SettingsFiles, LaterFilesWin) {
  write("p.ini", "[bounce]\nbody = add\nhtml = no\n[text]\nlanguages = en, de\n");
  write("conf.d/20-last.ini", "[bounce]\nbody = off\n");
  write("conf.d/10-first.ini", "[bounce]\nbody = replace\nmode = observe\n");
  write("conf.d/30-other.conf", "nonsense");
  write("conf.d/.hidden.ini", "nonsense");
  write("conf.d/40-backup.ini~", "nonsense");
  const auto settings = load_settings(path("p.ini"));
  ASSERT_TRUE(settings) << to_string(settings.error().front());
  EXPECT_EQ(settings->bounce.body, BodyMode::kOff);
  EXPECT_TRUE(settings->bounce.observe);
  EXPECT_FALSE(settings->bounce.html);
  EXPECT_EQ(settings->places.at("bounce.body").file, path("conf.d/20-last.ini"));
  EXPECT_TRUE(settings->notices.empty());
}

TEST_F(SettingsFiles, OneFileOfTheFolderCanBeTakenForAnother) {
  write("plainbounce.ini", "[bounce]\nbody = add\n");
  write("conf.d/50-own.ini", "[bounce]\nbody = off\n");
  write("conf.d/60-last.ini", "[bounce]\nmode = observe\n");
  const auto body = [this](const char* name, const std::optional<std::string>& text) {
    const auto settings = load_settings_with(path("plainbounce.ini"), name, text);
    EXPECT_TRUE(settings);
    EXPECT_TRUE(settings->bounce.observe);
    return settings->bounce.body;
  };
  EXPECT_EQ(body("50-own.ini", std::nullopt), BodyMode::kAdd);
  EXPECT_EQ(body("50-own.ini", "[bounce]\nbody = replace\n"), BodyMode::kReplace);
  EXPECT_EQ(body("70-new.ini", "[bounce]\nbody = replace\n"), BodyMode::kReplace);
  EXPECT_EQ(body("40-new.ini", "[bounce]\nbody = replace\n"), BodyMode::kOff);
  const auto wrong =
      load_settings_with(path("plainbounce.ini"), "50-own.ini", "[bounce]\nboddy = a\n");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().front().file, path("conf.d/50-own.ini"));
  EXPECT_EQ(wrong.error().front().line, 2U);
}

TEST_F(SettingsFiles, ALaterFileMayAllowWhatAnEarlierOneNeeds) {
  write("p.ini", "[milter]\nsocket = inet:8895@192.0.2.1\n");
  write("conf.d/a.ini", "[milter]\nallow_remote = yes\n");
  EXPECT_EQ(errors(), "");
}

TEST_F(SettingsFiles, FindingsOfAllFiles) {
  write("p.ini", "[bounce]\nhtlm = yes\n");
  write("conf.d/a.ini", "[tetx]\n");
  write("conf.d/b.ini", "[milter]\nsocket = inet:8895@192.0.2.1\n");
  EXPECT_EQ(errors(),
            "p.ini:2: unknown key \"htlm\" in [bounce]; did you mean \"html\"?\n"
            "conf.d/a.ini:1: unknown section [tetx]; did you mean [text]?\n"
            "conf.d/b.ini:2: socket: inet:192.0.2.1:8895 can be reached from other machines, and a "
            "milter socket has no access control; allowed are 127.0.0.1 and ::1, others with "
            "allow_remote = yes\n");
}

TEST_F(SettingsFiles, ANamedFileMustBeThere) {
  EXPECT_EQ(errors(), "p.ini: cannot be read: No such file or directory\n");
}

TEST_F(SettingsFiles, ADirectoryIsNoFile) {
  fs::create_directories(directory_ / "p.ini");
  EXPECT_EQ(errors(), "p.ini: is a directory\n");
}

TEST_F(SettingsFiles, PipesAndDevicesAreNotWaitedFor) {
  ASSERT_EQ(mkfifo(path("p.ini").c_str(), 0600), 0);
  EXPECT_EQ(errors(), "p.ini: is no regular file\n");
  const auto device = load_settings("/dev/zero");
  ASSERT_FALSE(device);
  EXPECT_EQ(to_string(device.error().front()), "/dev/zero: is no regular file");
}

TEST_F(SettingsFiles, AFileThatIsNoConfigurationByItsSize) {
  write("p.ini", "");
  fs::resize_file(path("p.ini"), (size_t{16} << 20U) + 1);
  EXPECT_EQ(errors(), "p.ini: is larger than 16 MiB\n");
}

TEST_F(SettingsFiles, FilesInConfDMustBeReadable) {
  write("p.ini", "");
  fs::create_directories(directory_ / "conf.d" / "a.ini");
  EXPECT_EQ(errors(), "conf.d/a.ini: is a directory\n");
}

TEST_F(SettingsFiles, FilesThatCouldNotBeWrittenOrReadAreNoticed) {
  const auto notices = [this] {
    const auto settings = load_settings(path("p.ini"));
    std::string out;
    for (const Error& notice : settings->notices) out += to_string(notice) + "\n";
    return out;
  };
  write("p.ini",
        "[log]\nevents = /no/such/events.json\n[status]\ntextfile = /nor/this\n"
        "[knowledge]\noverlay =\n");
  EXPECT_EQ(notices(),
            path("p.ini") + ":2: events: there is no directory /no/such\n" + path("p.ini") +
                ":4: textfile: there is no directory /nor\n" + path("p.ini") +
                ":4: textfile: the node exporter reads only files whose names end in .prom\n");
  write("p.ini", "[log]\nevents = " + path("e.json") + "\n[status]\ntextfile = " + path("f.prom") +
                     "\n[knowledge]\noverlay =\n");
  EXPECT_EQ(notices(), "");
}

TEST(SettingsDefault, TheDefaultFileMayBeMissing) {
  if (fs::exists(std::string(kDefaultConfigFile))) {
    GTEST_SKIP() << "this machine has " << kDefaultConfigFile;
  }
  const auto settings = load_settings("");
  ASSERT_TRUE(settings);
  ASSERT_EQ(settings->notices.size(), 1U);
  EXPECT_EQ(to_string(settings->notices.front()),
            "/etc/plainbounce/plainbounce.ini: there is no such file; the defaults hold");
}

}  // namespace
}  // namespace plainbounce
