#include <gtest/gtest.h>

#include "core/render/rendered_note.h"
#include "tests/support/files.h"
#include "tests/unit/core/render/sample_note.h"

namespace plainbounce {
namespace {

using testing::sample_note;
using testing::sample_note_of_many;
using testing::with_crlf;

TEST(RenderText, OneRecipient) {
  EXPECT_EQ(render_text(sample_note(), true), with_crlf(R"(Address not found

Your message to nouser@far.example was not delivered because this address
does not exist.
We have stopped trying.

You have to act:
1. Check the address for a typing mistake and send the message again.
2. Ask the recipient for the current address, for example by phone.

If this does not help, ask the Example help desk: +49 30 555 0100

------------------------------------------------
For your IT support

Recipient: nouser@far.example
What it means: 5.1.1, bad destination mailbox address (permanent)
Server said: 550 5.1.1 <nouser@far.example>: Recipient address rejected:
    User unknown in virtual mailbox table

Reported by: mx.box.example
More: https://help.box.example/bounces/codes/5.1.1

The mail system's own notice follows.
)"));
}

TEST(RenderText, SeveralCausesAndLanguages) {
  Note note = sample_note_of_many();
  note.support.clear();
  EXPECT_EQ(render_text(note, false), with_crlf(R"(Address not found

Your message was not delivered to these recipients because these addresses
do not exist:
  nouser@far.example
  noone@far.example
  and 12 more
We have stopped trying.

You have to act:
1. Check the address for a typing mistake and send the message again.
2. Ask the recipient for the current address, for example by phone.

Message delayed

Your message to bob@far.example has not been delivered yet.
Delivery is still being tried.

Nobody has to act:
You need not send it again.

If this does not help, ask the Example help desk: +49 30 555 0100

Other recipients are not part of this notice.

Adresse nicht gefunden

Ihre Nachricht an no)"
                                                "\u00FC"
                                                R"(ser@far.example wurde nicht zugestellt.
Die Zustellung wird nicht mehr versucht.

Sie m)"
                                                "\u00FC"
                                                R"(ssen etwas tun:
Pr)"
                                                "\u00FC"
                                                R"(fen Sie die Adresse.
)"));
}

}  // namespace
}  // namespace plainbounce
