#include "core/explain/explainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>

#include "tests/support/files.h"
#include "tests/unit/core/explain/note_text.h"
#include "tests/unit/core/explain/reports.h"

namespace plainbounce {
namespace {

constexpr const char* kFriday = "Fri, 4 Dec 2026 14:00:00 +0000";

MadeRecipient unknown_address(const std::string& address) {
  MadeRecipient made;
  made.address = address;
  made.diagnostic = "550 5.1.1 <" + address +
                    ">: Recipient address rejected: User unknown in virtual mailbox table";
  return made;
}

MadeRecipient full_mailbox(const std::string& address, Action action) {
  MadeRecipient made;
  made.address = address;
  made.action = action;
  made.cause = "mailbox-full";
  made.actor = Party::kRecipient;
  made.code = action == Action::kDelayed ? "4.2.2" : "5.2.2";
  made.code_title = "Mailbox full";
  made.diagnostic = "452 4.2.2 Mailbox full";
  if (action == Action::kDelayed) made.will_retry_until = kFriday;
  return made;
}

MadeRecipient blocked(const std::string& address) {
  MadeRecipient made;
  made.address = address;
  made.cause = "blocked-ip";
  made.actor = Party::kSenderAdmin;
  made.code = "5.7.1";
  made.code_title = "Delivery not authorized, message refused";
  made.diagnostic = "554 5.7.1 blocked using bl.example; see https://bl.example/q?ip=192.0.2.1";
  return made;
}

MadeRecipient success(const std::string& address, Action action, const CauseId& cause) {
  MadeRecipient made;
  made.address = address;
  made.action = action;
  made.cause = cause;
  made.actor = Party::kNobody;
  made.code = "2.0.0";
  made.code_title = "Other or undefined status";
  made.diagnostic = "250 2.0.0 queued as 4XyZ";
  return made;
}

MadeRecipient unclear(const std::string& address, bool answered) {
  MadeRecipient made;
  made.address = address;
  made.cause = "policy-refusal";
  made.confidence = Confidence::kUnsure;
  made.code = "5.7.1";
  made.code_title = "Delivery not authorized, message refused";
  made.answered = answered;
  made.diagnostic = answered ? "550 5.7.1 ref 9f3c" : "delivery failed";
  if (!answered) made.remote_host.clear();
  return made;
}

MadeRecipient forwarded(const std::string& address, const std::string& target) {
  MadeRecipient made = blocked(address);
  made.forwarded_to = target;
  made.diagnostic = "550 5.7.1 <" + target +
                    ">: Message from [10.20.30.40] blocked; see "
                    "https://support.far.example/b?ip=10.20.30.40&host=store07.corp.box.example";
  return made;
}

struct NoteCase {
  const char* label;
  std::vector<MadeRecipient> recipients;
  Reader reader;
  bool own_report;
  std::function<void(MadeReport&, MadeSite&, ExplainContext&)> change = nullptr;
};

// The whole note as it has to be, in a file named after the case.
std::string note_file(std::string label) {
  std::replace(label.begin(), label.end(), ' ', '-');
  return "tests/unit/core/explain/notes/" + label + ".txt";
}

Result<Note> explain(const KnowledgeBase& knowledge, const NoteCase& c) {
  MadeReport made = make_report(c.recipients);
  MadeSite site;
  ExplainContext context = site.context(c.reader, c.own_report);
  if (c.change) c.change(made, site, context);
  return Explainer(knowledge).explain(made.report, made.recipients, context);
}

// PLAINBOUNCE_UPDATE_GOLDEN=1 writes them anew: then read them as the person who gets them.
TEST(Explainer, WritesWholeNotes) {
  const bool update = std::getenv("PLAINBOUNCE_UPDATE_GOLDEN") != nullptr;
  const auto knowledge = knowledge_with({"de"});
  ASSERT_NE(knowledge, nullptr);
  const NoteCase cases[] = {
      {"one failed local", {unknown_address("nouser@far.example")}, Reader::kLocal, true},
      {"one delayed with a date outside",
       {full_mailbox("bob@box.example", Action::kDelayed)},
       Reader::kOutside,
       true,
       [](MadeReport& made, MadeSite&, ExplainContext&) {
         made.report.recipients[0].remote_mta = TypedValue{"dns", "store07.corp.internal"};
         made.report.message.reporting_mta = TypedValue{"dns", "mx.box.example"};
       }},
      {"one delayed without a date local",
       {full_mailbox("bob@far.example", Action::kDelayed)},
       Reader::kLocal,
       true,
       [](MadeReport& made, MadeSite&, ExplainContext&) {
         made.report.recipients[0].will_retry_until.reset();
       }},
      {"a report from elsewhere local", {blocked("bob@far.example")}, Reader::kLocal, false},
      {"a likely cause unknown reader",
       {blocked("bob@far.example")},
       Reader::kUnknown,
       true,
       [](MadeReport& made, MadeSite&, ExplainContext&) {
         made.recipients[0].diagnosis.confidence = Confidence::kLikely;
         made.recipients[0].diagnosis.provider_name = "Example Mail";
         made.report.recipients[0].last_attempt_date = "Mon, 30 Nov 2026 00:47:33 +0000";
         made.report.recipients[0].final_log_id = "77AA88BB99";
       }},
      {"many recipients with mixed outlooks local",
       {unknown_address("bob@far.example"), full_mailbox("carol@far.example", Action::kFailed),
        blocked("dave@far.example"), success("frank@far.example", Action::kRelayed, "relayed"),
        unknown_address("erin@far.example"), full_mailbox("gina@far.example", Action::kDelayed)},
       Reader::kLocal,
       true,
       [](MadeReport& made, MadeSite&, ExplainContext&) {
         made.report.original->to = "Bob <BOB@far.example>, hugo@far.example";
       }},
      {"backscatter local",
       {unknown_address("random@far.example")},
       Reader::kLocal,
       false,
       [](MadeReport&, MadeSite&, ExplainContext& context) { context.backscatter = true; }},
      {"unsure answered", {unclear("bob@far.example", true)}, Reader::kUnknown, true},
      {"unsure no answer known", {unclear("bob@far.example", false)}, Reader::kUnknown, true},
      {"postmaster", {blocked("bob@far.example")}, Reader::kPostmaster, true},
      {"delivered relayed and expanded",
       {success("a@far.example", Action::kDelivered, "delivered"),
        success("b@far.example", Action::kRelayed, "relayed"),
        success("list@far.example", Action::kExpanded, "expanded")},
       Reader::kLocal,
       true},
      {"two languages",
       {full_mailbox("bob@far.example", Action::kFailed)},
       Reader::kUnknown,
       true,
       [](MadeReport&, MadeSite& site, ExplainContext&) {
         site.reader_settings.languages = {"de", "en"};
       }},
      {"internal names and a forwarding target hidden",
       {forwarded("team@box.example", "carol.private@far.example")},
       Reader::kLocal,
       true,
       [](MadeReport& made, MadeSite& site, ExplainContext&) {
         site.site.hide_internal = true;
         made.report.original->received = {
             "from store07.corp.box.example (store07.corp.box.example [10.20.30.40])"
             " by mx.box.example"};
         made.report.original->message_id = "<one@store07.corp.box.example>";
       }},
      {"the same not hidden but for the target",
       {forwarded("team@box.example", "carol.private@far.example")},
       Reader::kLocal,
       true},
      {"an address that could speak",
       {unknown_address("\"Call 555 at once\"@far.example")},
       Reader::kUnknown,
       true}};
  for (const NoteCase& c : cases) {
    const Result<Note> note = explain(*knowledge, c);
    ASSERT_TRUE(note) << c.label;
    const std::string file = testing::source_path(note_file(c.label));
    if (update) std::ofstream(file) << note_text(*note);
    EXPECT_EQ(note_text(*note), testing::read_file(file));
  }
}

std::string user_part(const Result<Note>& note) {
  std::string text;
  for (const Explanation& explanation : note->languages.front().explanations)
    text += explanation_text(explanation);
  return text;
}

TEST(Explainer, ListsAddressesUpToTheCap) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  NoteCase c{"many of one cause", {}, Reader::kUnknown, true};
  for (int i = 0; i < 22; ++i)
    c.recipients.push_back(unknown_address("r" + std::to_string(i) + "@far.example"));
  c.recipients.push_back(c.recipients.front());
  const Result<Note> note = explain(*knowledge, c);
  ASSERT_TRUE(note);
  std::string listed;
  for (int i = 0; i < 10; ++i) listed += "* r" + std::to_string(i) + "@far.example\n";
  EXPECT_EQ(user_part(note),
            "== Address not found\n"
            "Your message was not delivered to these addresses because they do not exist:\n" +
                listed +
                "* and 12 more\n"
                "We have stopped trying.\n"
                "You have to act:\n"
                "1. Look for a typing mistake in the address. Correct it and send the message "
                "again.\n"
                "2. Ask the recipient for the current address, for example by phone.\n"
                "3. Take the old address out of your address book.\n"
                "-> https://help.box.example/bounces/codes/5.1.1\n");
  EXPECT_EQ(note->support.size(), 11U);
  EXPECT_EQ(note->support.back().back().label, "Not listed here");
  EXPECT_EQ(note->support.back().back().value, "13 more recipients");
}

TEST(Explainer, SaysSoWhenOtherRecipientsAreMissing) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  struct Case {
    const char* label;
    const char* to;
    const char* cc;
    bool says;
  };
  const Case cases[] = {
      {"the same recipient", "bob@far.example", "", false},
      {"in any case", "Bob@FAR.example", "", false},
      {"one more", "bob@far.example, carol@far.example", "", true},
      {"one more got a copy", "bob@far.example", "Carol <carol@far.example>", true},
      {"the recipient got a copy", "carol@far.example", "bob@far.example", true},
      {"nobody but those with a copy", "", "bob@far.example, carol@far.example", true},
      {"the same recipient twice", "bob@far.example", "bob@far.example", false},
      {"a hidden copy", "carol@far.example", "dave@far.example", false},
      {"a list that the recipient is on", "list@far.example", "", false},
      {"none", "", "", false},
      {"a group without members", "undisclosed-recipients:;", "", false}};
  for (const Case& c : cases) {
    MadeReport made = make_report({unknown_address("bob@far.example")}, c.to);
    if (*c.cc != '\0') made.report.original->cc = c.cc;
    MadeSite site;
    const Result<Note> note =
        Explainer(*knowledge)
            .explain(made.report, made.recipients, site.context(Reader::kUnknown, true));
    ASSERT_TRUE(note) << c.label;
    EXPECT_EQ(note->languages.front().other_recipients,
              c.says ? "Other recipients are not part of this notice." : "")
        << c.label;
  }
}

