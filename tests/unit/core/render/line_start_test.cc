#include "core/render/line_start.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(LineStart, WhatParsersTakeForTheirs) {
  for (const char* line :
       {"Final-Recipient: rfc822; a@example.net", "diagnostic-code: smtp; 550", "Status: 5.1.1",
        "Subject: hello", "X-Failed-Recipients: a@example.net", "<a@example.net>: host said",
        "550 5.1.1 no", "550", "421-try later", "5.1.1 no such user", "From here to there",
        "--boundary", "This message was created automatically by mail delivery software.",
        "Hi. This is the qmail-send program at example.net."}) {
    EXPECT_TRUE(looks_like_report_line(line)) << line;
  }
}

TEST(LineStart, OurOwnLinesPass) {
  for (const char* line :
       {"", "Address not found", "Recipient: a@example.net", "Server said: 550 5.1.1 no",
        "What it means: 5.1.1", "1. Check the address.", "We have stopped trying.", "5000 messages",
        "55 of them", "Reported by: mx.example.net"}) {
    EXPECT_FALSE(looks_like_report_line(line)) << line;
  }
}

}  // namespace
}  // namespace plainbounce
