#include "cli/postfix/setup_edit.h"

#include <gtest/gtest.h>

#include "cli/postfix/setup_record.h"
#include "cli/postfix/setup_undo.h"

namespace plainbounce {
namespace {

constexpr const char* kMain =
    "# mine\n"
    "myhostname = mx.box.example\n"
    "maps =\n"
    "  # why?\n"
    "    one\n"
    "other = 1\n";
constexpr const char* kMaster =
    "bounce    unix  -       -       y       -       0       bounce\n"
    "# Ours since 2019.\n"
    "  -o bounce_size_limit=20000\n"
    "#  -o x=y\n"
    "defer unix - - y - 0 bounce\n";

SetupPlan plan() {
  SetupPlan made;
  made.parameters = {
      {"milters", "who sees bounces.", {"milters =", "    { unix:a }"}, "{ unix:a }"},
      {"maps", "so that it is two.", {"maps = two"}, "two"},
      {"empty", "nothing.", {"empty ="}, ""}};
  made.service = PlannedService{"cleanup-dsn",
                                "for bounces.",
                                {"cleanup-dsn unix n - y - 0 cleanup", "    -o a=$milters"},
                                "cleanup-dsn unix n - y - 0 cleanup -o a=$milters"};
  made.options = {{"bounce", {{"cleanup_service_name", "cleanup-dsn"}, {"classes", "bounce"}}},
                  {"defer", {{"cleanup_service_name", "cleanup-dsn"}}}};
  return made;
}

SetupRecord record() {
  SetupRecord made;
  add_to_record(made, plan());
  return made;
}

TEST(SetupEdit, ParametersStandAtTheEndAndOldOnesBecomeComments) {
  EXPECT_EQ(add_parameters(kMain, plan()),
            "# mine\n"
            "myhostname = mx.box.example\n"
            "# plainbounce setup: was: maps =\n"
            "  # why?\n"
            "# plainbounce setup: was:     one\n"
            "other = 1\n"
            "# plainbounce setup: who sees bounces.\n"
            "milters =\n"
            "    { unix:a }\n"
            "# plainbounce setup: so that it is two.\n"
            "maps = two\n"
            "# plainbounce setup: nothing.\n"
            "empty =\n");
}

TEST(SetupEdit, OptionsStandBehindTheirServices) {
  EXPECT_EQ(add_services(kMaster, plan()),
            "bounce    unix  -       -       y       -       0       bounce\n"
            "# Ours since 2019.\n"
            "  -o bounce_size_limit=20000\n"
            "# plainbounce setup: to the service at the end of this file.\n"
            "    -o cleanup_service_name=cleanup-dsn\n"
            "    -o classes=bounce\n"
            "#  -o x=y\n"
            "defer unix - - y - 0 bounce\n"
            "# plainbounce setup: to the service at the end of this file.\n"
            "    -o cleanup_service_name=cleanup-dsn\n"
            "# plainbounce setup: for bounces.\n"
            "cleanup-dsn unix n - y - 0 cleanup\n"
            "    -o a=$milters\n");
}

TEST(SetupEdit, LongReasonsAreWrapped) {
  SetupPlan long_one;
  long_one.parameters = {{"a", std::string(60, 'x') + " " + std::string(60, 'y'), {"a ="}, ""}};
  EXPECT_EQ(add_parameters("", long_one), "# plainbounce setup: " + std::string(60, 'x') +
                                              "\n# plainbounce setup: " + std::string(60, 'y') +
                                              "\na =\n");
}

TEST(SetupUndo, WhatWasAddedGoesAndWhatWasThereComesBack) {
  const UndoneSetup undone =
      undo_setup(add_parameters(kMain, plan()), add_services(kMaster, plan()), record());
  EXPECT_EQ(undone.main_text, kMain);
  EXPECT_EQ(undone.master_text, kMaster);
  EXPECT_TRUE(undone.changed);
  EXPECT_EQ(undone.kept, std::vector<std::string>{});
  EXPECT_FALSE(undo_setup(kMain, kMaster, record()).changed);
}

TEST(SetupUndo, OptionsAreFoundInEveryForm) {
  const struct {
    const char* label;
    const char* line;
    const char* left;
  } cases[] = {
      {"one line", "defer unix - - y - 0 bounce -o a=b -o cleanup_service_name=cleanup-dsn",
       "defer unix - - y - 0 bounce -o a=b"},
      {"in between", "defer unix - - y - 0 bounce -o cleanup_service_name=cleanup-dsn -o a=b",
       "defer unix - - y - 0 bounce  -o a=b"},
      {"a line of its own", "defer unix - - y - 0 bounce\n  -o  cleanup_service_name=cleanup-dsn",
       "defer unix - - y - 0 bounce"},
      {"none", "defer unix - - y - 0 bounce", "defer unix - - y - 0 bounce"},
  };
  SetupRecord one;
  one.options = {{"defer", {"cleanup_service_name", "cleanup-dsn"}}};
  for (const auto& each : cases) {
    SCOPED_TRACE(each.label);
    const UndoneSetup undone = undo_setup("", std::string(each.line) + "\n", one);
    EXPECT_EQ(undone.master_text, std::string(each.left) + "\n");
    EXPECT_TRUE(undone.kept.empty());
  }
}

TEST(SetupUndo, WhatWasChangedSinceStaysAndIsNamed) {
  const std::string main_text = add_parameters(kMain, plan()) + "maps = three\n";
  const std::string master_text =
      "defer unix - - y - 0 bounce -o cleanup_service_name=mine\n"
      "cleanup-dsn unix n - n - 0 cleanup -o a=$milters\n";
  const UndoneSetup undone = undo_setup(main_text, master_text, record());
  EXPECT_EQ(undone.main_text,
            "# mine\nmyhostname = mx.box.example\n# maps =\n  # why?\n#     one\nother = 1\n"
            "maps = three\n");
  EXPECT_EQ(undone.master_text, master_text);
  EXPECT_EQ(undone.kept,
            (std::vector<std::string>{
                "main.cf: maps = three was set since and stays",
                "master.cf: defer has -o cleanup_service_name=mine by now, which stays",
                "master.cf: the service cleanup-dsn was changed since and stays"}));
}

TEST(SetupRecord, ItIsReadAsItWasWritten) {
  const std::string text = record_text(record());
  EXPECT_EQ(text,
            "# What \"plainbounce setup postfix\" has written into main.cf and master.cf; --undo "
            "reads it.\n"
            "milters = { unix:a }\nmaps = two\nempty = \n"
            "cleanup-dsn/unix = cleanup-dsn unix n - y - 0 cleanup -o a=$milters\n"
            "bounce/unix/cleanup_service_name = cleanup-dsn\nbounce/unix/classes = bounce\n"
            "defer/unix/cleanup_service_name = cleanup-dsn\n");
  EXPECT_EQ(record_text(parse_record(text)), text);
}

TEST(SetupRecord, ALaterSetUpTakesOver) {
  SetupRecord kept = record();
  SetupPlan later;
  later.parameters = {{"maps", "", {}, "four"}};
  add_to_record(kept, later);
  ASSERT_EQ(kept.parameters.size(), 3U);
  EXPECT_EQ(kept.parameters.back().value, "four");
}

}  // namespace
}  // namespace plainbounce
