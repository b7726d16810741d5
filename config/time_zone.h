#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/posix_time_zone.h"
#include "core/base/result.h"
#include "core/bounce/bounce_policy.h"

namespace plainbounce {

// A time zone, read once out of the zone database (TZif, RFC 8536) and immutable from then on: the
// C library's localtime depends on the environment and cannot hold two zones.
class TimeZone {
 public:
  // "Europe/Berlin"; an empty name means the machine's zone (/etc/localtime; UTC when there is
  // none).
  static Result<TimeZone> load(const std::string& name);
  // The contents of a TZif file.
  static Result<TimeZone> parse(std::string_view bytes);

  // The time on a wall clock there, with the zone's short name ("CEST"), of seconds since 1970.
  [[nodiscard]] CivilTime civil_time(int64_t seconds) const;

 private:
  struct Transition {
    int64_t at = 0;
    size_t type = 0;
  };
  TimeZone() = default;
  [[nodiscard]] ZoneOffset offset_at(int64_t seconds) const;

  std::vector<Transition> transitions_;      // in time order
  std::vector<ZoneOffset> types_;            // at least one
  std::optional<PosixTimeZone> afterwards_;  // behind the last transition
};

}  // namespace plainbounce
