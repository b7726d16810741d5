// Sequences of milter callbacks, in any order, over three connections. An input is a script: its
// first character picks the settings, each line is one callback:
//
//   0 1 2         go on with this connection
//   C address|daemon name   connect
//   M sender|daemon name
//   R address     recipient
//   H name:value  header field; "\n" in the value is written as a backslash
//   F n           all header fields of sample n
//   E id          end of header
//   B text        a piece of body
//   P n           the body of sample n, in pieces of 700 bytes
//   . n           end of message; the MTA refuses edit n
//   A  X          abort; give up after an exception
//
// Demands: only allowed answers; ordinary mail ends at MAIL; edits only at the end of a message,
// and only with a line that says so; a message that is given alone to a new session gets the same
// answers and edits, so that nothing is left of messages before it; nothing stays held.
#include <array>
#include <memory>
#include <optional>

#include "config/policy.h"
#include "core/base/ascii.h"
#include "core/mime/addresses.h"
#include "core/mime/header_block.h"
#include "tests/fuzz/seed_messages.h"
#include "tests/fuzz/session_script.h"
#include "tests/support/files.h"
#include "tests/support/milter/captured_log.h"
#include "tests/support/whole_way.h"

namespace plainbounce::fuzz {

namespace {

constexpr size_t kPieceOfBody = 700;
constexpr size_t kMaxCalls = 600;

std::shared_ptr<const Snapshot> make_snapshot(unsigned settings) {
  auto snapshot = std::make_shared<Snapshot>();
  // Lives as long as the program.
  snapshot->knowledge = {std::shared_ptr<void>(), &testing::built_in_knowledge()};
  const auto policy = to_policy(snapshot->settings, "mx.box.example", "1.0", 160U << 10U);
  if (policy) snapshot->policy = *policy;
  if (settings == 1) {  // bodies are cut
    snapshot->policy.max_body_size = 900;
    snapshot->policy.mta_size_limit = 0;
  }
  if (settings == 2) snapshot->policy.mta_size_limit = (96U << 10U) + 3000;
  if (settings == 3) snapshot->limits.header_bytes = 600;
  snapshot->settings.log.lines_per_minute = 0;
  return snapshot;
}

const std::shared_ptr<const Snapshot>& snapshot_of(unsigned settings) {
  static const std::array<std::shared_ptr<const Snapshot>, 4> snapshots = {
      make_snapshot(0), make_snapshot(1), make_snapshot(2), make_snapshot(3)};
  return snapshots[settings % snapshots.size()];
}

// What the connections of one script share.
struct Site {
  explicit Site(const std::shared_ptr<const Snapshot>& snapshot)
      : figures(*snapshot->knowledge), current(snapshot), surroundings{current,   log,
                                                                       in_flight, unfinished,
                                                                       figures,   account,
                                                                       0,         nullptr} {}
  testing::CapturedLog log;
  Figures figures;
  EventFile events{log, figures};
  LineLimit limit{figures};
  RejectionCounts rejections;
  MessageAccount account{log, figures, events, limit, rejections};
  CurrentSnapshot current;
  InFlight in_flight;
  Unfinished unfinished;
  SessionSurroundings surroundings;
};

struct Ending {
  std::string edits;
  std::string line;  // of the log; empty: none
};

// The lines since the last call; there is one at most for each message.
std::string take_line(Site& site) {
  std::string text;
  for (const std::vector<std::string>& lines : {site.log.take(), site.log.take_debug()}) {
    for (const std::string& line : lines) {
      for (const char c : line) demand(is_printable(c), "a log line that is not plain");
      if (line.find(": body cut reason=") != std::string::npos) continue;
      demand(text.empty(), "two log lines for a message");
      text = line;
    }
  }
  return text;
}

Ending end_message(Session& session, Site& site, const std::string& queue_id, int refused) {
  CheckingPort port(refused);
  demand(session.end_of_message(queue_id, port) == Answer::kContinue, "at the message's end");
  return {port.edits(), take_line(site)};
}

// One connection, and the current message's calls as they were made.
class Connection {
 public:
  Connection(Site& site, const std::shared_ptr<const Snapshot>& snapshot)
      : site_(site), snapshot_(snapshot), session_(site.surroundings) {}

  void connect(const std::string& client, const std::string& daemon_name) {
    client_ = client;
    daemon_name_ = daemon_name;
    demand(session_.connect(client, daemon_name) == Answer::kNoReply, "an answer to connect");
    forget();
  }

  void mail_from(const std::string& sender, const std::string& daemon_name) {
    const Answer answer = session_.mail_from(sender, daemon_name);
    forget();
    const bool null_sender = without_angle_brackets(sender).empty();
    const bool own = daemon_name == "postfix-dsn" && daemon_name == daemon_name_;
    demand(answer == (null_sender || own ? Answer::kContinue : Answer::kAccept), "at MAIL");
    if (answer == Answer::kContinue) mail_ = {"M", sender, daemon_name};
  }

