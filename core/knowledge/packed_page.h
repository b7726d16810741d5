#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

struct PageText;

// A page's text as packed bytes: long, and hardly ever read, so that unpacking waits until somebody
// asks. Sources are references still; KnowledgeBase::page_of resolves them.
class PackedPage {
 public:
  PackedPage() = default;
  explicit PackedPage(const PageText& page);
  // Borrows the bytes, which must outlive this and all copies.
  static PackedPage borrowed(std::string_view bytes);

  [[nodiscard]] PageText unpack() const;
  [[nodiscard]] std::string_view bytes() const { return own_.empty() ? borrowed_ : own_; }

 private:
  std::string own_;
  std::string_view borrowed_;
};

}  // namespace plainbounce
