// The whole way of a bounce. The first byte of an input picks the settings, the rest is a message.
// Demands are those of findings_in (undoing gives the input back, everything but the first part is
// the same bytes, limits are kept); an explained message that comes again passes.
#include "core/base/ascii.h"
#include "tests/fuzz/seed_messages.h"
#include "tests/support/edited_message_checks.h"
#include "tests/support/whole_way.h"

namespace plainbounce::fuzz {

namespace {

constexpr unsigned kReplace = 1;
constexpr unsigned kPlainText = 2;
constexpr unsigned kElsewhere = 4;
constexpr unsigned kGrantAll = 8;
constexpr unsigned kSettings = 16;

BouncePolicy policy_of(unsigned settings) {
  BouncePolicy policy = testing::sample_policy();
  if ((settings & kReplace) != 0) policy.body = BodyMode::kReplace;
  policy.html = (settings & kPlainText) == 0;
  if ((settings & kGrantAll) != 0) {
    policy.success = policy.friendly = Treatment::kBody;
    policy.elsewhere = policy.legacy = Treatment::kBody;
  }
  return policy;
}

void run(std::string_view input) {
  if (input.empty()) return;
  const unsigned settings = static_cast<unsigned char>(input.front()) % kSettings;
  const BouncePolicy policy = policy_of(settings);
  const Limits limits;
  const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits);
  const std::string bytes(input.substr(1));
  const std::string reader = testing::reader_named_in(bytes);
  const bool elsewhere = (settings & kElsewhere) != 0;
  const Envelope envelope =
      elsewhere ? testing::elsewhere_envelope(reader) : testing::own_envelope(reader);
  const RawMessage message = testing::raw_message(bytes, envelope);
  const BounceOutcome outcome = explainer.process(message);
  demand_equal(testing::findings_in(message, outcome, policy), "", "findings");
  for (const HeaderValue& field : outcome.add) {
    demand(field.name.starts_with("X-Bounce-"), "a field that is not ours");
  }
  for (const HeaderRemoval& field : outcome.remove) {
    demand(starts_with_ignoring_case(field.name, "X-Bounce-"), "removes what is not ours");
  }
  if (elsewhere || !outcome.changes_anything()) return;
  const RawMessage again =
      testing::raw_message(testing::carried_out(message, outcome), message.envelope);
  demand(!explainer.process(again).changes_anything(), "explained twice");
}

// Each small message with each setting, those of the project with one each.
std::vector<Seed> seeds() {
  std::vector<Seed> seeds;
  for (const Seed& message : odd_messages()) {
    for (unsigned settings = 0; settings < kSettings; ++settings) {
      const char first = static_cast<char>('@' + settings);  // '@' is 64: no remainder
      seeds.push_back({message.name + "-" + std::to_string(settings), first + message.bytes});
    }
  }
  unsigned settings = 0;
  for (const Seed& message : messages_of_the_project()) {
    seeds.push_back({message.name, static_cast<char>('@' + settings) + message.bytes});
    settings = (settings + 1) % kSettings;
  }
  return seeds;
}

}  // namespace

const Target kBounceTarget = {"bounce", 8192, run, seeds, message_words};

}  // namespace plainbounce::fuzz
