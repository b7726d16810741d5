#include "web/web_response.h"

#include <utility>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr const char* kContentSecurityPolicy =
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

// RFC 9110 section 13.1.2: a list of tags, or "*"; weak ones count as well.
bool names_tag(std::string_view list, std::string_view tag) {
  return trim(list) == "*" || list.find(tag) != std::string_view::npos;
}

}  // namespace

WebResponse make_response(int status, const std::string& type,
                          std::shared_ptr<const std::string> body) {
  WebResponse response;
  response.status = status;
  response.fields = {{"Content-Type", type},
                     {"Content-Security-Policy", kContentSecurityPolicy},
                     {"X-Content-Type-Options", "nosniff"},
                     {"Referrer-Policy", "same-origin"},
                     {"Cross-Origin-Opener-Policy", "same-origin"},
                     {"Cross-Origin-Resource-Policy", "same-origin"}};
  response.body = std::move(body);
  return response;
}

WebResponse html_response(int status, std::string document) {
  return make_response(status, "text/html; charset=utf-8",
                       std::make_shared<const std::string>(std::move(document)));
}

WebResponse redirect(int status, const std::string& address) {
  WebResponse response = make_response(status, "text/plain; charset=utf-8",
                                       std::make_shared<const std::string>(address + "\n"));
  response.fields.emplace_back("Location", address);
  return response;
}

WebResponse tagged(WebResponse response, const std::string& tag, const std::string& keep,
                   const WebRequest& request) {
  response.fields.emplace_back("ETag", tag);
  response.fields.emplace_back("Cache-Control", keep);
  if (request.if_none_match.empty() || !names_tag(request.if_none_match, tag)) return response;
  response.status = 304;
  response.body = nullptr;
  return response;
}

}  // namespace plainbounce
