// The report for a person.
#include <string_view>

#include "cli/explanation_text.h"
#include "cli/maillog/log_report.h"

namespace plainbounce {
namespace {

constexpr size_t kShownIds = 5;
constexpr size_t kShownDomains = 4;

// Whose part a party is: of what we send, and of what we refuse from others.
std::string words_for(const Verdict& verdict, DeliveryState state) {
  if (!verdict.actor_is_clear) return "not clear";
  const bool refused = state == DeliveryState::kRefused;
  switch (verdict.actor) {
    case Party::kSender:
      return "the sender of the message";
    case Party::kSenderAdmin:
      return refused ? "the mail service that sent it" : "you, the sending mail service";
    case Party::kRecipient:
      return refused ? "the recipient, who is a user here" : "the recipient";
    case Party::kRecipientAdmin:
      return refused ? "you, the receiving mail service" : "the recipient's mail service";
    case Party::kNobody:
      break;
  }
  return state == DeliveryState::kWaiting ? "nobody: it is tried again" : "nobody";
}

std::string span(const std::optional<int64_t>& first, const std::optional<int64_t>& last) {
  if (!first) return "";
  std::string text = show_time(*first);
  if (last && *last != *first) text += " to " + show_time(*last);
  return text;
}

std::string domains_text(const DeliveryGroup& group) {
  std::string text;
  size_t shown = 0;
  size_t others = group.in_more_domains;
  for (const auto& [domain, count] : group.domains_by_count()) {
    if (shown++ < kShownDomains) {
      text += (text.empty() ? "" : ", ") + domain + " " + std::to_string(count);
    } else {
      others += count;
    }
  }
  return others == 0 ? text : text + ", others " + std::to_string(others);
}

std::string ids_text(const DeliveryGroup& group) {
  std::string text;
  for (size_t i = 0; i < std::min(kShownIds, group.ids.size()); ++i) {
    text += (text.empty() ? "" : " ") + group.ids[i];
  }
  const size_t all = group.ids.size() + group.more_ids;
  return all <= kShownIds ? text : text + " and " + std::to_string(all - kShownIds) + " more";
}

// The recipient's domain, the other side, its words or ours.
std::string example_text(const DeliveryGroup& group) {
  const ReplyFinding& example = group.example;
  const char* const preposition = group.state == DeliveryState::kRefused ? " from " : " at ";
  std::string text = example.domain;
  if (!example.host.empty() && example.host != text) {
    text += text.empty() ? example.host : preposition + example.host;
  }
  if (example.reply.empty()) return text;
  return text.empty() ? example.reply : text + ": " + example.reply;
}

class ReportText {
 public:
  ReportText(const DeliveryFollower& follower, const Workplace& workplace,
             const ReportChoice& choice, const Console& console)
      : follower_(follower), workplace_(workplace), choice_(choice), console_(console) {}

  std::string write() {
    const LogFigures& figures = follower_.figures();
    write_figures(figures);
    const bool is_queue = figures.queue_entries > 0 && figures.mail_lines == 0;
    if (!is_queue) write_section(DeliveryState::kFailed, "Failed");
    write_section(DeliveryState::kWaiting, "Waiting");
    if (choice_.refused) write_section(DeliveryState::kRefused, "Refused at our own door");
    return out_;
  }

 private:
  void figure(std::string_view label, size_t count, const std::string& words = {}) {
    if (count == 0 && !words.empty()) return;
    std::string value = std::to_string(count);
    if (!words.empty()) value += " (" + words + ")";
    out_ += fact_line(label, value);
  }

