#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/postfix/setup_record.h"

namespace plainbounce {

// The files without what the record says, and why something of it stays.
struct UndoneSetup {
  std::string main_text;
  std::string master_text;
  std::vector<std::string> kept;
  bool changed = false;
};

// Takes out what a set-up has written, as far as it still is what was written, and puts lines that
// it had put out of force back in. What an admin has changed meanwhile stays, and so does a service
// that others use by now.
UndoneSetup undo_setup(std::string_view main_text, std::string_view master_text,
                       const SetupRecord& record);

}  // namespace plainbounce
