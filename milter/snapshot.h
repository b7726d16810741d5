#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "config/settings.h"
#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/bounce/bounce_policy.h"
#include "core/knowledge/knowledge_base.h"
#include "core/reply/reply_policy.h"

namespace plainbounce {

// Everything that a message is treated by: read once, never changed.
struct Snapshot {
  Settings settings;
  BouncePolicy policy;
  ReplyPolicy replies;
  std::shared_ptr<const KnowledgeBase> knowledge;
  Limits limits;
};

using LoadedSnapshot = tl::expected<std::shared_ptr<const Snapshot>, std::vector<Error>>;

// Reads configuration and knowledge. `config_file` may be empty (the default file, which may be
// missing); `auto_max_body_size` is what fits one write. All findings come back.
LoadedSnapshot load_snapshot(const std::string& config_file, size_t auto_max_body_size);

// Keys of the settings that differ and cannot change while the daemon runs: "milter.socket".
std::vector<std::string> needs_restart(const Settings& before, const Settings& after);

// The snapshot in use. A reload swaps it; a message keeps the one that it began with.
class CurrentSnapshot {
 public:
  explicit CurrentSnapshot(std::shared_ptr<const Snapshot> first) : snapshot_(std::move(first)) {}
  [[nodiscard]] std::shared_ptr<const Snapshot> get() const {
    const std::lock_guard lock(mutex_);
    return snapshot_;
  }
  void set(std::shared_ptr<const Snapshot> next) {
    const std::lock_guard lock(mutex_);
    snapshot_.swap(next);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Snapshot> snapshot_;
};

}  // namespace plainbounce
