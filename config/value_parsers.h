#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace plainbounce {

// Typed values of a configuration. Each error says what the text is and what is allowed.

// yes, no, true, false, on, off; in any case.
Result<bool> parse_boolean(std::string_view text);
// Bytes: a number, alone or with K, M or G (powers of 1024, also as KB, KiB).
Result<size_t> parse_size(std::string_view text);
// A number with s, m, h or d; alone it means seconds.
Result<std::chrono::seconds> parse_duration(std::string_view text);
// A file's permission bits in octal digits, 0 to 0777.
Result<unsigned> parse_file_mode(std::string_view text);
// A domain name: labels of letters, digits, "-" and "_", or of UTF-8; at least one, no dot at the
// ends. Comes back in lower case.
Result<std::string> parse_domain_name(std::string_view text);
// An address with "/" and its prefix length, IPv4 or IPv6; a single address stands for itself.
// Comes back as written.
Result<std::string> parse_network(std::string_view text);
// A pattern for addresses, with "*" for any run of characters.
Result<std::string> parse_address_pattern(std::string_view text);
// A language tag such as "en" or "pt-BR".
Result<std::string> parse_language(std::string_view text);
// http:// or https:// and a host, ASCII without blanks; comes back without slashes at its end.
Result<std::string> parse_web_address(std::string_view text);
// "/" and the rest, letters, digits and "-._~/"; comes back without slashes at its end.
Result<std::string> parse_web_path(std::string_view text);
Result<std::string> parse_mail_address(std::string_view text);
// A name of the zone database, such as Europe/Berlin.
Result<std::string> parse_time_zone_name(std::string_view text);
// "/" and the rest.
Result<std::string> parse_absolute_path(std::string_view text);
// What useradd takes: a name of a user or a group.
Result<std::string> parse_account_name(std::string_view text);
// The id of a cause, such as mailbox-full.
Result<std::string> parse_cause(std::string_view text);
// A reply code or a pattern of enhanced codes (core/reply/code_pattern.h); "x" comes back as "X".
Result<std::string> parse_code_pattern(std::string_view text);
// One word without blanks.
Result<std::string> parse_word(std::string_view text);

// "64M", "160K", "10240000": the shortest form that parse_size reads back.
std::string size_text(size_t bytes);
// "30s", "2h".
std::string duration_text(std::chrono::seconds duration);

}  // namespace plainbounce
