#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/dsn/bounce_verdict.h"
#include "core/dsn/delivery_report.h"

namespace plainbounce {

// Who reads the bounce: decides what may be said.
enum class Reader { kLocal, kOutside, kUnknown, kPostmaster };

// Whom a local reader can ask. Empty fields are left out; all empty: no contact line.
struct HelpContact {
  std::string name;
  std::string phone;
  std::string email;
  std::string url;
};

// A moment as a person writes it, in some zone.
struct CivilTime {
  int year = 1970, month = 1, day = 1, weekday = 4;  // 0 Sunday
  int hour = 0, minute = 0;
  std::string zone = "UTC";
};
// Seconds since 1970 to a civil time; core/ has no clock and no zone of its own.
using ToCivilTime = std::function<CivilTime(int64_t)>;
// UTC.
CivilTime utc_time(int64_t seconds);

// What may differ by the reader's domain.
struct ReaderSettings {
  std::vector<std::string> languages = {"en"};  // one or two
  std::string link_base;
  HelpContact help;
};

// How explanations are worded at this site.
struct ExplainSettings {
  ReaderSettings general;
  std::map<std::string, ReaderSettings, std::less<>> domains;  // by the reader's domain, lower case
  std::vector<std::string> local_domains;                      // lower case
  bool choose_by_reader = true;  // the returned message's languages first
  bool hide_internal = false;
  std::vector<std::string>
      internal_networks;         // CIDR, IPv4 and IPv6, checked when the settings are read
  size_t listed_addresses = 10;  // in the user part; the rest as "and 12 more"
  ToCivilTime to_civil_time = utc_time;
};

// By the report's envelope recipients, and its sender where that is Postfix's for its postmaster.
Reader reader_of(const Envelope& envelope, const ExplainSettings& settings);
// The same with what the report tells: a copy for the postmaster and a notice about a session are
// read by one, whoever that is here; a postmaster's own message that came back by its sender.
Reader reader_of_report(const Envelope& envelope, bool postmaster_copy,
                        const DeliveryReport& report, const ExplainSettings& settings);
// general, or the section of the reader's domain.
const ReaderSettings& settings_for(const Envelope& envelope, const ExplainSettings& settings);

}  // namespace plainbounce
