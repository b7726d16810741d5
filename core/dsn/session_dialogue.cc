#include "core/dsn/session_dialogue.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>

#include "core/base/ascii.h"
#include "core/mime/addresses.h"

namespace plainbounce {

namespace {

constexpr std::string_view kConnection = "connection";
constexpr std::string_view kEndOfData = "end of DATA";

struct Command {
  std::string name;
  std::string recipient;
};

// The address of "RCPT TO:<bob@example.org> ORCPT=...".
std::string path_in(std::string_view command) {
  const size_t open = command.find('<');
  if (open == std::string_view::npos) {
    const size_t colon = command.find(':');
    if (colon == std::string_view::npos) return {};
    const std::string_view rest = trim(command.substr(colon + 1));
    return std::string(rest.substr(0, rest.find(' ')));
  }
  bool quoted = false;
  for (size_t i = open + 1; i < command.size(); ++i) {
    if (command[i] == '"') quoted = !quoted;
    if (command[i] == '\\') ++i;
    if (i < command.size() && command[i] == '>' && !quoted) {
      return std::string(command.substr(open + 1, i - open - 1));
    }
  }
  return {};
}

Command read_command(std::string_view line) {
  if (line == ".") return {std::string(kEndOfData), {}};
  static constexpr std::array<std::string_view, 18> kVerbs = {
      "HELO", "EHLO", "LHLO", "MAIL", "RCPT", "DATA",     "BDAT", "RSET",    "QUIT",
      "NOOP", "VRFY", "EXPN", "ETRN", "HELP", "STARTTLS", "AUTH", "XCLIENT", "XFORWARD"};
  const std::string_view word = line.substr(0, line.find_first_of(" :\t"));
  const auto* const verb = std::find_if(kVerbs.begin(), kVerbs.end(), [&](std::string_view known) {
    return equals_ignoring_case(word, known);
  });
  if (verb == kVerbs.end()) return {};
  if (*verb == "MAIL") return {"MAIL FROM", {}};
  if (*verb == "RCPT") return {"RCPT TO", path_in(line)};
  return {std::string(*verb), {}};
}

// The code at the start of a line of a reply; 0 when there is none.
int code_of(std::string_view line) {
  if (line.size() < 3 || !is_digit(line[0]) || !is_digit(line[1]) || !is_digit(line[2])) return 0;
  if (line.size() > 3 && line[3] != ' ' && line[3] != '-') return 0;
  return (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
}

bool is_error(int code) { return code >= 400 && code <= 599; }

// RFC 5321 section 4.3.2: what a command may be answered by where all goes well.
bool may_answer(const std::string& command, int code) {
  const int digit = code / 100;
  if (command == "DATA") return digit == 3;
  if (command == "AUTH" || command.empty()) return digit == 2 || digit == 3;
  return digit == 2;
}

// What makes smtp(8) write to its postmaster: replies beyond RFC 5321, and those about commands.
bool is_protocol_trouble(const SessionReply& reply) {
  if (!reply.usable) return true;
  const int code = code_of(reply.reply);
  return code == 555 || (code >= 500 && code < 510);
}

class Dialogue {
 public:
  explicit Dialogue(SessionTranscript& transcript, size_t most)
      : transcript_(transcript), most_(most) {}

  void command(std::string_view line) {
    spoken_ = true;
    const bool goes_on = last_code_ / 100 == 3 && last_.name == "AUTH";
    last_ = goes_on ? Command{"AUTH", {}} : read_command(line);
    if (last_.name == "MAIL FROM") taken_ = refused_ = 0;
    pending_.push_back(last_);
  }

  void reply_line(std::string_view line) {
    if (!reply_.empty()) reply_ += ' ';
    reply_ += line;
    const int code = code_of(line);
    if (code != 0 && line.size() > 3 && line[3] == '-') return;
    end_reply(code);
  }

  // The one that ended the session goes first.
  bool finish() {
    std::vector<SessionReply>& replies = transcript_.replies;
    if (!reply_.empty()) end_reply(0);
    if (replies.empty() && !transcript_.aborted.empty())
      replies.push_back({answered().name, {}, {}});
    if (replies.empty()) return false;
    auto decisive = std::prev(replies.end());
    if (transcript_.side == SessionTranscript::Side::kClient) {
      const auto found = std::find_if(replies.rbegin(), replies.rend(), is_protocol_trouble);
      if (found != replies.rend()) decisive = std::prev(found.base());
    }
    std::rotate(replies.begin(), decisive, std::next(decisive));
    return true;
  }

 private:
  // What the reply at hand belongs to; a command that waits is taken from the queue.
  Command answered() {
    if (!pending_.empty()) {
      Command first = std::move(pending_.front());
      pending_.pop_front();
      return first;
    }
    if (!spoken_) return {std::string(kConnection), {}};
    // The message itself stands in no transcript; LMTP answers it once for each recipient.
    const bool of_data = last_.name == kEndOfData || (last_.name == "DATA" && last_code_ == 354);
    return of_data ? Command{std::string(kEndOfData), {}} : Command();
  }

  void end_reply(int code) {
    Command command = answered();
    const bool server = transcript_.side == SessionTranscript::Side::kServer;
    // So smtpd(8) takes leave of what is no mail program (smtpd_forbidden_commands).
    const bool farewell = server && code == 221 && command.name.empty();
    const bool fails = is_error(code) || farewell;
    if (command.name == "RCPT TO" || command.name == "MAIL FROM") {
      const bool taken = code / 100 == 2;
      if (!taken) ++refused_;
      if (taken && command.name == "RCPT TO") ++taken_;
    }
    const bool wanted =
        fails ? !only_follows(command.name, code) : !server && !may_answer(command.name, code);
    if (wanted) add({std::move(command.name), std::move(command.recipient), reply_, fails});
    last_code_ = code;
    reply_.clear();
  }

  [[nodiscard]] bool only_follows(const std::string& command, int code) const {
    // The errors themselves stand above.
    if (code == 421 && transcript_.aborted == "too many errors" && !transcript_.replies.empty()) {
      return true;
    }
    const bool of_message = command == "DATA" || command == "BDAT" || command == kEndOfData;
    return (code == 503 || code == 554) && of_message && taken_ == 0 && refused_ > 0;
  }

  void add(SessionReply reply) {
    std::vector<SessionReply>& replies = transcript_.replies;
    // Scanners try the same many times in a row.
    if (!replies.empty() && replies.back().command == reply.command &&
        replies.back().recipient == reply.recipient && replies.back().reply == reply.reply) {
      return;
    }
    if (replies.size() < most_) {
      replies.push_back(std::move(reply));
    } else {
      replies.back() = std::move(reply);
    }
  }

  SessionTranscript& transcript_;
  size_t most_;
  std::deque<Command> pending_;
  Command last_;
  std::string reply_;
  int last_code_ = 0;
  bool spoken_ = false;
  size_t taken_ = 0;    // recipients of the message at hand
  size_t refused_ = 0;  // of MAIL FROM and its RCPT TO
};

// A line that goes on is indented by five.
constexpr std::string_view kIndent = "     ";

struct Spoken {
  bool incoming = false;
  std::string text;
};

// Nothing: a line is none of a transcript.
std::optional<std::vector<Spoken>> read_lines(const std::vector<std::string_view>& lines) {
  constexpr std::string_view kIn = " In:";
  constexpr std::string_view kOut = " Out:";
  std::vector<Spoken> spoken;
  for (const std::string_view line : lines) {
    const bool incoming = line.starts_with(kIn);
    if (incoming || line.starts_with(kOut)) {
      const std::string_view text = line.substr(incoming ? kIn.size() : kOut.size());
      spoken.push_back({incoming, std::string(trim(text))});
    } else if (line.starts_with(kIndent) && !spoken.empty()) {
      spoken.back().text.append(" ").append(trim(line));
    } else {
      return std::nullopt;
    }
  }
  return spoken;
}

}  // namespace

bool read_session_dialogue(const std::vector<std::string_view>& lines, size_t most,
                           SessionTranscript& transcript) {
  const auto spoken = read_lines(lines);
  if (!spoken || most == 0) return false;
  const bool server = transcript.side == SessionTranscript::Side::kServer;
  Dialogue dialogue(transcript, most);
  size_t replies = 0;
  for (const Spoken& one : *spoken) {
    if (one.incoming == server) {
      dialogue.command(one.text);
    } else {
      dialogue.reply_line(one.text);
      ++replies;
    }
  }
  return replies > 0 && dialogue.finish();
}

}  // namespace plainbounce
