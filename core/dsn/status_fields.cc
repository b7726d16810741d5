#include <array>
#include <optional>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/field_values.h"
#include "core/dsn/status_groups.h"

namespace plainbounce {

namespace {

constexpr size_t kUsualOther = 4;  // fields without a member

// Each setter returns false, and leaves the value alone, when the field is set already or the value
// is empty.
bool set_text(std::optional<std::string>& member, std::string& value) {
  if (member || value.empty()) return false;
  member = std::move(value);
  return true;
}

// `split` gives the parts of the value, whose memory is kept.
bool set_typed(std::optional<TypedValue>& member, std::string& value,
               TypedParts (*split)(std::string_view)) {
  if (member) return false;
  const TypedParts parts = split(value);
  if (parts.value.empty()) return false;
  member.emplace();
  member->type = to_lower(parts.type);
  value.assign(parts.value);
  member->value = std::move(value);
  return true;
}

template <class Owner>
struct FieldSetter {
  std::string_view name;
  bool (*set)(Owner& owner, std::string& value);
};

constexpr std::array<FieldSetter<PerMessageFields>, 5> kMessageFields = {{
    {"Original-Envelope-Id",
     [](PerMessageFields& m, std::string& v) { return set_text(m.original_envelope_id, v); }},
    {"Reporting-MTA",
     [](PerMessageFields& m, std::string& v) {
       return set_typed(m.reporting_mta, v, split_typed_name);
     }},
    {"DSN-Gateway", [](PerMessageFields& m,
                       std::string& v) { return set_typed(m.dsn_gateway, v, split_typed_name); }},
    {"Received-From-MTA",
     [](PerMessageFields& m, std::string& v) {
       return set_typed(m.received_from_mta, v, split_typed_name);
     }},
    {"Arrival-Date",
     [](PerMessageFields& m, std::string& v) { return set_text(m.arrival_date, v); }},
}};

bool set_action(PerRecipientFields& recipient, std::string& value) {
  if (!recipient.action_text.empty() || value.empty()) return false;
  recipient.action = parse_action(value);
  recipient.action_text = std::move(value);
  return true;
}

bool set_status(PerRecipientFields& recipient, std::string& value) {
  std::string bare = without_comments(value);
  return set_text(recipient.status, bare);
}

constexpr std::array<FieldSetter<PerRecipientFields>, 9> kRecipientFields = {{
    {"Original-Recipient",
     [](PerRecipientFields& r, std::string& v) {
       return set_typed(r.original_recipient, v, split_typed_name);
     }},
    {"Final-Recipient",
     [](PerRecipientFields& r, std::string& v) {
       return set_typed(r.final_recipient, v, split_typed_name);
     }},
    {"Action", set_action},
    {"Status", set_status},
    {"Remote-MTA", [](PerRecipientFields& r,
                      std::string& v) { return set_typed(r.remote_mta, v, split_typed_name); }},
    {"Diagnostic-Code",
     [](PerRecipientFields& r, std::string& v) {
       return set_typed(r.diagnostic_code, v, split_typed_value);
     }},
    {"Last-Attempt-Date",
     [](PerRecipientFields& r, std::string& v) { return set_text(r.last_attempt_date, v); }},
    {"Final-Log-ID",
     [](PerRecipientFields& r, std::string& v) { return set_text(r.final_log_id, v); }},
    {"Will-Retry-Until",
     [](PerRecipientFields& r, std::string& v) { return set_text(r.will_retry_until, v); }},
}};

template <class Owner, size_t N>
const FieldSetter<Owner>* find_setter(const std::array<FieldSetter<Owner>, N>& setters,
                                      std::string_view name) {
  for (const auto& setter : setters) {
    if (equals_ignoring_case(setter.name, name)) return &setter;
  }
  return nullptr;
}

bool is_message_field(const StatusField& field) {
  return find_setter(kMessageFields, field.name) != nullptr;
}
bool is_recipient_field(const StatusField& field) {
  return find_setter(kRecipientFields, field.name) != nullptr;
}

bool names_recipient(const PerRecipientFields& recipient) {
  return recipient.final_recipient || recipient.original_recipient;
}

// A recipient with the same fields set, none of them longer than a letter: thousands of groups may
// follow a long one. Without the fields that have no member.
PerRecipientFields set_fields(const PerRecipientFields& recipient) {
  const auto mark = [](const auto& from, auto& to) {
    if (from) to.emplace();
  };
  PerRecipientFields marked;
  mark(recipient.original_recipient, marked.original_recipient);
  mark(recipient.final_recipient, marked.final_recipient);
  marked.action_text = recipient.action_text.substr(0, 1);
  mark(recipient.status, marked.status);
  mark(recipient.remote_mta, marked.remote_mta);
  mark(recipient.diagnostic_code, marked.diagnostic_code);
  mark(recipient.last_attempt_date, marked.last_attempt_date);
  mark(recipient.final_log_id, marked.final_log_id);
  mark(recipient.will_retry_until, marked.will_retry_until);
  return marked;
}

// Puts groups into a report by the names of their fields, not by their order: systems write the
// per-message fields last, several recipients without an empty line between, or an empty line
// inside one recipient.
class ReportAssembler {
 public:
  explicit ReportAssembler(DeliveryReport& report) : report_(report) {}

