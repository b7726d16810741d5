// What a milter loses that does as libmilter's manual shows: at the end of a message it replaces
// the body and adds header fields, one call and one packet each. tests/faults/ kills it, too.
//
//   plain_milter SOCKET    in libmilter's spelling: unix:/path, inet:port@host

#include <libmilter/mfapi.h>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace {

constexpr size_t kAdded = 6000;  // bytes, about what plainbounce adds
constexpr size_t kChunk = 65535;

std::string* body_of(SMFICTX* context) { return static_cast<std::string*>(smfi_getpriv(context)); }

// Text that goes to the start of the first part, behind its header.
std::string added_text() {
  constexpr std::string_view kLine = "This was inserted by a milter without a single write.\r\n";
  std::string text;
  while (text.size() < kAdded) text += kLine;
  return text;
}

void add_header(SMFICTX* context, std::string name, std::string value) {
  smfi_addheader(context, name.data(), value.data());
}

extern "C" {

sfsistat plain_envfrom(SMFICTX* context, char**) {
  delete body_of(context);
  smfi_setpriv(context, std::make_unique<std::string>().release());
  return SMFIS_CONTINUE;
}

sfsistat plain_body(SMFICTX* context, unsigned char* bytes, size_t size) {
  body_of(context)->append(reinterpret_cast<const char*>(bytes), size);
  return SMFIS_CONTINUE;
}

sfsistat plain_eom(SMFICTX* context) {
  std::string body = *body_of(context);
  const size_t first_part = body.find("\r\n\r\n", body.find("\r\n--"));
  if (first_part == std::string::npos) return SMFIS_CONTINUE;
  body.insert(first_part + 4, added_text());
  for (size_t at = 0; at < body.size(); at += kChunk) {
    std::string chunk = body.substr(at, kChunk);
    smfi_replacebody(context, reinterpret_cast<unsigned char*>(chunk.data()),
                     static_cast<int>(chunk.size()));
  }
  add_header(context, "X-Bounce-Explanation", "Your message was not delivered.");
  add_header(context, "X-Bounce-Cause", "unclear; outlook=final");
  add_header(context, "X-Bounce-Explained-By", "a milter without a single write");
  return SMFIS_CONTINUE;
}

sfsistat plain_close(SMFICTX* context) {
  delete body_of(context);
  smfi_setpriv(context, nullptr);
  return SMFIS_CONTINUE;
}

}  // extern "C"

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: plain_milter SOCKET\n", stderr);
    return 2;
  }
  std::string name = "plain";
  smfiDesc description = {};
  description.xxfi_name = name.data();
  description.xxfi_version = SMFI_VERSION;
  description.xxfi_flags = SMFIF_ADDHDRS | SMFIF_CHGBODY;
  description.xxfi_envfrom = plain_envfrom;
  description.xxfi_body = plain_body;
  description.xxfi_eom = plain_eom;
  description.xxfi_close = plain_close;
  if (smfi_setconn(arguments[1]) != MI_SUCCESS || smfi_register(description) != MI_SUCCESS ||
      smfi_opensocket(true) != MI_SUCCESS) {
    std::fprintf(stderr, "plain_milter: cannot listen on %s\n", arguments[1]);
    return 1;
  }
  return smfi_main() == MI_SUCCESS ? 0 : 1;
}
