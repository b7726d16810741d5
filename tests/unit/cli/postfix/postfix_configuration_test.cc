#include "cli/postfix/postfix_configuration.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/support/milter/temporary_directory.h"

namespace plainbounce {
namespace {

// A postconf that says what a test wants, found before the machine's own.
class PostfixConfigurationTest : public ::testing::Test {
 protected:
  PostfixConfigurationTest() : path_(::getenv("PATH")) {
    ::setenv("PATH", (directory_.path() + ":" + path_).c_str(), 1);
  }
  ~PostfixConfigurationTest() override { ::setenv("PATH", path_.c_str(), 1); }

  void postconf(const std::string& script) const {
    ::chmod(directory_.write("postconf", "#!/bin/sh\n" + script).c_str(), 0755);
  }
  void postconf_prints(const std::string& every, const std::string& set,
                       const std::string& master) const {
    directory_.write("every", every);
    directory_.write("set", set);
    directory_.write("master", master);
    postconf("for last; do :; done; echo \"$@\" >> " + directory_.file("calls") +
             "\ncase $last in -x) file=every;; -n) file=set;; -M) file=master;; *) exit 9;; esac\n"
             "cat " +
             directory_.path() +
             "/$file\n"
             "echo 'postconf: warning: unused parameter: x=y' >&2\n");
  }

  plainbounce::testing::TemporaryDirectory directory_;

 private:
  std::string path_;
};

constexpr const char* kEvery =
    "compatibility_level = 3.6\nconfig_directory = /etc/postfix\nmail_version = 3.7.11\n"
    "myhostname = mx.box.example\nmydestination = mx.box.example, localhost\nempty =\n";

TEST_F(PostfixConfigurationTest, ParametersAndServicesAreThoseThatPostconfPrints) {
  postconf_prints(kEvery, "mydestination = $myhostname, localhost\n",
                  "bounce unix - - n - 0 bounce\nbounce unix - - y - 0 bounce -o a=b\nsmtp inet n "
                  "- - - - smtpd\n");
  const auto read = read_postfix_configuration("");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->directory, "/etc/postfix");
  EXPECT_EQ(read->version, (PostfixVersion{3, 7, 11}));
  EXPECT_EQ(read->value("mydestination"), "mx.box.example, localhost");
  EXPECT_EQ(read->set.at("mydestination"), "$myhostname, localhost");
  EXPECT_TRUE(read->is_set("mydestination"));
  EXPECT_FALSE(read->is_set("myhostname"));
  EXPECT_EQ(read->value("empty"), "");
  EXPECT_EQ(read->value("unknown"), "");
  EXPECT_EQ(read->warnings, std::vector<std::string>{"postconf: warning: unused parameter: x=y"});

  ASSERT_NE(read->service("bounce"), nullptr);
  EXPECT_EQ(read->service("smtp"), nullptr);
  const MasterService* smtp = read->service("smtp", "inet");
  ASSERT_NE(smtp, nullptr);
  EXPECT_TRUE(read->is_chrooted(*read->service("bounce")));
  EXPECT_FALSE(read->is_chrooted(*smtp));
  EXPECT_EQ(read->value_for(*read->service("bounce"), "a"), "b");
  EXPECT_EQ(read->value_for(*smtp, "myhostname"), "mx.box.example");
}

TEST_F(PostfixConfigurationTest, BeforeCompatibilityLevelOneADashMeansChrooted) {
  for (const char* level : {"compatibility_level = 0\n", ""}) {
    postconf_prints(std::string(level) + "mail_version = 3.7.11\n", "", "x unix - - - - 0 x\n");
    const auto read = read_postfix_configuration("");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->is_chrooted(*read->service("x")));
  }
}

TEST_F(PostfixConfigurationTest, AnotherInstanceIsAskedForByItsDirectory) {
  postconf_prints(kEvery, "", "");
  const auto read = read_postfix_configuration("/etc/postfix out");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->directory, "/etc/postfix out");
  postconf("[ \"$1 $2\" = '-c /etc/postfix out' ] && echo asked >&2; exit 1");
  EXPECT_EQ(read_postfix_configuration("/etc/postfix out").error().message, "asked");
}

TEST_F(PostfixConfigurationTest, WhatCannotBeReadIsSaidInPostconfsWords) {
  const struct {
    const char* label;
    const char* script;
    const char* error;
  } cases[] = {
      {"its own words", "echo 'postconf: fatal: open /x/main.cf: Permission denied' >&2; exit 1",
       "postconf: fatal: open /x/main.cf: Permission denied"},
      {"no words", "exit 75", "postconf ends with status 75"},
      {"no version", "true", "\"\" is no version of Postfix"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    postconf(one.script);
    const auto read = read_postfix_configuration("");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, one.error);
  }
  postconf_prints(kEvery, "", "bounce unix\n");
  EXPECT_EQ(read_postfix_configuration("").error().message,
            "\"bounce unix\" has fewer than eight columns");
}

}  // namespace
}  // namespace plainbounce
