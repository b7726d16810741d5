#include "core/knowledge/plain_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plainbounce {
namespace {

using std::string_view;

constexpr size_t kLongestSentence = 600;  // bytes
// Of a word in a script without blanks, beside the piece.
constexpr size_t kMostUnread = 12;

// What replies are made of. None of them denies, doubts, compares or gives an example, and none
// makes another thing out of a mailbox, a host or a list when it stands behind it ("check").
constexpr string_view kPlain =
    // what is there
    "a an the this that these those your you our its his her their my me us it they i is are "
    "was were be been being am has have had does do did and at by for from in into of on to "
    "with within via per as after during because since due so therefore now currently "
    "presently here there again later already today too very also just all full new own such "
    "local remote internal external temporary temporarily permanent permanently persistent "
    "fatal final current maximum max more than many much long large big bad poor low high "
    "daily hourly day hour hours minute minutes second seconds sec days time times bytes kb "
    "mb one two first last least over above up down out off open closed using through recent "
    "recently available sorry unfortunately hello hi dear goodbye bye thanks thank "
    // who and what it is about
    "account accounts action actions address addresses addressee admin administrator agent "
    "attachment attachments attempt attempts body box client code command connection "
    "connections content contents customer data destination directory disk domain email "
    "emails envelope error errors esmtp file folder gateway group header headers helo ehlo "
    "host hostname id inbox ip ips isp line lines link list lists mail mailbox "
    "mailer mailhost mails maildir message messages mta mx name names network node "
    "organization organisation part peer person phrase postmaster provider quota "
    "rcpt reason recipient recipients receiver record records reply reputation request "
    "response server session sessions site size smtp software source space spam staff "
    "state storage subject support system table tls transaction transport url user userid "
    "username virus dns rdns ptr spf dkim dmarc dnsbl rbl http https www virtual alias relay "
    "kind type status smtpd number limit policy policies reference ticket e ref "
    "resource resources "
    // what became of it
    "abort aborted aborting accept accepted access bounced cancelled canceled closing closes "
    "complaints declined defer deferred delayed delivered deliver delivering delivery "
    "denied deny detected discarded dropped exceed exceeded exceeding exceeds expired fail "
    "failed fails failure found give given giving going got listed lost mailing needed "
    "originating outgoing incoming inbound outbound permission queue queued reached receive "
    "received receiving refuse refused refuses refusing reject rejected rejecting rejects "
    "rejection reported requested required requires reset returned returning returns said "
    "seen send sending sent set submission submitted suspended taken terminated "
    "terminating transfer transferring transmission undeliverable undelivered unable "
    "unavailable used violation writing blocked banned blacklisted blocklisted bounce unknown "
    "invalid disabled inactive missing exist exists timeout timed unauthenticated "
    "unauthorized unsolicited prohibited forbidden malformed "
    // what to do
    "ask attention call contact details forward help information info visit please read refer "
    "resend retry see try wait write abuse helpdesk go removal delisting fix further "
    "assistance operation value parameter parameters responded validation verification score "
    "signature while disc effect filter scanner lookup "
    "service database "
    // the same in a few other languages
    "der die das des dem den ein eine einen einem einer ist sind wurde wird und von vom zu "
    "zum zur im ihr ihre ihrer ihren unser unsere leider bitte nachricht postfach benutzer "
    "adresse empf\u00e4nger empfaenger absender le la les de du un une et est sont votre l d "
    "destinataire utilisateur bo\u00eete aux lettres el los las del una su usuario correo "
    "buz\u00f3n destinatario direcci\u00f3n mensaje est\u00e1 es il lo gli di della dell "
    "utente casella posta messaggio \u00e8 o os da usu\u00e1rio caixa \u00e9 het "
    "gebruiker bericht ";

// Right behind a piece they make another thing of it: "mailbox full lookup", "greylisting
// database".
constexpr auto kHeads = std::to_array<string_view>(
    {"code", "database", "directory", "file", "filter", "gateway", "list", "lookup", "record",
     "response", "scanner", "server", "service", "software", "state", "status", "system", "table"});
// Whose mailbox, address or host it is may be told; the sender's or the postmaster's is another.
constexpr auto kOwners = std::to_array<string_view>(
    {"account", "addressee", "domain", "host", "mailbox", "receiver", "recipient", "user"});

// In words about a recipient they speak of the sender, of his host, or of how often something
// happened.
constexpr auto kOfOthers = std::to_array<string_view>(
    {"client",  "command", "daily",      "day",         "days",     "ehlo",     "envelope",
     "header",  "helo",    "host",       "hostname",    "hour",     "hourly",   "hours",
     "many",    "minute",  "minutes",    "originating", "outbound", "outgoing", "reply",
     "sending", "spam",    "submission", "today",       "too",      "virus"});
// "Your" is the sender; these are sent.
constexpr auto kSent = std::to_array<string_view>(
    {"e", "email", "emails", "isp", "mail", "mails", "message", "messages", "request"});

// After "not": that nothing was delivered denies no reason.
constexpr auto kUndone = std::to_array<string_view>(
    {"accept",      "accepted",  "accepting", "complete", "completed", "continue",   "deliver",
     "deliverable", "delivered", "exist",     "found",    "handled",   "process",    "processed",
     "relay",       "relayed",   "send",      "sent",     "taken",     "transferred"});

// A hash table of the words.
class PlainWords {
 public:
  constexpr PlainWords() {
    for (string_view rest = kPlain; !rest.empty();) {
      const string_view word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(word.size() + 1);
      size_t slot = slot_of(word);
      while (!slots_[slot].empty() && slots_[slot] != word) slot = (slot + 1) % kSlots;
      slots_[slot] = word;
    }
  }
  [[nodiscard]] bool has(string_view word) const {
    for (size_t slot = slot_of(word); !slots_[slot].empty(); slot = (slot + 1) % kSlots) {
      if (slots_[slot] == word) return true;
    }
    return false;
  }

