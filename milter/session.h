#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/limits.h"
#include "core/bounce/bounce_explainer.h"
#include "milter/edit_port.h"
#include "milter/figures.h"
#include "milter/in_flight.h"
#include "milter/log.h"
#include "milter/message_account.h"
#include "milter/rejected_recipient.h"
#include "milter/snapshot.h"
#include "milter/unfinished.h"

namespace plainbounce {

// What all sessions share. All of it must outlive them.
struct SessionSurroundings {
  CurrentSnapshot& snapshot;
  Log& log;
  InFlight& in_flight;
  Unfinished& unfinished;
  Figures& figures;
  MessageAccount& account;
  size_t single_write = 0;      // bytes; 0: no limit
  StageProbe* probe = nullptr;  // tests only
};

// What can be answered to the MTA. There is no reject, tempfail, discard or quarantine to choose.
// kNoReply: the step was negotiated to have none.
enum class Answer { kContinue, kAccept, kNoReply };

// One connection of an MTA, with the state of its current message. The calls follow the milter
// protocol; one at a time, on any thread. Everything may be missing or come twice: then the message
// passes. A call that throws must be followed by give_up().
class Session {
 public:
  explicit Session(const SessionSurroundings& surroundings);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Whether rejected recipients are to be told ([replies] watch). Then ordinary mail goes on to
  // DATA and is let go there: an MTA tells none behind an early accept. Holds for the whole
  // connection, as what the MTA sends was agreed on with it.
  [[nodiscard]] bool wants_to_watch() const;
  void watch() { watching_ = true; }
  // Address of the SMTP client, empty when there is none; the MTA's {daemon_name}.
  Answer connect(std::string_view client_address, std::string_view daemon_name);
  // `sender` as the MTA gives it: "<a@b>", "a@b", "<>" or "". Ordinary mail ends here or at data().
  // A `daemon_name` that is not the connection's is none: libmilter keeps macros of earlier
  // messages, and of an earlier connection over the same socket.
  Answer mail_from(std::string_view sender, std::string_view daemon_name);
  Answer recipient(std::string_view address);
  // Logged and counted; the MTA has answered its client already.
  Answer rejected_recipient(const RejectedRecipient& rejected);
  Answer data();
  // A field as libmilter hands it over: without the blank behind the colon, folds as LF and blank.
  Answer header(std::string_view name, std::string_view value);
  // What is no bounce passes here; nothing is kept of its body.
  Answer end_of_header(std::string_view queue_id);
  Answer body(std::string_view chunk);
  // Explains the message and carries the edits out.
  Answer end_of_message(std::string_view queue_id, EditPort& port);
  // A stop waits for the current message (Unfinished).
  [[nodiscard]] bool holds_up_a_stop() const;
  // Forgets the current message.
  void abort();
  // After an exception: the message passes, one line tells which.
  void give_up(std::string_view exception) noexcept;

 private:
  struct Message;
  // The message passes unchanged; one line at `level`.
  void pass(MessageKind kind, std::string_view reason, Log::Level level = Log::Level::kInfo);
  [[nodiscard]] ToldMessage told() const;
  void judge_header();
  bool hold(size_t bytes);
  // False: the message would grow over what the MTA takes.
  [[nodiscard]] bool has_room_to_grow() const;
  void keep_body(std::string_view chunk);
  void act_on(const BounceOutcome& outcome, EditPort& port);

  const SessionSurroundings shared_;
  std::string client_address_;
  std::string daemon_name_;
  bool watching_ = false;
  std::unique_ptr<Message> message_;
};

}  // namespace plainbounce
