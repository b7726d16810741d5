#include "core/knowledge/terms.h"

#include <array>
#include <utility>

namespace plainbounce {
namespace {

template <class Term, size_t N>
using Words = std::array<std::pair<Term, std::string_view>, N>;

constexpr Words<Outlook, 4> kOutlooks = {{{Outlook::kFinal, "final"},
                                          {Outlook::kUnknown, "unknown"},
                                          {Outlook::kRetrying, "retrying"},
                                          {Outlook::kDone, "done"}}};
constexpr Words<Kind, 3> kKinds = {{{Kind::kTemporary, "temporary"},
                                    {Kind::kPermanent, "permanent"},
                                    {Kind::kSuccess, "success"}}};
constexpr Words<Party, 5> kParties = {{{Party::kSender, "sender"},
                                       {Party::kSenderAdmin, "sender-admin"},
                                       {Party::kRecipient, "recipient"},
                                       {Party::kRecipientAdmin, "recipient-admin"},
                                       {Party::kNobody, "nobody"}}};
constexpr Words<Confidence, 3> kConfidences = {{{Confidence::kCertain, "certain"},
                                                {Confidence::kLikely, "likely"},
                                                {Confidence::kUnsure, "unsure"}}};

template <class Term, size_t N>
std::string_view word_of(const Words<Term, N>& words, Term wanted) {
  for (const auto& [term, word] : words) {
    if (term == wanted) return word;
  }
  return {};
}

template <class Term, size_t N>
std::optional<Term> term_of(const Words<Term, N>& words, std::string_view wanted) {
  for (const auto& [term, word] : words) {
    if (word == wanted) return term;
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_string(Outlook outlook) { return word_of(kOutlooks, outlook); }
std::string_view to_string(Kind kind) { return word_of(kKinds, kind); }
std::string_view to_string(Party party) { return word_of(kParties, party); }
std::string_view to_string(Confidence confidence) { return word_of(kConfidences, confidence); }

std::optional<Outlook> parse_outlook(std::string_view word) { return term_of(kOutlooks, word); }
std::optional<Kind> parse_kind(std::string_view word) { return term_of(kKinds, word); }
std::optional<Party> parse_party(std::string_view word) { return term_of(kParties, word); }
std::optional<Confidence> parse_confidence(std::string_view word) {
  return term_of(kConfidences, word);
}

std::optional<Kind> kind_of_class(int digit) {
  if (digit == 2) return Kind::kSuccess;
  if (digit == 4) return Kind::kTemporary;
  if (digit == 5) return Kind::kPermanent;
  return std::nullopt;
}

}  // namespace plainbounce
