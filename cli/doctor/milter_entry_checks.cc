#include "cli/doctor/milter_entry_checks.h"

#include <algorithm>
#include <array>

#include "cli/doctor/milter_list_lines.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

// Words in the addresses of milters that sign: their names, and the ports that they come with.
constexpr std::array<std::string_view, 8> kSigners{
    "dkim", "openarc", "rspamd", "signing", ":8891", ":11332", "dkim-sign", "authentication"};
// What only looks; it may stand before us.
constexpr std::array<std::string_view, 5> kReaders{"clam", "greylist", "spamass", "dmarc", "spf"};

template <size_t N>
bool names_one(std::string_view address, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [address](std::string_view word) {
    return find_ignoring_case(address, word) != std::string_view::npos;
  });
}

bool signs(const MilterEntry& entry) {
  return names_one(entry.address, kSigners) && !names_one(entry.address, kReaders);
}

void put_in_front(MilterUse& list) {
  const auto own = list.entries.begin() + static_cast<std::ptrdiff_t>(*list.own);
  std::rotate(list.entries.begin(), own, own + 1);
}

std::string place_of_list(const MilterUse& use) {
  return use.parameter.empty() ? "master.cf (" + use.service->name + ")" : use.parameter;
}

// Gives one option of our entry another value.
std::vector<std::string> option_lines(const PostfixExamination& examination, const MilterUse& use,
                                      const std::string& name, const std::string& value) {
  return list_lines(examination, use, [&name, &value](MilterUse& list) {
    MilterEntry& entry = list.entries.at(*list.own);
    entry.options[name] = value;
    entry.text = "{ " + entry.address;
    for (const auto& [key, setting] : entry.options) {
      entry.text += concat({", ", key, "=", setting});
    }
    entry.text += " }";
  });
}

struct Effective {
  std::string value;
  bool in_entry = false;
};

Effective option_of(const PostfixExamination& examination, const MilterUse& use,
                    const std::string& name) {
  const std::string own = use.own_entry()->option(name);
  if (!own.empty()) return {own, true};
  return {examination.value_for(*use.service, "milter_" + name), false};
}

// Seconds of "30s", "2m", "1h", "1d", "1w"; a number alone has `unit`. -1: no time.
long seconds_of(std::string_view text, char unit) {
  text = trim(text);
  if (text.empty()) return -1;
  if (!is_digit(text.back())) {
    unit = to_lower(text.back());
    text.remove_suffix(1);
  }
  if (text.empty() || text.size() > 9 || !std::all_of(text.begin(), text.end(), is_digit))
    return -1;
  constexpr std::array<std::pair<char, long>, 5> kUnits{
      {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}}};
  const auto found = std::find_if(kUnits.begin(), kUnits.end(),
                                  [unit](const auto& known) { return known.first == unit; });
  return found == kUnits.end() ? -1 : std::stol(std::string(text)) * found->second;
}

struct TimeLimit {
  const char* name;
  long least;  // seconds
  long most;
  const char* good;
};
// A report costs milliseconds; what is longer only holds a bounce while the daemon hangs.
constexpr std::array<TimeLimit, 3> kTimeLimits{{{"connect_timeout", 1, 60, "5s"},
                                                {"command_timeout", 2, 60, "10s"},
                                                {"content_timeout", 5, 600, "30s"}}};

}  // namespace

CheckResult check_milter_order(const PostfixExamination& examination) {
  constexpr const char* kCheck = "milter-order";
  for (const MilterUse& use : own_uses(examination)) {
    for (size_t i = 0; i < *use.own; ++i) {
      const MilterEntry& before = use.entries[i];
      const auto lines = list_lines(examination, use, put_in_front);
      if (signs(before)) {
        return problem(
            kCheck, concat({before.address, " signs before plainbounce in ", place_of_list(use)}),
            "What is changed after it was signed has a broken DKIM signature. Postfix "
            "asks the milters in the order of the list, so the signer is the last.",
            lines);
      }
      if (!names_one(before.address, kReaders)) {
        return warning(
            kCheck, concat({before.address, " stands before plainbounce in ", place_of_list(use)}),
            "If it signs messages, its signatures break. Ours in front is right in any "
            "case.",
            lines);
      }
    }
  }
  return all_right(kCheck, "no signer stands before plainbounce");
}

