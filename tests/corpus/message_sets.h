#pragma once

#include <string>
#include <vector>

namespace plainbounce::testing {

// A folder of messages; `shared` ones may be missing.
struct MessageSet {
  std::string name;  // as last_counts.txt calls it
  std::vector<std::string> files;
};

// Every message below tests/.
MessageSet project_messages();
// Those of the shared cases and corpora that lie beside the project; empty sets are left out.
std::vector<MessageSet> shared_messages();

}  // namespace plainbounce::testing
