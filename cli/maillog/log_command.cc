#include "cli/maillog/log_command.h"

#include <algorithm>
#include <ctime>
#include <ostream>

#include "cli/maillog/log_report.h"
#include "cli/maillog/log_scan.h"
#include "cli/workplace.h"
#include "core/base/nearest_word.h"
#include "core/knowledge/cause_ids.h"

namespace plainbounce {
namespace {

Result<void> check_causes(const std::vector<std::string>& causes) {
  for (const std::string& cause : causes) {
    if (std::find(std::begin(kCauseIds), std::end(kCauseIds), cause) != std::end(kCauseIds)) {
      continue;
    }
    const std::string near(nearest_word(cause, {std::begin(kCauseIds), std::end(kCauseIds)}));
    return fail("there is no cause \"" + cause + "\"" +
                (near.empty() ? "; docs/json.md lists them" : "; did you mean \"" + near + "\"?"));
  }
  return {};
}

Result<std::optional<int64_t>> moment(const char* option, const std::string& text, int64_t now) {
  if (text.empty()) return std::nullopt;
  const auto seconds = parse_moment(text, now);
  if (seconds) return seconds;
  return fail(std::string(option) + ": \"" + text +
              "\" is no time; allowed are 2026-11-30, \"2026-11-30 08:00\", today, yesterday, 90m, "
              "24h, 7d, 2w");
}

Result<Selection> selection_of(const LogRequest& request, int64_t now) {
  if (auto known = check_causes(request.causes); !known) return tl::unexpected(known.error());
  Selection selection;
  selection.recipient = request.recipient;
  const auto since = moment("--since", request.since, now);
  if (!since) return tl::unexpected(since.error());
  const auto until = moment("--until", request.until, now);
  if (!until) return tl::unexpected(until.error());
  selection.since = *since;
  selection.until = *until;
  if (*since && *until && **since >= **until) return fail("--since is not before --until");
  return selection;
}

bool is_anything(const LogFigures& figures) {
  return figures.mail_lines > 0 || figures.queue_listings > 0;
}

void complain_about_nothing(const LogFigures& figures, const Console& console) {
  console.complain(
      "no line of Postfix or Sendmail among " + std::to_string(figures.lines) +
      "; expected are mail logs (\"Nov 30 21:00:00 mx postfix/smtp[12]: 4ABC: to=<...>, ...\"), "
      "journalctl -o export, json or short, mailq, postqueue -j");
}

}  // namespace

ExitStatus run_log(const LogRequest& request, const Console& console) {
  const auto workplace = set_up_to_look(request.config, console);
  if (!workplace) {
    report(workplace.error(), console);
    return ExitStatus::kUsage;
  }
  const int64_t now = request.now ? *request.now : static_cast<int64_t>(std::time(nullptr));
  auto selection = selection_of(request, now);
  if (!selection) {
    console.complain(to_string(selection.error()));
    return ExitStatus::kUsage;
  }
  DeliveryFollower follower(*workplace->knowledge, std::move(*selection), now);
  ExitStatus status = ExitStatus::kDone;
  {
    ProgressBar progress(console.err, console.progress);
    for (const Error& error : scan_logs(request.files, console.in, follower, progress)) {
      console.complain(to_string(error));
      status = ExitStatus::kUsage;
    }
  }
  const LogFigures& figures = follower.figures();
  if (!is_anything(figures)) {
    if (figures.lines > 0 || status == ExitStatus::kDone) complain_about_nothing(figures, console);
    return std::max(status, ExitStatus::kNo);
  }
  const ReportChoice choice{request.causes, request.top, request.refused};
  console.out << (request.json ? log_report_json(follower, *workplace, choice) + "\n"
                               : log_report_text(follower, *workplace, choice, console));
  return status;
}

}  // namespace plainbounce
