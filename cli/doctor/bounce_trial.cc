#include "cli/doctor/bounce_trial.h"

#include <algorithm>
#include <random>
#include <thread>

#include "cli/doctor/log_traces.h"
#include "cli/doctor/mailbox_place.h"
#include "cli/postfix/shell_word.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"
#include "core/base/own_marks.h"
#include "core/mime/charset.h"
#include "core/mime/encoded_word.h"
#include "core/mime/message_tree.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {
namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* kCheck = "test-bounce";
constexpr std::chrono::milliseconds kBetweenLooks{200};

// No other message has it.
std::string fresh_token() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device random;
  std::string token = "plainbounce-test-";
  for (int i = 0; i < 12; ++i) token += kLetters[random() % kLetters.size()];
  return token;
}

// Debian's myorigin names a file.
std::string origin_of(const Probe& probe, const PostfixConfiguration& postfix) {
  std::string origin = postfix.value("myorigin");
  if (origin.empty() || origin.front() != '/') return origin;
  const auto text = probe.read_file(origin);
  return text ? std::string(trim(*text)) : postfix.value("myhostname");
}

std::string default_sender(const Probe& probe, const PostfixConfiguration& postfix) {
  const std::string before_sudo = probe.variable("SUDO_USER");
  const std::string name = before_sudo.empty() ? probe.own_name() : before_sudo;
  return name + "@" + origin_of(probe, postfix);
}

constexpr std::string_view kTestSubject = ">\nSubject: Test message of plainbounce doctor\n\n";
constexpr std::string_view kTestText =
    "This message goes to an address that does not exist, so that it bounces.\n"
    "The bounce shows whether bounces are explained.\n";

std::string test_message(const std::string& sender, const std::string& recipient) {
  return concat({"From: <", sender, ">\nTo: <", recipient, kTestSubject, kTestText});
}

// The journal where there is one, else the file that Postfix or syslog writes.
std::string log_since(const Probe& probe, const PostfixConfiguration& postfix, int64_t start) {
  std::vector<std::string> files{postfix.value("maillog_file"), "/var/log/mail.log",
                                 "/var/log/maillog"};
  std::string all;
  for (const std::string& file : files) {
    if (file.empty() || probe.status(file).error != 0) continue;
    const auto text = probe.run("tail", {"-n", "20000", file});
    if (text) all += text->out;
  }
  const auto journal = probe.run("journalctl", {"--quiet", "--no-pager", "--output=short-iso",
                                                "--since=@" + std::to_string(start)});
  if (journal && journal->status == 0) all += journal->out;
  return all;
}

bool is_report(const std::string& message) {
  return find_ignoring_case(message.substr(0, message.find("\n\n")), "multipart/report") !=
         std::string::npos;
}

bool is_explained(const std::string& message) {
  const auto header = parse_header_block(message, 0, message.size(), Limits{});
  return header && header->find(kMarkerField) != nullptr;
}

// What is known of the trial while it is under way.
struct Trial {
  const Examination& examination;
  const PostfixConfiguration& postfix;
  std::string token;
  std::string sender;
  std::string recipient;
  int64_t start = 0;
  Clock::time_point end;
};

std::string look_into(const MailboxPlace& place, const std::string& token) {
  for (std::string& message : messages_with(place, token)) {
    if (is_report(message)) return std::move(message);
  }
  return {};
}

