#include "tests/unit/core/render/sample_note.h"

namespace plainbounce::testing {

Note sample_note() {
  Explanation explanation;
  explanation.language = "en";
  explanation.cause = "address-unknown";
  explanation.title = "Address not found";
  explanation.what =
      "Your message to nouser@far.example was not delivered because this address does not exist.";
  explanation.outlook = "We have stopped trying.";
  explanation.actor = "You have to act:";
  explanation.actions = {"Check the address for a typing mistake and send the message again.",
                         "Ask the recipient for the current address, for example by phone."};
  explanation.link = "https://help.box.example/bounces/codes/5.1.1";
  Note note;
  note.languages = {{"en",
                     {explanation},
                     "If this does not help, ask the Example help desk: +49 30 555 0100",
                     ""}};
  note.support_title = "For your IT support";
  note.support = {{{"Recipient", "nouser@far.example"},
                   {"What it means", "5.1.1, bad destination mailbox address (permanent)"},
                   {"Server said",
                    "550 5.1.1 <nouser@far.example>: Recipient address rejected: User unknown in "
                    "virtual mailbox table"}},
                  {{"Reported by", "mx.box.example"},
                   {"More", "https://help.box.example/bounces/codes/5.1.1"}}};
  note.closing = "The mail system's own notice follows.";
  return note;
}

Note sample_note_of_many() {
  Note note = sample_note();
  Explanation& first = note.languages[0].explanations[0];
  first.what =
      "Your message was not delivered to these recipients because these addresses do not exist:";
  first.addresses = {"nouser@far.example", "noone@far.example"};
  first.more_addresses = "and 12 more";
  Explanation second;
  second.language = "en";
  second.cause = "greylisted";
  second.outlook_kind = Outlook::kRetrying;
  second.title = "Message delayed";
  second.what = "Your message to bob@far.example has not been delivered yet.";
  second.outlook = "Delivery is still being tried.";
  second.actor = "Nobody has to act:";
  second.actions = {"You need not send it again."};
  note.languages[0].explanations.push_back(second);
  note.languages[0].other_recipients = "Other recipients are not part of this notice.";
  Explanation german;
  german.language = "de";
  german.title = "Adresse nicht gefunden";
  german.what = "Ihre Nachricht an noüser@far.example wurde nicht zugestellt.";
  german.outlook = "Die Zustellung wird nicht mehr versucht.";
  german.actor = "Sie müssen etwas tun:";
  german.actions = {"Prüfen Sie die Adresse."};
  note.languages.push_back({"de", {german}, "", ""});
  return note;
}

}  // namespace plainbounce::testing
