#include "cli/doctor/sendmail_file.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr std::string_view kPortOption = "O DaemonPortOptions=";
constexpr std::string_view kSizeOption = "O MaxMessageSize=";

std::vector<std::string> logical_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.empty() && is_blank(line.front()) && !lines.empty()) {
      lines.back() += line;
    } else if (!line.empty() && line.front() != '#') {
      lines.emplace_back(line);
    }
  }
  return lines;
}

// Pieces divided by commas: "Name, key=value, key=value"; a piece without "=" is the name.
SendmailEntry read_entry(std::string_view text) {
  SendmailEntry entry;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, text.find(','));
    text.remove_prefix(std::min(piece.size() + 1, text.size()));
    const size_t equals = piece.find('=');
    if (equals == std::string_view::npos) {
      if (entry.name.empty()) entry.name = trim(piece);
      continue;
    }
    entry.equates[std::string(trim(piece.substr(0, equals)))] = trim(piece.substr(equals + 1));
  }
  return entry;
}

}  // namespace

std::string SendmailEntry::equate(std::string_view key) const {
  const auto found = equates.find(key);
  return found == equates.end() ? std::string() : found->second;
}

SendmailFile parse_sendmail_file(std::string_view text) {
  SendmailFile file;
  for (const std::string& line : logical_lines(text)) {
    const std::string_view rest = std::string_view(line).substr(1);
    if (line.front() == 'X') file.filters.push_back(read_entry(rest));
    if (line.front() == 'M') file.mailers.push_back(read_entry(rest));
    if (line.compare(0, kPortOption.size(), kPortOption) == 0) {
      SendmailEntry port = read_entry(std::string_view(line).substr(kPortOption.size()));
      port.name = port.equate("Name");
      file.ports.push_back(std::move(port));
    }
    if (line.compare(0, kSizeOption.size(), kSizeOption) == 0) {
      file.max_message_size = trim(std::string_view(line).substr(kSizeOption.size()));
    }
  }
  return file;
}

}  // namespace plainbounce
