#include "core/decode/decoded_message.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/decode/given_message.h"
#include "core/decode/pasted_text.h"
#include "core/diagnosis/diagnoser.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/postmaster_copy.h"
#include "core/dsn/session_notice.h"
#include "core/mime/message_tree.h"

namespace plainbounce {
namespace {

bool may_be_bounce(MessageKind kind) {
  return kind == MessageKind::kReport || kind == MessageKind::kLegacy ||
         kind == MessageKind::kNotice;
}

DecodedMessage no_bounce(std::string why) {
  DecodedMessage decoded;
  decoded.verdict.why = std::move(why);
  return decoded;
}

std::optional<Refusal> refusal_of(SplitFailure::Limit limit) {
  switch (limit) {
    case SplitFailure::Limit::kDepth:
      return Refusal::kTooDeep;
    case SplitFailure::Limit::kParts:
      return Refusal::kUnproven;
    case SplitFailure::Limit::kHeader:
    case SplitFailure::Limit::kMessage:
      break;
  }
  return Refusal::kTooLarge;
}

// A status part that cannot be read leaves the text beside it.
Result<DeliveryReport> read_report(const MessageTree& tree, MessageKind kind,
                                   const Limits& limits) {
  if (kind == MessageKind::kNotice) return parse_session_notice(tree, limits);
  auto report = parse_delivery_report(tree, limits);
  return report ? std::move(report) : parse_legacy_bounce(tree, limits);
}

void diagnose_all(DecodedMessage& decoded, const KnowledgeBase& knowledge) {
  std::vector<Diagnosis> diagnoses = Diagnoser(knowledge).diagnose_all(decoded.report);
  for (size_t i = 0; i < diagnoses.size(); ++i) {
    const std::string address = address_to_show(decoded.report.recipients[i]);
    decoded.recipients.push_back({i, address, std::move(diagnoses[i])});
  }
}

// The first language that the message's reader gets.
std::string language_for(const DecodedMessage& decoded, const ReaderSettings& reader,
                         const KnowledgeBase& knowledge, const BouncePolicy& policy) {
  const auto languages =
      choose_languages(knowledge, decoded.report, reader, policy.explain.choose_by_reader);
  return languages.empty() ? "en" : languages.front();
}

ExplainContext context_of(const DecodedMessage& decoded, const BouncePolicy& policy) {
  ExplainContext context;
  context.reader = decoded.reader;
  context.postmaster_copy = decoded.postmaster_copy;
  context.report = &decoded.report;
  context.own_report = is_own_service(decoded.envelope, policy.trust);
  context.backscatter = decoded.backscatter;
  context.settings = &settings_for(decoded.envelope, policy.explain);
  context.site = &policy.explain;
  return context;
}

Result<void> explain_all(DecodedMessage& decoded, const KnowledgeBase& knowledge,
                         const BouncePolicy& policy) {
  const ExplainContext context = context_of(decoded, policy);
  const std::string language = language_for(decoded, *context.settings, knowledge, policy);
  const Explainer explainer(knowledge);
  for (const DiagnosedRecipient& recipient : decoded.recipients) {
    const PerRecipientFields& fields = decoded.report.recipients[recipient.index];
    auto explanation =
        explainer.explain_one(recipient.diagnosis, recipient.address, &fields, language, context);
    if (!explanation) return tl::unexpected<Error>(explanation.error());
    decoded.explanations.push_back(std::move(*explanation));
  }
  return {};
}

// The second look. Bounces in running text are believed only where a mail system wrote them: an
// answer from a holiday may quote a reply as well.
StructureLook judge(const BounceVerdict& first, const MessageTree& tree, const HeaderBlock& header,
                    BounceTrust trust, const Limits& limits) {
  trust.require_null_sender = true;
  StructureLook look = look_at_structure(first, tree, trust, limits);
  if (look.verdict.kind != MessageKind::kNone || !is_from_mail_system(header)) return look;
  trust.require_null_sender = false;
  return look_at_structure(first, tree, trust, limits);
}

DecodedMessage decode_message(const std::string& text, const KnowledgeBase& knowledge,
                              const BouncePolicy& policy) {
  const Limits limits;
  const WireMessage wire(text);
  const std::string& bytes = wire.bytes();
  const auto header = parse_header_block(bytes, 0, bytes.size(), limits);
  if (!header) return no_bounce(header.error().message);
  DecodedMessage decoded;
  decoded.envelope = envelope_of(*header, {});
  const Envelope& envelope = decoded.envelope;
  BounceTrust trust = policy.trust;
  trust.require_null_sender = false;
  decoded.verdict = decide_bounce(envelope, *header, trust);
  if (!may_be_bounce(decoded.verdict.kind)) return decoded;
  const auto tree = split_message(bytes, limits);
  if (!tree) {
    if (!decoded.verdict.refusal) decoded.verdict.refusal = refusal_of(tree.error().limit);
    decoded.verdict.why = tree.error().message;
    return decoded;
  }
  auto look = judge(decoded.verdict, *tree, *header, trust, limits);
  decoded.verdict = std::move(look.verdict);
  if (!may_be_bounce(decoded.verdict.kind)) return decoded;
  auto report =
      look.legacy ? *std::move(look.legacy) : read_report(*tree, decoded.verdict.kind, limits);
  if (!report) {
    decoded.verdict.why = report.error().message;
    return decoded;
  }
  decoded.report = std::move(*report);
  // Without names of ours every message is somebody else's, which says nothing about this one.
  if (!trust.our_hosts.empty() && decoded.verdict.kind != MessageKind::kNotice) {
    decoded.verdict = judge_origin(decoded.verdict, envelope, decoded.report, trust);
  }
  decoded.backscatter = is_backscatter(decoded.report, trust.our_hosts);
  decoded.postmaster_copy = is_postmaster_copy(envelope, *header) ||
                            (envelope.sender.empty() && has_marks_of_postmaster_copy(*header));
  const bool to_admin = decoded.postmaster_copy || decoded.report.session;
  decoded.reader = to_admin ? Reader::kPostmaster : Reader::kUnknown;
  diagnose_all(decoded, knowledge);
  return decoded;
}

DecodedMessage decode_pasted(const std::string& text, const KnowledgeBase& knowledge) {
  auto pasted = read_pasted_text(text);
  if (!pasted) return no_bounce(pasted.error().message);
  DecodedMessage decoded;
  decoded.verdict = {pasted->kind, std::nullopt, "pasted text"};
  decoded.report = std::move(pasted->report);
  diagnose_all(decoded, knowledge);
  if (pasted->reply) {
    const Diagnoser diagnoser(knowledge);
    decoded.recipients.front().diagnosis =
        diagnoser.diagnose_reply(*pasted->reply, pasted->reply->host);
  }
  // What is like a number of a chapter needs words that leave no doubt.
  const bool is_number = pasted->reply.has_value();
  const bool confirmed =
      std::any_of(decoded.recipients.begin(), decoded.recipients.end(),
                  [is_number](const DiagnosedRecipient& recipient) {
                    const bool is_sure = recipient.diagnosis.confidence == Confidence::kCertain;
                    return !recipient.diagnosis.rule.empty() && (is_sure || !is_number);
                  });
  if (pasted->doubtful && !confirmed) {
    return no_bounce("the text looks like one about a failure, but nothing shows that it is");
  }
  return decoded;
}

}  // namespace

Result<DecodedMessage> decode_text(const std::string& text, const KnowledgeBase& knowledge,
                                   const BouncePolicy& policy) {
  DecodedMessage decoded =
      is_message(text) ? decode_message(text, knowledge, policy) : decode_pasted(text, knowledge);
  const auto explained = explain_all(decoded, knowledge, policy);
  if (!explained) return tl::unexpected<Error>(explained.error());
  return decoded;
}

Result<DecodedMessage> decoded_of(const BounceOutcome& outcome, const Envelope& envelope,
                                  const KnowledgeBase& knowledge, const BouncePolicy& policy) {
  DecodedMessage decoded;
  decoded.envelope = envelope;
  decoded.verdict = outcome.verdict;
  decoded.backscatter = outcome.backscatter;
  if (outcome.report) decoded.report = *outcome.report;
  decoded.recipients = outcome.recipients;
  decoded.reader = outcome.reader;
  decoded.postmaster_copy = outcome.postmaster_copy;
  const auto explained = explain_all(decoded, knowledge, policy);
  if (!explained) return tl::unexpected<Error>(explained.error());
  return decoded;
}

Result<Note> note_about(const DecodedMessage& decoded, const KnowledgeBase& knowledge,
                        const BouncePolicy& policy) {
  return Explainer(knowledge).explain(decoded.report, decoded.recipients,
                                      context_of(decoded, policy));
}

}  // namespace plainbounce
