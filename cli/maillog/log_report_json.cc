// The report for programs.
#include "cli/maillog/log_report.h"
#include "core/base/clean_text.h"
#include "core/render/json.h"

namespace plainbounce {
namespace {

int64_t number(size_t count) { return static_cast<int64_t>(count); }

void write_time(JsonWriter& json, std::string_view key, const std::optional<int64_t>& time) {
  json.key(key).value_or_null(time ? iso_time(*time) : std::string());
}

std::string_view word_for(DeliveryState state) {
  switch (state) {
    case DeliveryState::kFailed:
      return "failed";
    case DeliveryState::kWaiting:
      return "waiting";
    case DeliveryState::kRefused:
      break;
  }
  return "refused";
}

void write_example(JsonWriter& json, const DeliveryGroup& group) {
  const ReplyFinding& example = group.example;
  json.key("example").begin_object();
  json.key("queue_id").value_or_null(group.example_id);
  json.key("domain").value_or_null(example.domain);
  json.key("host").value_or_null(example.host);
  json.key("reply").value_or_null(example.reply);
  json.end_object();
}

void write_group(JsonWriter& json, const DeliveryGroup& group, const Verdict& verdict,
                 const Workplace& workplace) {
  json.begin_object();
  json.key("state").value(word_for(group.state));
  json.key("cause").value(verdict.cause);
  json.key("title").value(title_of(verdict, workplace));
  json.key("provider").value_or_null(verdict.provider);
  json.key("provider_name").value_or_null(verdict.provider_name);
  json.key("actor").value_or_null(verdict.actor_is_clear ? to_string(verdict.actor)
                                                         : std::string_view());
  json.key("count").value(number(group.count));
  json.key("gave_up").value(number(group.gave_up));
  write_time(json, "first", group.first);
  write_time(json, "last", group.last);
  write_example(json, group);
  json.key("code").value_or_null(group.example.code);
  json.key("rule").value_or_null(group.example.rule);
  json.key("fix").begin_array();
  for (const std::string& step : steps_of(group, verdict, *workplace.knowledge)) json.value(step);
  json.end_array();
  json.key("domains").begin_array();
  for (const auto& [domain, count] : group.domains_by_count()) {
    json.begin_object();
    json.key("domain").value(clean_text(domain)).key("count").value(number(count));
    json.end_object();
  }
  json.end_array();
  json.key("in_more_domains").value(number(group.in_more_domains));
  json.key("queue_ids").begin_array();
  for (const std::string& id : group.ids) json.value(id);
  json.end_array();
  json.key("more_queue_ids").value(number(group.more_ids));
  json.end_object();
}

}  // namespace

std::string log_report_json(const DeliveryFollower& follower, const Workplace& workplace,
                            const ReportChoice& choice) {
  const LogFigures& figures = follower.figures();
  const Tally& tally = follower.tally();
  JsonWriter json;
  json.begin_object();
  write_time(json, "from", figures.first);
  write_time(json, "to", figures.last);
  json.key("lines").value(number(figures.lines));
  json.key("mail_lines").value(number(figures.mail_lines));
  json.key("unreadable_lines").value(number(figures.unreadable_lines));
  json.key("queue_entries").value(number(figures.queue_entries));
  json.key("delivered").value(number(figures.delivered));
  json.key("failed").value(number(tally.count(DeliveryState::kFailed)));
  json.key("gave_up").value(number(tally.gave_up()));
  json.key("waiting").value(number(tally.count(DeliveryState::kWaiting)));
  json.key("untried").value(number(figures.untried));
  json.key("held").value(number(figures.held));
  json.key("resolved_later").value(number(figures.resolved_later));
  json.key("ended_unseen").value(number(figures.ended_unseen));
  json.key("refused").value(number(tally.count(DeliveryState::kRefused)));
  json.key("not_followed").value(number(figures.not_followed));
  json.key("groups").begin_array();
  for (const auto state :
       {DeliveryState::kFailed, DeliveryState::kWaiting, DeliveryState::kRefused}) {
    for (const DeliveryGroup* group : tally.groups(state)) {
      const Verdict& verdict = follower.diagnoser().verdicts()[group->verdict];
      if (is_chosen(*group, verdict, choice)) write_group(json, *group, verdict, workplace);
    }
  }
  json.end_array();
  json.end_object();
  return json.text();
}

}  // namespace plainbounce
