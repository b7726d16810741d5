#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/dsn/bounce_verdict.h"
#include "core/explain/reader.h"

namespace plainbounce {

// What a class of messages gets.
enum class Treatment { kOff, kHeaders, kBody };  // from least to most
enum class BodyMode { kOff, kAdd, kReplace };

// Everything that a site can say about the way of a bounce. Defaults are those of plainbounce.ini.
struct BouncePolicy {
  bool observe = false;  // decide and log, change nothing
  BodyMode body = BodyMode::kAdd;
  std::map<std::string, BodyMode, std::less<>> body_by_domain;  // by the reader's domain
  bool html = true;
  bool headers = true;
  Treatment success = Treatment::kHeaders;
  Treatment signed_reports = Treatment::kHeaders;
  Treatment friendly = Treatment::kHeaders;
  Treatment elsewhere = Treatment::kHeaders;
  Treatment legacy = Treatment::kHeaders;
  size_t max_body_size = 160U << 10U;  // bytes of the new body; larger: headers only
  size_t max_added = 32U << 10U;       // bytes that one message may grow by
  size_t mta_size_limit = 10240000;    // nothing is added when it could be passed; 0: no limit
  std::string host;                    // names us in the marker
  std::string version;
  BounceTrust trust;
  ExplainSettings explain;
};

}  // namespace plainbounce