 private:
  static constexpr size_t kSlots = 2048;
  static constexpr size_t slot_of(string_view word) {
    const auto byte = [word](size_t at) { return size_t{static_cast<unsigned char>(word[at])}; };
    return (byte(0) * 37 + byte(word.size() / 2) * 1109 + byte(word.size() - 1) * 101 +
            word.size() * 211) %
           kSlots;
  }
  std::array<string_view, kSlots> slots_{};
};
constexpr PlainWords kPlainWords;

constexpr string_view kBounds = " <>()[]{},:;\"!?*`~";
constexpr string_view kOfNames = "0123456789@._/=#\\&+%|$^";

template <class List>
bool is_in(const List& list, string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}
bool is_one_of(string_view set, char c) { return set.find(c) != string_view::npos; }
bool is_negation(string_view word) {
  return word == "not" || word == "cannot" || word == "can't" || word == "couldn't" ||
         word == "won't" || word == "wasn't" || word == "doesn't";
}

// Reads the words of one sentence.
class Reader {
 public:
  explicit Reader(Statement statement) : is_of_recipient_(statement == Statement::kOfRecipient) {}

  // False when the word may turn the sense of the others.
  bool read(string_view word) {
    if (word.empty()) return true;
    const bool is_behind = std::exchange(is_behind_piece_, false);
    if (expects_not_) return read_not(word);
    if (denies_) return read_denied(word);
    if (is_of_recipient_) {
      if (is_in(kOfOthers, word)) return false;
      if (std::exchange(is_yours_, word == "your") && !is_in(kSent, word)) return false;
    }
    if (word == "could" || word == "can" || word == "will") {
      expects_not_ = true;
      return true;
    }
    if (is_negation(word)) {
      denies_ = true;
      return true;
    }
    if (word.ends_with("'s")) {
      word.remove_suffix(2);
      if (!is_in(kOwners, word)) return false;
    }
    if (is_between_pieces_ && word == "check") return true;
    return kPlainWords.has(word) && !(is_behind && is_in(kHeads, word));
  }
  // The next words stand between two pieces: "check" in "SPF check failed" is what both are about.
  void read_between_pieces(bool is_between) { is_between_pieces_ = is_between; }
  // A piece stands there; what follows right behind it is read as belonging to it.
  bool read_piece() {
    is_behind_piece_ = true;
    return is_complete();
  }
  void read_mark() { is_behind_piece_ = false; }
  // False when it is not told yet what is denied.
  [[nodiscard]] bool is_complete() const { return !denies_ && !expects_not_ && !is_yours_; }

 private:
  bool read_not(string_view word) {
    expects_not_ = false;
    denies_ = true;
    return word == "not";
  }
  bool read_denied(string_view word) {
    if (word == "be" || word == "been" || word == "have") return true;
    denies_ = false;
    return is_in(kUndone, word);
  }

