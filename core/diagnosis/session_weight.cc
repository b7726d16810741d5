#include "core/diagnosis/session_weight.h"

#include <algorithm>
#include <array>

#include "core/base/concat.h"

namespace plainbounce {
namespace {

void decide(Diagnosis& diagnosis, const char* cause, Kind kind, const char* why) {
  diagnosis.cause = cause;
  diagnosis.confidence = Confidence::kCertain;
  diagnosis.kind = kind;
  diagnosis.outlook = Outlook::kFinal;
  diagnosis.actor = Party::kNobody;
  diagnosis.rule.clear();
  diagnosis.evidence.push_back(
      {"decision", why, concat({"cause ", cause, ", confidence certain"})});
}

// RFC 5321 section 4.2.1: syntax errors and commands that a server does not know.
bool speaks_of_syntax(const SmtpReply& reply) {
  return reply.code && reply.code->value() >= 500 && reply.code->value() <= 504;
}

bool is_trouble_of_server(const CauseId& cause) {
  constexpr std::array<std::string_view, 4> kCauses = {
      "system-problem", "system-storage-full", "system-not-accepting", "local-delivery-problem"};
  return std::find(kCauses.begin(), kCauses.end(), cause) != kCauses.end();
}

// A client may try again after a temporary reply, so who acts is who does while that goes on.
void let_try_again(const KnowledgeBase& knowledge, Diagnosis& diagnosis) {
  const bool temporary = diagnosis.reply.code && diagnosis.reply.code->first_digit() == 4;
  const CauseEntry* entry = knowledge.find_cause(diagnosis.cause);
  if (!temporary || entry == nullptr || !entry->actor_retrying) return;
  if (diagnosis.actor == entry->actor) diagnosis.actor = *entry->actor_retrying;
}

void settle(const KnowledgeBase& knowledge, SessionTranscript::Side side, const SessionReply& reply,
            Diagnosis& diagnosis) {
  const bool server = side == SessionTranscript::Side::kServer;
  for (Evidence& evidence : diagnosis.evidence) {
    if (server && evidence.kind == "diagnostic-type") evidence.says = "our own server's reply";
  }
  if (!reply.command.empty()) {
    diagnosis.reply.command = reply.command;
    diagnosis.evidence.push_back({"command", reply.command, "what was answered"});
  }
  if (reply.reply.empty()) {
    return decide(diagnosis, "connection-lost", Kind::kTemporary,
                  "the session ended without an error");
  }
  if (!reply.usable) {
    diagnosis.code.clear();
    diagnosis.code_title.clear();
    return decide(diagnosis, "protocol-problem", Kind::kPermanent,
                  "no reply that may answer the command");
  }
  if (server && diagnosis.reply.code && diagnosis.reply.code->first_digit() == 2) {
    diagnosis.code.clear();
    diagnosis.code_title.clear();
    return decide(diagnosis, "protocol-problem", Kind::kPermanent,
                  "the server took leave before QUIT");
  }
  // Our own server keeps such codes for such errors; of others it is only likely.
  if (server && speaks_of_syntax(diagnosis.reply) &&
      (diagnosis.confidence != Confidence::kCertain || diagnosis.cause == "unclear")) {
    return decide(diagnosis, "protocol-problem", Kind::kPermanent,
                  "500 to 504 speak of the protocol");
  }
  let_try_again(knowledge, diagnosis);
  if (diagnosis.cause == "protocol-problem") diagnosis.actor = Party::kNobody;
  if (server && is_trouble_of_server(diagnosis.cause)) diagnosis.actor = Party::kRecipientAdmin;
}

}  // namespace

void settle_session(const KnowledgeBase& knowledge, const SessionTranscript& session,
                    std::vector<Diagnosis>& diagnoses) {
  const size_t count = std::min(session.replies.size(), diagnoses.size());
  for (size_t i = 0; i < count; ++i)
    settle(knowledge, session.side, session.replies[i], diagnoses[i]);
}

}  // namespace plainbounce
