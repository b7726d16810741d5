// What libmilter itself costs: milters that do as little as can be done, in packets of libmilter's
// own. milter_bench measures them beside the daemon.
//
//   minimal_milter -c FILE accept           accepts each message at MAIL
//   minimal_milter -c FILE replace EDITS    makes the edits in EDITS (milter packets) each time
//   minimal_milter -c FILE lean EDITS       the same, negotiating as the daemon does
//
// FILE holds a line "socket = SPELLING", as the daemon's configuration. Tells READY=1 as it does.
#include <systemd/sd-daemon.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/milter/milter_protocol.h"

// behind the system's headers, because it defines what it misses
#include <libmilter/mfapi.h>

namespace {

using plainbounce::testing::RequestedEdit;

std::vector<RequestedEdit>& edits() {
  static std::vector<RequestedEdit> all;
  return all;
}

std::string contents(const char* file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string socket_in(const char* file) {
  constexpr std::string_view kKey = "socket = ";
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(kKey)) return line.substr(kKey.size());
  }
  return {};
}

extern "C" {

sfsistat minimal_accept(SMFICTX*, char**) { return SMFIS_ACCEPT; }

sfsistat minimal_negotiate(SMFICTX* context, unsigned long, unsigned long, unsigned long,
                           unsigned long, unsigned long* actions, unsigned long* steps,
                           unsigned long* reserved_1, unsigned long* reserved_2) {
  static std::string daemon_name = "{daemon_name}";
  static std::string queue_id = "i";
  static std::string none;
  *actions = SMFIF_ADDHDRS | SMFIF_CHGHDRS | SMFIF_CHGBODY;
  *steps = SMFIP_NOHELO | SMFIP_NODATA | SMFIP_NOUNKNOWN | SMFIP_NR_CONN | SMFIP_NR_RCPT |
           SMFIP_NR_HDR | SMFIP_NR_EOH | SMFIP_NR_BODY;
  *reserved_1 = *reserved_2 = 0;
  smfi_setsymlist(context, SMFIM_CONNECT, daemon_name.data());
  for (const int stage : {SMFIM_HELO, SMFIM_ENVFROM, SMFIM_ENVRCPT, SMFIM_DATA}) {
    smfi_setsymlist(context, stage, none.data());
  }
  smfi_setsymlist(context, SMFIM_EOH, queue_id.data());
  smfi_setsymlist(context, SMFIM_EOM, queue_id.data());
  return SMFIS_CONTINUE;
}

sfsistat minimal_connect(SMFICTX*, char*, sockaddr*) { return SMFIS_NOREPLY; }
sfsistat minimal_envfrom(SMFICTX*, char**) { return SMFIS_CONTINUE; }
sfsistat minimal_envrcpt(SMFICTX*, char**) { return SMFIS_NOREPLY; }
sfsistat minimal_header(SMFICTX*, char*, char*) { return SMFIS_CONTINUE; }
sfsistat minimal_silent_header(SMFICTX*, char*, char*) { return SMFIS_NOREPLY; }
sfsistat minimal_eoh(SMFICTX*) { return SMFIS_CONTINUE; }
sfsistat minimal_silent_eoh(SMFICTX*) { return SMFIS_NOREPLY; }
sfsistat minimal_body(SMFICTX*, unsigned char*, size_t) { return SMFIS_CONTINUE; }
sfsistat minimal_silent_body(SMFICTX*, unsigned char*, size_t) { return SMFIS_NOREPLY; }

sfsistat minimal_eom(SMFICTX* context) {
  for (RequestedEdit& edit : edits()) {
    if (edit.command == 'b') {
      smfi_replacebody(context, reinterpret_cast<unsigned char*>(edit.value.data()),
                       static_cast<int>(edit.value.size()));
    } else {
      smfi_addheader(context, edit.name.data(), edit.value.data());
    }
  }
  return SMFIS_CONTINUE;
}

}  // extern "C"

int serve(std::string socket, const smfiDesc& description) {
  if (smfi_register(description) != MI_SUCCESS || smfi_setconn(socket.data()) != MI_SUCCESS ||
      smfi_setbacklog(256) != MI_SUCCESS || smfi_opensocket(false) != MI_SUCCESS) {
    std::fprintf(stderr, "minimal_milter: cannot listen on %s\n", socket.c_str());
    return 1;
  }
  ::sd_notify(0, "READY=1");
  return smfi_main() == MI_SUCCESS ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view mode = count > 3 ? arguments[3] : "";
  static std::string name = "minimal";
  smfiDesc description = {};
  description.xxfi_name = name.data();
  description.xxfi_version = SMFI_VERSION;
  if (mode == "accept" && count == 4) {
    description.xxfi_envfrom = minimal_accept;
  } else if ((mode == "replace" || mode == "lean") && count == 5) {
    edits() = plainbounce::testing::edits_in(contents(arguments[4]));
    description.xxfi_flags = SMFIF_ADDHDRS | SMFIF_CHGHDRS | SMFIF_CHGBODY;
    description.xxfi_envfrom = minimal_envfrom;
    description.xxfi_header = minimal_header;
    description.xxfi_eoh = minimal_eoh;
    description.xxfi_body = minimal_body;
    if (mode == "lean") {
      description.xxfi_flags |= SMFIF_SETSYMLIST;
      description.xxfi_negotiate = minimal_negotiate;
      description.xxfi_connect = minimal_connect;
      description.xxfi_envrcpt = minimal_envrcpt;
      description.xxfi_header = minimal_silent_header;
      description.xxfi_eoh = minimal_silent_eoh;
      description.xxfi_body = minimal_silent_body;
    }
    description.xxfi_eom = minimal_eom;
  } else {
    std::fputs(
        "usage: minimal_milter -c FILE accept | -c FILE replace EDITS | -c FILE lean EDITS\n",
        stderr);
    return 2;
  }
  return serve(socket_in(arguments[2]), description);
}
