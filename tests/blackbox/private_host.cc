// Preloaded into the unpacked Sendmail of the tests. A short host name would cost it a minute at
// each start, and its log must not go into the machine's.

#include <fcntl.h>
#include <syslog.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace {

// Sendmail clears its environment; these are read before it does.
const std::string& setting(const char* name) {
  static const std::string host = std::getenv("PRIVATE_HOST") ? std::getenv("PRIVATE_HOST") : "";
  static const std::string log = std::getenv("PRIVATE_LOG") ? std::getenv("PRIVATE_LOG") : "";
  return std::strcmp(name, "PRIVATE_HOST") == 0 ? host : log;
}

__attribute__((constructor)) void read_settings() { setting("PRIVATE_LOG"); }

void write_line(const char* format, va_list arguments) {
  char text[8192];
  const int size = std::vsnprintf(text, sizeof text - 1, format, arguments);
  if (size < 0) return;
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  tm local{};
  localtime_r(&now.tv_sec, &local);
  char time[32];
  const size_t begin = std::strftime(time, sizeof time, "%H:%M:%S", &local);
  std::snprintf(time + begin, sizeof time - begin, ".%03ld ", now.tv_nsec / 1000000);
  std::string line = time + std::string("sendmail[") + std::to_string(getpid()) + "]: " +
                     std::string(text, std::min(static_cast<size_t>(size), sizeof text - 2)) + "\n";
  const int file =
      open(setting("PRIVATE_LOG").c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return;
  if (write(file, line.data(), line.size()) < 0) std::perror("private_host");
  close(file);
}

}  // namespace

extern "C" {

int gethostname(char* name, size_t size) noexcept {
  const std::string& host = setting("PRIVATE_HOST");
  if (size <= host.size()) return -1;
  std::memcpy(name, host.c_str(), host.size() + 1);
  return 0;
}

void vsyslog(int, const char* format, va_list arguments) { write_line(format, arguments); }

void syslog(int, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_line(format, arguments);
  va_end(arguments);
}

// The same, as programs call them that are built with _FORTIFY_SOURCE: glibc's names.
// NOLINTBEGIN(bugprone-reserved-identifier)
void __vsyslog_chk(int, int, const char* format, va_list arguments) {
  write_line(format, arguments);
}

void __syslog_chk(int, int, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_line(format, arguments);
  va_end(arguments);
}
// NOLINTEND(bugprone-reserved-identifier)
}