  bool is_of_recipient_;
  bool is_yours_ = false;
  bool expects_not_ = false;
  bool denies_ = false;
  bool is_behind_piece_ = false;
  bool is_between_pieces_ = false;
};

// Parts of "greylisting-free"; a name is none.
bool read_parts(string_view word, Reader& reader) {
  while (!word.empty() && is_one_of(".'-", word.front())) word.remove_prefix(1);
  while (!word.empty() && is_one_of(".'-", word.back())) word.remove_suffix(1);
  if (word == "e.g" || word == "z.b") return false;
  if (word.find_first_of(kOfNames) != string_view::npos) {
    reader.read_mark();
    return reader.is_complete();
  }
  for (size_t begin = 0; begin < word.size();) {
    const size_t end = std::min(word.find('-', begin), word.size());
    if (!reader.read(word.substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return true;
}

bool ends_sentence(string_view text, size_t at) {
  const string_view before = text.substr(0, at);
  if (before.ends_with("e.g") || before.ends_with("z.b")) return false;
  return is_one_of(".!?;", text[at]) && (at + 1 == text.size() || text[at + 1] == ' ');
}

class Sentence {
 public:
  Sentence(string_view text, const TextPiece* pieces, size_t count, Statement statement)
      : text_(text), pieces_(pieces), left_(count), statement_(statement) {}

  // Of the first piece. Leaves those that stand in no sentence that was read.
  bool read_next() {
    const size_t first = pieces_->begin;
    size_t at = first;
    while (at > 0 && !ends_sentence(text_, at - 1)) --at;
    size_t end = pieces_->end;
    while (end < text_.size() && !ends_sentence(text_, end)) ++end;
    if (end - at > kLongestSentence) return false;
    Reader reader(statement_);
    while (at < end) {
      if (is_one_of(kBounds, text_[at])) {
        if (text_[at] != ' ') reader.read_mark();
        ++at;
        continue;
      }
      const size_t begin = at;
      while (at < end && !is_one_of(kBounds, text_[at])) ++at;
      skip_pieces(begin);
      reader.read_between_pieces(begin > first && left_ > 0 && pieces_->end <= end);
      if (!read_word(begin, at, reader)) return false;
    }
    skip_pieces(end);
    return reader.is_complete();
  }
  [[nodiscard]] bool has_more() const { return left_ > 0; }

 private:
  void skip_pieces(size_t end) {
    while (left_ > 0 && pieces_->end <= end) {
      ++pieces_;
      --left_;
    }
  }

  bool read_word(size_t begin, size_t end, Reader& reader) {
    const bool is_met = left_ > 0 && pieces_->begin < end;
    if (!is_met) return read_parts(text_.substr(begin, end - begin), reader);
    return reader.read_piece() && is_read_behind(begin, end);
  }

  // What belongs to the same word as the piece: the rest of a word that is met by its beginning.
  bool is_read_behind(size_t begin, size_t end) {
    size_t covered = 0;
    size_t last = begin;
    for (size_t i = 0; i < left_ && pieces_[i].begin < end; ++i) {
      const size_t from = std::max<size_t>(begin, pieces_[i].begin);
      last = std::min<size_t>(end, pieces_[i].end);
      covered += last - std::min(from, last);
    }
    const string_view word = text_.substr(begin, end - begin);
    const bool is_ascii = std::all_of(word.begin(), word.end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (!is_ascii && word.size() - covered > kMostUnread) return false;
    const string_view rest = text_.substr(last, end - last);
    if (rest.find('_') != string_view::npos) return false;
    // "non-" and "-free"
    Reader before(statement_);
    const size_t first = std::max<size_t>(begin, pieces_->begin);
    const string_view start = text_.substr(begin, first - begin);
    if (is_ascii && !read_parts(start, before)) return false;
    const size_t compound = rest.find('-');
    Reader behind(statement_);
    return compound == string_view::npos || read_parts(rest.substr(compound), behind);
  }

  string_view text_;
  const TextPiece* pieces_;
  size_t left_;
  Statement statement_;
};

}  // namespace

bool is_plain_statement(string_view text, const TextPiece* pieces, size_t count,
                        Statement statement) {
  Sentence sentence(text, pieces, count, statement);
  while (sentence.has_more()) {
    if (!sentence.read_next()) return false;
  }
  return true;
}

}  // namespace plainbounce