TEST(Explainer, GivesADateOnlyWhereAllRecipientsHaveIt) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  struct Case {
    const char* label;
    const char* first;
    const char* second;
    const char* outlook;
  };
  const Case cases[] = {
      {"the same", kFriday, kFriday,
       "We keep trying until Friday, 4 December, 14:00 (UTC). You need not send it again."},
      {"the same in another zone", kFriday, "Fri, 4 Dec 2026 15:00:00 +0100",
       "We keep trying until Friday, 4 December, 14:00 (UTC). You need not send it again."},
      {"different", kFriday, "Sat, 5 Dec 2026 14:00:00 +0000",
       "We keep trying. You need not send it again."},
      {"one without", kFriday, "", "We keep trying. You need not send it again."},
      {"one that cannot be read", "soon", "soon", "We keep trying. You need not send it again."}};
  for (const Case& c : cases) {
    NoteCase note_case{c.label,
                       {full_mailbox("a@far.example", Action::kDelayed),
                        full_mailbox("b@far.example", Action::kDelayed)},
                       Reader::kUnknown,
                       true};
    note_case.recipients[0].will_retry_until = c.first;
    note_case.recipients[1].will_retry_until = c.second;
    const Result<Note> note = explain(*knowledge, note_case);
    ASSERT_TRUE(note) << c.label;
    EXPECT_EQ(note->languages.front().explanations.front().outlook, c.outlook) << c.label;
  }
}

