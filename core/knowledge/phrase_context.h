#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <vector>

namespace plainbounce {

// How the words around a phrase say it.
enum class PhraseContext {
  kStated,   // as a fact
  kGuessed,  // "may be full", "possibly full"
  kNotSaid,  // "is not full", "if it is full, ...", "is it full?", 'subject "full"', or a piece of
             // an address
};

// The contexts of phrases in one text, in lower case with single blanks. Knows English, and the
// negations and conditions of some other languages. Looks back no farther than the clause, and at
// most a fixed number of bytes. Where clauses, sentences and quotations end is found once, so that
// many phrases in a long text stay cheap. Borrows the text.
class PhraseContexts {
 public:
  PhraseContexts(std::string_view text, std::pmr::memory_resource* memory);

  // Of the words from `begin` to `end`. Cheapest when asked in the order of the text.
  PhraseContext of(size_t begin, size_t end);
  // True when a sentence ends between two places, as has_sentence_end() has it.
  bool has_sentence_end(size_t begin, size_t end);

 private:
  // Places in the text, in order. Counting those before one is cheap where the one that was asked
  // for last is near.
  class Places {
   public:
    explicit Places(std::pmr::memory_resource* memory) : places_(memory) {}
    void add(size_t place) { places_.push_back(static_cast<uint32_t>(place)); }
    [[nodiscard]] size_t size() const { return places_.size(); }
    [[nodiscard]] size_t operator[](size_t number) const { return places_[number]; }
    size_t count_before(size_t end) { return count_before(end, before_); }
    // The same, near another place that was asked for.
    size_t count_before(size_t end, size_t& near) const {
      while (near < places_.size() && places_[near] < end) ++near;
      while (near > 0 && places_[near - 1] >= end) --near;
      return near;
    }

   private:
    std::pmr::vector<uint32_t> places_;
    size_t before_ = 0;
  };

  void mark(size_t at);
  void mark_word(size_t begin);
  // Where that begins which is looked back at from `begin`.
  size_t window_begin(size_t begin);
  // What the words before `begin` make of those behind it.
  PhraseContext of_what_is_before(size_t begin);
  bool is_quotation(size_t from, size_t begin);
  bool is_question(size_t end);
  bool is_conditional(size_t from, size_t begin);
  bool is_in_address(size_t begin, size_t end);

  std::string_view text_;
  Places quotes_;       // of quotation marks
  Places clause_ends_;  // of the marks
  Places sentence_ends_;
  Places conditions_;  // where "if", "unless", ... begin
  size_t quotes_before_window_ = 0;
  size_t window_ = 0;  // where the last one began, for a phrase that began at
  size_t window_of_ = 0;
  // The last begin that was asked for.
  size_t begin_ = std::string_view::npos;
  PhraseContext before_ = PhraseContext::kStated;
  bool has_address_ = false;  // of mail, or of the web with what may be a path
  // The last word that was looked at for an address.
  size_t word_begin_ = 0;
  size_t word_end_ = 0;
  bool word_is_address_ = false;                // of mail
  size_t path_begin_ = std::string_view::npos;  // of a web address
};

// True when a sentence ends in the text: what stands on either side of it is not one statement.
bool has_sentence_end(std::string_view text);
// True when the text is only "or" in one of a few languages, with the end of a word before it and a
// few words of the same clause behind it: it divides two alternatives.
bool is_only_or(std::string_view text);
// True when "or" is the first word, with the end of a word before it, and no sentence ends.
bool begins_with_or(std::string_view text);
// False where neither of these two is true of any piece of the text that begins at `begin`.
bool may_stand_before_or(std::string_view text, size_t begin);

}  // namespace plainbounce
