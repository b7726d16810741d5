#include <algorithm>
#include <string>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/bounce_verdict.h"

namespace plainbounce {

namespace {

// The words of a Received value (RFC 5321 section 4.4) outside comments, quoted strings and the
// date; one at a time.
class ReceivedWords {
 public:
  explicit ReceivedWords(std::string_view value) : value_(value) {}

  // Empty at the end.
  std::string_view next() {
    skip();
    const size_t begin = at_;
    while (at_ < value_.size() && !is_space(value_[at_]) && value_[at_] != '(' &&
           value_[at_] != ';' && value_[at_] != '"') {
      ++at_;
    }
    return value_.substr(begin, at_ - begin);
  }

 private:
  void skip() {
    size_t depth = 0;
    bool quoted = false;
    while (at_ < value_.size()) {
      const char c = value_[at_];
      if (c == '\\') {
        ++at_;
      } else if (quoted) {
        quoted = c != '"';
      } else if (c == '"' && depth == 0) {
        quoted = true;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')') {
        if (depth > 0) --depth;
      } else if (c == ';' && depth == 0) {
        at_ = value_.size();  // the date names no host
      } else if (depth == 0 && !is_space(c)) {
        return;
      }
      ++at_;
    }
    at_ = std::min(at_, value_.size());
  }

  std::string_view value_;
  size_t at_ = 0;
};

bool is_one_of(std::string_view host, const std::vector<std::string>& hosts) {
  if (!host.empty() && host.back() == '.') host.remove_suffix(1);
  return std::any_of(hosts.begin(), hosts.end(), [&](const std::string& ours) {
    return !ours.empty() && equals_ignoring_case(ours, host);
  });
}

// The word behind the first "by" is a host of ours. The "from" clause holds what the client said of
// itself, and anyone can greet with a name of ours.
bool written_by_our_host(std::string_view received, const std::vector<std::string>& hosts) {
  ReceivedWords words(received);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (equals_ignoring_case(word, "by")) return is_one_of(words.next(), hosts);
    // What stands behind "from" is a name, even where it is "by".
    if (equals_ignoring_case(word, "from")) words.next();
  }
  return false;
}

}  // namespace

std::optional<bool> is_backscatter(const DeliveryReport& report,
                                   const std::vector<std::string>& our_hosts) {
  if (our_hosts.empty() || !report.original || report.original->received.empty()) {
    return std::nullopt;
  }
  const auto& received = report.original->received;
  return std::none_of(received.begin(), received.end(), [&](const std::string& field) {
    return written_by_our_host(field, our_hosts);
  });
}

BounceVerdict judge_origin(BounceVerdict second, const Envelope& envelope,
                           const DeliveryReport& report, const BounceTrust& trust) {
  BounceVerdict verdict = std::move(second);
  if (verdict.kind == MessageKind::kNotice && !is_own_service(envelope, trust)) {
    // Nothing is returned that could prove it, and Postfix never sends one from the null sender.
    verdict.why += ", not handed over by our own mail system";
    if (!verdict.refusal) verdict.refusal = Refusal::kElsewhere;
    return verdict;
  }
  const bool candidate =
      verdict.kind == MessageKind::kReport || verdict.kind == MessageKind::kLegacy;
  if (!candidate || is_own_service(envelope, trust)) return verdict;
  const std::optional<bool> backscatter = is_backscatter(report, trust.our_hosts);
  if (backscatter == false) return verdict;
  verdict.why += backscatter ? ", the returned message names none of our hosts"
                             : ", nothing shows that we sent the returned message";
  if (!verdict.refusal) verdict.refusal = Refusal::kElsewhere;
  return verdict;
}

}  // namespace plainbounce
