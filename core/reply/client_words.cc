#include "core/reply/client_words.h"

#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr std::string_view kBlockList = "Service unavailable; ";

// The reply without what stands between `begin` and the next `close`; nothing when there is none.
std::optional<std::string> without_words(std::string_view reply, size_t begin, char close) {
  const size_t end = reply.find(close, begin);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view words = reply.substr(begin, end - begin);
  if (words == "DATA" || words == "END-OF-MESSAGE") return std::string(reply);
  if (words.find_first_of("\" <\\") != std::string_view::npos) return std::nullopt;
  // "-": it is seen that something stood there.
  return concat({reply.substr(0, begin), "-", reply.substr(end)});
}

}  // namespace

std::optional<std::string> without_client_words(std::string_view reply, size_t text_begin) {
  const std::string_view text = reply.substr(text_begin);
  if (text.starts_with('<')) return without_words(reply, text_begin + 1, '>');
  if (!text.starts_with(kBlockList)) return std::string(reply);
  const size_t open = text.find('[');
  if (open == std::string_view::npos) return std::string(reply);
  return without_words(reply, text_begin + open + 1, ']');
}

}  // namespace plainbounce
