#include "tests/load/load_generator.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/load/dialogue.h"
#include "tests/load/load_messages.h"
#include "tests/load/milter_stream.h"

namespace plainbounce::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{30};
constexpr int kRetry = 1;    // milliseconds until a connection is tried again
constexpr int kLook = 1000;  // milliseconds without an event until the patience is looked at
constexpr size_t kMostErrors = 100;
constexpr size_t kListedErrors = 10;

// A message that is sent over and over, as agreed with the milter.
struct Template {
  MailTransaction mail;
  bool is_bounce = false;
  std::optional<Dialogue> dialogue;
  std::string answer;  // the edits, once they were found right
};

// One connection. It has messages of one kind: what the client is called is told once.
struct Line {
  MilterStream stream;
  enum class State { kClosed, kNegotiating, kIdle, kBusy } state = State::kClosed;
  bool is_idle = false;  // stays open without messages
  bool writable_awaited = false;
  bool fresh = true;  // has had no message
  Template* message = nullptr;
  const std::vector<Exchange>* exchanges = nullptr;
  size_t at = 0;
  std::string answer;
  Clock::time_point begun;
};

}  // namespace

class LoadGenerator::Work {
 public:
  explicit Work(SocketAddress address) : address_(std::move(address)) {}
  ~Work() { ::close(epoll_); }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  bool open_idle(size_t count);
  void close_idle();
  LoadResult run(const LoadTraffic& traffic);
  [[nodiscard]] std::string answer_to_first_bounce() const {
    return bounces_.empty() ? std::string() : bounces_.front().answer;
  }

 private:
  void prepare(const LoadTraffic& traffic);
  void wake_idle();
  Template* take_message(const Template* before);
  void begin_line(Line& line);
  void connect(Line& line);
  void begin_message(Line& line);
  void send_exchange(Line& line);
  void watch(Line& line);
  void on_event(Line& line, uint32_t events);
  void on_packet(Line& line, const MilterStream::Packet& packet);
  void on_agreement(Line& line, const MilterStream::Packet& packet);
  void on_reply(Line& line, char reply);
  void finish_message(Line& line, bool accepted);
  void hang_up(Line& line, bool politely);
  void fail(Line& line, const std::string& why);
  // Until `done` or no patience is left.
  template <class Done>
  bool serve(Done done);

  SocketAddress address_;
  int epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  const std::string offer_ = offer_packet({});
  const std::string quit_ = milter_packet('Q', "");
  std::optional<Agreement> agreement_;
  std::vector<Template> bounces_;
  std::vector<Template> ordinary_;
  std::vector<std::unique_ptr<Line>> idle_;
  std::vector<std::unique_ptr<Line>> busy_;
  std::vector<Line*> refused_;  // to be connected again
  size_t ready_idle_ = 0;
  size_t open_busy_ = 0;
  LoadTraffic traffic_;
  size_t begun_bounces_ = 0;
  size_t begun_ordinary_ = 0;
  LoadResult result_;
  Clock::time_point last_progress_;
};

void LoadGenerator::Work::fail(Line& line, const std::string& why) {
  if (++result_.errors <= kListedErrors) {
    result_.faults.push_back(line.message == nullptr ? why
                                                     : line.message->mail.queue_id + ": " + why);
  }
  hang_up(line, false);
}

void LoadGenerator::Work::hang_up(Line& line, bool politely) {
  if (line.state == Line::State::kClosed) return;
  if (politely) line.stream.send(quit_);
  line.stream.close();
  line.state = Line::State::kClosed;
  line.message = nullptr;
  if (!line.is_idle) --open_busy_;
}

void LoadGenerator::Work::prepare(const LoadTraffic& traffic) {
  traffic_ = traffic;
  result_ = {};
  result_.latencies.reserve(traffic.bounces + traffic.ordinary);
  begun_bounces_ = begun_ordinary_ = 0;
  bounces_.clear();
  for (MailTransaction& mail : load_bounces(traffic.bounce_bytes)) {
    if (bounces_.size() == traffic.different_bounces) break;
    bounces_.push_back({std::move(mail), true, {}, {}});
  }
  ordinary_.clear();
  ordinary_.push_back({load_ordinary(traffic.ordinary_bytes), false, {}, {}});
}

