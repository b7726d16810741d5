#pragma once

#include <memory>

#include "core/base/result.h"
#include "milter/figures.h"
#include "milter/log.h"
#include "milter/service.h"
#include "milter/snapshot.h"

namespace boost::asio {
class io_context;
}

namespace plainbounce {

// The reply map: what Postfix asks about its own replies, answered out of the snapshot in use. An
// answer waits for no reload. Without [replies] socket it does nothing.
class ReplyService : public Service {
 public:
  // All must outlive it.
  ReplyService(boost::asio::io_context& loop, Log& log, const CurrentSnapshot& snapshot,
               Figures& figures);
  ~ReplyService() override;

  // Makes the socket that the settings name, by the milter's rules for stale ones, mode and group.
  Result<void> open(const Settings& settings);
  void start() override;
  // The socket's file goes, too.
  void stop() override;
  void snapshot_changed(const std::shared_ptr<const Snapshot>&) override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace plainbounce
