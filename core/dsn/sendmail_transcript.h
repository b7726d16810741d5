#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dsn/delivery_report.h"

namespace plainbounce {

// One step in the "Transcript of session follows" section of Sendmail's notice: what a server
// answered or a program printed, and Sendmail's own line that closes the step.
struct TranscriptStep {
  std::vector<std::string> replies;  // one whole reply, without the "<<< " before its lines
  std::vector<std::string> output;   // other lines before the closing one
  std::string closing;               // "550 5.1.1 <a@example.org>... User unknown"; may be empty
  std::string address;               // the address in the closing line, lower case; may be empty
};

// The steps in order; none when the notice has no such section.
std::vector<TranscriptStep> read_sendmail_transcript(std::string_view notice);

// What the transcript says about a recipient beyond its fields: the whole reply where
// Diagnostic-Code holds only the first line, the program's words where it is an exit code, the
// reply or Sendmail's closing line where there is no Diagnostic-Code. Lines joined by "\n". Empty
// where it is not certain whose lines they are (with several recipients, replies stand in another
// order than the fields). `alone`: the report has no other recipient.
std::string transcript_text(const std::vector<TranscriptStep>& steps,
                            const PerRecipientFields& recipient, bool alone);

}  // namespace plainbounce
