#include "core/bounce/bounce_way.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/concat.h"
#include "core/base/own_marks.h"
#include "core/bounce/own_fields.h"
#include "core/diagnosis/diagnoser.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/postmaster_copy.h"
#include "core/dsn/session_notice.h"

namespace plainbounce {

namespace {

// What the MTA itself may add between us and its size check: trace and signature fields.
constexpr size_t kMtaGrowth = 64U << 10U;

// On the wire each line of a value ends with CRLF.
size_t wire_size(const HeaderValue& header) {
  const auto folds = std::count(header.value.begin(), header.value.end(), '\n');
  return header.name.size() + 2 + header.value.size() + static_cast<size_t>(folds) + 2;
}

// What the header allows; the parts decide.
bool may_be_explained(MessageKind kind) {
  return kind == MessageKind::kReport || kind == MessageKind::kLegacy;
}

bool is_explained(MessageKind kind) {
  return may_be_explained(kind) || kind == MessageKind::kNotice;
}

// Text without parts: ours goes before its first line.
bool is_plain_text(MessageKind kind) {
  return kind == MessageKind::kLegacy || kind == MessageKind::kNotice;
}

std::string pass_reason(MessageKind kind) {
  return kind == MessageKind::kNone ? "no bounce" : std::string(to_string(kind));
}

}  // namespace

void BounceWay::run() {
  struct StageStep {
    Stage stage;
    Step (BounceWay::*step)();
  };
  constexpr StageStep kSteps[] = {
      {Stage::kDecide, &BounceWay::decide},   {Stage::kSplit, &BounceWay::split},
      {Stage::kDecode, &BounceWay::decode},   {Stage::kDiagnose, &BounceWay::diagnose},
      {Stage::kExplain, &BounceWay::explain}, {Stage::kRender, &BounceWay::render},
      {Stage::kPlan, &BounceWay::plan},
  };
  for (const StageStep& next : kSteps) {
    stage_ = next.stage;
    Step done = true;
    if (site_.probe != nullptr) {
      const auto entered = site_.probe->enter(stage_);
      if (!entered) done = tl::unexpected<Error>(entered.error());
    }
    if (done) done = (this->*next.step)();
    if (!done) {
      outcome_.failed_at = stage_;
      pass("error at " + std::string(to_string(stage_)) + ": " + to_string(done.error()));
      return;
    }
    if (!*done) return;
  }
}

bool BounceWay::pass(std::string why) {
  outcome_.passed = std::move(why);
  return false;
}

void BounceWay::refuse(Refusal refusal) {
  refusals_.push_back(refusal);
  if (!outcome_.verdict.refusal) outcome_.verdict.refusal = refusal;
}

bool BounceWay::may_pass_size_limit() const {
  const size_t limit = site_.policy.mta_size_limit;
  if (limit == 0) return false;
  if (!message_.body_complete && !message_.whole_size) return true;
  const size_t size = message_.whole_size.value_or(message_.bytes.size());
  return size + site_.policy.max_added + kMtaGrowth > limit;
}

BounceWay::Step BounceWay::decide() {
  const std::string& bytes = message_.bytes;
  if (bytes.size() > site_.limits.message_bytes) {
    return fail("the message has " + std::to_string(bytes.size()) + " bytes, " +
                std::to_string(site_.limits.message_bytes) + " are allowed");
  }
  auto header = parse_header_block(bytes, 0, bytes.size(), site_.limits);
  if (!header) return tl::unexpected<Error>(header.error());
  header_ = *std::move(header);
  // No MTA hands on such a message, and nothing that we add to it could be found again.
  if (header_.fields.empty()) return pass(pass_reason(MessageKind::kNone));
  outcome_.verdict = decide_bounce(message_.envelope, header_, site_.policy.trust);
  if (!may_be_explained(outcome_.verdict.kind)) return pass(pass_reason(outcome_.verdict.kind));
  if (outcome_.verdict.refusal) refusals_.push_back(*outcome_.verdict.refusal);
  if (has_trusted_marker(header_, message_.envelope, site_.policy)) return pass("marker");
  if (signed_own_field(header_)) return pass("signed field");
  forged_ = own_fields_in(header_);
  if (may_pass_size_limit()) return pass("size limit");
  if (!message_.body_complete) refuse(Refusal::kTooLarge);
  return true;
}

BounceWay::Step BounceWay::split() {
  auto tree = split_message(message_.bytes, std::move(header_), site_.limits);
  if (!tree) {
    if (tree.error().limit == SplitFailure::Limit::kDepth) refuse(Refusal::kTooDeep);
    if (tree.error().limit == SplitFailure::Limit::kParts) refuse(Refusal::kUnproven);
    return fail(tree.error().message);
  }
  tree_ = *std::move(tree);
  judge_anew([&](BounceVerdict first) {
    auto look = look_at_structure(std::move(first), *tree_, site_.policy.trust, site_.limits);
    legacy_ = std::move(look.legacy);
    return std::move(look.verdict);
  });
  if (!is_explained(outcome_.verdict.kind)) return pass(pass_reason(outcome_.verdict.kind));
  if (outcome_.verdict.kind == MessageKind::kNotice) return accept_notice();
  return true;
}

// Somebody else's notice, or one that is not whole, passes as it is.
bool BounceWay::accept_notice() {
  judge_anew([&](BounceVerdict second) {
    return judge_origin(std::move(second), message_.envelope, {}, site_.policy.trust);
  });
  if (!is_own_service(message_.envelope, site_.policy.trust) || !message_.body_complete) {
    return pass(pass_reason(MessageKind::kNotice));
  }
  auto report = parse_session_notice(*tree_, site_.limits);
  if (!report) {
    outcome_.verdict.why += ": " + report.error().message;
    return pass(pass_reason(MessageKind::kNotice));
  }
  outcome_.report = *std::move(report);
  return true;
}

// A refusal that the site lifts must not hide the next one: `judge` sees none.
template <class Judge>
void BounceWay::judge_anew(const Judge& judge) {
  const std::optional<Refusal> before = std::exchange(outcome_.verdict.refusal, std::nullopt);
  outcome_.verdict = judge(std::move(outcome_.verdict));
  if (outcome_.verdict.refusal) refusals_.push_back(*outcome_.verdict.refusal);
  if (before && is_explained(outcome_.verdict.kind)) outcome_.verdict.refusal = before;
}

BounceWay::Step BounceWay::decode() {
  if (outcome_.verdict.kind == MessageKind::kNotice) return true;  // read before
  if (legacy_) {
    outcome_.report = std::move(legacy_);
  } else {
    auto report = parse_delivery_report(*tree_, site_.limits);
    if (!report) return tl::unexpected<Error>(report.error());
    outcome_.report = *std::move(report);
  }
  const BounceTrust& trust = site_.policy.trust;
  judge_anew([&](BounceVerdict second) {
    return judge_origin(std::move(second), message_.envelope, *outcome_.report, trust);
  });
  outcome_.backscatter = is_backscatter(*outcome_.report, trust.our_hosts);
  return true;
}

BounceWay::Step BounceWay::diagnose() {
  const DeliveryReport& report = *outcome_.report;
  std::vector<Diagnosis> diagnoses = Diagnoser(site_.knowledge).diagnose_all(report);
  outcome_.recipients.reserve(report.recipients.size());
  for (size_t i = 0; i < report.recipients.size(); ++i) {
    DiagnosedRecipient recipient;
    recipient.index = i;
    recipient.address = address_to_show(report.recipients[i]);
    recipient.diagnosis = std::move(diagnoses[i]);
    outcome_.recipients.push_back(std::move(recipient));
  }
  if (outcome_.recipients.empty()) return fail("the report names no recipient");
  return true;
}

BounceWay::Step BounceWay::explain() {
  outcome_.postmaster_copy = is_postmaster_copy(message_.envelope, tree_->root().header);
  outcome_.reader = reader_of_report(message_.envelope, outcome_.postmaster_copy, *outcome_.report,
                                     site_.policy.explain);
  ExplainContext context;
  context.reader = outcome_.reader;
  context.postmaster_copy = outcome_.postmaster_copy;
  context.own_report = is_own_service(message_.envelope, site_.policy.trust);
  context.backscatter = outcome_.backscatter;
  context.settings = &settings_for(message_.envelope, site_.policy.explain);
  context.site = &site_.policy.explain;
  const Explainer explainer(site_.knowledge);
  auto note = explainer.explain(*outcome_.report, outcome_.recipients, context);
  if (!note) return tl::unexpected<Error>(note.error());
  if (note->languages.empty()) return fail("the note has no language");
  outcome_.language = note->languages.front().language;
  outcome_.note = *std::move(note);
  return true;
}

BounceWay::Step BounceWay::render() {
  const Note& note = *outcome_.note;
  mode_ = body_mode_for(message_.envelope, site_.policy);
  const bool keeps_notice = mode_ != BodyMode::kReplace || is_plain_text(outcome_.verdict.kind);
  texts_.text = render_text(note, keeps_notice);
  texts_.divider = concat({"\r\n", divider_line(), "\r\n"});
  if (site_.policy.html) texts_.html = render_html(note, keeps_notice);
  const ReaderSettings& reader = settings_for(message_.envelope, site_.policy.explain);
  const bool show_link = outcome_.reader != Reader::kOutside;
  headers_ = render_headers(note, outcome_.recipients, reader.link_base, show_link);
  return true;
}

// Header fields take at most half of what a message may grow by; causes go first.
void BounceWay::limit_headers() {
  if (!site_.policy.headers) headers_.clear();
  headers_.push_back(render_marker(site_.policy.version, site_.policy.host));
  header_bytes_ = 0;
  for (const HeaderValue& header : headers_) header_bytes_ += wire_size(header);
  while (header_bytes_ > site_.policy.max_added / 2) {
    const auto last = std::find_if(headers_.rbegin(), headers_.rend(),
                                   [](const HeaderValue& h) { return h.name == kCauseField; });
    if (last == headers_.rend()) break;
    header_bytes_ -= wire_size(*last);
    headers_.erase(std::next(last).base());
  }
}

void BounceWay::change_nothing_in_body(Refusal refusal, const std::string& why) {
  outcome_.plan.reset();
  refuse(refusal);
  outcome_.verdict.why += outcome_.verdict.why.empty() ? why : "; " + why;
}

void BounceWay::plan_body() {
  const size_t max_added = site_.policy.max_added - header_bytes_;
  const BodyEdit how = mode_ == BodyMode::kReplace ? BodyEdit::kReplace : BodyEdit::kAdd;
  const auto make_plan = [&] {
    return is_plain_text(outcome_.verdict.kind)
               ? plan_plain_text_edit(*tree_, texts_, max_added)
               : plan_edits(*tree_, find_report_parts(*tree_).notice, texts_, how, max_added);
  };
  auto plan = make_plan();
  if (!plan && plan.error().reason == PlanFailure::Reason::kTooLarge && !texts_.html.empty()) {
    texts_.html.clear();
    plan = make_plan();
  }
  if (!plan) {
    const bool too_large = plan.error().reason == PlanFailure::Reason::kTooLarge;
    change_nothing_in_body(too_large ? Refusal::kTooLarge : Refusal::kUnproven,
                           plan.error().message);
    return;
  }
  const size_t body_begin = message_.body_begin;
  for (const Edit& edit : plan->edits) {
    if (edit.range.begin >= body_begin) continue;
    change_nothing_in_body(Refusal::kUnproven, "the first part begins within the header");
    return;
  }
  const auto size = static_cast<long long>(message_.bytes.size() - body_begin) + plan->growth();
  if (size > static_cast<long long>(site_.policy.max_body_size)) {
    change_nothing_in_body(Refusal::kTooLarge,
                           "the body would have " + std::to_string(size) + " bytes, " +
                               std::to_string(site_.policy.max_body_size) + " are allowed");
    return;
  }
  outcome_.plan = *std::move(plan);
}

BounceWay::Step BounceWay::plan() {
  const Grant grant =
      grant_for(outcome_.verdict.kind, refusals_, outcome_.recipients, mode_, site_.policy);
  if (grant.treatment == Treatment::kOff) return pass(grant.setting + " off");
  limit_headers();
  if (header_bytes_ > site_.policy.max_added) return pass("size limit");
  if (grant.treatment == Treatment::kBody) plan_body();
  if (site_.policy.observe) {
    if (!outcome_.verdict.refusal) outcome_.verdict.refusal = Refusal::kObserve;
    return pass("observe");
  }
  if (!outcome_.plan && !site_.policy.headers && forged_.empty()) return pass("headers off");
  std::optional<std::string> new_body;
  if (outcome_.plan)
    new_body = plainbounce::apply(message_.bytes, *outcome_.plan, message_.body_begin);
  outcome_.new_body = std::move(new_body);
  outcome_.add = std::move(headers_);
  outcome_.remove = std::move(forged_);
  return true;
}

}  // namespace plainbounce
