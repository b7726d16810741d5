#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/bounce/bounce_explainer.h"

namespace plainbounce::bench {

inline constexpr size_t kTypicalReportBytes = 4608;

// A site that has set what most will set: local domain, help desk, link base. The MTA takes any
// size; a body beyond max_body_size is looked at like any other, but gets header fields only.
BouncePolicy bench_policy();
// Postfix's own report about one refused recipient; the returned message's body fills it up to
// `bytes` (at least 2,500).
RawMessage report_of_size(size_t bytes);
// The same about `recipients` recipients, each with a reply of its own.
RawMessage report_about(size_t recipients);

// Mail of all kinds that the tests have, as the MTA's own bounce service hands it over.
std::vector<RawMessage> test_mails();
// The same of the shared corpora; none where they do not lie beside the project.
std::vector<RawMessage> shared_mails();

}  // namespace plainbounce::bench
