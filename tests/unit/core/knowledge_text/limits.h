#pragma once

#include <string>
#include <string_view>

#include "core/explain/explainer.h"

// What no text that people read may break.
namespace plainbounce::testing {

inline constexpr size_t kMostSentence = 25;  // words
inline constexpr double kHighestGrade = 8.0;

// The first word that a reader who is no admin does not know or need, word of blame or apology,
// code, exclamation mark, word in capitals; empty when there is none. Addresses may be as they are.
std::string forbidden_in(const std::string& text, std::string_view language);

// What breaks a limit; empty when nothing does. The grade is measured in English only.
std::string broken_limit(const LanguageNote& note);

}  // namespace plainbounce::testing
