#include "tests/support/milter/mail_transaction.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <optional>

#include "core/base/ascii.h"
#include "tests/support/files.h"

namespace plainbounce::testing {
namespace {

std::array<std::atomic<size_t>, 256>& reply_counts() {
  static std::array<std::atomic<size_t>, 256> counts{};
  return counts;
}

size_t header_end(std::string_view message) {
  if (message.starts_with("\r\n")) return 0;
  const size_t end = message.find("\r\n\r\n");
  return end == std::string_view::npos ? message.size() : end + 2;
}

// A field as it stands in the message, with its line ends.
struct RawField {
  std::string name;
  std::string text;
};

std::vector<RawField> raw_fields(std::string_view message) {
  std::vector<RawField> fields;
  std::string_view header = message.substr(0, header_end(message));
  while (!header.empty()) {
    const size_t end = header.find("\r\n");
    const size_t size = end == std::string_view::npos ? header.size() : end + 2;
    const std::string_view line = header.substr(0, size);
    header.remove_prefix(size);
    if (is_blank(line.front()) && !fields.empty()) {
      fields.back().text += line;
      continue;
    }
    fields.push_back({std::string(trim(line.substr(0, line.find(':')))), std::string(line)});
  }
  return fields;
}

void remove_field(std::vector<RawField>& fields, const RequestedEdit& edit) {
  size_t seen = 0;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!equals_ignoring_case(fields[i].name, edit.name) || ++seen != edit.index) continue;
    fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
  ADD_FAILURE() << "no field " << edit.name << " number " << edit.index << " to remove";
}

}  // namespace

std::vector<MailField> fields_of(std::string_view message) {
  std::vector<MailField> fields;
  for (const RawField& field : raw_fields(message)) {
    std::string_view value = field.text;
    value.remove_prefix(std::min(value.find(':'), value.size() - 1) + 1);
    if (value.ends_with("\r\n")) value.remove_suffix(2);
    if (value.starts_with(' ')) value.remove_prefix(1);
    fields.emplace_back(field.name, with_lf(std::string(value)));
  }
  return fields;
}

std::string_view body_of(std::string_view message) {
  return message.substr(std::min(header_end(message) + 2, message.size()));
}

std::string apply_edits(std::string_view message, const std::vector<RequestedEdit>& edits) {
  std::vector<RawField> fields = raw_fields(message);
  std::optional<std::string> body;
  bool body_closed = false;
  for (const RequestedEdit& edit : edits) {
    if (edit.command == 'b') {
      EXPECT_FALSE(body_closed) << "a piece of body behind another edit";
      EXPECT_LE(edit.value.size(), 65535U);
      body = body.value_or("") + edit.value;
      continue;
    }
    body_closed = true;
    EXPECT_EQ(edit.value.find('\r'), std::string::npos) << edit.name << ": " << edit.value;
    if (edit.command == 'h') {
      fields.push_back({edit.name, with_crlf(edit.name + ": " + edit.value + "\n")});
    } else if (edit.command == 'm' && edit.value.empty()) {
      remove_field(fields, edit);
    } else {
      ADD_FAILURE() << "unexpected edit " << edit.command << " of " << edit.name;
    }
  }
  std::string result;
  for (const RawField& field : fields) result += field.text;
  result += message.substr(std::min(header_end(message), message.size())).substr(0, 2);
  result += body ? *body : std::string(body_of(message));
  return result;
}

void expect_allowed_reply(char reply) {
  reply_counts()[static_cast<unsigned char>(reply)].fetch_add(1);
  EXPECT_NE(std::string_view("casp").find(reply), std::string_view::npos)
      << "the milter answered '" << reply << "'";
}

size_t replies_seen(char reply) { return reply_counts()[static_cast<unsigned char>(reply)].load(); }

}  // namespace plainbounce::testing
