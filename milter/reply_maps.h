#pragma once

#include <string>
#include <string_view>

#include "milter/snapshot.h"

namespace plainbounce {

// The answer to one request of a socketmap client, "NAME KEY": "OK value", "NOTFOUND " or
// "PERM why" (socketmap_table(5)). The maps are "footer" (smtpd_reject_footer_maps) and "dsn"
// (smtp_delivery_status_filter).
std::string answer_lookup(const Snapshot& snapshot, std::string_view request);

}  // namespace plainbounce