  void write_figures(const LogFigures& figures) {
    const Tally& tally = follower_.tally();
    const std::string when = span(figures.first, figures.last);
    const bool has_log = figures.mail_lines > 0;
    out_ += console_.bold(has_log ? "Deliveries" : "Mail queue") + (when.empty() ? "" : ", ") +
            when + "\n\n";
    if (has_log) {
      figure("delivered", figures.delivered);
      figure("failed", tally.count(DeliveryState::kFailed));
      figure("gave up", tally.gave_up(), "of these, after repeated attempts");
    } else {
      figure("messages", figures.queue_entries);
    }
    figure("waiting", tally.count(DeliveryState::kWaiting));
    figure("not tried", figures.untried, "recipients without a failed attempt");
    figure("on hold", figures.held, "recipients; postsuper -H releases the messages");
    figure("resolved", figures.resolved_later, "waited at first, delivered later");
    figure("unseen end", figures.ended_unseen, "waited, and left the queue without another word");
    figure("refused", tally.count(DeliveryState::kRefused),
           choice_.refused ? "at our own door" : "at our own door; --refused shows them");
    figure("not followed", figures.not_followed,
           "attempts of deliveries beyond the " + std::to_string(DeliveryFollower::kMostOpen) +
               " that are followed at one time; the figures are too low");
    figure("too long", figures.overlong_entries,
           "messages of more than 8 MB or 50,000 recipients in the listing; left out");
    figure("not read", figures.unreadable_lines - figures.overlong_entries, "no lines of a log");
  }

  void write_section(DeliveryState state, std::string_view title) {
    std::vector<const DeliveryGroup*> groups;
    for (const DeliveryGroup* group : follower_.tally().groups(state)) {
      if (is_chosen(*group, verdict_of(*group), choice_)) groups.push_back(group);
    }
    if (groups.empty()) return;
    size_t sum = 0;
    for (const DeliveryGroup* group : groups) sum += group->count;
    const std::string heading = console_.bold(std::string(title) + ": " + std::to_string(sum));
    out_ += "\n" +
            (state == DeliveryState::kFailed ? console_.red(heading) : console_.yellow(heading)) +
            "\n";
    const size_t shown = choice_.top == 0 ? groups.size() : std::min(choice_.top, groups.size());
    size_t left_out = 0;
    for (size_t i = 0; i < groups.size(); ++i) {
      if (i < shown) {
        write_group(*groups[i]);
      } else {
        left_out += groups[i]->count;
      }
    }
    if (left_out == 0) return;
    out_ += "\n" + wrap_for_terminal(std::to_string(left_out) + " more in " +
                                     std::to_string(groups.size() - shown) +
                                     " smaller groups; --top 0 shows them");
  }

  void write_group(const DeliveryGroup& group) {
    const Verdict& verdict = verdict_of(group);
    std::string title = title_of(verdict, workplace_);
    const std::string& provider =
        verdict.provider_name.empty() ? verdict.provider : verdict.provider_name;
    if (!provider.empty()) title += ", " + provider;
    out_ += "\n" + console_.bold(std::to_string(group.count) + "  " + escape_for_terminal(title)) +
            "\n";
    out_ += fact_line("cause", verdict.cause);
    out_ += fact_line("who acts", words_for(verdict, group.state));
    if (group.gave_up > 0 && group.gave_up < group.count) {
      out_ += fact_line("gave up", std::to_string(group.gave_up) + " after repeated attempts");
    } else if (group.gave_up > 0) {
      out_ += fact_line("gave up", "all after repeated attempts");
    }
    const bool in_queue = follower_.figures().mail_lines == 0;
    out_ += fact_line(in_queue ? "arrived" : "seen", span(group.first, group.last));
    if (group.domains.size() > 1) out_ += fact_line("domains", domains_text(group));
    out_ += fact_line("example", example_text(group));
    out_ += fact_line("queue ids", ids_text(group));
    const auto steps = steps_of(group, verdict, *workplace_.knowledge);
    if (!steps.empty()) out_ += fact_line("what to do", steps.front());
  }

  [[nodiscard]] const Verdict& verdict_of(const DeliveryGroup& group) const {
    return follower_.diagnoser().verdicts()[group.verdict];
  }

  const DeliveryFollower& follower_;
  const Workplace& workplace_;
  const ReportChoice& choice_;
  const Console& console_;
  std::string out_;
};

}  // namespace

std::string log_report_text(const DeliveryFollower& follower, const Workplace& workplace,
                            const ReportChoice& choice, const Console& console) {
  return ReportText(follower, workplace, choice, console).write();
}

}  // namespace plainbounce
