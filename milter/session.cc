#include "milter/session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/bounce_verdict.h"
#include "core/mime/addresses.h"
#include "milter/milter_actions.h"

namespace plainbounce {
namespace {

constexpr size_t kFieldOverhead = 4;  // ": " and CRLF
// What the MTA may add itself between our count and its limit.
constexpr size_t kMtaReserve = 64U << 10U;

// Folds become CRLF and blank. A line end without a blank behind it gets one, as Postfix does: no
// value can begin a field of its own.
void append_value(std::string& bytes, std::string_view value) {
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\r' && i + 1 < value.size() && value[i + 1] == '\n') continue;
    if (value[i] != '\n') {
      bytes += value[i];
      continue;
    }
    bytes += "\r\n";
    if (i + 1 == value.size() || !is_blank(value[i + 1])) bytes += ' ';
  }
}

// What decide_bounce leaves open until the parts are seen.
bool is_candidate(MessageKind kind) {
  return kind == MessageKind::kReport || kind == MessageKind::kLegacy;
}

}  // namespace

struct Session::Message {
  Message(std::shared_ptr<const Snapshot> current, const SessionSurroundings& shared)
      : snapshot(std::move(current)),
        unfinished(shared.unfinished),
        figures(shared.figures),
        counted(unfinished.begin(Unfinished::Phase::kReceiving)) {
    figures.in_flight_messages.fetch_add(1, std::memory_order_relaxed);
  }
  ~Message() {
    figures.in_flight_messages.fetch_sub(1, std::memory_order_relaxed);
    if (counted) unfinished.end(Unfinished::Phase::kReceiving);
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  std::shared_ptr<const Snapshot> snapshot;
  Unfinished& unfinished;
  Figures& figures;
  bool counted;
  RawMessage raw;
  size_t total = 0;  // bytes that the MTA sent, kept or not
  size_t held = 0;   // taken from InFlight
  bool header_ended = false;
  MessageKind kind = MessageKind::kNone;  // what its header promises
  const char* trouble = nullptr;          // why the header cannot be kept; then the message passes
};

Session::Session(const SessionSurroundings& surroundings) : shared_(surroundings) {
  shared_.figures.connections.fetch_add(1, std::memory_order_relaxed);
}

Session::~Session() {
  abort();
  shared_.figures.connections.fetch_sub(1, std::memory_order_relaxed);
}

bool Session::wants_to_watch() const { return shared_.snapshot.get()->settings.replies.watch; }

Answer Session::connect(std::string_view client_address, std::string_view daemon_name) {
  abort();
  client_address_ = client_address;
  daemon_name_ = daemon_name;
  return Answer::kNoReply;
}

Answer Session::mail_from(std::string_view sender, std::string_view daemon_name) {
  abort();
  Envelope envelope;
  envelope.sender = without_angle_brackets(sender);
  if (daemon_name == daemon_name_) envelope.daemon_name = daemon_name;
  envelope.client_address = client_address_;
  std::shared_ptr<const Snapshot> snapshot = shared_.snapshot.get();
  if (!envelope.sender.empty() && !is_own_service(envelope, snapshot->policy.trust)) {
    return watching_ ? Answer::kContinue : Answer::kAccept;
  }
  message_ = std::make_unique<Message>(std::move(snapshot), shared_);
  message_->raw.envelope = std::move(envelope);
  return Answer::kContinue;
}

Answer Session::recipient(std::string_view address) {
  if (message_ == nullptr) return Answer::kNoReply;
  std::vector<std::string>& recipients = message_->raw.envelope.recipients;
  if (recipients.size() < message_->snapshot->limits.recipients) {
    recipients.emplace_back(without_angle_brackets(address));
  }
  return Answer::kNoReply;
}

Answer Session::rejected_recipient(const RejectedRecipient& rejected) {
  if (!watching_) return Answer::kNoReply;
  const std::shared_ptr<const Snapshot> snapshot = shared_.snapshot.get();
  const Diagnosis diagnosis = diagnose_rejection(rejected, *snapshot->knowledge);
  shared_.account.rejected(client_address_, rejected, diagnosis, snapshot->settings.log);
  return Answer::kNoReply;
}

// Behind all recipients.
Answer Session::data() { return message_ == nullptr ? Answer::kAccept : Answer::kContinue; }

bool Session::hold(size_t bytes) {
  if (!shared_.in_flight.take(bytes, message_->snapshot->settings.milter.max_in_flight)) {
    return false;
  }
  message_->held += bytes;
  return true;
}

Answer Session::header(std::string_view name, std::string_view value) {
  if (message_ == nullptr || message_->trouble != nullptr) return Answer::kNoReply;
  const size_t size = name.size() + value.size() + kFieldOverhead;
  std::string& bytes = message_->raw.bytes;
  if (bytes.size() + size > message_->snapshot->limits.header_bytes) {
    message_->trouble = "header limit";
  } else if (!hold(size)) {
    message_->trouble = "max_in_flight";
  } else {
    bytes.append(name).append(": ");
    append_value(bytes, value);
    bytes += "\r\n";
    message_->total = bytes.size();
  }
  return Answer::kNoReply;
}

Answer Session::end_of_header(std::string_view queue_id) {
  if (message_ != nullptr) {
    message_->raw.envelope.queue_id = queue_id;
    judge_header();
  }
  return Answer::kNoReply;
}

void Session::judge_header() {
  Message& message = *message_;
  message.header_ended = true;
  if (message.trouble != nullptr) {
    return pass(MessageKind::kNone, message.trouble, Log::Level::kWarning);
  }
  message.raw.bytes += "\r\n";
  message.total += 2;
  message.raw.body_begin = message.raw.bytes.size();
  const auto header =
      parse_header_block(message.raw.bytes, 0, message.raw.bytes.size(), message.snapshot->limits);
  if (!header) {
    return pass(MessageKind::kNone, "error at decide: " + header.error().message,
                Log::Level::kWarning);
  }
  const BounceVerdict verdict =
      decide_bounce(message.raw.envelope, *header, message.snapshot->policy.trust);
  if (!is_candidate(verdict.kind)) {
    const std::string_view why = to_string(verdict.kind);
    return pass(verdict.kind, verdict.kind == MessageKind::kNone ? "no bounce" : why,
                Log::Level::kDebug);
  }
  message.kind = verdict.kind;
  if (!has_room_to_grow()) pass(verdict.kind, "size limit");
}

bool Session::has_room_to_grow() const {
  const BouncePolicy& policy = message_->snapshot->policy;
  return policy.mta_size_limit == 0 ||
         message_->total + policy.max_added + kMtaReserve <= policy.mta_size_limit;
}

void Session::keep_body(std::string_view chunk) {
  RawMessage& raw = message_->raw;
  if (!raw.body_complete) return;
  const size_t kept = raw.bytes.size() - raw.body_begin;
  const size_t most = message_->snapshot->policy.max_body_size;
  if (chunk.size() > most - std::min(kept, most)) {
    chunk = chunk.substr(0, most - std::min(kept, most));
    raw.body_complete = false;
  }
  if (!hold(chunk.size())) {
    raw.body_complete = false;
    shared_.account.memory_is_full(told());
    return;
  }
  raw.bytes.append(chunk);
}

Answer Session::body(std::string_view chunk) {
  if (message_ == nullptr || !message_->header_ended) return Answer::kNoReply;
  message_->total += chunk.size();
  if (has_room_to_grow()) {
    keep_body(chunk);
  } else {
    pass(message_->kind, "size limit");
  }
  return Answer::kNoReply;
}

Answer Session::end_of_message(std::string_view queue_id, EditPort& port) {
  if (message_ == nullptr) return Answer::kContinue;
  if (!queue_id.empty()) message_->raw.envelope.queue_id = queue_id;
  if (!message_->header_ended) judge_header();
  if (message_ == nullptr) return Answer::kContinue;
  message_->raw.whole_size = message_->total;
  const auto began = std::chrono::steady_clock::now();
  const Snapshot& snapshot = *message_->snapshot;
  const BounceExplainer explainer(*snapshot.knowledge, snapshot.policy, snapshot.limits,
                                  shared_.probe);
  act_on(explainer.process(message_->raw), port);
  shared_.figures.message_time.observe(std::chrono::steady_clock::now() - began);
  abort();
  return Answer::kContinue;
}

void Session::act_on(const BounceOutcome& outcome, EditPort& port) {
  const Snapshot& snapshot = *message_->snapshot;
  if (!outcome.changes_anything()) return shared_.account.passed(told(), outcome);
  // An admin who sets a size of their own takes the risk of a cut write.
  const bool any_size = snapshot.settings.bounce.max_body_size.has_value();
  const MilterActions actions(any_size ? 0 : shared_.single_write);
  const auto done = actions.carry_out(outcome, port);
  if (!done) return shared_.account.failed(told(), outcome, done.error().message);
  shared_.account.explained(told(), outcome, done->body);
}

ToldMessage Session::told() const {
  const Snapshot& snapshot = *message_->snapshot;
  const Envelope& envelope = message_->raw.envelope;
  return {envelope.queue_id, is_own_service(envelope, snapshot.policy.trust),
          snapshot.settings.log};
}

void Session::pass(MessageKind kind, std::string_view reason, Log::Level level) {
  shared_.account.let_go(told(), kind, reason, level);
  abort();
}

bool Session::holds_up_a_stop() const { return message_ != nullptr && message_->counted; }

void Session::abort() {
  if (message_ == nullptr) return;
  shared_.in_flight.give_back(message_->held);
  message_.reset();
}

void Session::give_up(std::string_view exception) noexcept {
  constexpr size_t kShown = 200;
  try {
    static const LogSettings usual;
    const std::string reason = "exception: " + std::string(exception.substr(0, kShown));
    shared_.account.let_go(message_ ? told() : ToldMessage{{}, false, usual},
                           message_ ? message_->kind : MessageKind::kNone, reason,
                           Log::Level::kError);
  } catch (...) {
    shared_.log.write(Log::Level::kError, "NOQUEUE: passed reason=exception");
  }
  abort();
}

}  // namespace plainbounce
