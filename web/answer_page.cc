#include "web/answer_page.h"

#include <algorithm>

#include "web/marked_text.h"
#include "web/page_text_view.h"

namespace plainbounce {
namespace {

constexpr size_t kMostRecipients = 25;  // of one message that are explained in full
constexpr size_t kMostEvidence = 12;

std::vector<View> actions_of(const Explanation& explanation) {
  std::vector<View> actions;
  for (const std::string& action : explanation.actions) {
    actions.push_back(View().set("action", action));
  }
  return actions;
}

std::vector<View> evidence_of(const Diagnosis& diagnosis) {
  std::vector<View> lines;
  for (const Evidence& evidence : diagnosis.evidence) {
    if (lines.size() == kMostEvidence) break;
    View line;
    line.set("kind", evidence.kind).set("text", evidence.text).set("says", evidence.says);
    lines.push_back(std::move(line));
  }
  return lines;
}

void add_links(View& view, const Diagnosis& diagnosis, const PageInputs& inputs) {
  const SiteMap& map = inputs.map;
  view.set("code", diagnosis.code).set("code_title", diagnosis.code_title);
  if (map.has_code(diagnosis.code)) view.set("code_url", inputs.link(code_path(diagnosis.code)));
  view.set("provider",
           diagnosis.provider_name.empty() ? diagnosis.provider : diagnosis.provider_name);
  if (const ProviderPages* provider = map.find_provider(diagnosis.provider)) {
    view.set("provider_url", inputs.link(provider_path(provider->id)));
  }
  view.set("rule", diagnosis.rule);
  if (const RuleGroup* group = map.group_of(diagnosis.rule)) {
    for (const Rule* rule : group->rules) {
      if (rule->id == diagnosis.rule) view.set("rule_url", inputs.link(rule_path(*group, *rule)));
    }
  }
  view.set("cause", cause_title(diagnosis.cause, inputs));
  view.set("cause_url", inputs.link(cause_path(diagnosis.cause)));
}

View recipient_view(const DecodedMessage& decoded, size_t index, const PageInputs& inputs) {
  const DiagnosedRecipient& recipient = decoded.recipients[index];
  const Diagnosis& diagnosis = recipient.diagnosis;
  const Explanation& explanation = decoded.explanations[index];
  View view;
  if (decoded.recipients.size() > 1) {
    view.set("number", inputs.words.text("answer_recipient",
                                         {{"number", std::to_string(index + 1)},
                                          {"count", std::to_string(decoded.recipients.size())}}));
  } else {
    view.set("number", false);
  }
  view.set("title", explanation.title).set("what", explanation.what);
  view.set("outlook", explanation.outlook).set("actor", explanation.actor);
  view.set("outlook_id", std::string(to_string(explanation.outlook_kind)));
  view.set("has_actions", !explanation.actions.empty()).set("actions", actions_of(explanation));
  view.set("contact", explanation.contact).set("address", recipient.address);
  const bool is_clear = diagnosis.confidence != Confidence::kUnsure;
  view.set("who", is_clear ? party_text(diagnosis.actor, inputs) : inputs.words.text("who_open"));
  view.set("kind", kind_text(diagnosis.kind, inputs)).set("tl", inputs.text_language());
  view.set("certainty", inputs.words.text_of("certainty_", to_string(diagnosis.confidence)));
  add_links(view, diagnosis, inputs);
  std::vector<View> evidence = evidence_of(diagnosis);
  view.set("has_evidence", !evidence.empty());
  view.set("evidence", std::move(evidence));
  return view;
}

// One compact block that can be copied into a ticket.
std::string support_text(const Note& note) {
  std::string out;
  for (const auto& block : note.support) {
    if (!out.empty() && !block.empty()) out += "\n";
    for (const SupportLine& line : block) out += line.label + ": " + line.value + "\n";
  }
  return out;
}

std::vector<View> marked_view(const AnsweredMessage& message) {
  std::vector<Evidence> evidence;
  for (const DiagnosedRecipient& recipient : message.decoded.recipients) {
    const auto& more = recipient.diagnosis.evidence;
    if (evidence.size() > kMostRecipients * kMostEvidence) break;
    evidence.insert(evidence.end(), more.begin(), more.end());
  }
  std::vector<View> pieces;
  for (const MarkedPiece& piece : mark_evidence(message.text, evidence)) {
    View view;
    view.set("text", piece.text);
    view.set("mark", piece.kind == MarkedPiece::Kind::kMarked);
    view.set("cut", piece.kind == MarkedPiece::Kind::kCut);
    pieces.push_back(std::move(view));
  }
  return pieces;
}

void add_support(View& view, const DecodedMessage& decoded, const BouncePolicy& policy,
                 const PageInputs& inputs) {
  const auto note = note_about(decoded, inputs.knowledge, policy);
  if (!note) return;
  const std::string text = support_text(*note);
  const auto lines = std::count(text.begin(), text.end(), '\n');
  view.set("support", text);
  view.set("support_rows", std::to_string(std::clamp<long>(lines + 2, 4, 20)));
}

View message_view(const AnsweredMessage& message, const BouncePolicy& policy,
                  const PageInputs& inputs) {
  const DecodedMessage& decoded = message.decoded;
  View view;
  view.set("refused", decoded.is_bounce() ? "" : inputs.words.text("answer_none"));
  view.set("why", decoded.is_bounce() ? "" : decoded.verdict.why);
  view.set("support", false).set("has_marked", false).set("more", false);
  std::vector<View> recipients;
  const size_t shown = std::min(decoded.recipients.size(), kMostRecipients);
  for (size_t i = 0; i < shown; ++i) recipients.push_back(recipient_view(decoded, i, inputs));
  view.set("recipients", std::move(recipients));
  if (!decoded.is_bounce()) return view;
  if (decoded.recipients.size() > shown) {
    const std::string count = std::to_string(decoded.recipients.size() - shown);
    view.set("more", inputs.words.text("answer_more", {{"count", count}}));
  }
  add_support(view, decoded, policy, inputs);
  std::vector<View> marked = marked_view(message);
  view.set("has_marked", !marked.empty());
  view.set("marked", std::move(marked));
  return view;
}

Page frame_of_answer(const PageInputs& inputs) {
  Page page;
  page.title = inputs.words.text("answer_title");
  page.description = inputs.words.text("answer_description");
  page.template_name = "answer";
  page.content.set("decode_url", inputs.link("/decode"));
  return page;
}

}  // namespace

Page answer_page(const std::vector<AnsweredMessage>& messages, size_t more,
                 const BouncePolicy& policy, const PageInputs& inputs) {
  Page page = frame_of_answer(inputs);
  std::vector<View> views;
  for (const AnsweredMessage& message : messages) {
    View view = message_view(message, policy, inputs);
    view.set("message_title", false);
    if (messages.size() + more > 1) {
      view.set(
          "message_title",
          inputs.words.text("answer_message", {{"number", std::to_string(views.size() + 1)},
                                               {"count", std::to_string(messages.size() + more)}}));
    }
    views.push_back(std::move(view));
  }
  page.content.set("messages", std::move(views)).set("refused", false);
  if (more > 0) {
    page.content.set("more_messages",
                     inputs.words.text("answer_more_messages", {{"count", std::to_string(more)}}));
  }
  return page;
}

Page empty_answer_page(const PageInputs& inputs) {
  Page page = frame_of_answer(inputs);
  page.status = 400;
  page.content.set("refused", inputs.words.text("answer_empty")).set("messages", false);
  return page;
}

}  // namespace plainbounce
