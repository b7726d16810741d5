#pragma once

#include "core/explain/note.h"

namespace plainbounce::testing {

// One failed recipient, as a local reader of our own MTA's report gets it.
Note sample_note();
// Two causes, several addresses, two languages.
Note sample_note_of_many();

}  // namespace plainbounce::testing
