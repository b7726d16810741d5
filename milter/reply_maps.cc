#include "milter/reply_maps.h"

#include <optional>

#include "core/base/concat.h"
#include "core/reply/client_words.h"
#include "core/reply/explained_status.h"
#include "core/reply/reject_footer.h"
#include "core/smtp/reply_prefix.h"

namespace plainbounce {
namespace {

constexpr std::string_view kFooter = "footer ";

std::string answer(const std::optional<std::string>& value) {
  return value ? concat({"OK ", *value}) : "NOTFOUND ";
}

}  // namespace

std::string answer_lookup(const Snapshot& snapshot, std::string_view request) {
  const size_t blank = request.find(' ');
  const std::string_view name = request.substr(0, blank);
  const std::string_view key =
      blank == std::string_view::npos ? std::string_view() : request.substr(blank + 1);
  if (name == "footer") return answer(reject_footer(*snapshot.knowledge, snapshot.replies, key));
  if (name == "dsn") return answer(explained_status(*snapshot.knowledge, snapshot.replies, key));
  return "PERM there is no such map; there are footer and dsn";
}

std::string KeptAnswers::answer(const Snapshot& snapshot, std::string_view request) {
  if (!request.starts_with(kFooter) || request.size() > kLongestKept) {
    return answer_lookup(snapshot, request);
  }
  const std::string_view reply = request.substr(kFooter.size());
  const auto prefix = reply_prefix(reply);
  if (!prefix) return answer_lookup(snapshot, request);
  const auto words = without_client_words(request, kFooter.size() + prefix->size);
  if (!words) return answer_lookup(snapshot, request);
  const auto found = kept_.find(*words);
  if (found != kept_.end()) return found->second;
  if (kept_.size() >= kMostKept) kept_.clear();
  return kept_.emplace(*words, answer_lookup(snapshot, *words)).first->second;
}

}  // namespace plainbounce
