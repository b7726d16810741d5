#include "core/dsn/exchange_tracking_line.h"

#include <gtest/gtest.h>

#include <string>

#include "core/dsn/delivery_report_parser.h"

namespace plainbounce {
namespace {

std::string read(const std::string& line) {
  std::string out;
  for (const PerRecipientFields& r : read_exchange_tracking_line(line)) {
    if (!out.empty()) out += " | ";
    out += r.final_recipient->value + ' ' + std::string(to_string(r.action)) + ' ' +
           (r.remote_mta ? r.remote_mta->value : "-") + ' ' +
           (r.diagnostic_code ? r.diagnostic_code->type + ';' + r.diagnostic_code->value : "");
  }
  return out.empty() ? "-" : out;
}

TEST(ExchangeTrackingLine, Lines) {
  const std::string begin = "2026-11-02T09:00:00.123Z,192.0.2.25,M1,,,08D8,Outbound,SMTP,";
  const std::string ids = ",123,<o1@y.test>,";
  EXPECT_EQ(read(begin + "FAIL" + ids +
                 "bob@x.test,[{LRT=};{LED=550 5.1.1 no};{FQDN=mx.x.test};{IP=192.0.2.77}],2048"),
            "bob@x.test failed mx.x.test smtp;550 5.1.1 no");
  EXPECT_EQ(
      read(begin + "FAIL" + ids + "7c1f-2b,bob@x.test;carol@x.test,\"550 5.1.1 no, no\",2048,1"),
      "bob@x.test failed - smtp;550 5.1.1 no, no | carol@x.test failed - smtp;550 5.1.1 no, no");
  EXPECT_EQ(read(begin + "DEFER" + ids + "bob@x.test,,2048"), "bob@x.test delayed - ");
  EXPECT_EQ(read(begin + "FAIL" + ids + "bob@x.test,No route"),
            "bob@x.test failed - x-exchange;No route");
  EXPECT_EQ(read(begin + "FAIL" + ids + "bob@x.test"), "bob@x.test failed - ");
  EXPECT_EQ(read(begin + "FAIL" + ids + ",,ann@y.test"), "-");
  EXPECT_EQ(read(begin + "DELIVER" + ids + "bob@x.test,,2048"), "-");
  EXPECT_EQ(read(begin + "FAIL"), "-");
  EXPECT_EQ(read("bob@x.test,FAIL"), "-");
  EXPECT_EQ(read(""), "-");
}

TEST(ExchangeTrackingLine, QuotesInQuotedValues) {
  const std::string end = "SMTP,FAIL,123,<o1@y.test>,7,";
  const std::string begin = "2026-11-02T09:00:00.123Z,192.0.2.25,M1,,";
  const std::string read_alike = "bob@x.test failed - smtp;550 5.1.1 \"no\", such";
  const std::string recipient = "bob@x.test,\"550 5.1.1 \"\"no\"\", such\",2048";
  EXPECT_EQ(read(begin + "\"a \"\"note\"\", with comma\",08D8,Outbound," + end + recipient),
            read_alike);
  EXPECT_EQ(read(begin + "\"\"\",quote\",08D8,Outbound," + end + recipient), read_alike);
  EXPECT_EQ(read(begin + "\"\",08D8,Outbound," + end + recipient), read_alike);
  EXPECT_EQ(read(begin + ",08D8,Outbound," + end + "\"bob@x.test;carol@x.test\",no"),
            "bob@x.test failed - x-exchange;no | carol@x.test failed - x-exchange;no");
  EXPECT_EQ(read(begin + "\"never closed,08D8,Outbound," + end + recipient), "-");
}

}  // namespace
}  // namespace plainbounce
