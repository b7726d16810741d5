#include "core/explain/frame.h"

#include <array>

namespace plainbounce {

namespace {

constexpr size_t kUsualValues = 80;  // bytes
constexpr size_t kLongestKey = 80;

}  // namespace

std::string fill(std::string_view sentence, const Fillings& fillings) {
  std::string out;
  out.reserve(sentence.size() + kUsualValues);
  size_t done = 0;
  while (done < sentence.size()) {
    const size_t open = sentence.find('{', done);
    const size_t close =
        open == std::string_view::npos ? std::string_view::npos : sentence.find('}', open);
    if (close == std::string_view::npos) break;
    out += sentence.substr(done, open - done);
    const std::string_view name = sentence.substr(open + 1, close - open - 1);
    std::string_view value = sentence.substr(open, close + 1 - open);
    for (const auto& [known, text] : fillings) {
      if (known == name) value = text;
    }
    out += value;
    done = close + 1;
  }
  if (done < sentence.size()) out += sentence.substr(done);
  return out;
}

const std::string& Frame::text(std::string_view key) const {
  static const std::string none;
  const auto found = texts_.frame.find(key);
  return found == texts_.frame.end() ? none : found->second;
}

const std::string& Frame::text_of(std::initializer_list<std::string_view> pieces) const {
  std::array<char, kLongestKey> key{};
  size_t size = 0;
  for (const std::string_view piece : pieces) {
    if (piece.size() > key.size() - size) return text({});
    size += piece.copy(key.data() + size, piece.size());
  }
  return text({key.data(), size});
}

std::string Frame::text(std::string_view key, const Fillings& fillings) const {
  return fill(text(key), fillings);
}

const std::string& title_for_admin(const CauseTexts& texts) {
  return texts.title_admin.empty() ? texts.title : texts.title_admin;
}

const std::string& reason_for_admin(const CauseTexts& texts, bool many) {
  if (many) return texts.reason_admin_many.empty() ? texts.reason_many : texts.reason_admin_many;
  return texts.reason_admin.empty() ? texts.reason : texts.reason_admin;
}

}  // namespace plainbounce
