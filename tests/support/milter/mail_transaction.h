#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plainbounce::testing {

// A recipient that the MTA has refused, with the words it tells milters.
struct RefusedRecipient {
  std::string address;
  std::string enhanced;
  std::string text;
};

// A message as an MTA hands it to a milter, and how it speaks of it.
struct MailTransaction {
  std::string sender;  // as in the protocol: "<>", "" or "<a@b>"
  std::vector<std::string> recipients = {"<alice@box.example>"};
  std::vector<RefusedRecipient> refused;  // told before the others, to a milter that asks for them
  std::string message;                    // header, empty line, body; CRLF
  std::string queue_id = "4XTEST";
  std::string daemon_name = "postfix-dsn";
  std::string client_address = "127.0.0.1";
  size_t chunk = 65535;  // bytes of body in one packet
};

// An edit that the milter asked for.
struct RequestedEdit {
  char command = 0;  // 'b', 'h', 'm', 'i': as in the protocol
  std::string name;
  std::string value;  // header value or piece of body
  size_t index = 0;
};

// What became of it.
struct MailResult {
  std::string delivered;  // the message with the edits
  std::vector<RequestedEdit> edits;
  std::vector<char> replies;  // one for each step that had one
  size_t body_bytes_sent = 0;
  bool broken = false;   // the connection ended before the last reply
  size_t end_bytes = 0;  // size of everything that came behind the end of message
};

// A field of the outer header: name, and value without the blank behind the colon, folds as LF.
using MailField = std::pair<std::string, std::string>;
std::vector<MailField> fields_of(std::string_view message);
// Behind the empty line.
std::string_view body_of(std::string_view message);
// Carries edits out as Postfix does: removals by name and index, additions at the header's end,
// the body replaced as a whole. Fails the test when a body comes behind another edit.
std::string apply_edits(std::string_view message, const std::vector<RequestedEdit>& edits);

// Fails the test for any reply but continue, accept, skip and progress. All fakes call it.
void expect_allowed_reply(char reply);
// How many replies of a kind have been seen in this program.
size_t replies_seen(char reply);

}  // namespace plainbounce::testing
