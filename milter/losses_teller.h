#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "milter/figures.h"
#include "milter/line_limit.h"
#include "milter/log.h"
#include "milter/service.h"

namespace boost::asio {
class io_context;
}

namespace plainbounce {

// Tells once a minute, and at the end, what was held back of the log and dropped of the events
// since the last time; nothing where nothing was.
class LossesTeller : public Service {
 public:
  // All must outlive it.
  LossesTeller(boost::asio::io_context& loop, Log& log, const Figures& figures, LineLimit& limit);
  ~LossesTeller() override;
  void start() override;
  void stop() override;
  void snapshot_changed(const std::shared_ptr<const Snapshot>&) override {}
  // Now.
  void tell();

 private:
  struct State;
  void arm();
  std::unique_ptr<State> state_;
};

}  // namespace plainbounce
