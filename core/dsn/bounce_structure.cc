#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/dsn/bounce_verdict.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/friendly_notice.h"
#include "core/dsn/legacy_bounce.h"
#include "core/dsn/other_automata.h"

namespace plainbounce {

namespace {

bool all_closed(const MessageTree& tree) {
  return std::all_of(tree.parts.begin(), tree.parts.end(),
                     [](const MimePart& part) { return part.closed; });
}

// What keeps the first part from being rewritten, as far as the structure tells.
std::optional<std::string> what_is_unproven(const MessageTree& tree, const ReportParts& parts) {
  const MimePart& root = tree.root();
  if (!root.type.is("multipart", "report")) return "not a multipart/report outside";
  if (parts.notice == MimePart::kNoParent) return "no human-readable part";
  if (parts.notice != root.children.front()) return "the human-readable part is not the first";
  if (!all_closed(tree)) return "a closing boundary is missing";
  return std::nullopt;
}

constexpr std::string_view kAlreadyExplained = ", already explained by ";

BounceVerdict judge_report(BounceVerdict verdict, const MessageTree& tree,
                           const ReportParts& parts) {
  verdict.kind = MessageKind::kReport;
  verdict.why += ", delivery-status part";
  const auto friendly = friendly_author(tree, parts.notice);
  const auto unproven = what_is_unproven(tree, parts);
  if (friendly) verdict.why.append(kAlreadyExplained).append(*friendly);
  if (unproven) verdict.why += ", " + *unproven;
  if (verdict.refusal) return verdict;
  if (friendly) verdict.refusal = Refusal::kFriendly;
  if (!friendly && unproven) verdict.refusal = Refusal::kUnproven;
  return verdict;
}

BounceVerdict judge_legacy(const BounceVerdict& first, const MessageTree& tree,
                           std::string_view format) {
  BounceVerdict verdict{MessageKind::kLegacy, first.refusal, "text of " + std::string(format)};
  if (!begins_with_own_explanation(tree)) return verdict;
  verdict.why.append(kAlreadyExplained).append("plainbounce");
  if (!verdict.refusal) verdict.refusal = Refusal::kFriendly;
  return verdict;
}

// Pasted text is asked about; a whole mail that is no notice, a newsletter or somebody's question,
// may quote a reply as well.
bool is_whole_mail(const HeaderBlock& header) {
  if (header.find("From") == nullptr) return false;
  return header.find("Message-ID") != nullptr || header.find("Received") != nullptr ||
         header.find("MIME-Version") != nullptr;
}

}  // namespace

StructureLook look_at_structure(BounceVerdict first, const MessageTree& tree,
                                const BounceTrust& trust, const Limits& limits) {
  if (first.kind != MessageKind::kReport && first.kind != MessageKind::kLegacy) {
    return {std::move(first), std::nullopt};
  }
  const ReportParts parts = find_report_parts(tree);
  if (parts.status != MimePart::kNoParent) {
    return {judge_report(std::move(first), tree, parts), std::nullopt};
  }
  if (const auto other = report_of_other_kind(tree)) {
    // Of a notice the daemon may add to the body, too.
    const bool notice = other->kind == MessageKind::kNotice;
    return {{other->kind, notice ? first.refusal : std::nullopt, other->why}, std::nullopt};
  }
  const bool asked = !trust.require_null_sender && !is_whole_mail(tree.root().header);
  const auto pasted = asked ? PlainText::kYes : PlainText::kNo;
  if (auto bounce = read_legacy_bounce(tree, pasted, limits)) {
    return {judge_legacy(first, tree, bounce->format), std::move(bounce->report)};
  }
  if (const auto sign = sign_of_auto_reply(tree.root().header)) {
    return {{MessageKind::kAutoReply, std::nullopt, *sign}, std::nullopt};
  }
  const bool forwarded = forwards_bounce(tree);
  return {
      {MessageKind::kNone, std::nullopt,
       forwarded ? "a bounce that somebody forwards" : first.why + " without a delivery report"},
      std::nullopt};
}

BounceVerdict judge_structure(BounceVerdict first, const MessageTree& tree,
                              const BounceTrust& trust) {
  return look_at_structure(std::move(first), tree, trust, Limits()).verdict;
}

}  // namespace plainbounce
