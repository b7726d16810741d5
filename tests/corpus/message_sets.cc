#include "tests/corpus/message_sets.h"

#include <algorithm>

#include "tests/support/files.h"

namespace plainbounce::testing {

namespace {

// Notes and tables that lie beside the messages.
bool is_message(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name != "README.md" && name != "LICENSE" && name != "MANIFEST.jsonl" &&
         name != "expected.jsonl" && !name.ends_with(".json");
}

}  // namespace

MessageSet project_messages() {
  return {"project", files_below(source_path("tests"), {".eml", ".msg"})};
}

std::vector<MessageSet> shared_messages() {
  std::vector<MessageSet> sets;
  for (const char* folder :
       {"cases", "corpus/postfix", "corpus/sendmail", "corpus/sisimai", "corpus/malformed"}) {
    const auto directory = shared_folder(folder);
    if (!directory) continue;
    MessageSet set{folder, {}};
    for (const std::string& path : files_below(*directory)) {
      if (is_message(path)) set.files.push_back(path);
    }
    if (!set.files.empty()) sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace plainbounce::testing
