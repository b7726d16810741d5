#include "core/bounce/own_fields.h"

#include <gtest/gtest.h>

#include "tests/support/whole_way.h"

namespace plainbounce {
namespace {

HeaderBlock header_of(std::string_view text) {
  auto header = parse_header_block(text, 0, text.size(), {});
  return header ? *std::move(header) : HeaderBlock{};
}

TEST(OwnFields, ForgedOnesAreFoundWithTheirIndex) {
  const std::string text =
      "X-Bounce-Cause: a\r\nFrom: x@example.org\r\nx-bounce-cause: b\r\n"
      "X-Bounce-Explained-By: plainbounce 1.0 (x)\r\nX-Bounce-Other: c\r\nX-BOUNCE-CAUSE: "
      "d\r\nX-Bounce-Cause : e\r\nX-Bounce-Help\t \t:\r\n\tf\r\n\r\n";
  std::string found;
  for (const HeaderRemoval& removal : own_fields_in(header_of(text))) {
    found += removal.name + " " + std::to_string(removal.index) + "\n";
  }
  EXPECT_EQ(found,
            "X-Bounce-Cause 1\nX-Bounce-Cause 2\nX-Bounce-Explained-By 1\nX-Bounce-Cause 3\n"
            "X-Bounce-Cause 4\nX-Bounce-Help 1\n");
}

TEST(OwnFields, MarkerIsTrustedByHostAndWay) {
  struct Case {
    const char* label;
    const char* value;
    const char* client;
    const char* daemon;
    const char* host;
    bool trusted;
  };
  const Case cases[] = {
      {"over loopback", "plainbounce 1.0 (mx.box.example)", "127.0.0.1", "", "mx.box.example",
       true},
      {"another version", "plainbounce 0.9 (MX.box.example)", "127.0.0.2", "", "mx.box.example",
       true},
      {"IPv6 loopback", "plainbounce 1.0 (mx.box.example)", "::1", "", "mx.box.example", true},
      {"in Postfix's spelling", "plainbounce 1.0 (mx.box.example)", "IPv6:::1", "",
       "mx.box.example", true},
      {"IPv4 within IPv6", "plainbounce 1.0 (mx.box.example)", "::ffff:127.0.0.1", "",
       "mx.box.example", true},
      {"a name that begins like loopback", "plainbounce 1.0 (mx.box.example)", "127.evil", "",
       "mx.box.example", false},
      {"own service", "plainbounce 1.0 (mx.box.example)", "", "postfix-dsn", "mx.box.example",
       true},
      {"over the network", "plainbounce 1.0 (mx.box.example)", "198.51.100.1", "", "mx.box.example",
       false},
      {"network that looks like loopback", "plainbounce 1.0 (mx.box.example)", "12.7.0.1", "",
       "mx.box.example", false},
      {"nobody knows where from", "plainbounce 1.0 (mx.box.example)", "", "smtpd", "mx.box.example",
       false},
      {"another host", "plainbounce 1.0 (evil.example)", "127.0.0.1", "", "mx.box.example", false},
      {"host as a suffix", "plainbounce 1.0 (a.mx.box.example)", "127.0.0.1", "", "mx.box.example",
       false},
      {"another program", "explainer 1.0 (mx.box.example)", "127.0.0.1", "", "mx.box.example",
       false},
      {"no host is set", "plainbounce 1.0 ()", "127.0.0.1", "", "", false},
  };
  for (const Case& c : cases) {
    BouncePolicy policy = testing::sample_policy();
    policy.host = c.host;
    Envelope envelope;
    envelope.client_address = c.client;
    envelope.daemon_name = c.daemon;
    const std::string text =
        "From: x@example.org\r\nX-Bounce-Explained-By: " + std::string(c.value) + "\r\n\r\n";
    EXPECT_EQ(has_trusted_marker(header_of(text), envelope, policy), c.trusted) << c.label;
  }
}

TEST(OwnFields, SignaturesThatCoverThem) {
  struct Case {
    const char* label;
    const char* header;
    std::optional<std::string> covered;
  };
  const Case cases[] = {
      {"no signature", "From: x@example.org\r\n", std::nullopt},
      {"other fields", "DKIM-Signature: v=1; h=From:To:Subject; b=abc\r\n", std::nullopt},
      {"covered", "DKIM-Signature: v=1; h=From:X-Bounce-Cause; b=abc\r\n", "X-Bounce-Cause"},
      {"folded, blanks, any case",
       "DKIM-Signature: v=1;\r\n\th = From : \r\n\t x-bounce-explained-BY;\r\n\tb=abc\r\n",
       "X-Bounce-Explained-By"},
      {"second signature",
       "DKIM-Signature: v=1; h=From\r\nDKIM-Signature: v=1; h=X-Bounce-Help\r\n", "X-Bounce-Help"},
      {"ARC", "ARC-Message-Signature: i=1; h=X-Bounce-Explanation\r\n", "X-Bounce-Explanation"},
      {"ARC seal has no h=", "ARC-Seal: i=1; cv=none; b=abc\r\n", std::nullopt},
      {"another tag", "DKIM-Signature: v=1; bh=X-Bounce-Cause; h=From\r\n", std::nullopt},
  };
  for (const Case& c : cases) {
    const std::string text = std::string(c.header) + "\r\n";
    EXPECT_EQ(signed_own_field(header_of(text)), c.covered) << c.label;
  }
}

}  // namespace
}  // namespace plainbounce