CheckResult check_default_action(const PostfixExamination& examination) {
  constexpr const char* kCheck = "default-action";
  for (const MilterUse& use : own_uses(examination)) {
    const Effective action = option_of(examination, use, "default_action");
    if (action.value == "accept") continue;
    const std::string where =
        action.in_entry ? "plainbounce's entry in " + place_of_list(use) + " says"
                        : "plainbounce's entry in " + place_of_list(use) +
                              " has no default_action of its own, and milter_default_action is";
    return problem(kCheck, concat({where, " \"", action.value, "\""}),
                   "While the daemon is down, Postfix holds bounces back or loses them instead of "
                   "sending them as they are. (The default is tempfail, and shutdown from Postfix "
                   "3.7.20, 3.8.15, 3.9.9, 3.10.8 and 3.11 on.)",
                   option_lines(examination, use, "default_action", "accept"));
  }
  return all_right(kCheck, "bounces go out unexplained while the daemon is down (accept)");
}

CheckResult check_milter_protocol(const PostfixExamination& examination) {
  constexpr const char* kCheck = "milter-protocol";
  for (const MilterUse& use : own_uses(examination)) {
    const Effective protocol = option_of(examination, use, "protocol");
    const bool new_enough = protocol.value == "6" || protocol.value.empty();
    if (new_enough) continue;
    std::vector<std::string> lines{examination.commands.set("milter_protocol", "6"),
                                   examination.commands.reload()};
    if (protocol.in_entry) {
      lines = option_lines(examination, use, "protocol", "6");
    } else if (use.service->option("milter_protocol")) {
      lines.front() = examination.commands.set_for(*use.service, "milter_protocol", "6");
    }
    return problem(kCheck,
                   concat({"Postfix speaks version ", protocol.value,
                           " of the milter protocol to plainbounce"}),
                   "The daemon needs version 6, which is Postfix's default since 2.6: before it, a "
                   "milter cannot keep the blanks of header fields as they are.",
                   lines);
  }
  return all_right(kCheck, "Postfix speaks version 6 of the milter protocol");
}

CheckResult check_milter_timeouts(const PostfixExamination& examination) {
  constexpr const char* kCheck = "milter-timeouts";
  for (const MilterUse& use : own_uses(examination)) {
    for (const TimeLimit& limit : kTimeLimits) {
      const Effective time = option_of(examination, use, limit.name);
      const long seconds = seconds_of(time.value, 's');
      if (seconds >= limit.least && seconds <= limit.most) continue;
      const bool short_one = seconds < limit.least;
      return warning(
          kCheck,
          concat({limit.name, " is ", time.value, " for plainbounce in ", place_of_list(use),
                  short_one ? ", which is short" : ", which is long"}),
          short_one ? "A busy machine needs longer now and then; that bounce then goes "
                      "out unexplained."
                    : "A daemon that hangs holds each bounce for as long as that.",
          option_lines(examination, use, limit.name, limit.good));
    }
  }
  return all_right(kCheck, "Postfix waits for the daemon as long as is useful");
}

CheckResult check_mime_conversion(const PostfixExamination& examination) {
  constexpr const char* kCheck = "mime-conversion";
  const bool converts = examination.postfix.value("disable_mime_output_conversion") == "no";
  for (const MilterUse& use : own_uses(examination)) {
    const bool signer = std::any_of(use.entries.begin(), use.entries.end(), signs);
    if (!signer || !converts || use.service->command == "smtpd") continue;
    return warning(kCheck,
                   "reports are signed, but Postfix encodes them anew for servers without 8BITMIME",
                   "The DKIM signature of such a report is broken on its way, with and without "
                   "plainbounce.",
                   {examination.commands.set("disable_mime_output_conversion", "yes"),
                    examination.commands.reload()});
  }
  return all_right(kCheck, converts ? "no signer follows plainbounce"
                                    : "what is signed leaves as it was signed");
}

}  // namespace plainbounce
