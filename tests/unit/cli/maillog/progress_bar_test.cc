#include "cli/maillog/progress_bar.h"

#include <gtest/gtest.h>

#include <sstream>

namespace plainbounce {
namespace {

TEST(ProgressBar, TheLineShowsHowFarItIs) {
  EXPECT_EQ(progress_line(0, 200, "mail.log"), "[                              ]   0 %  mail.log");
  EXPECT_EQ(progress_line(101, 200, "mail.log"),
            "[###############               ]  50 %  mail.log");
  EXPECT_EQ(progress_line(300, 200, "mail.log"),
            "[##############################] 100 %  mail.log");
  EXPECT_EQ(progress_line(5U << 20U, 0, "a\x1b[31mb"), "5 MB  a?[31mb");
  EXPECT_EQ(progress_line(1, 2, std::string(200, 'x')).size(), 78U);
}

TEST(ProgressBar, ShortWorkAndOtherPlacesThanATerminalSeeNothing) {
  std::ostringstream out;
  {
    ProgressBar short_work(out, true);
    short_work.show(1, 2, "mail.log");
    ProgressBar hidden(out, false);
    hidden.show(1, 2, "mail.log");
  }
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace plainbounce
