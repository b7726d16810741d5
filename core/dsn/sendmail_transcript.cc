#include "core/dsn/sendmail_transcript.h"

#include <algorithm>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/field_values.h"
#include "core/dsn/text_lines.h"
#include "core/mime/addresses.h"

namespace plainbounce {

namespace {

constexpr std::string_view kSection = "----- Transcript of session follows -----";

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// A line that begins a section of the notice: "   ----- Original message follows -----".
bool is_section_line(std::string_view line) {
  line = trim(line);
  return line.size() > 12 && starts_with(line, "----- ") && ends_with_ignoring_case(line, " -----");
}

bool is_enhanced_code(std::string_view word) {
  return word.size() >= 5 && is_digit(word.front()) && word.find('.') == 1 &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || c == '.'; });
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

// The address of "550 5.1.1 <a@example.org>... User unknown" or "<a@example.org>... Deferred".
std::string address_of_closing(std::string_view line) {
  const size_t dots = line.find("... ");
  if (dots == std::string_view::npos) return {};
  std::string_view head = line.substr(0, dots);
  if (begins_with_failure_code(head)) head = trim(head.substr(3));
  if (is_enhanced_code(first_word(head))) head = trim(head.substr(first_word(head).size()));
  const bool bracketed = !head.empty() && head.front() == '<' && head.back() == '>';
  if (!bracketed && (head.empty() || head.find(' ') != std::string_view::npos)) return {};
  return to_lower(without_angle_brackets(head));
}

// Sendmail's own words: a reply code, or the address first.
bool is_closing_line(std::string_view line) {
  return begins_with_failure_code(line) || !address_of_closing(line).empty();
}

// "550-...": not the reply's last line.
bool announces_more(std::string_view line) { return line.size() > 3 && line[3] == '-'; }

class TranscriptReader {
 public:
  void take(std::string_view line) {
    if (starts_with(line, "<<< ")) {
      take_reply(line.substr(4));
    } else if (starts_with(line, ">>> ") || starts_with(line, "... while talking to ")) {
      close();
    } else if (is_closing_line(line)) {
      step_.closing = std::string(line);
      step_.address = address_of_closing(line);
      close();
    } else if (!trim(line).empty()) {
      step_.output.emplace_back(line);
    }
  }

  std::vector<TranscriptStep> finish() {
    close();
    return std::move(steps_);
  }

 private:
  void take_reply(std::string_view line) {
    if (!step_.replies.empty() && !announces_more(step_.replies.back())) close();
    step_.replies.emplace_back(line);
  }

  void close() {
    const bool worth_keeping = !step_.replies.empty() || !step_.closing.empty();
    if (worth_keeping) steps_.push_back(std::move(step_));
    step_ = {};
  }

  std::vector<TranscriptStep> steps_;
  TranscriptStep step_;
};

std::string join_lines(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    if (!out.empty()) out += '\n';
    out += line;
  }
  return out;
}

// The addresses under which Sendmail may name the recipient in its lines.
std::vector<std::string> names_of(const PerRecipientFields& recipient) {
  std::vector<std::string> names;
  if (recipient.final_recipient) names.push_back(to_lower(recipient.final_recipient->value));
  if (recipient.original_recipient) names.push_back(to_lower(recipient.original_recipient->value));
  for (const ReportField& field : recipient.other) {
    if (!equals_ignoring_case(field.name, "X-Actual-Recipient")) continue;
    names.push_back(to_lower(parse_typed_name(field.value).value));
  }
  return names;
}

// The one step about this recipient, or null.
const TranscriptStep* step_about(const std::vector<TranscriptStep>& steps,
                                 const PerRecipientFields& recipient, bool alone) {
  const std::vector<std::string> names = names_of(recipient);
  const TranscriptStep* named = nullptr;
  const TranscriptStep* only = nullptr;
  size_t closed = 0;
  for (const TranscriptStep& step : steps) {
    if (step.closing.empty()) continue;
    ++closed;
    only = &step;
    const bool about = std::find(names.begin(), names.end(), step.address) != names.end();
    if (about && !step.address.empty()) named = &step;
  }
  if (named != nullptr) return named;
  return alone && closed == 1 ? only : nullptr;
}

// The reply whose first line the field holds; empty when two different ones begin alike.
std::string whole_reply(const std::vector<TranscriptStep>& steps, std::string_view first_line) {
  std::string found;
  for (const TranscriptStep& step : steps) {
    if (step.replies.empty() || trim(step.replies.front()) != first_line) continue;
    std::string reply = join_lines(step.replies);
    if (!found.empty() && found != reply) return {};
    found = std::move(reply);
  }
  return found;
}

bool is_exit_code(const TypedValue& diagnostic) {
  return diagnostic.type == "x-unix" && !diagnostic.value.empty() && diagnostic.value.size() <= 3 &&
         std::all_of(diagnostic.value.begin(), diagnostic.value.end(), is_digit);
}

}  // namespace

std::vector<TranscriptStep> read_sendmail_transcript(std::string_view notice) {
  TranscriptReader reader;
  const size_t section = notice.find(kSection);
  if (section == std::string_view::npos) return {};
  for (const std::string_view line : split_lines(notice.substr(section + kSection.size()))) {
    if (is_section_line(line)) break;
    reader.take(line);
  }
  return reader.finish();
}

std::string transcript_text(const std::vector<TranscriptStep>& steps,
                            const PerRecipientFields& recipient, bool alone) {
  const auto& diagnostic = recipient.diagnostic_code;
  if (diagnostic && !is_exit_code(*diagnostic)) {
    const bool cut = begins_with_failure_code(diagnostic->value) && diagnostic->value.size() > 3 &&
                     diagnostic->value[3] == '-';
    return cut ? whole_reply(steps, diagnostic->value) : std::string();
  }
  const TranscriptStep* step = step_about(steps, recipient, alone);
  if (step == nullptr) return {};
  if (diagnostic && !step->output.empty()) return join_lines(step->output);
  if (!step->replies.empty()) return join_lines(step->replies);
  return step->closing;
}

}  // namespace plainbounce
