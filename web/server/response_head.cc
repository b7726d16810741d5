#include "web/server/response_head.h"

#include <array>
#include <boost/beast/http/status.hpp>
#include <ctime>

#include "core/base/concat.h"
#include "core/explain/reader.h"

namespace plainbounce {
namespace {

void append_field(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  for (const char c : value) {
    if (c != '\r' && c != '\n') out += c;
  }
  out += "\r\n";
}

std::string two_digits(long long number) {
  std::string out = std::to_string(number);
  return out.size() < 2 ? "0" + out : out;
}

}  // namespace

std::string response_head(const WebResponse& response, bool keep_alive, std::string_view date) {
  const auto status = static_cast<unsigned>(response.status);
  const auto reason =
      boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(status));
  std::string out = concat({"HTTP/1.1 ", std::to_string(status), " ",
                            std::string_view(reason.data(), reason.size()), "\r\n"});
  append_field(out, "Date", date);
  for (const auto& [name, value] : response.fields) append_field(out, name, value);
  if (response.status != 304) {
    const size_t size = response.body == nullptr ? 0 : response.body->size();
    append_field(out, "Content-Length", std::to_string(size));
  }
  append_field(out, "Connection", keep_alive ? "keep-alive" : "close");
  return out + "\r\n";
}

std::string http_date(long long seconds) {
  constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const CivilTime time = utc_time(seconds);
  const long long second = (seconds % 60 + 60) % 60;
  return concat({kDays.at(static_cast<size_t>(time.weekday)), ", ", two_digits(time.day), " ",
                 kMonths.at(static_cast<size_t>(time.month - 1)), " ", std::to_string(time.year),
                 " ", two_digits(time.hour), ":", two_digits(time.minute), ":", two_digits(second),
                 " GMT"});
}

const std::string& HttpClock::now() {
  const auto seconds = static_cast<long long>(std::time(nullptr));
  if (seconds != written_at_) text_ = http_date(seconds);
  written_at_ = seconds;
  return text_;
}

}  // namespace plainbounce
