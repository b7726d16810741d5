#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plainbounce {

// What the web pages need of a request; header fields that are missing are empty.
struct WebRequest {
  std::string method = "GET";
  std::string target = "/";  // path and query, as sent
  std::string host;
  std::string accept;
  std::string accept_language;
  std::string content_type;
  std::string if_none_match;
  std::string referer;
  std::string sec_fetch_site;
  std::string body;
};

struct WebResponse {
  int status = 200;
  // Besides Content-Length, Date and Connection.
  std::vector<std::pair<std::string, std::string>> fields;
  std::shared_ptr<const std::string> body;  // null: none

  // The value of a field, or an empty text.
  [[nodiscard]] std::string field(const std::string& name) const {
    for (const auto& [key, value] : fields) {
      if (key == name) return value;
    }
    return {};
  }
};

}  // namespace plainbounce
