#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// Takes a file's bytes piece by piece, cut anywhere.
class LogConsumer {
 public:
  LogConsumer() = default;
  LogConsumer(const LogConsumer&) = delete;
  LogConsumer& operator=(const LogConsumer&) = delete;
  virtual ~LogConsumer() = default;
  virtual void feed(std::string_view piece) = 0;
  // Behind the last piece: a last line needs no line end.
  virtual void finish() = 0;
};

// Cuts pieces into lines. Of a line beyond the longest one that it is told nothing is kept.
class LineConsumer : public LogConsumer {
 public:
  static constexpr size_t kLongestLine = size_t{64} << 10U;

  explicit LineConsumer(size_t longest = kLongestLine) : longest_(longest) {}
  void feed(std::string_view piece) final;
  void finish() override;

 protected:
  // Without its line end (LF or CRLF).
  virtual void take_line(std::string_view line) = 0;
  virtual void take_overlong_line() = 0;

 private:
  void keep(std::string_view part);
  void take(std::string_view line);

  size_t longest_;
  std::string begun_;  // a line whose end has not come yet
  bool too_long_ = false;
};

}  // namespace plainbounce
