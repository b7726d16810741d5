#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "milter/session.h"
#include "tests/fuzz/target.h"

namespace plainbounce::fuzz {

// Takes edits as an MTA does and demands what must hold of them: within begin() and the end, the
// body before header fields, fields of ours only, values that an MTA takes as they are.
class CheckingPort : public EditPort {
 public:
  // Refuses the edit with that number, counted from 0; -1: none.
  explicit CheckingPort(int refused) : refused_(refused) {}
  void begin(size_t bytes) override;
  bool replace_body(std::string_view chunk) override;
  bool add_header(const std::string& name, const std::string& value) override;
  bool remove_header(const std::string& name, size_t index) override;
  void discard() override { edits_.clear(); }

  // What is left to be done, in words.
  [[nodiscard]] const std::string& edits() const { return edits_; }

 private:
  bool take(const std::string& edit);

  int refused_;
  int count_ = 0;
  size_t announced_ = 0;
  size_t bytes_ = 0;
  bool begun_ = false;
  bool header_began_ = false;
  std::string edits_;
};

// One callback of the milter protocol.
struct Call {
  enum class Kind { kRecipient, kHeader, kEndOfHeader, kBody };
  Kind kind;
  std::string first;
  std::string second;
};

// Hands a call to a session. Demands that it gives no answer.
void carry_out(const Call& call, Session& session);

}  // namespace plainbounce::fuzz
