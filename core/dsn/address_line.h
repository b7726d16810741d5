#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

constexpr size_t kLongestAddressLabel = 60;  // bytes

// A line of a notice that begins the text about one recipient.
struct AddressLine {
  std::string address;
  std::string_view rest;  // of the line, behind the address
  bool labelled = false;  // "Recipient address: a@b"
};

// The line begins with an address, bare, in brackets or quotes, behind a bullet, in an X.400 name,
// or behind a label that names a recipient, and with no sentence about somebody ("a@b wrote:").
std::optional<AddressLine> address_line(std::string_view line);

// "Failed recipient(s):" above an address.
bool is_address_label(std::string_view line);

// Of AddressLine::rest, without the marks that belong to the address; empty for the address again
// and for a time.
std::string_view words_behind_address(std::string_view rest);

// The line is one of those that begin the text about a recipient, or ends with an address in angle
// brackets behind a short name ("SMTP <a@b>").
bool line_names_recipient(std::string_view line);

// The address with which a line of a notice begins, bare, in brackets or behind a bullet; else
// empty.
std::string address_that_begins(std::string_view line);

}  // namespace plainbounce
