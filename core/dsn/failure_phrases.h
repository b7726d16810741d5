#pragma once

#include "core/dsn/phrase_set.h"

namespace plainbounce {

// By what mail systems say in other languages than English that a message was not delivered, in
// their texts and Subjects.
const PhraseSet& failure_phrases_in_other_languages();

}  // namespace plainbounce
