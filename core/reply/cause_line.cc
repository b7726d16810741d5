#include "core/reply/cause_line.h"

#include <algorithm>
#include <array>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

// What no reply to a command can mean, whatever its words are.
constexpr std::array<std::string_view, 6> kNoRefusals = {"unclear",  "delivered",  "relayed",
                                                         "expanded", "auto-reply", "abuse-report"};

std::string_view line_in(const KnowledgeBase& knowledge, std::string_view language,
                         const CauseId& cause) {
  const LanguageTexts* texts = knowledge.texts(language);
  if (texts == nullptr) return {};
  const auto found = texts->causes.find(cause);
  if (found == texts->causes.end()) return {};
  const std::string_view line = found->second.line;
  const bool is_plain = printable_size(line) == line.size();
  return is_plain && line.find('\\') == std::string_view::npos ? trim(line) : std::string_view();
}

}  // namespace

std::string_view cause_line(const KnowledgeBase& knowledge, const Diagnosis& diagnosis,
                            std::string_view language) {
  if (diagnosis.confidence != Confidence::kCertain) return {};
  if (std::find(kNoRefusals.begin(), kNoRefusals.end(), diagnosis.cause) != kNoRefusals.end()) {
    return {};
  }
  const std::string_view line = line_in(knowledge, language, diagnosis.cause);
  return line.empty() ? line_in(knowledge, "en", diagnosis.cause) : line;
}

}  // namespace plainbounce
