#include "cli/maillog/log_scan.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cli/maillog/byte_source.h"
#include "cli/maillog/log_readers.h"

namespace plainbounce {
namespace {

// Remembers the time of the first line that has one.
class FirstTime : public LineConsumer {
 public:
  explicit FirstTime(LogClock& clock) : clock_(clock) {}
  [[nodiscard]] std::optional<int64_t> seconds() const { return seconds_; }

 private:
  void take_line(std::string_view line) override {
    if (seconds_) return;
    if (const auto split = split_log_line(line)) seconds_ = clock_.seconds_of(split->time);
  }
  void take_overlong_line() override {}

  LogClock& clock_;
  std::optional<int64_t> seconds_;
};

std::optional<int64_t> first_time_in(const std::string& file, std::istream& standard_input,
                                     LogClock& clock) {
  auto source = ByteSource::open(file, standard_input);
  if (!source) return std::nullopt;
  const auto piece = (*source)->next();
  if (!piece || format_of(*piece) != LogFormat::kSyslog) return std::nullopt;
  FirstTime first(clock);
  first.feed(*piece);
  return first.seconds();
}

bool can_be_read_twice(const std::string& file) {
  std::error_code failure;
  return std::filesystem::is_regular_file(file, failure);
}

std::vector<std::string> in_order(std::vector<std::string> files, std::istream& standard_input,
                                  LogClock& clock) {
  if (files.empty()) return {""};
  if (files.size() == 1 || !std::all_of(files.begin(), files.end(), can_be_read_twice)) {
    return files;
  }
  struct Dated {
    std::optional<int64_t> time;
    std::string file;
  };
  std::vector<Dated> dated;
  for (std::string& file : files) {
    const auto time = first_time_in(file, standard_input, clock);
    dated.push_back({time, std::move(file)});
  }
  if (!std::all_of(dated.begin(), dated.end(), [](const Dated& one) { return one.time; })) {
    std::stable_partition(dated.begin(), dated.end(),
                          [](const Dated& one) { return one.time.has_value(); });
  }
  const auto undated =
      std::find_if(dated.begin(), dated.end(), [](const Dated& one) { return !one.time; });
  std::stable_sort(dated.begin(), undated,
                   [](const Dated& a, const Dated& b) { return *a.time < *b.time; });
  files.clear();
  for (Dated& one : dated) files.push_back(std::move(one.file));
  return files;
}

uint64_t size_of(const std::vector<std::string>& files) {
  uint64_t sum = 0;
  for (const std::string& file : files) {
    std::error_code failure;
    const uintmax_t size = std::filesystem::is_regular_file(file, failure)
                               ? std::filesystem::file_size(file, failure)
                               : 0;
    if (failure || size == 0) return 0;
    sum += size;
  }
  return sum;
}

}  // namespace

std::vector<Error> scan_logs(const std::vector<std::string>& files, std::istream& standard_input,
                             DeliveryFollower& follower, ProgressBar& progress) {
  std::vector<Error> errors;
  const auto ordered = in_order(files, standard_input, follower.clock());
  const uint64_t all = size_of(ordered);
  uint64_t before = 0;
  for (const std::string& file : ordered) {
    auto source = ByteSource::open(file, standard_input);
    if (!source) {
      errors.push_back(source.error());
      continue;
    }
    std::unique_ptr<LogConsumer> reader;
    while (true) {
      const auto piece = (*source)->next();
      if (!piece) errors.push_back(piece.error());
      if (!piece || piece->empty()) break;
      if (reader == nullptr) reader = make_log_reader(format_of(*piece), follower);
      reader->feed(*piece);
      progress.show(before + (*source)->position(), all, file);
    }
    if (reader != nullptr) reader->finish();
    before += (*source)->size();
  }
  follower.finish();
  progress.clear();
  return errors;
}

}  // namespace plainbounce
