#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bounce/bounce_explainer.h"
#include "core/mime/header_block.h"

namespace plainbounce {

// The X-Bounce-* fields of our names that an outer header already has, each with its index.
std::vector<HeaderRemoval> own_fields_in(const HeaderBlock& header);
// A marker that names `policy.host`, in a message that came over loopback or from the MTA's own
// bounce service: we have explained it before.
bool has_trusted_marker(const HeaderBlock& header, const Envelope& envelope,
                        const BouncePolicy& policy);
// A field name of ours that a DKIM-Signature or ARC-Message-Signature of the outer header covers
// (h=, RFC 6376 section 3.5), present or not: adding or removing that field breaks the signature.
std::optional<std::string> signed_own_field(const HeaderBlock& header);

}  // namespace plainbounce
