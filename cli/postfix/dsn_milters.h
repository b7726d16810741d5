#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/postfix/milter_list.h"
#include "cli/postfix/postfix_configuration.h"
#include "core/base/result.h"

namespace plainbounce {

// The parameter of main.cf that lists the milters for Postfix's own bounces.
inline constexpr const char* kDsnMilters = "dsn_milters";
// The cleanup service of master.cf that shows bounces to them.
inline constexpr const char* kDsnService = "cleanup-dsn";

// Whether an entry signs and does nothing else (opendkim and its like), by its name or port.
bool is_signer(const MilterEntry& entry);
// Whether it signs among other things (rspamd).
bool may_sign(const MilterEntry& entry);

// Whether Postfix shows its own bounces to milters without us: internal_mail_filter_classes of the
// bounce service.
bool filters_bounces(const PostfixConfiguration& postfix, const MasterService& bounce);

// The milters that have to stand behind ours: those that see bounces today, as they are written;
// and where none does, the signers of locally submitted mail, so that bounces are signed as other
// mail is, with default_action=accept. Fails when the list cannot be read.
Result<std::vector<MilterEntry>> milters_behind_ours(const PostfixConfiguration& postfix,
                                                     const MasterService& bounce,
                                                     const MasterService& cleanup);

// Our own entry, which lets bounces pass when the daemon does not answer.
std::string own_milter_entry(std::string_view address);

// Whether a milter fails open: its own default_action, or that of main.cf.
bool fails_open(const PostfixConfiguration& postfix, const MilterEntry& entry);

}  // namespace plainbounce
