// write_rewritten DIRECTORY: writes every message at hand that is rewritten, before and after, as
// NUMBER.SETTING.before and NUMBER.SETTING.after, and a line "NUMBER.SETTING path" for each to
// standard output. For programs that are to read both.
#include <cstdio>
#include <fstream>

#include "tests/corpus/message_sets.h"
#include "tests/support/files.h"
#include "tests/support/whole_way.h"

namespace plainbounce::testing {
namespace {

void write(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
}

int run(const std::string& directory) {
  std::vector<MessageSet> sets = shared_messages();
  sets.push_back(project_messages());
  const Limits limits;
  size_t number = 0;
  for (const bool html : {true, false}) {
    BouncePolicy policy = sample_policy();
    policy.html = html;
    policy.success = Treatment::kBody;
    const BounceExplainer explainer(built_in_knowledge(), policy, limits);
    for (const MessageSet& set : sets) {
      for (const std::string& path : set.files) {
        const std::string bytes = with_crlf(read_file(path));
        const RawMessage message = raw_message(bytes, own_envelope(reader_named_in(bytes)));
        const BounceOutcome outcome = explainer.process(message);
        if (!outcome.new_body) continue;
        const std::string name = std::to_string(++number) + (html ? ".html" : ".text");
        write(directory + "/" + name + ".before", bytes);
        write(directory + "/" + name + ".after", carried_out(message, outcome));
        std::printf("%s %s\n", name.c_str(), path.c_str());
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace plainbounce::testing

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: write_rewritten DIRECTORY\n");
    return 2;
  }
  return plainbounce::testing::run(argv[1]);
}
