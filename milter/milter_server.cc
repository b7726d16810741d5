#include "milter/milter_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <memory>
#include <new>
#include <system_error>

#include "milter/single_write.h"

// behind the system's headers, because it defines what it misses
#include <libmilter/mfapi.h>

namespace plainbounce {
namespace {

constexpr int kBacklog = 256;
constexpr unsigned long kActions = SMFIF_ADDHDRS | SMFIF_CHGHDRS | SMFIF_CHGBODY;
// Steps that we do without, and steps whose answer never matters.
constexpr unsigned long kSteps = SMFIP_NOHELO | SMFIP_NODATA | SMFIP_NOUNKNOWN | SMFIP_NR_CONN |
                                 SMFIP_NR_RCPT | SMFIP_NR_HDR | SMFIP_NR_EOH | SMFIP_NR_BODY;

// Written by the one MilterServer before libmilter starts threads.
const SessionSurroundings* surroundings = nullptr;

// To hear of rejected recipients, and to let ordinary mail go behind them.
constexpr unsigned long kWatchSteps =
    (kSteps & ~static_cast<unsigned long>(SMFIP_NODATA)) | SMFIP_RCPT_REJ;

// An MTA that knows no DATA step would send the whole of ordinary mail.
bool can_be_watched(unsigned long steps) {
  return (steps & SMFIP_RCPT_REJ) != 0 && (steps & SMFIP_NODATA) != 0;
}

sfsistat to_status(Answer answer) {
  switch (answer) {
    case Answer::kAccept:
      return SMFIS_ACCEPT;
    case Answer::kNoReply:
      return SMFIS_NOREPLY;
    case Answer::kContinue:
      break;
  }
  return SMFIS_CONTINUE;
}

std::string_view or_empty(const char* text) { return text == nullptr ? "" : text; }

std::string_view macro(SMFICTX* context, const char* name) {
  // libmilter does not write to the name; its interface is older than const.
  return or_empty(smfi_getsymval(context, const_cast<char*>(name)));
}

Session* session_of(SMFICTX* context) {
  return context == nullptr ? nullptr : static_cast<Session*>(smfi_getpriv(context));
}

// The connection's session, made when it is first needed.
Session& session_for(SMFICTX* context) {
  Session* session = session_of(context);
  if (session == nullptr) {
    auto fresh = std::make_unique<Session>(*surroundings);
    if (smfi_setpriv(context, fresh.get()) != MI_SUCCESS) throw std::bad_alloc();
    session = fresh.release();
  }
  return *session;
}

// Memory may be what ran out: nothing is allocated here.
void give_up(SMFICTX* context, const char* exception) noexcept {
  SingleWrite::discard();
  if (Session* session = session_of(context)) {
    session->give_up(exception);
  } else {
    surroundings->log.write(Log::Level::kError, "NOQUEUE: passed reason=exception");
  }
}

// Runs one callback. Whatever goes wrong, the message passes: `fallback` is answered.
template <class Step>
sfsistat guarded(SMFICTX* context, Answer fallback, Step step) noexcept {
  SingleWrite::reset();
  if (context == nullptr) return to_status(fallback);
  try {
    return to_status(step(session_for(context)));
  } catch (const std::exception& error) {
    give_up(context, error.what());
  } catch (...) {
    give_up(context, "unknown");
  }
  return to_status(fallback);
}

std::string address_text(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* bytes = nullptr;
  if (address == nullptr) return {};
  if (address->sa_family == AF_INET) {
    bytes = &reinterpret_cast<const sockaddr_in*>(address)->sin_addr;
  } else if (address->sa_family == AF_INET6) {
    bytes = &reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  }
  if (bytes == nullptr) return {};
  return ::inet_ntop(address->sa_family, bytes, text.data(), text.size()) != nullptr ? text.data()
                                                                                     : "";
}

// Edits through libmilter, kept back by SingleWrite until the reply.
class LibmilterPort : public EditPort {
 public:
  explicit LibmilterPort(SMFICTX* context) : context_(context) {}
  void begin(size_t bytes) override { SingleWrite::reserve(bytes); }
  bool replace_body(std::string_view chunk) override {
    auto* bytes = reinterpret_cast<unsigned char*>(const_cast<char*>(chunk.data()));
    return smfi_replacebody(context_, bytes, static_cast<int>(chunk.size())) == MI_SUCCESS;
  }
  bool add_header(const std::string& name, const std::string& value) override {
    return smfi_addheader(context_, const_cast<char*>(name.c_str()),
                          const_cast<char*>(value.c_str())) == MI_SUCCESS;
  }
  bool remove_header(const std::string& name, size_t index) override {
    return smfi_chgheader(context_, const_cast<char*>(name.c_str()), static_cast<int>(index),
                          nullptr) == MI_SUCCESS;
  }
  void discard() override { SingleWrite::discard(); }