std::string wait_in(const Trial& trial, const MailboxPlace& place) {
  while (true) {
    std::string bounce = look_into(place, trial.token);
    if (!bounce.empty() || Clock::now() >= trial.end) return bounce;
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

LogTraces wait_in_log(const Trial& trial) {
  while (true) {
    LogTraces traces =
        traces_of(log_since(trial.examination.probe, trial.postfix, trial.start), trial.token);
    const bool settled = traces.status == "deferred" || !traces.bounce_status.empty();
    if (settled || Clock::now() >= trial.end) return traces;
    std::this_thread::sleep_for(5 * kBetweenLooks);
  }
}

CheckResult unexplained(const Trial& trial) {
  return problem(
      kCheck,
      concat({"the bounce of a message to ", trial.recipient, " came back without an explanation"}),
      "The checks above, or the daemon's log (journalctl -u plainbounce), tell why; with "
      "mode = observe nothing is changed.");
}

CheckResult from_log(const Trial& trial, const LogTraces& traces, const std::string& why_unseen) {
  if (traces.status == "deferred") {
    return not_examined(kCheck, "the test message waits in the queue and has not bounced",
                        "Postfix says: " + traces.reason +
                            " --to ADDRESS sends it elsewhere. This "
                            "takes it out of the queue:",
                        {"postsuper -d " + shell_word(traces.queue_id)});
  }
  if (traces.bounce_queue_id.empty()) {
    return not_examined(kCheck, "no bounce of the test message was seen",
                        why_unseen +
                            ". Nor does the mail log tell of one; --mailbox PATH says where "
                            "the sender's mail lies.");
  }
  const std::string went =
      concat({"the bounce ", traces.bounce_queue_id, " for ", trial.sender, " is ",
              traces.bounce_status.empty() ? "on its way" : traces.bounce_status});
  if (traces.own.empty()) {
    return not_examined(kCheck, went + "; whether it was explained is not seen",
                        why_unseen +
                            ", and the daemon's lines are not in the mail log. --mailbox "
                            "PATH says where the sender's mail lies.");
  }
  const bool explained = std::any_of(
      traces.own.begin(), traces.own.end(),
      [](const std::string& line) { return line.find(": explained ") != std::string::npos; });
  if (!explained) {
    CheckResult result = unexplained(trial);
    result.means = "The daemon says: " + traces.own.back() + ". " + result.means;
    return result;
  }
  return all_right(kCheck, went + ", and by the log it was explained (" + why_unseen + ")");
}

std::optional<CheckResult> send(const Trial& trial) {
  const std::string program = trial.postfix.value("sendmail_path");
  const auto sent = trial.examination.probe.feed(
      program.empty() ? "sendmail" : program,
      {"-C", trial.postfix.directory, "-i", "-f", trial.sender, "--", trial.recipient},
      test_message(trial.sender, trial.recipient));
  const std::string error = !sent               ? sent.error().message
                            : sent->status != 0 ? std::string(trim(sent->err + sent->out))
                                                : std::string();
  if (error.empty()) return std::nullopt;
  return problem(kCheck, "the test message could not be sent: " + error,
                 "Without it nothing can be tried.");
}

}  // namespace

TrialOutcome try_a_bounce(const Examination& examination, const PostfixConfiguration& postfix,
                          const TrialRequest& request) {
  const Probe& probe = examination.probe;
  Trial trial{examination,
              postfix,
              fresh_token(),
              request.sender,
              request.recipient,
              probe.now(),
              Clock::now() + request.patience};
  if (trial.sender.empty()) trial.sender = default_sender(probe, postfix);
  if (trial.recipient.empty()) trial.recipient = trial.token + "@plainbounce.invalid";
  if (!request.recipient.empty()) trial.token = request.recipient;
  const auto place = request.mailbox.empty()
                         ? mailbox_of(probe, postfix, trial.sender)
                         : Result<MailboxPlace>(mailbox_at(probe, request.mailbox));
  const auto failed = send(trial);
  if (failed) return {*failed, {}};
  std::string unseen;
  if (!place) {
    unseen = place.error().message;
  } else {
    std::string bounce = wait_in(trial, *place);
    if (!bounce.empty()) {
      const bool explained = is_explained(bounce);
      return {explained ? all_right(kCheck, concat({"the bounce of a message to ", trial.recipient,
                                                    " came back explained"}))
                        : unexplained(trial),
              std::move(bounce)};
    }
    unseen = "nothing came to " + place->path;
  }
  return {from_log(trial, wait_in_log(trial), unseen), {}};
}

std::string readable_bounce(const std::string& message) {
  std::string out;
  const auto tree = split_message(message, Limits{});
  if (!tree) return out;
  for (const HeaderField& field : tree->root().header.fields) {
    const bool shown = equals_ignoring_case(field.name, "subject") ||
                       starts_with_ignoring_case(field.name, kExplanationField.substr(0, 9));
    if (shown) out += concat({field.name, ": ", decode_encoded_words(field.value()), "\n"});
  }
  for (const MimePart& part : tree->parts) {
    if (!part.type.is("text", "plain")) continue;
    std::string buffer;
    const std::string_view decoded =
        decode_transfer_encoding(tree->bytes(part.body), part.transfer_encoding, buffer);
    const auto text = to_utf8(decoded, part.type.parameter("charset").value_or("us-ascii"));
    return concat({out, "\n", text ? *text : guess_utf8(decoded), "\n"});
  }
  return out;
}

}  // namespace plainbounce
