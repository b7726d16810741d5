#pragma once

#include <string>
#include <string_view>

#include "web/http_message.h"

namespace plainbounce {

template <class View>
std::string text_of(const View& view) {
  return {view.data(), view.size()};
}

// The parts of a request's header that the pages need, out of a message as Beast has it.
template <class Message>
WebRequest read_fields(const Message& message) {
  WebRequest request;
  request.method = text_of(message.method_string());
  request.target = text_of(message.target());
  request.host = text_of(message["Host"]);
  request.accept = text_of(message["Accept"]);
  request.accept_language = text_of(message["Accept-Language"]);
  request.content_type = text_of(message["Content-Type"]);
  request.if_none_match = text_of(message["If-None-Match"]);
  request.referer = text_of(message["Referer"]);
  request.sec_fetch_site = text_of(message["Sec-Fetch-Site"]);
  return request;
}

// The value of the last field of that name; each server on the way adds its own behind the others.
template <class Message>
std::string last_field(const Message& message, const std::string& name) {
  std::string value;
  const auto all = message.equal_range(name);
  for (auto field = all.first; field != all.second; ++field) value = text_of(field->value());
  return value;
}

}  // namespace plainbounce
