#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/maillog/delivery_follower.h"
#include "cli/workplace.h"

namespace plainbounce {

// What of a log's groups is written.
struct ReportChoice {
  std::vector<std::string> causes;  // only these; empty: all
  size_t top = 10;                  // groups of a section; 0: all
  bool refused = false;             // what our own server refused, group by group
};

// The report for a person at a terminal: figures, then the groups of what failed, what waits and
// what was refused, the largest first.
std::string log_report_text(const DeliveryFollower& follower, const Workplace& workplace,
                            const ReportChoice& choice, const Console& console);
// The same as one JSON object (docs/json.md), always with all groups of the causes.
std::string log_report_json(const DeliveryFollower& follower, const Workplace& workplace,
                            const ReportChoice& choice);

// What both write.
bool is_chosen(const DeliveryGroup& group, const Verdict& verdict, const ReportChoice& choice);
// The cause's title for an administrator.
std::string title_of(const Verdict& verdict, const Workplace& workplace);
// What those who have to act can do, as the page about the rule or the code tells; may be empty.
std::vector<std::string> steps_of(const DeliveryGroup& group, const Verdict& verdict,
                                  const KnowledgeBase& knowledge);

}  // namespace plainbounce
