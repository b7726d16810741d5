#pragma once

#include <string>

#include "config/settings.h"
#include "core/base/result.h"
#include "core/bounce/bounce_policy.h"
#include "core/reply/reply_policy.h"

namespace plainbounce {

// The settings as core/ wants them. `host` names us in the marker; `auto_max_body_size` stands in
// for max_body_size = auto. Fails when the time zone cannot be read.
Result<BouncePolicy> to_policy(const Settings& settings, const std::string& host,
                               const std::string& version, size_t auto_max_body_size);

ReplyPolicy to_reply_policy(const Settings& settings);

}  // namespace plainbounce
