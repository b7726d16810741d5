#pragma once

#include "core/dsn/phrase_set.h"

namespace plainbounce {

// How notices in other languages than English say that attempts go on, and that they do not. What
// they ask of the reader ("try again later") is no such word.
const PhraseSet& delay_phrases_in_other_languages();
const PhraseSet& giving_up_phrases_in_other_languages();

}  // namespace plainbounce
