#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/knowledge/knowledge_base.h"
#include "milter/figures.h"

namespace plainbounce {

// What is read at the moment of the exposition, beside the counts.
struct MomentaryFigures {
  size_t in_flight_bytes = 0;
  size_t in_flight_limit = 0;     // bytes
  std::optional<bool> milter_up;  // nothing: not judged yet
};

// What a knowledge base is, told once for each.
struct KnowledgeFigures {
  explicit KnowledgeFigures(const KnowledgeBase& knowledge);
  std::string checked;    // the newest date of its sources, YYYY-MM-DD; empty: none has one
  std::string languages;  // "de,en"
  size_t codes;
  size_t rules;
};

// All figures in the text format of Prometheus (version 0.0.4). Only their labels and the version
// make its size: no series is ever added while the daemon runs.
std::string exposition(const Figures& figures, const KnowledgeFigures& knowledge,
                       const MomentaryFigures& moment);
// The media type of it.
inline constexpr const char* kExpositionType = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace plainbounce
