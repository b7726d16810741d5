#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/doctor/probe.h"

namespace plainbounce {

// What an MTA says first on a milter connection: the option negotiation of protocol version 6, and
// a farewell.
Question milter_question();
// The protocol version that a filter answers with; nothing: that is no answer of a milter.
std::optional<uint32_t> milter_version(std::string_view answer);

// A look-up in a map (socketmap_table(5)).
Question map_question(std::string_view map, std::string_view key);
// The status word and the value of an answer, "OK value" without the netstring around it; nothing:
// that is no answer of a socketmap server.
std::optional<std::string> map_answer(std::string_view answer);

}  // namespace plainbounce
