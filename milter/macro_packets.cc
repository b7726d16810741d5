#include "milter/macro_packets.h"

#include <dlfcn.h>
#include <sys/time.h>

#include "milter/packet_input.h"
#include "milter/session_workers.h"

namespace {

constexpr char kMacroPacket = 'D';

}  // namespace

// Replaces libmilter's function of this name, which reads one packet and returns its data.
extern "C" char* mi_rd_cmd(int fd, timeval* timeout, char* command, size_t* size, char* name) {
  using Read = decltype(&::mi_rd_cmd);
  static const auto libmilter_reads = reinterpret_cast<Read>(::dlsym(RTLD_NEXT, "mi_rd_cmd"));
  plainbounce::PacketInput* input = plainbounce::SessionWorkers::input_served();
  char* data = input != nullptr ? input->take(*command, *size)
                                : libmilter_reads(fd, timeout, command, size, name);
  if (data != nullptr && *command == kMacroPacket) {
    *size = plainbounce::size_of_macro_pairs({data, *size});
  }
  return data;
}

namespace plainbounce {

bool macro_packets_are_cut() {
  return ::dlsym(RTLD_DEFAULT, "mi_rd_cmd") == reinterpret_cast<void*>(&::mi_rd_cmd);
}

size_t size_of_macro_pairs(std::string_view data) {
  bool name_open = false;
  size_t whole = data.empty() ? 0 : 1;
  for (size_t i = 1; i < data.size(); ++i) {
    if (data[i] != '\0') continue;
    if (name_open) whole = i + 1;
    name_open = !name_open;
  }
  return whole;
}

}  // namespace plainbounce
