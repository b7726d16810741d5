#pragma once

#include <string>
#include <vector>

#include "cli/doctor/check_result.h"
#include "cli/doctor/probe.h"
#include "config/settings.h"

namespace plainbounce {

// What the checks work with. The probe must outlive it.
struct Examination {
  const Probe& probe;
  std::string version = {};            // of this program
  std::string config_file = {};        // as it was named; empty: the default one
  Settings settings = {};              // the defaults where the file has errors
  std::vector<Error> errors = {};      // of the configuration, the knowledge overlay and the texts
  std::vector<Error> notices = {};     // of the configuration
  std::string knowledge_summary = {};  // "812 codes, 310 rules"
  std::string postfix_directory = {};  // as it was named; empty: Postfix's own
  std::string sendmail_file = {};      // as it was named: then Sendmail alone is examined
};

}  // namespace plainbounce
