#include "milter/exposition.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace plainbounce {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

double number(uint64_t value) { return static_cast<double>(value); }

// Collects families in the order of the calls.
class Families {
 public:
  void counter(const char* name, const char* help, uint64_t value, Labels labels = {}) {
    begin(name, help, MetricType::Counter);
    counter_value(value, std::move(labels));
  }

  void gauge(const char* name, const char* help, double value, Labels labels = {}) {
    begin(name, help, MetricType::Gauge);
    ClientMetric metric;
    metric.label = std::move(labels);
    metric.gauge.value = value;
    families_.back().metric.push_back(std::move(metric));
  }

  void list(const char* name, const char* help, const char* label, const CountList& counts) {
    begin(name, help, MetricType::Counter);
    for (size_t at = 0; at < counts.labels().size(); ++at) {
      counter_value(counts.get(at), {{label, counts.labels()[at]}});
    }
  }

  void table(const char* name, const char* help, const char* row_label, const char* column_label,
             const CountTable& counts) {
    begin(name, help, MetricType::Counter);
    for (size_t row = 0; row < counts.rows().size(); ++row) {
      for (size_t column = 0; column < counts.columns().size(); ++column) {
        counter_value(counts.get(row, column),
                      {{row_label, counts.rows()[row]}, {column_label, counts.columns()[column]}});
      }
    }
  }

  // The count is the sum of the buckets, so that the two always agree.
  void histogram(const char* name, const char* help, const TimeHistogram& times) {
    begin(name, help, MetricType::Histogram);
    ClientMetric metric;
    uint64_t count = 0;
    for (size_t at = 0; at <= TimeHistogram::kBounds.size(); ++at) {
      count += times.get(at);
      const double bound = at < TimeHistogram::kBounds.size()
                               ? std::chrono::duration<double>(TimeHistogram::kBounds[at]).count()
                               : std::numeric_limits<double>::infinity();
      metric.histogram.bucket.push_back({count, bound});
    }
    metric.histogram.sample_count = count;
    metric.histogram.sample_sum = std::chrono::duration<double>(times.sum()).count();
    families_.back().metric.push_back(std::move(metric));
  }

  [[nodiscard]] std::string text() const {
    return prometheus::TextSerializer().Serialize(families_);
  }

 private:
  void begin(const char* name, const char* help, MetricType type) {
    families_.push_back({name, help, type, {}});
  }

  void counter_value(uint64_t value, Labels labels) {
    ClientMetric metric;
    metric.label = std::move(labels);
    metric.counter.value = number(value);
    families_.back().metric.push_back(std::move(metric));
  }

  std::vector<MetricFamily> families_;
};

void add_messages(Families& out, const Figures& figures) {
  out.table(
      "plainbounce_messages_total",
      "Messages looked at, by kind and by what became of them: body and headers changed, only "
      "headers, passed as they were, or passed because something failed.",
      "kind", "result", figures.messages);
  out.list("plainbounce_passed_total", "Messages that passed as they were, by the reason.",
           "reason", figures.passed);
  out.list("plainbounce_refusals_total", "Reports whose body had to stay, by the reason.",
           "refusal", figures.refusals);
  out.table("plainbounce_recipients_total", "Recipients told of in reports, by cause and outlook.",
            "cause", "outlook", figures.by_cause);
  out.table("plainbounce_recipients_by_actor_total",
            "Recipients told of in reports, by who has to act.", "actor", "outlook",
            figures.by_actor);
  out.table("plainbounce_recipients_by_provider_total",
            "Recipients told of in reports, by the provider whose words were recognised.",
            "provider", "outlook", figures.by_provider);
  out.histogram("plainbounce_message_seconds",
                "Time from the end of a message to the answer, of the messages looked at.",
                figures.message_time);
  out.list("plainbounce_rejected_recipients_total",
           "Recipients that the mail server rejected, by cause (with watch = yes).", "cause",
           figures.rejected);
  out.table("plainbounce_replies_total", "Lookups in the reply maps, by map and answer.", "map",
            "answer", figures.replies);
}

void add_state(Families& out, const Figures& figures, const MomentaryFigures& moment) {
  out.gauge("plainbounce_in_flight_messages", "Messages held at the moment.",
            static_cast<double>(figures.in_flight_messages.load(std::memory_order_relaxed)));
  out.gauge("plainbounce_in_flight_bytes", "Bytes of the messages held at the moment.",
            number(moment.in_flight_bytes));
  out.gauge("plainbounce_in_flight_limit_bytes", "What max_in_flight allows.",
            number(moment.in_flight_limit));
  out.gauge("plainbounce_milter_connections", "Connections of mail servers, open at the moment.",
            static_cast<double>(figures.connections.load(std::memory_order_relaxed)));
  if (moment.milter_up) {
    out.gauge("plainbounce_milter_up", "1: the milter answered when it was last asked.",
              *moment.milter_up ? 1 : 0);
  }
  out.list("plainbounce_reloads_total", "Reloads of the configuration.", "result", figures.reloads);
  out.gauge("plainbounce_last_reload_failed",
            "1: the last reload failed, and the configuration before it holds.",
            figures.last_reload_failed.load(std::memory_order_relaxed) ? 1 : 0);
  out.gauge("plainbounce_last_reload_timestamp_seconds", "When the last reload was; 0: never.",
            static_cast<double>(figures.last_reload.load(std::memory_order_relaxed)));
  out.list("plainbounce_events_total", "Lines for the file of events.", "result", figures.events);
  out.list("plainbounce_log_lines_held_back_total", "Log lines over lines_per_minute, by kind.",
           "kind", figures.held_back_lines);
  const std::chrono::duration<double> started = figures.started.time_since_epoch();
  out.gauge("process_start_time_seconds", "When the daemon started, in seconds since 1970.",
            started.count());
}

void add_versions(Families& out, const KnowledgeFigures& knowledge) {
  out.gauge("plainbounce_build_info", "The daemon's version.", 1,
            {{"version", PLAINBOUNCE_VERSION}});
  out.gauge(
      "plainbounce_knowledge_info",
      "The knowledge in use: the newest date on which one of its sources was checked, and its "
      "languages.",
      1, {{"checked", knowledge.checked}, {"languages", knowledge.languages}});
  out.gauge("plainbounce_knowledge_codes", "Codes that the knowledge has.",
            number(knowledge.codes));
  out.gauge("plainbounce_knowledge_rules", "Rules that the knowledge has.",
            number(knowledge.rules));
}

}  // namespace

KnowledgeFigures::KnowledgeFigures(const KnowledgeBase& knowledge)
    : codes(knowledge.codes().size()), rules(knowledge.rules().size()) {
  for (const auto& [key, source] : knowledge.sources()) checked = std::max(checked, source.checked);
  for (const std::string& language : knowledge.languages()) {
    languages += (languages.empty() ? "" : ",") + language;
  }
}

std::string exposition(const Figures& figures, const KnowledgeFigures& knowledge,
                       const MomentaryFigures& moment) {
  Families families;
  add_messages(families, figures);
  add_state(families, figures, moment);
  add_versions(families, knowledge);
  return families.text();
}

}  // namespace plainbounce
