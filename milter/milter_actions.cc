#include "milter/milter_actions.h"

#include <algorithm>
#include <vector>

namespace plainbounce {
namespace {

constexpr size_t kPacketOverhead = 16;  // head, terminators, index

bool is_c_string(const std::string& text) { return text.find('\0') == std::string::npos; }

// A field that libmilter or an MTA would cut or split differently than we mean it.
bool is_sendable(const HeaderValue& field) {
  return !field.name.empty() && is_c_string(field.name) && is_c_string(field.value) &&
         field.value.find('\r') == std::string::npos;
}

size_t size_of_headers(const BounceOutcome& outcome) {
  size_t bytes = kPacketOverhead;  // the reply
  for (const HeaderValue& field : outcome.add) {
    bytes += field.name.size() + field.value.size() + kPacketOverhead;
  }
  for (const HeaderRemoval& field : outcome.remove) bytes += field.name.size() + kPacketOverhead;
  return bytes;
}

size_t size_of_body(std::string_view body) {
  return body.size() + (body.size() / EditPort::kBodyChunk + 1) * kPacketOverhead;
}

bool send_body(std::string_view body, EditPort& port) {
  for (size_t at = 0; at == 0 || at < body.size(); at += EditPort::kBodyChunk) {
    if (!port.replace_body(body.substr(at, EditPort::kBodyChunk))) return false;
  }
  return true;
}

bool send_headers(const std::vector<HeaderRemoval>& remove, const BounceOutcome& outcome,
                  EditPort& port) {
  for (const HeaderRemoval& field : remove) {
    if (!port.remove_header(field.name, field.index)) return false;
  }
  for (const HeaderValue& field : outcome.add) {
    if (!port.add_header(field.name, field.value)) return false;
  }
  return true;
}

}  // namespace

Result<MilterActions::Done> MilterActions::carry_out(const BounceOutcome& outcome,
                                                     EditPort& port) const {
  Done done;
  if (!outcome.changes_anything()) return done;
  if (!std::all_of(outcome.add.begin(), outcome.add.end(), is_sendable)) {
    return tl::unexpected(Error{"a header field holds NUL or CR", {}, 0});
  }
  // A removal renumbers the fields of its name behind it: the last one first.
  std::vector<HeaderRemoval> remove = outcome.remove;
  std::stable_sort(remove.begin(), remove.end(),
                   [](const auto& a, const auto& b) { return a.index > b.index; });

  size_t bytes = size_of_headers(outcome);
  bool with_body = outcome.new_body.has_value();
  if (with_body && single_write_ != 0 && bytes + size_of_body(*outcome.new_body) > single_write_) {
    with_body = false;
  }
  if (with_body) bytes += size_of_body(*outcome.new_body);
  if (single_write_ != 0 && bytes > single_write_) {
    return tl::unexpected(Error{"the header fields do not fit one write", {}, 0});
  }

  port.begin(bytes);
  if (with_body && !send_body(*outcome.new_body, port)) {
    port.discard();
    return tl::unexpected(Error{"the MTA refused the new body", {}, 0});
  }
  if (!send_headers(remove, outcome, port)) {
    port.discard();
    return tl::unexpected(Error{"the MTA refused a header edit", {}, 0});
  }
  done.body = with_body;
  done.headers = !outcome.add.empty() || !outcome.remove.empty();
  return done;
}

}  // namespace plainbounce