  void call(Call call) {
    const bool had_message = session_.holds_up_a_stop();
    carry_out(call, session_);
    const std::string line = take_line(site_);
    if (mail_) calls_.push_back(std::move(call));
    if (session_.holds_up_a_stop() != had_message) {
      demand(!line.empty(), "a message that passes without a line");
      check_alone(std::nullopt, "", -1);
    }
  }

  void end(const std::string& queue_id, int refused) {
    const Ending ending = end_message(session_, site_, queue_id, refused);
    const bool explained = ending.line.find(": explained ") != std::string::npos;
    demand(mail_ || ending.edits.empty(), "edits without a message");
    demand(explained != ending.edits.empty(), "edits and log disagree: " + ending.line);
    demand(!session_.holds_up_a_stop(), "a message behind its end");
    check_alone(ending, queue_id, refused);
    forget();
  }

  void abort() {
    session_.abort();
    forget();
  }

  void give_up() {
    session_.give_up("exception");
    demand(!take_line(site_).empty(), "gives up without a line");
    forget();
  }

 private:
  struct Mail {
    std::string name;
    std::string sender;
    std::string daemon_name;
  };

  void forget() {
    mail_.reset();
    calls_.clear();
  }

  // The same message in a session of its own.
  void check_alone(const std::optional<Ending>& ending, const std::string& queue_id, int refused) {
    if (!mail_) return;
    Site site(snapshot_);
    Session session(site.surroundings);
    session.connect(client_, daemon_name_);
    session.mail_from(mail_->sender, mail_->daemon_name);
    for (const Call& call : calls_) {
      carry_out(call, session);
      take_line(site);
    }
    if (!ending) {
      demand(!session.holds_up_a_stop(), "passes, but not alone");
      return;
    }
    const Ending alone = end_message(session, site, queue_id, refused);
    demand_equal(alone.edits, ending->edits, "other edits alone");
    demand_equal(alone.line, ending->line, "another line alone");
    demand(site.in_flight.held() == 0, "bytes stay held");
  }

  Site& site_;
  const std::shared_ptr<const Snapshot>& snapshot_;
  Session session_;
  std::string client_;
  std::string daemon_name_;
  std::optional<Mail> mail_;
  std::vector<Call> calls_;
};

const Seed& sample(std::string_view number) {
  static const std::vector<Seed> samples = odd_messages();
  size_t index = 0;
  for (const char c : number.substr(0, 3)) {
    if (is_digit(c)) index = index * 10 + static_cast<size_t>(c - '0');
  }
  return samples[index % samples.size()];
}

void send_header(Connection& connection, const std::string& message) {
  const auto block = parse_header_block(message, 0, message.size(), {});
  if (!block) return;
  for (const HeaderField& field : block->fields) {
    std::string_view value = field.raw_value;
    if (value.starts_with(' ')) value.remove_prefix(1);
    connection.call(
        {Call::Kind::kHeader, std::string(field.name), testing::with_lf(std::string(value))});
  }
}

void send_body(Connection& connection, const std::string& message) {
  const auto block = parse_header_block(message, 0, message.size(), {});
  if (!block) return;
  for (size_t at = block->body_begin; at < message.size(); at += kPieceOfBody) {
    connection.call({Call::Kind::kBody, message.substr(at, kPieceOfBody), ""});
  }
}

std::pair<std::string, std::string> halves(std::string_view text, char divider) {
  const size_t at = std::min(text.find(divider), text.size());
  return {std::string(text.substr(0, at)), std::string(text.substr(std::min(at + 1, text.size())))};
}

void carry_out_line(Connection& connection, char command, std::string_view argument) {
  const std::string text(argument);
  switch (command) {
    case 'C': {
      const auto [client, daemon_name] = halves(argument, '|');
      return connection.connect(client, daemon_name);
    }
    case 'M': {
      const auto [sender, daemon_name] = halves(argument, '|');
      return connection.mail_from(sender, daemon_name);
    }
    case 'R':
      return connection.call({Call::Kind::kRecipient, text, ""});
    case 'H': {
      auto [name, value] = halves(argument, ':');
      for (char& c : value) c = c == '\\' ? '\n' : c;
      return connection.call({Call::Kind::kHeader, name, value});
    }
    case 'F':
      return send_header(connection, sample(argument).bytes);
    case 'E': {
      std::string queue_id = text;
      std::erase(queue_id, ':');  // no MTA has one there, and take_line() reads the log
      return connection.call({Call::Kind::kEndOfHeader, queue_id, ""});
    }
    case 'B':
      return connection.call({Call::Kind::kBody, text + "\r\n", ""});
    case 'P':
      return send_body(connection, sample(argument).bytes);
    case '.':
      return connection.end("4X", argument.empty() ? -1 : argument.front() - '0');
    case 'A':
      return connection.abort();
    case 'X':
      return connection.give_up();
    default:
      return;
  }
}

void run(std::string_view input) {
  if (input.empty()) return;
  const auto& snapshot = snapshot_of(static_cast<unsigned char>(input.front()));
  Site site(snapshot);
  {
    std::array<Connection, 3> connections = {Connection(site, snapshot), Connection(site, snapshot),
                                             Connection(site, snapshot)};
    size_t current = 0;
    std::string_view rest = input.substr(1);
    for (size_t calls = 0; !rest.empty() && calls < kMaxCalls; ++calls) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.empty()) continue;
      const char command = line.front();
      line.remove_prefix(1);
      if (line.starts_with(' ')) line.remove_prefix(1);
      if (command >= '0' && command <= '2') {
        current = static_cast<size_t>(command - '0');
      } else {
        carry_out_line(connections[current], command, line);
      }
    }
    for (Connection& connection : connections) connection.abort();
    demand(site.in_flight.held() == 0, "bytes stay held");
  }
  demand(site.unfinished.stop_and_wait(Unfinished::Phase::kReceiving, std::chrono::seconds(0)),
         "a stop would wait for a message that is gone");
}

