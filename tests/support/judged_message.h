#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/dsn/bounce_verdict.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/mime/message_tree.h"

namespace plainbounce::testing {

// A message taken the way from the envelope to the decoded report. Holds the bytes that its tree
// looks at.
struct JudgedMessage {
  std::string bytes;
  MessageTree tree;
  BounceVerdict verdict;
  std::optional<DeliveryReport> report;  // of a report or legacy bounce that could be read

  JudgedMessage() = default;
  JudgedMessage(const JudgedMessage&) = delete;
  JudgedMessage& operator=(const JudgedMessage&) = delete;
};

// An mbox "From " line in front is left out.
inline std::string without_mbox_line(const std::string& bytes) {
  if (bytes.substr(0, 5) != "From ") return bytes;
  return bytes.substr(bytes.find('\n') + 1);
}

inline void judge(std::string bytes, const Envelope& envelope, const BounceTrust& trust,
                  JudgedMessage& out) {
  const Limits limits;
  out.bytes = std::move(bytes);
  auto tree = split_message(out.bytes, limits);
  ASSERT_TRUE(tree.has_value()) << tree.error().message;
  out.tree = std::move(*tree);
  out.verdict = decide_bounce(envelope, out.tree.root().header, trust);
  out.verdict = judge_structure(out.verdict, out.tree, trust);
  if (out.verdict.kind == MessageKind::kReport) {
    if (auto report = parse_delivery_report(out.tree, limits)) out.report = std::move(*report);
  } else if (out.verdict.kind == MessageKind::kLegacy) {
    if (auto report = parse_legacy_bounce(out.tree, limits)) out.report = std::move(*report);
  }
  if (out.report) out.verdict = judge_origin(out.verdict, envelope, *out.report, trust);
}

// "" for no refusal.
inline std::string refusal_name(const BounceVerdict& verdict) {
  return verdict.refusal ? std::string(to_string(*verdict.refusal)) : std::string();
}

}  // namespace plainbounce::testing
