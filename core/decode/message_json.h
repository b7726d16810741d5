#pragma once

#include "core/decode/decoded_message.h"
#include "core/render/json.h"

namespace plainbounce {

// The keys of the message object of docs/json.md, into an object that is open: the caller may add
// more behind them.
void write_message_fields(JsonWriter& json, const DecodedMessage& decoded);

}  // namespace plainbounce