std::vector<Seed> seeds() {
  const std::string by_us = "C|postfix-dsn\n";
  const std::string own = "M|postfix-dsn\nRalice@box.example\n";
  const std::string outside = "C192.0.2.9|mx\nM<>|mx\nR<alice@box.example>\n";
  const std::string whole = own + "F4\nE4X\nP4\n.\n";
  std::vector<Seed> seeds = {
      {"nothing", "@"},
      {"one-report", "@" + by_us + whole},
      {"two-reports", "@" + by_us + whole + whole},
      {"report-from-outside", "@" + outside + "F4\nE4X\nP4\n.\n"},
      {"ordinary-mail-between", "@" + by_us + whole + "M<bob@far.example>|mx\n.\n" + whole},
      {"aborted-then-another", "@" + by_us + own + "F12\nE4X\nP12\nA\n" + whole},
      {"mail-again-without-abort", "@" + by_us + own + "F18\nE\nP18\n" + whole},
      {"gives-up", "@" + by_us + own + "F4\nX\n.\n" + whole},
      {"refused-edits", "@" + by_us + own + "F4\nE\nP4\n.0\n" + own + "F4\nE\nP4\n.2\n" + whole},
      {"no-end-of-header", "@" + by_us + own + "F4\nP4\n.\n"},
      {"body-first", "@B x\nP4\nE\n.\n"},
      {"three-connections", "@0\n" + by_us + own + "F4\n1\n" + outside +
                                "F12\n0\nE4X\n2\nE\n1\nE4Y\n" + "P12\n0\nP4\n1\n.\n0\n.\n"},
      {"cut", "A" + by_us + whole + own + "F4\nE\nP4\nP4\nP4\n.\n"},
      {"size-limit", "B" + by_us + own + "F4\nE\nP4\nP4\nP4\n.\n" + whole},
      {"header-limit", "C" + by_us + own + "F4\nF4\nF4\nE\nP4\n.\n" + whole},
      {"forged-and-signed", "@" + by_us + own + "F18\nE\nP18\n.\n" + own + "F19\nE\nP19\n.\n"},
      {"receipt", "@" + by_us + own +
                      "HContent-Type: multipart/report; report-type=disposition-notification\nE\n" +
                      "B x\n.\n"},
      {"value-with-line-ends", "@" + by_us + own + "HSubject: a\\b\\\\c\nF4\nE\nP4\n.\n"},
  };
  for (size_t i = 0; i < odd_messages().size(); ++i) {
    const std::string n = std::to_string(i);
    seeds.push_back({"sample-" + n, "@" + by_us + own + "F" + n + "\nE4X\nP" + n + "\n.\n"});
  }
  return seeds;
}

std::vector<std::string> words() {
  std::vector<std::string> words = {"M|postfix-dsn\n",
                                    "M<>|mx\n",
                                    "M<a@b>|mx\n",
                                    "\nA\n",
                                    "\nX\n",
                                    "\n.\n",
                                    "\n.0\n",
                                    "\nE4X\n",
                                    "\n0\n",
                                    "\n1\n",
                                    "\n2\n",
                                    "\nB ",
                                    "\nC::1|postfix-dsn\n"};
  for (size_t i = 0; i < odd_messages().size(); ++i) {
    const std::string n = std::to_string(i);
    words.push_back("F" + n + "\n");
    words.push_back("P" + n + "\n");
    words.push_back("M|postfix-dsn\nF" + n + "\nE\nP" + n + "\n.\n");
  }
  return words;
}

}  // namespace

const Target kSessionTarget = {"session", 2048, run, seeds, words};

}  // namespace plainbounce::fuzz
