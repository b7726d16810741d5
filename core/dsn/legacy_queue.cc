#include "core/dsn/legacy_format.h"
#include "core/dsn/mail_queue.h"

namespace plainbounce {

namespace {

bool recognises(const LegacyMessage& message) { return !read_mail_queue(message.lines, 1).empty(); }

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  report.notice = message.text;
  report.recipients = read_mail_queue(message.lines, limits.recipients);
  return report;
}

}  // namespace

const LegacyFormat kQueueFormat = {"a mail queue", false, recognises, read};

}  // namespace plainbounce
