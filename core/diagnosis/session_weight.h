#pragma once

#include <vector>

#include "core/diagnosis/diagnosis.h"
#include "core/dsn/session_transcript.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// Adds to the diagnoses of a session's replies, one for each in their order, what only the session
// tells: the command; that a reply which may not answer it, or one that speaks of the protocol,
// needs nobody; that a connection broke off; and that troubles of our own server need its
// administrator, whatever the client may try again (kRecipientAdmin: the server's side).
void settle_session(const KnowledgeBase& knowledge, const SessionTranscript& session,
                    std::vector<Diagnosis>& diagnoses);

}  // namespace plainbounce
