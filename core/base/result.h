#pragma once

#include <cstddef>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace plainbounce {

// What went wrong, in words for an admin. `file` and `line` name the place in a file that an admin
// wrote; they are empty and 0 for errors that have no such place.
struct Error {
  std::string message;
  std::string file;
  size_t line = 0;
};

// "file:line: message", or the parts of it that are known.
inline std::string to_string(const Error& error) {
  if (error.file.empty()) return error.message;
  if (error.line == 0) return error.file + ": " + error.message;
  return error.file + ":" + std::to_string(error.line) + ": " + error.message;
}

// An expected failure travels as a value; exceptions are for start-up and for bugs.
template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string message, std::string file = {}, size_t line = 0) {
  return tl::unexpected<Error>(Error{std::move(message), std::move(file), line});
}

}  // namespace plainbounce
