#pragma once

#include <memory>
#include <string>

#include "web/http_message.h"

namespace plainbounce {

// Responses with the header fields that each of ours has: the content security policy, no guessing
// of types, no address of ours to others.
WebResponse make_response(int status, const std::string& type,
                          std::shared_ptr<const std::string> body);
WebResponse html_response(int status, std::string document);
// To an address of our own.
WebResponse redirect(int status, const std::string& address);
// With an entity tag, and without a body where the request has that very one. `keep`: the value of
// Cache-Control.
WebResponse tagged(WebResponse response, const std::string& tag, const std::string& keep,
                   const WebRequest& request);

}  // namespace plainbounce
