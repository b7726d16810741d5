#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/knowledge/terms.h"

namespace plainbounce {

inline constexpr size_t kMostActions = 3;

// One cause explained to a person, in one language; UTF-8, no line breaks, nothing escaped. Text of
// strangers stands only in `addresses` and inside `what`, cleaned of control characters.
struct Explanation {
  std::string language;
  CauseId cause;
  Outlook outlook_kind = Outlook::kFinal;
  std::string title;
  std::string what;                    // sentence with the address, or with ":" before the list
  std::vector<std::string> addresses;  // listed below `what` when there are several
  std::string more_addresses;          // "and 12 more"; empty when all are listed
  std::string outlook;                 // "We have stopped trying."
  std::string actor;                   // "You have to act:"
  std::vector<std::string> actions;    // at most kMostActions
  std::string contact;                 // the note's, where the explanation stands alone
  std::string link;                    // address of the code's page; empty: none
};

// "Server said: 550 5.1.1 ..."; the value is a stranger's text, cleaned, `https://` defused.
struct SupportLine {
  std::string label;
  std::string value;
};

// The user part in one language: one explanation for each cause and outlook.
struct LanguageNote {
  std::string language;
  std::vector<Explanation> explanations;
  std::string contact;           // whole sentence, behind all explanations; empty: none
  std::string other_recipients;  // "Other recipients are not part of this notice."; empty: all are
};

// Everything that the rewritten part says, ready for rendering. Holds every sentence, so that
// renderers hold none.
struct Note {
  std::vector<LanguageNote> languages;  // one or two
  std::string support_title;            // "For your IT support"
  // A block for each recipient (up to a cap), then the report's own lines.
  std::vector<std::vector<SupportLine>> support;
  // Of each recipient, in their order: the address as this reader may see it.
  std::vector<std::string> shown_addresses;
  std::string closing;  // "The mail system's own notice follows."
};

}  // namespace plainbounce
