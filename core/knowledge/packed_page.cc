#include "core/knowledge/packed_page.h"

#include "core/knowledge/packed_entries.h"

namespace plainbounce {

PackedPage::PackedPage(const PageText& page) {
  Packer packer;
  packer(page);
  own_ = packer.bytes();
}

PackedPage PackedPage::borrowed(std::string_view bytes) {
  PackedPage page;
  page.borrowed_ = bytes;
  return page;
}

PageText PackedPage::unpack() const {
  PageText page;
  if (!bytes().empty()) Unpacker{bytes()}(page);
  return page;
}

}  // namespace plainbounce
