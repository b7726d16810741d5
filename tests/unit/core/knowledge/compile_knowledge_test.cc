// The program that builds the knowledge in, run as the build runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/files.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

class CompileKnowledge : public ::testing::Test {
 protected:
  CompileKnowledge() : directory_(made_directory()) {
    fs::create_directories(directory_ / "data/pages");
    for (const char* name : {"data/causes.toml", "text/en.toml"}) {
      const fs::path from = testing::source_path(std::string("core/knowledge/") + name);
      fs::create_directories((directory_ / name).parent_path());
      fs::copy_file(from, directory_ / name);
    }
  }
  ~CompileKnowledge() override { fs::remove_all(directory_); }
  CompileKnowledge(const CompileKnowledge&) = delete;
  CompileKnowledge& operator=(const CompileKnowledge&) = delete;

  void write(const std::string& name, const std::string& toml) const {
    std::ofstream(directory_ / name, std::ios::binary) << toml;
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (directory_ / name).string();
  }

  struct Done {
    int status = -1;
    std::string said;
  };
  [[nodiscard]] Done compile(const std::string& more) const {
    const std::string command = std::string(COMPILE_KNOWLEDGE) + " '" + path("out.cc") + "' '" +
                                directory_.string() + "' data/causes.toml text/en.toml " + more +
                                " 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    Done done;
    if (pipe == nullptr) return done;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
      done.said += static_cast<char>(c);
    done.status = WEXITSTATUS(pclose(pipe));
    return done;
  }

 private:
  static fs::path made_directory() {
    std::string name = ::testing::TempDir() + "plainbounce-compile-XXXXXX";
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    return name;
  }
  fs::path directory_;
};

constexpr const char* kCode =
    "[[code]]\ncode = \"X.2.2\"\ntitle = \"Full\"\nclass = \"Mailbox\"\nactor = \"recipient\"\n"
    "cause = \"mailbox-full\"\norigin = \"family\"\n";

TEST_F(CompileKnowledge, WritesASourceFile) {
  write("data/codes.toml", kCode);
  write("data/pages/mailbox.toml",
        "[[page]]\ncode = \"X.2.2\"\nanswer = \"It is \\\"full\\\"?\"\n[page_frame]\na = \"b\"\n");
  const Done done = compile("data/codes.toml data/pages/mailbox.toml");
  EXPECT_EQ(done.status, 0) << done.said;
  EXPECT_THAT(testing::read_file(path("out.cc")),
              ::testing::HasSubstr("It is \\042full\\042\\077"));
  const auto written = fs::last_write_time(path("out.cc"));
  EXPECT_EQ(compile("data/codes.toml data/pages/mailbox.toml").status, 0);
  EXPECT_EQ(fs::last_write_time(path("out.cc")), written) << "nothing changed";
}

TEST_F(CompileKnowledge, FailsOnMistakesWithFileAndLine) {
  write("data/codes.toml", kCode);
  write("data/pages/bad.toml",
        "[[page]]\ncode = \"X.2.2\"\nanswe = \"x\"\n[[page]]\ncode = \"X.2.3\"\n");
  const Done done = compile("data/codes.toml data/pages/bad.toml");
  EXPECT_EQ(done.status, 1);
  EXPECT_EQ(done.said, path("data/pages/bad.toml") +
                           ":3: unknown key \"answe\"; did you mean \"answer\"?\n" +
                           path("data/pages/bad.toml") +
                           ":4: there is no code \"X.2.3\" that this page could belong to\n");
  EXPECT_FALSE(fs::exists(path("out.cc")));
}

TEST_F(CompileKnowledge, FailsOnAPageThatIsInTwoFiles) {
  write("data/codes.toml", kCode);
  write("data/pages/1.toml", "[[page]]\ncode = \"X.2.2\"\nanswer = \"x\"\n");
  write("data/pages/2.toml", "\n[[page]]\ncode = \"X.2.2\"\nanswer = \"y\"\n");
  const Done done = compile("data/codes.toml data/pages/1.toml data/pages/2.toml");
  EXPECT_EQ(done.status, 1);
  EXPECT_EQ(done.said, path("data/pages/2.toml") + ":2: page \"X.2.2\" is here twice\n");
}

TEST_F(CompileKnowledge, FailsOnAMissingFile) {
  const Done done = compile("data/none.toml");
  EXPECT_EQ(done.status, 1);
  EXPECT_EQ(done.said, path("data/none.toml") + ": cannot be read\n");
}

}  // namespace
}  // namespace plainbounce