 private:
  SMFICTX* context_;
};

void ask_for_macros(SMFICTX* context, bool watch) {
  const auto ask = [context](int stage, const char* names) {
    smfi_setsymlist(context, stage, const_cast<char*>(names));
  };
  ask(SMFIM_CONNECT, "{daemon_name}");
  for (const int stage : {SMFIM_HELO, SMFIM_ENVFROM, SMFIM_DATA}) ask(stage, "");
  ask(SMFIM_ENVRCPT, watch ? "{rcpt_mailer} {rcpt_host} {rcpt_addr}" : "");
  ask(SMFIM_EOH, "i");
  ask(SMFIM_EOM, "i");
}

extern "C" {

sfsistat plainbounce_negotiate(SMFICTX* context, unsigned long actions, unsigned long steps,
                               unsigned long, unsigned long, unsigned long* wanted_actions,
                               unsigned long* wanted_steps, unsigned long* reserved_1,
                               unsigned long* reserved_2) {
  // Before what can fail: libmilter tells the MTA whatever stands there.
  *wanted_actions = kActions & actions;
  *wanted_steps = kSteps & steps;
  *reserved_1 = *reserved_2 = 0;
  return guarded(context, Answer::kContinue, [&](Session& session) {
    const bool watch = can_be_watched(steps) && session.wants_to_watch();
    if ((actions & SMFIF_SETSYMLIST) != 0) ask_for_macros(context, watch);
    if (watch) {
      session.watch();
      *wanted_steps = kWatchSteps & steps;
    }
    return Answer::kContinue;
  });
}

sfsistat plainbounce_connect(SMFICTX* context, char*, sockaddr* address) {
  return guarded(context, Answer::kNoReply, [&](Session& session) {
    return session.connect(address_text(address), macro(context, "{daemon_name}"));
  });
}

sfsistat plainbounce_envfrom(SMFICTX* context, char** arguments) {
  return guarded(context, Answer::kAccept, [&](Session& session) {
    const char* sender = arguments == nullptr ? nullptr : arguments[0];
    return session.mail_from(or_empty(sender), macro(context, "{daemon_name}"));
  });
}

sfsistat plainbounce_envrcpt(SMFICTX* context, char** arguments) {
  return guarded(context, Answer::kNoReply, [&](Session& session) {
    const std::string_view recipient = or_empty(arguments == nullptr ? nullptr : arguments[0]);
    if (is_rejecting_mailer(macro(context, "{rcpt_mailer}"))) {
      return session.rejected_recipient(
          {recipient, macro(context, "{rcpt_host}"), macro(context, "{rcpt_addr}")});
    }
    return session.recipient(recipient);
  });
}

sfsistat plainbounce_data(SMFICTX* context) {
  return guarded(context, Answer::kContinue, [](Session& session) { return session.data(); });
}

sfsistat plainbounce_header(SMFICTX* context, char* name, char* value) {
  return guarded(context, Answer::kNoReply,
                 [&](Session& session) { return session.header(or_empty(name), or_empty(value)); });
}

sfsistat plainbounce_eoh(SMFICTX* context) {
  return guarded(context, Answer::kNoReply,
                 [&](Session& session) { return session.end_of_header(macro(context, "i")); });
}

sfsistat plainbounce_body(SMFICTX* context, unsigned char* bytes, size_t size) {
  return guarded(context, Answer::kNoReply, [&](Session& session) {
    const auto* text = reinterpret_cast<const char*>(bytes);
    return session.body(text == nullptr ? std::string_view() : std::string_view(text, size));
  });
}

sfsistat plainbounce_eom(SMFICTX* context) {
  return guarded(context, Answer::kContinue, [&](Session& session) {
    Unfinished& unfinished = surroundings->unfinished;
    const bool counted = unfinished.begin(Unfinished::Phase::kEnding, session.holds_up_a_stop());
    // libmilter writes the reply when this callback has returned.
    SingleWrite::begin([&unfinished, counted] {
      if (counted) unfinished.end(Unfinished::Phase::kEnding);
    });
    LibmilterPort port(context);
    return session.end_of_message(macro(context, "i"), port);
  });
}

sfsistat plainbounce_abort(SMFICTX* context) {
  return guarded(context, Answer::kContinue, [&](Session& session) {
    session.abort();
    return Answer::kContinue;
  });
}

sfsistat plainbounce_close(SMFICTX* context) {
  SingleWrite::reset();
  delete session_of(context);
  if (context != nullptr) smfi_setpriv(context, nullptr);
  return SMFIS_CONTINUE;
}

}  // extern "C"

}  // namespace

MilterServer::MilterServer(const SessionSurroundings& shared) { surroundings = &shared; }

MilterServer::~MilterServer() = default;

Result<void> MilterServer::open(const SocketAddress& address) {
  spelling_ = address.milter_spelling();
  static std::string name = "plainbounce";
  smfiDesc description = {};
  description.xxfi_name = name.data();
  description.xxfi_version = SMFI_VERSION;
  description.xxfi_flags = kActions | SMFIF_SETSYMLIST;
  description.xxfi_negotiate = plainbounce_negotiate;
  description.xxfi_connect = plainbounce_connect;
  description.xxfi_envfrom = plainbounce_envfrom;
  description.xxfi_envrcpt = plainbounce_envrcpt;
  description.xxfi_data = plainbounce_data;
  description.xxfi_header = plainbounce_header;
  description.xxfi_eoh = plainbounce_eoh;
  description.xxfi_body = plainbounce_body;
  description.xxfi_eom = plainbounce_eom;
  description.xxfi_abort = plainbounce_abort;
  description.xxfi_close = plainbounce_close;
  if (smfi_register(description) != MI_SUCCESS || smfi_setconn(spelling_.data()) != MI_SUCCESS ||
      smfi_setbacklog(kBacklog) != MI_SUCCESS) {
    return tl::unexpected(Error{"libmilter takes no socket " + spelling_, {}, 0});
  }
  errno = 0;
  if (smfi_opensocket(false) != MI_SUCCESS) {
    return tl::unexpected(Error{
        "cannot listen on " + spelling_ + ": " + std::generic_category().message(errno), {}, 0});
  }
  return {};
}

bool MilterServer::run() { return smfi_main() == MI_SUCCESS; }

}  // namespace plainbounce
