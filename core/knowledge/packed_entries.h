#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "core/knowledge/entries.h"
#include "core/knowledge/packing.h"
#include "core/knowledge/table_reader.h"

namespace plainbounce {

// Which members of an entry are packed, and in which order. What a member's comment in entries.h
// says does not matter here: all of them are.
template <class Entry, class Kind>
concept EntryOf = std::same_as<std::remove_const_t<Entry>, Kind>;

template <class Archive, EntryOf<FixStep> Entry>
void describe(Archive& archive, Entry& step) {
  archive(step.who, step.text);
}

template <class Archive, EntryOf<RelatedCode> Entry>
void describe(Archive& archive, Entry& related) {
  archive(related.code, related.why);
}

template <class Archive, EntryOf<Source> Entry>
void describe(Archive& archive, Entry& source) {
  archive(source.name, source.url, source.checked, source.reference);
}

template <class Archive, EntryOf<PageText> Entry>
void describe(Archive& archive, Entry& page) {
  archive(page.answer, page.server_text, page.meaning, page.class_text, page.causes, page.fix,
          page.related, page.sources);
}

inline void describe(Packer& packer, const PackedPage& page) { packer(page.bytes()); }
inline void describe(Unpacker& unpacker, PackedPage& page) {
  std::string_view bytes;
  unpacker(bytes);
  page = PackedPage::borrowed(bytes);
}

template <class Archive, EntryOf<CodeEntry> Entry>
void describe(Archive& archive, Entry& code) {
  archive(code.code, code.title, code.kind, code.class_name, code.actor, code.cause,
          code.confidence, code.origin, code.class_allowed, code.page);
}

template <class Archive, EntryOf<CauseEntry> Entry>
void describe(Archive& archive, Entry& cause) {
  archive(cause.id, cause.kind, cause.actor, cause.actor_retrying);
}

template <class Archive, EntryOf<Rule> Entry>
void describe(Archive& archive, Entry& rule) {
  archive(rule.id, rule.provider, rule.code, rule.reply_codes, rule.enhanced, rule.hosts,
          rule.diagnostic_types, rule.phrases, rule.max_gap, rule.priority, rule.scope, rule.cause,
          rule.kind, rule.actor, rule.confidence, rule.origin_confidence, rule.title, rule.examples,
          rule.page);
}

template <class Archive, EntryOf<Provider> Entry>
void describe(Archive& archive, Entry& provider) {
  archive(provider.id, provider.name, provider.url, provider.hosts);
}

template <class Archive, EntryOf<CauseTexts> Entry>
void describe(Archive& archive, Entry& texts) {
  archive(texts.title, texts.reason, texts.reason_many, texts.title_admin, texts.reason_admin,
          texts.reason_admin_many, texts.what_final, texts.what_final_many, texts.what_unknown,
          texts.what_unknown_many, texts.what_retrying, texts.what_retrying_many, texts.what_done,
          texts.what_done_many, texts.actions_final, texts.actions_retrying, texts.actions_done,
          texts.actions_final_local, texts.actions_retrying_local, texts.line);
}

template <class Archive, EntryOf<LanguageTexts> Entry>
void describe(Archive& archive, Entry& language) {
  archive(language.id, language.name, language.frame, language.causes);
}

template <class Archive, EntryOf<Place> Entry>
void describe(Archive& archive, Entry& place) {
  archive(place.file, place.line);
}

}  // namespace plainbounce
