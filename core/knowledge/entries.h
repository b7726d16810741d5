#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/knowledge/packed_page.h"
#include "core/knowledge/terms.h"

namespace plainbounce {

struct FixStep {
  std::string who;  // "sender", "recipient-admin", "sender-admin", ...
  std::string text;
};
struct RelatedCode {
  std::string code;
  std::string why;
};
struct Source {
  std::string name;
  std::string url;
  std::string checked;    // date, YYYY-MM-DD
  std::string reference;  // "rfc3463 3.4": an entry of [source] and a section; empty once it is
                          // resolved, or where the source was written out
};

// What a page about a code, or a provider's rule, says for admins. All may be empty.
struct PageText {
  std::string answer;  // one sentence
  std::string server_text;
  std::string meaning;
  // Of one class only: what the class changes, behind the meaning. Empty: the usual sentences.
  std::string class_text;
  std::vector<std::string> causes;
  std::vector<FixStep> fix;
  std::vector<RelatedCode> related;
  std::vector<Source> sources;
};

// One code: "452", "4.3.1", the family "X.3.1", the subject "X.3.X", the class "4.X.X".
struct CodeEntry {
  std::string code;
  std::string title;
  std::optional<Kind>
      kind;  // nothing: depends on the class (families, subjects) or intermediate (3xx)
  std::string class_name;  // "Mail system", "Addressing", ...; "Reply code" for basic codes
  Party actor = Party::kNobody;
  CauseId cause;
  // How far the code alone, without the words behind it, proves the cause. kUnsure: codes that say
  // too little (5.7.1, 550) or mean too much; they decide nothing.
  Confidence confidence = Confidence::kCertain;
  std::string origin;  // "standard", "extension", "de-facto", "folk", "family", "subject", "class"
  bool class_allowed = true;  // false: the standard's text does not allow this class, but it is met
  PageText page;
};

// How a cause behaves, for programs; its sentences are in the texts.
struct CauseEntry {
  CauseId id;
  Kind kind = Kind::kPermanent;  // what it usually is
  Party actor = Party::kSender;
  std::optional<Party> actor_retrying;  // while it is still being tried, where that differs
};

// A rule that recognises one kind of reply. All conditions that are given must hold.
struct Rule {
  std::string id;        // "gmail/over-quota", "generic/mailbox-full"
  std::string provider;  // "gmail"; "generic" for wording of no provider
  // Under which the pages list it: "550", "5.2.2", "5.7.500-699", "IB007". May be empty; no
  // condition.
  std::string code;
  std::vector<int> reply_codes;               // any of them; empty: whatever
  std::vector<std::string> enhanced;          // "5.2.2", "X.2.2", ranges "5.7.500-699"; any of them
  std::vector<std::string> hosts;             // suffixes of the remote host's name; any of them
  std::vector<std::string> diagnostic_types;  // "smtp", "x-postfix", ...; any of them
  // Each element is a list of phrases that must all occur in this order, in any case, blanks
  // squeezed; one of the elements suffices. A phrase that begins with a letter or digit is met at
  // the start of a word only ("rbl" is not in "marble"), one that ends in a digit not inside a
  // number.
  std::vector<std::vector<std::string>> phrases;
  // At most so many characters between one phrase and the next of its list; 0: any number.
  size_t max_gap = 0;
  int priority = 5;            // lower is asked first
  std::string scope = "text";  // "token", "text", "host", "software", "dnsbl", "generic"
  CauseId cause;
  std::optional<Kind> kind;    // overrides the cause's
  std::optional<Party> actor;  // overrides the cause's
  Confidence confidence = Confidence::kCertain;
  std::string origin_confidence;  // where the fact comes from: "documented", "reported", "sample",
                                  // "recalled"
  std::string title;
  std::vector<std::string> examples;  // replies by which this very rule must win
  PackedPage page;                    // KnowledgeBase::page_of reads it
};

// A provider or a server program, for names and pages.
struct Provider {
  std::string id;    // "gmail"
  std::string name;  // "Gmail / Google Workspace"
  std::string url;
  std::vector<std::string> hosts;  // suffixes of its servers' names
};

// The sentences about one cause. A missing optional text falls back as its comment says.
struct CauseTexts {
  std::string title;
  std::string reason;       // clause behind "because", one address: "the mailbox is full"
  std::string reason_many;  // the same for several addresses: "these mailboxes are full"
  // To an administrator who is not the sender; empty: the ones above.
  std::string title_admin, reason_admin, reason_admin_many;
  // Whole sentences instead of frame sentence + reason; placeholders as there. Empty: none.
  std::string what_final, what_final_many, what_unknown, what_unknown_many, what_retrying,
      what_retrying_many, what_done, what_done_many;
  std::vector<std::string> actions_final, actions_retrying, actions_done;  // unknown: as final
  // To a local reader, where "your mail service" may be said; empty: the ones above.
  std::vector<std::string> actions_final_local, actions_retrying_local;
  std::string line;  // one ASCII line for an SMTP reply
};

// All sentences of one language.
struct LanguageTexts {
  std::string id;                                         // "en"
  std::string name;                                       // "English"
  std::map<std::string, std::string, std::less<>> frame;  // fixed strings by key
  std::map<CauseId, CauseTexts, std::less<>> causes;
};

}  // namespace plainbounce