TEST(Explainer, ShowsTimesInTheZoneThatIsSet) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  NoteCase c{"zone", {full_mailbox("a@far.example", Action::kDelayed)}, Reader::kUnknown, true};
  c.change = [](MadeReport&, MadeSite& site, ExplainContext&) {
    site.site.to_civil_time = [](int64_t seconds) {
      CivilTime time = utc_time(seconds + 3600);
      time.zone = "CET";
      return time;
    };
  };
  const Result<Note> note = explain(*knowledge, c);
  ASSERT_TRUE(note);
  EXPECT_EQ(note->languages.front().explanations.front().outlook,
            "We keep trying until Friday, 4 December, 15:00 (CET). You need not send it again.");
}

// With body = replace the mail system's own notice is gone, and the support block alone is below.
TEST(Explainer, SendsNobodyToATextThatMayBeGone) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  for (const auto& [id, texts] : knowledge->texts("en")->causes) {
    for (const auto* actions : {&texts.actions_final, &texts.actions_retrying, &texts.actions_done,
                                &texts.actions_final_local, &texts.actions_retrying_local}) {
      for (const std::string& action : *actions)
        EXPECT_EQ(action.find(" below"), std::string::npos) << id << ": " << action;
    }
    for (const std::string* sentence : {&texts.reason, &texts.what_final, &texts.what_retrying})
      EXPECT_EQ(sentence->find(" below"), std::string::npos) << id << ": " << *sentence;
  }
}