// Of the kind that the connection has had before while there are any, else of the kind that is
// behind; null: all have begun.
Template* LoadGenerator::Work::take_message(const Template* before) {
  const bool any_bounce = begun_bounces_ < traffic_.bounces;
  const bool any_ordinary = begun_ordinary_ < traffic_.ordinary;
  if (!any_bounce && !any_ordinary) return nullptr;
  bool bounce = begun_bounces_ * traffic_.ordinary <= begun_ordinary_ * traffic_.bounces;
  if (before != nullptr) bounce = before->is_bounce;
  if (bounce ? !any_bounce : !any_ordinary) {
    if (before != nullptr) return nullptr;
    bounce = !bounce;
  }
  std::vector<Template>& kind = bounce ? bounces_ : ordinary_;
  size_t& begun = bounce ? begun_bounces_ : begun_ordinary_;
  return &kind[begun++ % kind.size()];
}

// A connection for the next message, if there is one.
void LoadGenerator::Work::begin_line(Line& line) {
  line.message = take_message(nullptr);
  if (line.message == nullptr) return;
  ++open_busy_;
  line.begun = Clock::now();
  connect(line);
}

void LoadGenerator::Work::connect(Line& line) {
  line.state = Line::State::kNegotiating;
  line.fresh = true;
  line.writable_awaited = false;
  if (!line.stream.open(address_)) {
    if (errno == EAGAIN) {
      refused_.push_back(&line);
    } else {
      fail(line, "cannot connect");
    }
    return;
  }
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.ptr = &line;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, line.stream.fd(), &event);
  if (!line.stream.send(offer_)) return fail(line, "broken before the negotiation");
  watch(line);
}

void LoadGenerator::Work::watch(Line& line) {
  if (line.stream.is_sending() == line.writable_awaited) return;
  line.writable_awaited = line.stream.is_sending();
  epoll_event event = {};
  event.events = EPOLLIN | (line.writable_awaited ? EPOLLOUT : 0U);
  event.data.ptr = &line;
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, line.stream.fd(), &event);
}

void LoadGenerator::Work::begin_message(Line& line) {
  Template& message = *line.message;
  if (!message.dialogue) message.dialogue = dialogue_of(message.mail, *agreement_);
  line.exchanges =
      std::exchange(line.fresh, false) ? &message.dialogue->first : &message.dialogue->further;
  line.at = 0;
  line.answer.clear();
  line.state = Line::State::kBusy;
  send_exchange(line);
}

void LoadGenerator::Work::send_exchange(Line& line) {
  const Exchange& exchange = (*line.exchanges)[line.at];
  result_.bytes_sent += exchange.bytes.size();
  if (!line.message->is_bounce) result_.ordinary_body_bytes += exchange.body_bytes;
  if (!line.stream.send(exchange.bytes)) return fail(line, "broken while sending");
  watch(line);
}

void LoadGenerator::Work::on_agreement(Line& line, const MilterStream::Packet& packet) {
  if (packet.command != 'O') return fail(line, "no answer to the negotiation");
  const Agreement agreement = read_agreement(packet.data);
  if (!agreement_) agreement_ = agreement;
  if (!(agreement == *agreement_)) return fail(line, "another negotiation than before");
  if (line.is_idle) {
    line.state = Line::State::kIdle;
    ++ready_idle_;
    return;
  }
  begin_message(line);
}

void LoadGenerator::Work::on_packet(Line& line, const MilterStream::Packet& packet) {
  last_progress_ = Clock::now();
  if (line.state == Line::State::kNegotiating) return on_agreement(line, packet);
  if (line.state != Line::State::kBusy || line.stream.is_sending()) {
    return fail(line, std::string("an answer that was not asked for: ") + packet.command);
  }
  const bool at_end = (*line.exchanges)[line.at].command == 'E';
  if (at_end && is_edit(packet.command)) {
    line.answer += packet.whole;
  } else if (packet.command != 'p') {
    on_reply(line, packet.command);
  }
}

void LoadGenerator::Work::on_reply(Line& line, char reply) {
  const char step = (*line.exchanges)[line.at].command;
  const bool may_skip = step == 'B' && (agreement_->steps & milter_step::kSkip) != 0;
  if (reply == 'a' || (reply == 'c' && step == 'E')) return finish_message(line, reply == 'a');
  if (reply == 's' && may_skip) {
    line.at = line.exchanges->size() - 1;
    return send_exchange(line);
  }
  if (reply != 'c') return fail(line, std::string("answered ") + step + " with " + reply);
  ++line.at;
  send_exchange(line);
}

