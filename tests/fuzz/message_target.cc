// Splitting a message: the parts cover its bytes, limits are kept, and the line ends do not matter.
#include "core/base/ascii.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/mime/message_tree.h"
#include "tests/fuzz/seed_messages.h"
#include "tests/support/files.h"
#include "tests/unit/core/mime/tree_invariants.h"

namespace plainbounce::fuzz {

namespace {

void check_limits(std::string_view input) {
  Limits tight;
  tight.part_depth = 3;
  tight.parts = 6;
  tight.header_fields = 5;
  tight.header_bytes = 200;
  const auto tree = split_message(input, tight);
  if (!tree) {
    demand(!tree.error().message.empty(), "a failure without words");
    return;
  }
  demand_equal(testing::broken_invariant(*tree), "", "a tree within tight limits");
  demand(tree->parts.size() <= tight.parts, "more parts than the limit");
  for (const MimePart& part : tree->parts) {
    demand(part.depth <= tight.part_depth, "deeper than the limit");
    demand(part.header.fields.size() <= tight.header_fields, "more fields than the limit");
  }
}

void check_report_parts(const MessageTree& tree) {
  const ReportParts found = find_report_parts(tree);
  demand(found.report < tree.parts.size(), "the report is no part");
  for (const size_t part : {found.notice, found.status, found.original}) {
    if (part == MimePart::kNoParent) continue;
    demand(part < tree.parts.size(), "a report's part is no part");
    demand(tree.parts[part].parent == found.report, "a report's part is not its child");
  }
}

// All that is read out of a message, with LF.
std::string outline(const std::string& message) {
  const auto tree = split_message(message, {});
  if (!tree) return tree.error().message;
  std::string out;
  for (const MimePart& part : tree->parts) {
    out += std::to_string(part.depth) + " " + part.type.type + "/" + part.type.subtype + " " +
           part.transfer_encoding + " " + part.boundary + (part.closed ? "\n" : " open\n");
    for (const HeaderField& field : part.header.fields) {
      out += std::string(field.name) + ": " + field.value() + "\n";
    }
    out += testing::with_lf(std::string(tree->bytes(part.body))) + "\n";
  }
  return out;
}

// Where a CR stands alone, the two forms are not the same text.
bool has_bare_cr(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) return true;
  }
  return false;
}

void run(std::string_view input) {
  check_limits(input);
  const auto tree = split_message(input, {});
  if (!tree) {
    demand(!tree.error().message.empty(), "a failure without words");
    return;
  }
  demand_equal(testing::broken_invariant(*tree), "", "a tree");
  check_report_parts(*tree);
  if (has_bare_cr(input)) return;
  const std::string lf = testing::with_lf(std::string(input));
  demand_equal(outline(lf), outline(testing::with_crlf(lf)), "LF and CRLF are read the same");
}

std::vector<Seed> seeds() {
  std::vector<Seed> seeds = odd_messages();
  for (Seed& seed : messages_of_the_project()) seeds.push_back(std::move(seed));
  return seeds;
}

}  // namespace

const Target kMessageTarget = {"message", 16384, run, seeds, message_words};

}  // namespace plainbounce::fuzz