TEST(Explainer, AsksTheContactThatIsSet) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  struct Case {
    const char* label;
    HelpContact help;
    const char* contact;
  };
  const Case cases[] = {
      {"nobody", {}, ""},
      {"a name", {"the help desk", "", "", ""}, "If this does not help, ask the help desk."},
      {"ways alone",
       {"", "+49 30 1", "", "https://help.box.example"},
       "If this does not help, ask here: +49 30 1, https://help.box.example"},
      {"all",
       {"the help desk", "+49 30 1", "help@box.example", "https://help.box.example"},
       "If this does not help, ask the help desk: +49 30 1, help@box.example, "
       "https://help.box.example"}};
  for (const Case& c : cases) {
    NoteCase note_case{c.label, {unknown_address("a@far.example")}, Reader::kLocal, true};
    note_case.change = [&](MadeReport&, MadeSite& site, ExplainContext&) {
      site.reader_settings.help = c.help;
    };
    const Result<Note> note = explain(*knowledge, note_case);
    ASSERT_TRUE(note) << c.label;
    EXPECT_EQ(note->languages.front().contact, c.contact) << c.label;
  }
}

TEST(Explainer, TellsASuccessAsOneWhateverItsCode) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  struct Case {
    const char* label;
    Action action;
    const char* cause;
    const char* title;
  };
  const Case cases[] = {
      {"delivered with a code of failure", Action::kDelivered, "mailbox-full", "Message delivered"},
      {"failed with a code of success", Action::kFailed, "delivered", "No clear reason given"},
      {"delayed with a code of success", Action::kDelayed, "relayed", "No clear reason given"},
      {"a cause that is not known", Action::kFailed, "from-the-future", "No clear reason given"}};
  for (const Case& c : cases) {
    NoteCase note_case{c.label, {unknown_address("a@far.example")}, Reader::kLocal, true};
    note_case.recipients[0].action = c.action;
    note_case.recipients[0].cause = c.cause;
    const Result<Note> note = explain(*knowledge, note_case);
    ASSERT_TRUE(note) << c.label;
    EXPECT_EQ(note->languages.front().explanations.front().title, c.title) << c.label;
  }
}

TEST(Explainer, FailsWhereNothingCanBeSaid) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  NoteCase nobody{"nobody", {}, Reader::kLocal, true};
  EXPECT_EQ(explain(*knowledge, nobody).error().message, "the report names no recipient");
  NoteCase other{
      "a language without texts", {unknown_address("a@b.example")}, Reader::kLocal, true};
  other.change = [](MadeReport&, MadeSite& site, ExplainContext&) {
    site.reader_settings.languages = {"ja"};
  };
  EXPECT_EQ(explain(*knowledge, other).error().message, "no language that is asked for has texts");
}

}  // namespace
}  // namespace plainbounce
