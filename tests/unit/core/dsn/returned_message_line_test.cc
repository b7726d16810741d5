#include "core/dsn/returned_message_line.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(ReturnedMessageLine, Lines) {
  for (const char* line :
       {"--- Below this line is a copy of the message.", "Original message follows.",
        "   ----- Unsent message follows -----", "Message headers follow.",
        "    Below is a copy of the original message:", "------ Original message ------",
        "Received: from a.test by b.test", "Return-Path: <a@x.test>",
        "------- Returned Message --------",
        "Original message as received is as follows:", "Your message reads (in part):",
        "The first 50 lines of your original message follow:", "----- Originalnachricht -----"}) {
    EXPECT_TRUE(begins_returned_message(line)) << line;
  }
  for (const char* line :
       {"A copy of your message was sent to the recipient's manager today", "bob@x.test: no",
        "The following addresses did NOT receive a copy of your message:",
        "----- Transcript of session follows -----", "Your message was received: thanks", ""}) {
    EXPECT_FALSE(begins_returned_message(line)) << line;
  }
}

}  // namespace
}  // namespace plainbounce