  // The values go into the report.
  void add(StatusGroup& group) {
    bool of_message = false;
    bool of_recipient = false;
    bool names = false;
    for (const StatusField& field : group) {
      of_message = of_message || is_message_field(field);
      of_recipient = of_recipient || is_recipient_field(field);
      names = names || equals_ignoring_case(field.name, "Final-Recipient") ||
              equals_ignoring_case(field.name, "Original-Recipient");
    }
    if (!of_recipient) {
      add_message_group(group, of_message);
      return;
    }
    if (report_.recipients.empty() || !continues_last(group, names)) {
      report_.recipients.emplace_back();
    }
    bool in_recipient = !of_message;
    for (StatusField& field : group) {
      in_recipient = in_recipient || is_recipient_field(field);
      add_recipient_field(field, in_recipient);
    }
  }

 private:
  static void keep(StatusField& field, std::vector<ReportField>& rest) {
    if (rest.empty()) rest.reserve(kUsualOther);
    rest.push_back({std::string(field.name), std::move(field.value)});
  }

  void add_message_field(StatusField& field, std::vector<ReportField>& rest) {
    const auto* setter = find_setter(kMessageFields, field.name);
    if (setter == nullptr || !setter->set(report_.message, field.value)) keep(field, rest);
  }

  void add_message_group(StatusGroup& group, bool of_message) {
    const bool to_message = of_message || report_.recipients.empty();
    auto& rest = to_message ? report_.message.other : report_.recipients.back().other;
    for (StatusField& field : group) add_message_field(field, rest);
  }

  // True when the group is the rest of the last recipient: no field stands in both, and it names
  // nobody, or the last one was not named yet.
  bool continues_last(const StatusGroup& group, bool names) const {
    const PerRecipientFields& last = report_.recipients.back();
    const bool last_is_named = last.final_recipient.has_value();
    const bool last_has_fate = !last.action_text.empty() || last.status;
    if (names && (last_is_named || last_has_fate)) return false;
    PerRecipientFields trial = set_fields(last);
    for (const StatusField& field : group) {
      const auto* setter = find_setter(kRecipientFields, field.name);
      std::string value = field.value;
      if (setter != nullptr && !value.empty() && !setter->set(trial, value)) return false;
    }
    return true;
  }

  void add_recipient_field(StatusField& field, bool in_recipient) {
    auto& rest = in_recipient ? report_.recipients.back().other : report_.message.other;
    const auto* setter = find_setter(kRecipientFields, field.name);
    if (setter == nullptr) {
      add_message_field(field, rest);
      return;
    }
    if (begins_next(field)) report_.recipients.emplace_back();
    PerRecipientFields& recipient = report_.recipients.back();
    if (!setter->set(recipient, field.value) && !field.value.empty()) keep(field, recipient.other);
  }

  // A second naming field of the same kind begins the next recipient.
  bool begins_next(const StatusField& field) const {
    const PerRecipientFields& last = report_.recipients.back();
    if (equals_ignoring_case(field.name, "Final-Recipient")) {
      return last.final_recipient.has_value();
    }
    return equals_ignoring_case(field.name, "Original-Recipient") && last.original_recipient &&
           last.final_recipient;
  }

  DeliveryReport& report_;
};

}  // namespace

Result<DeliveryReport> parse_status_fields(std::string_view text, const Limits& limits) {
  auto groups = read_status_groups(text, limits);
  if (!groups) return tl::unexpected(groups.error());
  DeliveryReport report;
  report.machine_readable = true;
  ReportAssembler assembler(report);
  for (StatusGroup& group : *groups) {
    assembler.add(group);
    if (report.recipients.size() > limits.recipients) {
      return fail("the status part names too many recipients");
    }
  }
  std::erase_if(report.recipients,
                [](const PerRecipientFields& recipient) { return !names_recipient(recipient); });
  if (report.recipients.empty()) return fail("no group of the status part names a recipient");
  return report;
}

}  // namespace plainbounce
