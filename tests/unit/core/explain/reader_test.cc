#include "core/explain/reader.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(UtcTime, TurnsSecondsIntoCivilTime) {
  struct Case {
    int64_t seconds;
    int year, month, day, weekday, hour, minute;
  };
  const Case cases[] = {{0, 1970, 1, 1, 4, 0, 0},           {1796392800, 2026, 12, 4, 5, 14, 0},
                        {1709164800, 2024, 2, 29, 4, 0, 0}, {1709251199, 2024, 2, 29, 4, 23, 59},
                        {951782400, 2000, 2, 29, 2, 0, 0},  {4107542400, 2100, 3, 1, 1, 0, 0},
                        {-1, 1969, 12, 31, 3, 23, 59},      {-86400, 1969, 12, 31, 3, 0, 0},
                        {-62135596800, 1, 1, 1, 1, 0, 0}};
  for (const Case& c : cases) {
    const CivilTime time = utc_time(c.seconds);
    EXPECT_EQ(time.year, c.year) << c.seconds;
    EXPECT_EQ(time.month, c.month) << c.seconds;
    EXPECT_EQ(time.day, c.day) << c.seconds;
    EXPECT_EQ(time.weekday, c.weekday) << c.seconds;
    EXPECT_EQ(time.hour, c.hour) << c.seconds;
    EXPECT_EQ(time.minute, c.minute) << c.seconds;
    EXPECT_EQ(time.zone, "UTC");
  }
}

struct ReaderCase {
  const char* label;
  const char* sender;
  std::vector<std::string> recipients;
  std::vector<std::string> local_domains;
  Reader reader;
};

TEST(ReaderOf, GoesByTheEnvelope) {
  const std::vector<std::string> box = {"box.example", "box.test"};
  const ReaderCase cases[] = {
      {"a mailbox of ours", "", {"anna@box.example"}, box, Reader::kLocal},
      {"any case", "", {"Anna@BOX.Test"}, box, Reader::kLocal},
      {"a name without a domain", "", {"anna"}, box, Reader::kLocal},
      {"somebody elsewhere", "", {"anna@far.example"}, box, Reader::kOutside},
      {"a domain below ours", "", {"anna@sub.box.example"}, box, Reader::kOutside},
      {"no domains are set", "", {"anna@far.example"}, {}, Reader::kUnknown},
      {"nobody", "", {}, box, Reader::kUnknown},
      {"one of two is elsewhere", "", {"a@box.example", "b@far.example"}, box, Reader::kOutside},
      {"our postmaster", "", {"Postmaster@box.example"}, box, Reader::kPostmaster},
      {"the mail system itself", "", {"MAILER-DAEMON@box.example"}, box, Reader::kPostmaster},
      {"a postmaster where no domains are set",
       "",
       {"postmaster@x.example"},
       {},
       Reader::kPostmaster},
      {"somebody else's postmaster", "", {"postmaster@far.example"}, box, Reader::kOutside},
      {"a copy for the postmaster",
       "double-bounce@mx.box.example",
       {"admin@box.example"},
       box,
       Reader::kPostmaster},
      {"a person called like one", "", {"postmaster.anna@box.example"}, box, Reader::kLocal}};
  for (const ReaderCase& c : cases) {
    Envelope envelope;
    envelope.sender = c.sender;
    envelope.recipients = c.recipients;
    ExplainSettings settings;
    settings.local_domains = c.local_domains;
    EXPECT_EQ(reader_of(envelope, settings), c.reader) << c.label;
  }
}

TEST(ReaderOfReport, GoesByTheReportToo) {
  const auto sent_by = [](const char* sender) {
    DeliveryReport report;
    report.message.other.push_back({"X-Postfix-Sender", std::string("rfc822; ") + sender});
    return report;
  };
  DeliveryReport session;
  session.session.emplace();
  struct Case {
    const char* label;
    const char* recipient;
    bool copy;
    DeliveryReport report;
    Reader reader;
  };
  const Case cases[] = {
      {"a copy for an admin elsewhere", "admin@far.example", true, sent_by("a@box.example"),
       Reader::kPostmaster},
      {"a notice about a session", "admin@box.example", false, session, Reader::kPostmaster},
      {"somebody's report at the postmaster's", "postmaster@box.example", false,
       sent_by("a@box.example"), Reader::kPostmaster},
      {"the postmaster's own message", "postmaster@box.example", false,
       sent_by("Postmaster@box.example"), Reader::kLocal},
      {"nobody's message", "postmaster@box.example", false, sent_by("MAILER-DAEMON@mx.box.example"),
       Reader::kPostmaster},
      {"a person's own message", "anna@box.example", false, sent_by("anna@box.example"),
       Reader::kLocal},
  };
  ExplainSettings settings;
  settings.local_domains = {"box.example"};
  for (const Case& c : cases) {
    Envelope envelope;
    envelope.recipients = {c.recipient};
    EXPECT_EQ(reader_of_report(envelope, c.copy, c.report, settings), c.reader) << c.label;
  }
}

TEST(SettingsFor, GoByTheReadersDomain) {
  ExplainSettings settings;
  settings.general.link_base = "general";
  settings.domains["box.example"].link_base = "box";
  struct Case {
    const char* label;
    std::vector<std::string> recipients;
    const char* link_base;
  };
  const Case cases[] = {{"its section", {"anna@Box.Example"}, "box"},
                        {"no section", {"anna@far.example"}, "general"},
                        {"no reader", {}, "general"},
                        {"several of one domain", {"a@box.example", "b@box.example"}, "box"},
                        {"several domains", {"a@box.example", "b@far.example"}, "general"}};
  for (const Case& c : cases) {
    Envelope envelope;
    envelope.recipients = c.recipients;
    EXPECT_EQ(settings_for(envelope, settings).link_base, c.link_base) << c.label;
  }
}

}  // namespace
}  // namespace plainbounce
