#pragma once

namespace plainbounce::testing {

// Built with a sanitizer: slower, and memory is kept back.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

// Built with the undefined behaviour sanitizer. It looks at an object's type through a pipe, and
// takes the type for a wrong one where there is no descriptor left for that.
#if defined(__has_feature)
#if __has_feature(undefined_behavior_sanitizer)
constexpr bool kTypesAreChecked = true;
#else
constexpr bool kTypesAreChecked = false;
#endif
#else
constexpr bool kTypesAreChecked = false;
#endif

}  // namespace plainbounce::testing