void LoadGenerator::Work::finish_message(Line& line, bool accepted) {
  const Clock::time_point now = Clock::now();
  Template& message = *line.message;
  if (!message.is_bounce) {
    if (!line.answer.empty()) return fail(line, "ordinary mail was edited");
  } else if (accepted) {
    return fail(line, "a bounce was accepted as it is");
  } else if (message.answer.empty()) {
    const std::string wrong = what_is_wrong(message.mail, edits_in(line.answer));
    if (!wrong.empty()) return fail(line, wrong);
    message.answer = line.answer;
  } else if (line.answer != message.answer) {
    return fail(line, "other edits than before");
  }
  ++result_.messages;
  result_.latencies.push_back(now - line.begun);
  if (traffic_.progress_step != 0 && result_.messages % traffic_.progress_step == 0) {
    traffic_.progress(result_.messages);
  }
  line.message = traffic_.new_connection_each ? nullptr : take_message(&message);
  if (line.message == nullptr) return hang_up(line, true);
  line.begun = now;
  begin_message(line);
}

void LoadGenerator::Work::on_event(Line& line, uint32_t events) {
  if (line.state == Line::State::kClosed) return;
  if ((events & EPOLLOUT) != 0) {
    if (!line.stream.flush()) return fail(line, "broken while sending");
    watch(line);
  }
  if ((events & ~static_cast<uint32_t>(EPOLLOUT)) == 0) return;
  const bool open = line.stream.receive();
  while (line.state != Line::State::kClosed) {
    const auto packet = line.stream.next();
    if (!packet) break;
    on_packet(line, *packet);
  }
  if (!open) fail(line, "the milter hung up");
}

template <class Done>
bool LoadGenerator::Work::serve(Done done) {
  last_progress_ = Clock::now();
  std::array<epoll_event, 256> events{};
  while (!done()) {
    if (Clock::now() - last_progress_ > kPatience || result_.errors >= kMostErrors) return false;
    for (Line* line : std::exchange(refused_, {})) connect(*line);
    for (const auto& line : busy_) {
      if (line->state == Line::State::kClosed) begin_line(*line);
    }
    const int wait = refused_.empty() ? kLook : kRetry;
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), wait);
    for (int i = 0; i < count; ++i) {
      const epoll_event& event = events[static_cast<size_t>(i)];
      on_event(*static_cast<Line*>(event.data.ptr), event.events);
    }
  }
  return true;
}

bool LoadGenerator::Work::open_idle(size_t count) {
  for (size_t i = 0; i < count; ++i) {
    idle_.push_back(std::make_unique<Line>());
    idle_.back()->is_idle = true;
    connect(*idle_.back());
  }
  return serve([this] { return ready_idle_ == idle_.size(); });
}

void LoadGenerator::Work::close_idle() {
  for (const auto& line : idle_) hang_up(*line, true);
  idle_.clear();
  ready_idle_ = 0;
}

void LoadGenerator::Work::wake_idle() {
  busy_ = std::exchange(idle_, {});
  ready_idle_ = 0;
  for (const auto& line : busy_) {
    line->is_idle = false;
    line->message = take_message(nullptr);
    ++open_busy_;
    line->begun = Clock::now();
    if (line->message != nullptr) {
      begin_message(*line);
    } else {
      hang_up(*line, true);
    }
  }
}

LoadResult LoadGenerator::Work::run(const LoadTraffic& traffic) {
  prepare(traffic);
  const Clock::time_point begun = Clock::now();
  if (traffic.on_idle_connections) {
    wake_idle();
  } else {
    for (size_t i = 0; i < traffic.connections; ++i) busy_.push_back(std::make_unique<Line>());
  }
  const auto all_begun = [this] {
    return begun_bounces_ == traffic_.bounces && begun_ordinary_ == traffic_.ordinary;
  };
  if (!serve([&] { return open_busy_ == 0 && all_begun(); })) {
    ++result_.errors;
    result_.faults.emplace_back("given up");
  }
  result_.time = Clock::now() - begun;
  for (const auto& line : busy_) hang_up(*line, false);
  busy_.clear();
  refused_.clear();
  std::sort(result_.latencies.begin(), result_.latencies.end());
  return std::exchange(result_, {});
}

LoadGenerator::LoadGenerator(SocketAddress address)
    : work_(std::make_unique<Work>(std::move(address))) {}

LoadGenerator::~LoadGenerator() = default;

bool LoadGenerator::open_idle(size_t count) { return work_->open_idle(count); }

void LoadGenerator::close_idle() { work_->close_idle(); }

std::string LoadGenerator::answer_to_first_bounce() const {
  return work_->answer_to_first_bounce();
}

LoadResult LoadGenerator::run(const LoadTraffic& traffic) { return work_->run(traffic); }

}  // namespace plainbounce::testing
