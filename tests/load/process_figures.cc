#include "tests/load/process_figures.h"

#include <time.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace plainbounce::testing {
namespace {

constexpr size_t kKilobyte = 1024;

std::string folder_of(pid_t process) { return "/proc/" + std::to_string(process); }

size_t count_descriptors(pid_t process) {
  std::error_code error;
  std::filesystem::directory_iterator entry(folder_of(process) + "/fd", error);
  size_t count = 0;
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) ++count;
  return count;
}

}  // namespace

ProcessFigures figures_of(pid_t process) {
  ProcessFigures figures;
  std::ifstream status(folder_of(process) + "/status");
  for (std::string name; status >> name;) {
    if (name == "VmRSS:" && status >> figures.resident_bytes) figures.resident_bytes *= kKilobyte;
    if (name == "Threads:") status >> figures.threads;
    std::getline(status, name);
  }
  figures.descriptors = count_descriptors(process);
  return figures;
}

std::string to_string(const ProcessFigures& figures) {
  std::array<char, 100> text{};
  std::snprintf(text.data(), text.size(), "%.1f MB, %zu threads, %zu descriptors",
                static_cast<double>(figures.resident_bytes) / 1e6, figures.threads,
                figures.descriptors);
  return text.data();
}

std::chrono::nanoseconds processor_time_of(pid_t process) {
  clockid_t clock = {};
  timespec used = {};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return {};
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace plainbounce::testing
