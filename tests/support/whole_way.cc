#include "tests/support/whole_way.h"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "core/base/ascii.h"
#include "core/mime/addresses.h"
#include "core/mime/header_block.h"

namespace plainbounce::testing {

namespace {

HeaderBlock header_of(const std::string& bytes) {
  auto header = parse_header_block(bytes, 0, bytes.size(), {});
  return header ? *std::move(header) : HeaderBlock{};
}

std::shared_ptr<const KnowledgeBase> load() {
  auto knowledge = load_knowledge("");
  if (!knowledge) {
    for (const Error& error : knowledge.error()) {
      std::fprintf(stderr, "%s\n", to_string(error).c_str());
    }
    std::exit(2);
  }
  return *knowledge;
}

bool is_removed(const BounceOutcome& outcome, std::string_view name, size_t index) {
  for (const HeaderRemoval& removal : outcome.remove) {
    if (removal.index == index && equals_ignoring_case(removal.name, name)) return true;
  }
  return false;
}

}  // namespace

const KnowledgeBase& built_in_knowledge() {
  static const std::shared_ptr<const KnowledgeBase> knowledge = load();
  return *knowledge;
}

BouncePolicy sample_policy() {
  BouncePolicy policy;
  policy.host = "mx.box.example";
  policy.version = "1.0";
  policy.trust.own_services = {"postfix-dsn"};
  return policy;
}

Envelope own_envelope(const std::string& reader) {
  Envelope envelope;
  envelope.recipients = {reader};
  envelope.daemon_name = "postfix-dsn";
  envelope.client_address = "127.0.0.1";
  envelope.queue_id = "5A2B3C4D";
  return envelope;
}

Envelope elsewhere_envelope(const std::string& reader) {
  Envelope envelope;
  envelope.recipients = {reader};
  envelope.daemon_name = "smtpd";
  envelope.client_address = "198.51.100.99";
  envelope.queue_id = "5A2B3C4E";
  return envelope;
}

RawMessage raw_message(std::string bytes, Envelope envelope) {
  RawMessage message;
  message.envelope = std::move(envelope);
  message.bytes = std::move(bytes);
  message.body_begin = header_of(message.bytes).body_begin;
  return message;
}

std::string reader_named_in(const std::string& bytes) {
  const auto to = header_of(bytes).value("To");
  const auto addresses = to ? addresses_in(*to) : std::vector<std::string>();
  return addresses.empty() ? "alice@box.example" : addresses.front();
}

std::string carried_out(const RawMessage& message, const BounceOutcome& outcome) {
  const HeaderBlock header = header_of(message.bytes);
  const bool lf = message.bytes.find("\r\n") == std::string::npos;
  const std::string line_end = lf ? "\n" : "\r\n";
  std::string out;
  std::map<std::string, size_t, std::less<>> seen;
  for (const HeaderField& field : header.fields) {
    if (is_removed(outcome, field.name, ++seen[to_lower(field.name)])) continue;
    out += slice(message.bytes, field.range);
  }
  for (const HeaderValue& added : outcome.add) {
    out += added.name + ": ";
    for (const char c : added.value) {
      if (c == '\n') {
        out += line_end;
      } else {
        out += c;
      }
    }
    out += line_end;
  }
  out += slice(message.bytes, {header.range.end, message.body_begin});
  out += outcome.new_body
             ? *outcome.new_body
             : std::string(slice(message.bytes, {message.body_begin, message.bytes.size()}));
  return out;
}

}  // namespace plainbounce::testing
