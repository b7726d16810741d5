#include "tests/load/load_messages.h"

#include <algorithm>
#include <array>

#include "tests/support/milter/sample_messages.h"

namespace plainbounce::testing {
namespace {

constexpr int kBounces = 16;
constexpr size_t kLarge = 100000;  // from here on header fields alone will do
constexpr std::string_view kSecondPart = "Content-Description: Delivery report";

struct Refusal {
  const char* status;
  const char* reply;
};

constexpr std::array<Refusal, 5> kRefusals = {{
    {"5.1.1", "550 5.1.1 User unknown"},
    {"5.2.2", "552 5.2.2 Mailbox size limit exceeded"},
    {"5.7.1", "554 5.7.1 Message refused, it looks like spam"},
    {"5.7.26", "550 5.7.26 This mail is unauthenticated: SPF and DKIM did not pass"},
    {"5.4.6", "554 5.4.6 Too many hops"},
}};

std::string address(int bounce, int recipient) {
  return "user" + std::to_string(bounce) + "-" + std::to_string(recipient) + "@far.example";
}

std::vector<SampleRecipient> recipients(int bounce) {
  std::vector<SampleRecipient> all;
  for (int i = 0; i <= bounce % 3; ++i) {
    const Refusal& refusal = kRefusals[static_cast<size_t>(bounce + i) % kRefusals.size()];
    all.push_back({address(bounce, i), "failed", refusal.status, refusal.reply});
  }
  return all;
}

}  // namespace

std::vector<MailTransaction> load_bounces(size_t bytes) {
  std::vector<MailTransaction> all;
  for (int bounce = 0; bounce < kBounces; ++bounce) {
    const std::string id = "4XLOAD" + std::to_string(bounce);
    const size_t least = sample_report(recipients(bounce), 0, "", id).size();
    const size_t returned = bytes - std::min(bytes, least);
    all.push_back(own_report(sample_report(recipients(bounce), returned, "", id)));
    all.back().queue_id = "4YLOAD" + std::to_string(bounce);
  }
  return all;
}

MailTransaction load_ordinary(size_t bytes) {
  return from_outside("<alice@box.example>", sample_mail(bytes));
}

std::string what_is_wrong(const MailTransaction& bounce, const std::vector<RequestedEdit>& edits) {
  if (edits.empty()) return "no edits";
  const std::string delivered = apply_edits(bounce.message, edits);
  if (delivered.find("\r\nX-Bounce-Cause: ") == std::string::npos) return "no X-Bounce-Cause";
  const std::string_view rest =
      std::string_view(bounce.message).substr(bounce.message.find(kSecondPart));
  if (!delivered.ends_with(rest)) return "a part behind the first one has changed";
  const bool body = edits.front().command == 'b';
  if (!body) return bounce.message.size() < kLarge ? "the body has not been replaced" : "";
  const size_t note = delivered.find("Your message to ");
  if (note > delivered.find(kSecondPart)) return "no note in the first part";
  const size_t named = delivered.find(bounce.message.substr(bounce.message.find("user"), 7), note);
  if (named > delivered.find(kSecondPart)) return "the note names another recipient";
  return {};
}

}  // namespace plainbounce::testing
