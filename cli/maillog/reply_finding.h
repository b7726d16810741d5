#pragma once

#include <string>

#include "core/knowledge/terms.h"

namespace plainbounce {

// What a group of deliveries has in common.
struct Verdict {
  CauseId cause;
  std::string provider;       // id; empty: none is known
  std::string provider_name;  // for people
  Party actor = Party::kNobody;
  bool actor_is_clear = false;  // else nobody can tell who has to act
};

// What was found out about replies that are alike. The verdicts are places in
// ReplyDiagnoser::verdicts(): how it is as long as attempts go on, and once they have ended.
struct ReplyFinding {
  size_t waiting = 0;
  size_t failed = 0;
  std::string code;  // that is explained; may be empty
  std::string rule;  // that knew the words; may be empty
  // Of the first delivery with such a reply, for an example.
  std::string domain;
  std::string reply;
  std::string host;
};

}  // namespace plainbounce
