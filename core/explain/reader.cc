#include "core/explain/reader.h"

#include <algorithm>
#include <string_view>

#include "core/base/ascii.h"
#include "core/explain/message_sender.h"
#include "core/mime/addresses.h"

namespace plainbounce {
namespace {

std::string_view local_part_of(std::string_view address) {
  const size_t at = address.rfind('@');
  return at == std::string_view::npos ? address : address.substr(0, at);
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return equals_ignoring_case(text, word); });
}

bool is_local_domain(const std::string& domain, const ExplainSettings& settings) {
  // A name without a domain can only be a mailbox of this machine.
  if (domain.empty()) return true;
  return std::find(settings.local_domains.begin(), settings.local_domains.end(), domain) !=
         settings.local_domains.end();
}

// The reader as anybody else.
Reader person_of(const Envelope& envelope, const ExplainSettings& settings) {
  if (envelope.recipients.empty() || settings.local_domains.empty()) return Reader::kUnknown;
  const bool all_local = std::all_of(envelope.recipients.begin(), envelope.recipients.end(),
                                     [&](const std::string& recipient) {
                                       return is_local_domain(domain_of(recipient), settings);
                                     });
  return all_local ? Reader::kLocal : Reader::kOutside;
}

}  // namespace

CivilTime utc_time(int64_t seconds) {
  constexpr int64_t kDay = 86400;
  constexpr int64_t kDaysOf400Years = 146097;
  int64_t days = seconds / kDay;
  int64_t rest = seconds % kDay;
  if (rest < 0) {
    rest += kDay;
    --days;
  }
  CivilTime time;
  time.weekday = static_cast<int>(((days + 4) % 7 + 7) % 7);
  time.hour = static_cast<int>(rest / 3600);
  time.minute = static_cast<int>(rest % 3600 / 60);

  // Days since 1 March of year 0, so that the day that a leap year adds is a year's last one.
  const int64_t shifted = days + 719468;
  const int64_t era = (shifted >= 0 ? shifted : shifted - kDaysOf400Years + 1) / kDaysOf400Years;
  const int64_t day_of_era = shifted - era * kDaysOf400Years;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month_from_march = (5 * day_of_year + 2) / 153;
  time.day = static_cast<int>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  time.month =
      static_cast<int>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  time.year = static_cast<int>(year_of_era + era * 400 + (time.month <= 2 ? 1 : 0));
  return time;
}

Reader reader_of(const Envelope& envelope, const ExplainSettings& settings) {
  // Postfix sends postmaster copies and double bounces from this address.
  if (equals_ignoring_case(local_part_of(envelope.sender), "double-bounce"))
    return Reader::kPostmaster;
  const Reader reader = person_of(envelope, settings);
  const bool postmaster =
      reader != Reader::kOutside && !envelope.recipients.empty() &&
      std::all_of(envelope.recipients.begin(), envelope.recipients.end(),
                  [](const std::string& recipient) {
                    return is_one_of(local_part_of(recipient), {"postmaster", "mailer-daemon"});
                  });
  return postmaster ? Reader::kPostmaster : reader;
}

Reader reader_of_report(const Envelope& envelope, bool postmaster_copy,
                        const DeliveryReport& report, const ExplainSettings& settings) {
  if (postmaster_copy || report.session) return Reader::kPostmaster;
  const Reader reader = reader_of(envelope, settings);
  if (reader != Reader::kPostmaster) return reader;
  const MessageSender sender = sender_of(report);
  const bool is_own = std::any_of(envelope.recipients.begin(), envelope.recipients.end(),
                                  [&](const std::string& recipient) {
                                    return equals_ignoring_case(recipient, sender.address);
                                  });
  return is_own ? person_of(envelope, settings) : reader;
}

const ReaderSettings& settings_for(const Envelope& envelope, const ExplainSettings& settings) {
  if (envelope.recipients.empty()) return settings.general;
  const std::string domain = domain_of(envelope.recipients.front());
  for (const std::string& recipient : envelope.recipients) {
    if (domain_of(recipient) != domain) return settings.general;
  }
  const auto found = settings.domains.find(domain);
  return found == settings.domains.end() ? settings.general : found->second;
}

}  // namespace plainbounce
