#pragma once

#include <unistd.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/bounce/bounce_explainer.h"

namespace plainbounce::testing {

// Breaks one stage of a bounce's way.
class OrderedFault : public StageProbe {
 public:
  enum class Kind { kError, kException, kStrangeException, kHang };
  OrderedFault(Stage stage, Kind kind) : stage_(stage), kind_(kind) {}

  Result<void> enter(Stage stage) override {
    if (stage != stage_) return {};
    if (kind_ == Kind::kException) throw std::runtime_error("ordered exception");
    if (kind_ == Kind::kStrangeException) throw 42;
    if (kind_ == Kind::kHang) {
      for (;;) ::pause();
    }
    return tl::unexpected(Error{"ordered error", {}, 0});
  }

 private:
  Stage stage_;
  Kind kind_;
};

inline constexpr Stage kAllStages[] = {Stage::kDecide,   Stage::kSplit,   Stage::kDecode,
                                       Stage::kDiagnose, Stage::kExplain, Stage::kRender,
                                       Stage::kPlan};

// "split:exception", "plan:error", "decode:strange".
inline std::optional<OrderedFault> parse_fault(std::string_view text) {
  const std::string_view kind = text.substr(std::min(text.find(':'), text.size()));
  for (const Stage stage : kAllStages) {
    if (text.substr(0, text.size() - kind.size()) != to_string(stage)) continue;
    if (kind == ":error") return OrderedFault(stage, OrderedFault::Kind::kError);
    if (kind == ":exception") return OrderedFault(stage, OrderedFault::Kind::kException);
    if (kind == ":strange") return OrderedFault(stage, OrderedFault::Kind::kStrangeException);
    if (kind == ":hang") return OrderedFault(stage, OrderedFault::Kind::kHang);
  }
  return std::nullopt;
}

}  // namespace plainbounce::testing
