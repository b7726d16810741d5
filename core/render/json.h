#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/diagnosis.h"
#include "core/dsn/bounce_verdict.h"
#include "core/explain/explainer.h"
#include "core/knowledge/code_pages.h"

namespace plainbounce {

// Writes JSON text (RFC 8259) piece by piece: commas and escapes are its business. Keys in the
// order of the calls, so that the output is stable.
class JsonWriter {
 public:
  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool flag);
  JsonWriter& value(int64_t number);
  JsonWriter& null();
  // null when the text is empty.
  JsonWriter& value_or_null(std::string_view text);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void separate();
  std::string text_;
  std::vector<bool> has_elements_;
  bool after_key_ = false;
};

// The recipient object of docs/json.md. `fields` null: a reply alone, without the report's fields.
void write_recipient(JsonWriter& json, const PerRecipientFields* fields, const Diagnosis& diagnosis,
                     const Explanation& explanation);
// The code object of docs/json.md. `rules`: those that are listed under the code.
void write_code(JsonWriter& json, const CodePage& page, const std::vector<const Rule*>& rules);
// The rule object of docs/json.md.
void write_rule(JsonWriter& json, const Rule& rule, const KnowledgeBase& knowledge);

}  // namespace plainbounce
