#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/dsn/session_transcript.h"

namespace plainbounce {

// Reads the "In:" and "Out:" lines of a transcript into `transcript.replies`, whose side and
// `aborted` are known. What only follows from an earlier refusal (DATA after no recipient was
// taken) is left out where that refusal stands there. False: a line is none of a transcript, or
// one side never speaks. At most `most` replies.
bool read_session_dialogue(const std::vector<std::string_view>& lines, size_t most,
                           SessionTranscript& transcript);

}  // namespace plainbounce
