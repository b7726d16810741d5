#include "tests/support/report_texts.h"

namespace plainbounce::testing {

std::vector<std::string> texts_of(const DeliveryReport& report) {
  std::vector<std::string> texts = {report.notice};
  const auto typed = [&](const std::optional<TypedValue>& value) {
    if (value) texts.insert(texts.end(), {value->type, value->value});
  };
  const auto plain = [&](const std::optional<std::string>& value) {
    if (value) texts.push_back(*value);
  };
  const auto fields = [&](const std::vector<ReportField>& list) {
    for (const ReportField& field : list) texts.insert(texts.end(), {field.name, field.value});
  };
  typed(report.message.reporting_mta);
  typed(report.message.dsn_gateway);
  typed(report.message.received_from_mta);
  plain(report.message.original_envelope_id);
  plain(report.message.arrival_date);
  fields(report.message.other);
  for (const PerRecipientFields& r : report.recipients) {
    typed(r.original_recipient);
    typed(r.final_recipient);
    typed(r.remote_mta);
    typed(r.diagnostic_code);
    plain(r.status);
    plain(r.last_attempt_date);
    plain(r.final_log_id);
    plain(r.will_retry_until);
    fields(r.other);
    texts.insert(texts.end(), {r.action_text, r.notice_text});
  }
  if (!report.original) return texts;
  const OriginalHeaders& original = *report.original;
  texts.insert(texts.end(), original.received.begin(), original.received.end());
  for (const auto& value : {original.message_id, original.from, original.to, original.subject,
                            original.date, original.accept_language, original.content_language}) {
    plain(value);
  }
  return texts;
}

}  // namespace plainbounce::testing
