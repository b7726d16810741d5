#include "core/explain/session_sentences.h"

#include "core/base/clean_text.h"
#include "core/explain/internal_names.h"

namespace plainbounce {
namespace {

constexpr size_t kPeerBytes = 300;

// "mx.example.org[192.0.2.1]:25" without the port.
std::string without_port(const std::string& peer) {
  const size_t close = peer.rfind(']');
  return close == std::string::npos ? peer : peer.substr(0, close + 1);
}

bool is_of_message(const std::string& command) {
  return command == "MAIL FROM" || command == "RCPT TO" || command == "DATA" || command == "BDAT" ||
         command == "end of DATA";
}

}  // namespace

SessionSentences::SessionSentences(const LanguageTexts& texts, const ExplainContext& context,
                                   const SessionTranscript& session)
    : texts_(texts), frame_(texts), server_(session.side == SessionTranscript::Side::kServer) {
  peer_ = clean_text(without_port(session.peer), kPeerBytes);
  if (context.site->hide_internal) {
    const InternalNames internal(*context.site, {});
    peer_ = internal.hide_in_host(peer_, frame_.text("hidden_host"));
  }
  peer_ = defuse_links(std::move(peer_));
}

std::string_view SessionSentences::side() const { return server_ ? "server" : "client"; }

std::string SessionSentences::title(const RecipientGroup& group) const {
  if (group.gathered) return frame_.text("session_rest_title");
  return title_for_admin(texts_.causes.find(group.cause)->second);
}

std::string SessionSentences::what(const RecipientGroup& group, bool brief) const {
  const bool many = group.addresses.size() > 1;
  if (group.gathered) return frame_.text(many ? "session_rest_many" : "session_rest");
  if (brief) return brief_what(group);
  const Diagnosis& first = *group.first;
  const CauseTexts& texts = texts_.causes.find(group.cause)->second;
  std::string key = "session_";
  if (group.cause == "connection-lost" && first.reply.text.empty()) {
    key += "lost";
  } else if (group.cause == "protocol-problem") {
    const bool error = first.reply.code && first.reply.code->first_digit() >= 4;
    key.append(side()).append(error || server_ ? "_protocol" : "_unusable");
  } else if (group.cause == "unclear" || group.likely) {
    key.append(side()).append(many ? "_unclear_many" : "_unclear");
  } else if (many) {
    key.append(side()).append("_refused_many");
  } else if (!group.addresses.empty()) {
    key.append(side()).append("_refused_to");
  } else {
    const bool message = first.reply.command && is_of_message(*first.reply.command);
    key.append(side()).append(message ? "_refused" : "_turned_away");
  }
  const std::string_view recipient =
      group.addresses.empty() ? std::string_view() : group.addresses.front();
  return frame_.text(
      key, {{"peer", peer_}, {"recipient", recipient}, {"reason", reason_for_admin(texts, many)}});
}

std::string SessionSentences::brief_what(const RecipientGroup& group) const {
  if (group.addresses.empty()) return frame_.text("session_brief");
  if (group.addresses.size() > 1) return frame_.text("session_brief_many");
  return frame_.text("session_brief_to", {{"recipient", group.addresses.front()}});
}

std::string SessionSentences::outlook(const RecipientGroup& group) const {
  if (group.first->reply.text.empty()) return frame_.text("session_outlook_lost");
  if (!server_) return frame_.text("session_outlook_client");
  const auto& code = group.first->reply.code;
  const bool temporary = code && code->first_digit() == 4;
  return frame_.text(temporary ? "session_outlook_server_for_now" : "session_outlook_server");
}

SessionSentences::Actor SessionSentences::actor_of(const RecipientGroup& group) const {
  if (group.cause == "unclear" || group.likely) return Actor::kUnclear;
  switch (group.first->actor) {
    case Party::kSender:
      return Actor::kSender;
    case Party::kRecipient:
      return Actor::kRecipient;
    case Party::kSenderAdmin:
      return server_ ? Actor::kOtherSide : Actor::kYou;
    case Party::kRecipientAdmin:
      return server_ ? Actor::kYou : Actor::kOtherSide;
    case Party::kNobody:
      break;
  }
  return Actor::kNobody;
}

std::string SessionSentences::actor(const RecipientGroup& group) const {
  switch (actor_of(group)) {
    case Actor::kYou:
      return frame_.text("actor_sender");
    case Actor::kOtherSide:
      return frame_.text("session_actor_other_side");
    case Actor::kSender:
      return frame_.text("admin_actor_sender");
    case Actor::kRecipient:
      return frame_.text("admin_actor_recipient");
    case Actor::kUnclear:
      return frame_.text("actor_unclear");
    case Actor::kNobody:
      break;
  }
  return frame_.text("admin_actor_nobody");
}

std::string SessionSentences::action(const RecipientGroup& group) const {
  switch (actor_of(group)) {
    case Actor::kYou:
      return frame_.text("session_action_you");
    case Actor::kOtherSide:
      return frame_.text_of({"session_action_other_side_", side()});
    case Actor::kSender:
      return frame_.text("admin_action_sender");
    case Actor::kRecipient:
      return frame_.text("admin_action_recipient");
    case Actor::kUnclear:
      return frame_.text("session_action_unclear");
    case Actor::kNobody:
      break;
  }
  return frame_.text_of({"session_action_nobody_", side()});
}

}  // namespace plainbounce
