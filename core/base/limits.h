#pragma once

#include <cstddef>

namespace plainbounce {

// How much of a stranger's message we look at. Beyond any of them the message passes unchanged, or
// gets headers only. The defaults lie above what Postfix itself takes (mime_nesting_limit 100,
// header_size_limit 102400), so that only hostile or broken messages meet them.
struct Limits {
  size_t message_bytes = 64U << 20U;  // a whole message, headers included
  size_t header_bytes = 512U << 10U;  // all header fields of one part
  size_t header_fields = 2000;        // fields of one part
  size_t part_depth = 20;             // multipart inside multipart
  size_t parts = 500;                 // parts of one message, all levels
  size_t report_bytes = 4U << 20U;    // the machine-readable part
  size_t recipients = 2000;           // per-recipient groups of one report
  size_t reply_bytes = 64U << 10U;    // one diagnostic code
  size_t reply_lines = 200;           // lines of one reply
  size_t notice_bytes = 128U << 10U;  // decoded human-readable part, as evidence
};

}  // namespace plainbounce
