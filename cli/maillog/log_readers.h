#pragma once

#include <memory>
#include <string_view>

#include "cli/maillog/delivery_follower.h"
#include "cli/maillog/log_consumer.h"

namespace plainbounce {

// What a file is, by how it begins.
enum class LogFormat { kSyslog, kJournalExport, kJournalJson, kQueueListing, kQueueJson };
LogFormat format_of(std::string_view beginning);

// Reads a file of that format into `follower`, which must outlive it.
std::unique_ptr<LogConsumer> make_log_reader(LogFormat format, DeliveryFollower& follower);

// One for each format.
std::unique_ptr<LogConsumer> make_syslog_reader(DeliveryFollower& follower);
// systemd's "journalctl -o export": fields "NAME=value", an empty line behind each entry, values
// with control characters as a name alone, eight bytes of length, the bytes.
std::unique_ptr<LogConsumer> make_journal_export_reader(DeliveryFollower& follower);
// "journalctl -o json": an object a line.
std::unique_ptr<LogConsumer> make_journal_json_reader(DeliveryFollower& follower);
// Postfix's "mailq" or "postqueue -p", Sendmail's "mailq".
std::unique_ptr<LogConsumer> make_queue_listing_reader(DeliveryFollower& follower);
// "postqueue -j": an object a line, with all recipients of a message.
constexpr size_t kLongestQueueEntry = size_t{8} << 20U;
std::unique_ptr<LogConsumer> make_queue_json_reader(DeliveryFollower& follower);

}  // namespace plainbounce
