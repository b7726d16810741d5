#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plainbounce {

// How a check went. What could not be examined is not right for that.
enum class Health { kOk, kWarning, kProblem, kUnknown };

// What one check found.
struct CheckResult {
  std::string check;  // its name in docs/doctor.md: "bounce-service"
  Health health = Health::kOk;
  std::string says;               // one line
  std::string means;              // what comes of it, or why it could not be examined
  std::vector<std::string> mend;  // lines for a shell, in this order; what mends it
};

using CheckResults = std::vector<CheckResult>;

inline CheckResult all_right(std::string check, std::string says) {
  return {std::move(check), Health::kOk, std::move(says), {}, {}};
}
inline CheckResult warning(std::string check, std::string says, std::string means,
                           std::vector<std::string> mend = {}) {
  return {std::move(check), Health::kWarning, std::move(says), std::move(means), std::move(mend)};
}
inline CheckResult problem(std::string check, std::string says, std::string means,
                           std::vector<std::string> mend = {}) {
  return {std::move(check), Health::kProblem, std::move(says), std::move(means), std::move(mend)};
}
inline CheckResult not_examined(std::string check, std::string says, std::string means,
                                std::vector<std::string> mend = {}) {
  return {std::move(check), Health::kUnknown, std::move(says), std::move(means), std::move(mend)};
}

}  // namespace plainbounce
