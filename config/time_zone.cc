#include "config/time_zone.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace plainbounce {
namespace {

constexpr size_t kMaxFileBytes = size_t{1} << 20U;
constexpr size_t kHeaderBytes = 44;

// Big-endian numbers of a TZif file; reading past its end gives zeros and sets `failed`.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  int64_t number(size_t width) {
    if (rest_.size() < width) {
      failed_ = true;
      rest_ = {};
      return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < width; ++i) value = value << 8U | static_cast<unsigned char>(rest_[i]);
    rest_.remove_prefix(width);
    const unsigned unused = static_cast<unsigned>(64 - 8 * width);
    return static_cast<int64_t>(value << unused) >> unused;  // keeps the sign
  }
  size_t count() { return static_cast<size_t>(number(4)) & 0xffffffU; }
  size_t small() { return static_cast<size_t>(number(1)) & 0xffU; }
  std::string_view text(size_t size) {
    if (rest_.size() < size) failed_ = true;
    const std::string_view out = rest_.substr(0, size);
    rest_.remove_prefix(out.size());
    return out;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

struct Counts {
  size_t ut_indicators = 0, standard_indicators = 0, leaps = 0, times = 0, types = 0,
         characters = 0;
};

Counts read_counts(ByteReader& reader) {
  Counts counts;
  counts.ut_indicators = reader.count();
  counts.standard_indicators = reader.count();
  counts.leaps = reader.count();
  counts.times = reader.count();
  counts.types = reader.count();
  counts.characters = reader.count();
  return counts;
}

// Bytes of a data block of RFC 8536 section 3.2 whose times have `width` bytes.
size_t block_size(const Counts& counts, size_t width) {
  return counts.times * (width + 1) + counts.types * 6 + counts.characters +
         counts.leaps * (width + 4) + counts.standard_indicators + counts.ut_indicators;
}

tl::unexpected<Error> broken() { return fail("is no zone file (TZif)"); }

}  // namespace

Result<TimeZone> TimeZone::parse(std::string_view bytes) {
  constexpr std::string_view kMagic = "TZif";
  ByteReader reader(bytes);
  if (reader.text(4) != kMagic) return broken();
  const std::string_view version = reader.text(1);
  reader.text(15);
  Counts counts = read_counts(reader);
  size_t width = 4;
  if (!version.empty() && version.front() >= '2') {
    // The first block is for old readers; the second has times of 64 bits and a footer.
    reader.text(block_size(counts, width));
    if (reader.rest().substr(0, 4) != kMagic) return broken();
    reader.text(kHeaderBytes - 24);
    counts = read_counts(reader);
    width = 8;
  }
  if (reader.failed() || counts.types == 0 || block_size(counts, width) > reader.rest().size()) {
    return broken();
  }
  TimeZone zone;
  for (size_t i = 0; i < counts.times; ++i) zone.transitions_.push_back({reader.number(width), 0});
  for (Transition& transition : zone.transitions_) {
    transition.type = reader.small();
    if (transition.type >= counts.types) return broken();
  }
  std::vector<size_t> name_at;
  for (size_t i = 0; i < counts.types; ++i) {
    zone.types_.push_back({reader.number(4), ""});
    reader.small();
    name_at.push_back(reader.small());
  }
  const std::string_view names = reader.text(counts.characters);
  for (size_t i = 0; i < counts.types; ++i) {
    if (name_at[i] >= names.size()) return broken();
    const std::string_view name = names.substr(name_at[i]);
    zone.types_[i].name = std::string(name.substr(0, name.find('\0')));
  }
  reader.text(counts.leaps * (width + 4) + counts.standard_indicators + counts.ut_indicators);
  if (reader.failed()) return broken();
  const std::string_view footer = reader.rest();
  if (width == 8 && footer.size() > 2 && footer.front() == '\n') {
    zone.afterwards_ = PosixTimeZone::parse(footer.substr(1, footer.find('\n', 1) - 1));
  }
  return zone;
}

Result<TimeZone> TimeZone::load(const std::string& name) {
  const std::string path = name.empty() ? "/etc/localtime" : "/usr/share/zoneinfo/" + name;
  std::error_code failure;
  const bool exists = std::filesystem::is_regular_file(path, failure);
  if (!exists && name.empty()) {
    TimeZone utc;
    utc.types_.emplace_back();
    return utc;
  }
  const std::string there_is_none = "\"" + name + "\" is not in the zone database (" + path +
                                    "); allowed is a name such as Europe/Berlin";
  if (!exists || std::filesystem::file_size(path, failure) > kMaxFileBytes) {
    return fail(there_is_none);
  }
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  if (!in) return fail(there_is_none);
  auto zone = parse(bytes.str());
  if (!zone) return fail("\"" + name + "\": " + path + " " + zone.error().message);
  return zone;
}

ZoneOffset TimeZone::offset_at(int64_t seconds) const {
  const auto behind = std::upper_bound(
      transitions_.begin(), transitions_.end(), seconds,
      [](int64_t wanted, const Transition& transition) { return wanted < transition.at; });
  if (behind == transitions_.end() && afterwards_) return afterwards_->offset_at(seconds);
  if (behind == transitions_.begin()) return types_.front();
  return types_[(behind - 1)->type];
}

CivilTime TimeZone::civil_time(int64_t seconds) const {
  constexpr int64_t kDay = 86400;
  constexpr int64_t kFarthest = int64_t{1} << 40U;  // beyond the year 30000 nobody has mail
  const int64_t within = std::clamp(seconds, -kFarthest, kFarthest);
  const ZoneOffset offset = offset_at(within);
  const int64_t local = within + offset.seconds;
  const int64_t days = (local >= 0 ? local : local - kDay + 1) / kDay;
  const int64_t of_day = local - days * kDay;
  const Date date = date_of_days(days);
  CivilTime time;
  time.year = date.year;
  time.month = date.month;
  time.day = date.day;
  time.weekday = static_cast<int>(((days + 4) % 7 + 7) % 7);
  time.hour = static_cast<int>(of_day / 3600);
  time.minute = static_cast<int>(of_day / 60 % 60);
  time.zone = offset.name;
  return time;
}

}  // namespace plainbounce
