#pragma once

#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/dsn/delivery_report.h"
#include "core/mime/message_tree.h"

namespace plainbounce {

// Index into tree.parts of the top level's delivery-status part, human-readable part and returned
// message; MimePart::kNoParent where there is none. Only children of `report` count: the returned
// message may hold a report of its own. `report` is the root, or the root's first child where that
// is a multipart/report which a gateway or a signer wrapped.
struct ReportParts {
  size_t report = 0;
  size_t notice = MimePart::kNoParent;
  size_t status = MimePart::kNoParent;
  size_t original = MimePart::kNoParent;
};
ReportParts find_report_parts(const MessageTree& tree);

// Decodes message/delivery-status (RFC 3464), message/global-delivery-status (RFC 6533), the notice
// and the returned message's header fields. Fails when there is no status part, none of its groups
// names a recipient, or a limit is passed.
Result<DeliveryReport> parse_delivery_report(const MessageTree& tree, const Limits& limits);

// The same for a bounce without a status part (qmail and others; running text): one small reader
// per format. Fails when none recognises it.
Result<DeliveryReport> parse_legacy_bounce(const MessageTree& tree, const Limits& limits);

// The fields of a status part, alone: groups divided by empty lines, any number of them.
Result<DeliveryReport> parse_status_fields(std::string_view text, const Limits& limits);

// Of recipients whose fields give no reason: what report.notice says about each. For fields that
// were read alone, with the text that stands around them as the notice.
void add_words_of_notice(DeliveryReport& report);

}  // namespace plainbounce
