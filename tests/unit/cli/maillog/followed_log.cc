#include "tests/unit/cli/maillog/followed_log.h"

#include <cstdlib>
#include <ctime>

#include "cli/maillog/log_readers.h"

namespace plainbounce::testing {
namespace {

void append_figure(std::string& out, const char* name, size_t count) {
  if (count > 0) out += std::string(name) + " " + std::to_string(count) + "\n";
}

}  // namespace

void use_utc() {
  setenv("TZ", "UTC0", 1);
  tzset();
}

const KnowledgeBase& built_in_knowledge() {
  static const auto knowledge = load_knowledge("").value();
  return *knowledge;
}

void feed(DeliveryFollower& follower, std::string_view log, size_t piece) {
  const auto reader = make_log_reader(format_of(log), follower);
  for (size_t at = 0; at < log.size(); at += piece) reader->feed(log.substr(at, piece));
  reader->finish();
}

std::string outcome(DeliveryFollower& follower) {
  follower.finish();
  std::string out;
  const std::pair<DeliveryState, const char*> states[] = {{DeliveryState::kFailed, "failed"},
                                                          {DeliveryState::kWaiting, "waiting"},
                                                          {DeliveryState::kRefused, "refused"}};
  for (const auto& [state, word] : states) {
    for (const DeliveryGroup* group : follower.tally().groups(state)) {
      const Verdict& verdict = follower.diagnoser().verdicts()[group->verdict];
      out += std::string(word) + " " + std::to_string(group->count) + " " + verdict.cause;
      if (!verdict.provider.empty()) out += " " + verdict.provider;
      out += ":";
      for (const std::string& id : group->ids) out += " " + id;
      if (group->gave_up > 0) out += " gave up " + std::to_string(group->gave_up);
      out += "\n";
    }
  }
  const LogFigures& figures = follower.figures();
  append_figure(out, "delivered", figures.delivered);
  append_figure(out, "resolved", figures.resolved_later);
  append_figure(out, "unseen", figures.ended_unseen);
  append_figure(out, "not followed", figures.not_followed);
  append_figure(out, "untried", figures.untried);
  append_figure(out, "held", figures.held);
  append_figure(out, "unreadable", figures.unreadable_lines);
  return out;
}

std::string outcome_of(std::string_view log, Selection selection) {
  use_utc();
  DeliveryFollower follower(built_in_knowledge(), std::move(selection), kNow);
  feed(follower, log);
  return outcome(follower);
}

std::string smtp_line(std::string_view clock, std::string_view id, std::string_view to,
                      std::string_view status_and_words) {
  return "Nov 30 " + std::string(clock) + " mx postfix/smtp[7]: " + std::string(id) + ": to=<" +
         std::string(to) + ">, relay=mx.far.example[192.0.2.25]:25, delay=1, delays=0/0/0/1, " +
         "dsn=4.0.0, status=" + std::string(status_and_words) + "\n";
}

std::string removed_line(std::string_view clock, std::string_view id) {
  return "Nov 30 " + std::string(clock) + " mx postfix/qmgr[5]: " + std::string(id) + ": removed\n";
}

}  // namespace plainbounce::testing
