#include "core/explain/shown_address.h"

#include <gtest/gtest.h>

#include "core/explain/explainer.h"

namespace plainbounce {
namespace {

struct AddressCase {
  const char* label;
  std::optional<TypedValue> original;
  std::optional<TypedValue> final_recipient;
  std::string shown;
};

TEST(AddressToShow, IsTheOneThatTheSenderWrote) {
  const AddressCase cases[] = {
      {"the same twice", TypedValue{"rfc822", "bob@far.example"},
       TypedValue{"rfc822", "bob@far.example"}, "bob@far.example"},
      {"not where it was forwarded to", TypedValue{"rfc822", "team@box.example"},
       TypedValue{"rfc822", "carol.private@far.example"}, "team@box.example"},
      {"the final one where there is no other",
       {},
       TypedValue{"rfc822", "bob@far.example"},
       "bob@far.example"},
      {"the final one where the other is empty", TypedValue{"rfc822", ""},
       TypedValue{"rfc822", "bob@far.example"}, "bob@far.example"},
      {"in angle brackets", {}, TypedValue{"rfc822", "<bob@far.example>"}, "bob@far.example"},
      {"xtext", TypedValue{"rfc822", "bob+2Btag@far.example"},
       TypedValue{"rfc822", "bob@far.example"}, "bob+tag@far.example"},
      {"a tag that looks like xtext", TypedValue{"rfc822", "bob+20@far.example"},
       TypedValue{"rfc822", "bob@far.example"}, "bob+20@far.example"},
      {"a tag that is the final address too", TypedValue{"rfc822", "bob+2B@far.example"},
       TypedValue{"rfc822", "bob+2B@far.example"}, "bob+2B@far.example"},
      {"utf-8 escapes",
       TypedValue{"utf-8", "j\\x{F6}rg@far.example"},
       {},
       "j\xC3\xB6rg@far.example"},
      {"utf-8 as it is",
       TypedValue{"utf-8", "j\xC3\xB6rg@far.example"},
       {},
       "j\xC3\xB6rg@far.example"},
      {"a mailbox of the machine", {}, TypedValue{"x-unix", "bob"}, "bob"},
      {"control characters and marks",
       {},
       TypedValue{"rfc822", "bob\r\n@far\x01.example\xE2\x80\xAE"},
       "bob @far .example"},
      {"none", {}, {}, ""}};
  for (const AddressCase& c : cases) {
    PerRecipientFields fields;
    fields.original_recipient = c.original;
    fields.final_recipient = c.final_recipient;
    EXPECT_EQ(address_to_show(fields), c.shown) << c.label;
  }
}

TEST(AddressToShow, TakesTheLongestAddressWhole) {
  const std::string longest = std::string(64, 'a') + "@" + std::string(185, 'b') + ".com";
  PerRecipientFields fields;
  fields.final_recipient = TypedValue{"rfc822", longest};
  EXPECT_EQ(address_to_show(fields), longest);
  fields.final_recipient->value = std::string(5000, 'a') + "@far.example";
  EXPECT_LE(address_to_show(fields).size(), 330U);
}

TEST(AddressInSentence, LeavesOutWhatCouldSpeak) {
  struct Case {
    const char* label;
    const char* shown;
    const char* sentence;
  };
  const Case cases[] = {{"an address", "bob@far.example", "bob@far.example"},
                        {"blanks", "\"Call 555 now\"@far.example", ""},
                        {"a link", "https://far.example/@x", ""},
                        {"what programs take for a link", "WWW.far.example", ""},
                        {"brackets without an address", "<>", ""},
                        {"none", "", ""}};
  for (const Case& c : cases) EXPECT_EQ(address_in_sentence(c.shown), c.sentence) << c.label;
}

TEST(HideForwardTarget, LeavesNoTraceOfIt) {
  struct Case {
    const char* label;
    const char* target;
    const char* text;
    const char* hidden;
  };
  const Case cases[] = {
      {"the address", "carol.p@far.example", "550 <carol.p@far.example>: unknown",
       "550 <[x]>: unknown"},
      {"any case", "carol.p@far.example", "550 Carol.P@FAR.example.", "550 [x]."},
      {"the local part", "carol.p@far.example", "550 user carol.p unknown", "550 user [x] unknown"},
      {"not inside another word", "carol.p@far.example", "550 xcarol.p carol.px",
       "550 xcarol.p carol.px"},
      {"a plain word is left alone", "user@far.example", "550 user unknown", "550 user unknown"},
      {"the same address", "team@box.example", "550 team@box.example", "550 team@box.example"},
      {"the same local part", "team@far.example", "550 team@far.example: team", "550 [x]: team"}};
  for (const Case& c : cases) {
    PerRecipientFields fields;
    fields.final_recipient = TypedValue{"rfc822", c.target};
    EXPECT_EQ(hide_forward_target(c.text, fields, "team@box.example", "[x]"), c.hidden) << c.label;
  }
}

}  // namespace
}  // namespace plainbounce
