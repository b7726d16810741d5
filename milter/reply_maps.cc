#include "milter/reply_maps.h"

#include <optional>

#include "core/base/concat.h"
#include "core/reply/explained_status.h"
#include "core/reply/reject_footer.h"

namespace plainbounce {
namespace {

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

}  // namespace plainbounce
