#include "core/dsn/notice_recipients.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/dsn/legacy_format.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {
namespace {

// "address|address|"
std::string addresses(const std::string& notice, size_t most = 10) {
  std::string out;
  for (const NoticeRecipient& one : find_notice_recipients(split_lines(notice), most)) {
    out += one.address + "|";
  }
  return out;
}

TEST(NoticeRecipients, BareAddress) {
  struct Case {
    const char* text;
    const char* address;
  };
  const Case cases[] = {
      {"a@x.test", "a@x.test"},
      {"<a@x.test>:", "a@x.test"},
      {"\"a b\"@x.test", ""},
      {"\"a@b\"@x.test", "\"a@b\"@x.test"},
      {R"("a\"@b"@x.test)", R"("a\"@b"@x.test)"},
      {"\"a@x.test", ""},
      {"a@b@x.test", ""},
      {"@@@@a@x.test", ""},
      {"@x.test", ""},
      {"a@", ""},
      {"a", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(bare_address(c.text), c.address) << c.text;
}

TEST(NoticeRecipients, InSentences) {
  struct Case {
    const char* label;
    std::string notice;
    const char* addresses;
  };
  const std::string failed = "It could not be delivered: ";
  const Case cases[] = {
      {"marks behind", failed + "mail for bob@x.test!", "bob@x.test|"},
      {"behind a run of signs", failed + "see @@@@@@ mail for bob@x.test.", "bob@x.test|"},
      {"behind another's", failed + "from a@y.test mail for bob@x.test.", "bob@x.test|"},
      {"two signs in one word are none", failed + "mail for bob@y@x.test.", ""},
      {"the only one of all lines", "We wrote to bob@x.test twice.\nBOB@x.test is gone.\n",
       "bob@x.test|"},
      {"the same again in the next paragraph",
       failed + "mail for bob@x.test.\n\nIt could not be delivered, bob@x.test is gone.\n",
       "bob@x.test|"},
      {"two different ones", "We wrote to bob@x.test and carol@x.test twice.\n", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(addresses(c.notice), c.addresses) << c.label;
  const std::string longest = std::string(313, 'a') + "@x.test";  // 320 bytes
  EXPECT_EQ(addresses(failed + "mail for " + longest), longest + "|");
  EXPECT_EQ(addresses(failed + "mail for a" + longest), "");
}

TEST(NoticeRecipients, WhoGotItIsNone) {
  struct Case {
    const char* label;
    const char* notice;
    const char* addresses;
  };
  const std::vector<Case> cases = {
      {"a list above the failed ones",
       "It was successfully delivered to:\n\n<a@x.test>\n<b@x.test>\n\nDelivery to the following "
       "recipients failed:\n\n<c@x.test>\n550 5.1.1 no\n",
       "c@x.test|"},
      {"a list below them",
       "It could not be delivered to:\n\na@x.test\n\nIt was delivered to:\n\nb@x.test\n\n"
       "c@x.test\n\n550 no\n",
       "a@x.test|"},
      {"words on two lines",
       "It could not be delivered to:\na@x.test\n\nIt was delivered\nto the following people:\n"
       "b@x.test\n",
       "a@x.test|"},
      {"both in one paragraph, the last line counts",
       "It was delivered to one and\ncould not be delivered to:\na@x.test\n", "a@x.test|"},
      {"a reply outweighs it",
       "It was delivered to the next server, which says:\n\na@x.test: 550 no\n", "a@x.test|"},
      {"also below", "It was delivered to the next server, which says:\n\na@x.test\n550 5.1.1 no\n",
       "a@x.test|"},
      {"not", "It was not yet successfully sent to:\n\na@x.test\n", "a@x.test|"},
      {"a label", "Delivered to: b@x.test\nFailed recipient: a@x.test\n", "a@x.test|"},
      {"sentences of one paragraph",
       "Your mail to a@x.test has been delivered. Your mail to b@x.test could not be delivered.\n",
       "b@x.test|"},
      {"nobody else", "It was delivered to:\n\na@x.test\n", ""},
      {"German", "Zugestellt wurde sie an:\n\nb@x.test\n\nNicht zugestellt:\n\na@x.test\n",
       "a@x.test|"},
      {"French", "Le message a bien été remis à :\nb@x.test\n\nNon remis à :\na@x.test\n",
       "a@x.test|"},
      {"Spanish", "El mensaje fue entregado a:\nb@x.test\n\nNo se pudo entregar a:\na@x.test\n",
       "a@x.test|"},
      {"Italian",
       "Il messaggio è stato consegnato a:\nb@x.test\n\nImpossibile consegnare a:\na@x.test\n",
       "a@x.test|"},
      {"Dutch", "Het bericht is bezorgd bij:\nb@x.test\n\nNiet bezorgd bij:\na@x.test\n",
       "a@x.test|"},
      {"Polish",
       "Wiadomość została dostarczona do:\nb@x.test\n\nNie można dostarczyć do:\na@x.test\n",
       "a@x.test|"},
      {"Swedish",
       "Meddelandet har levererats till:\nb@x.test\n\nDet kunde inte levereras till:\na@x.test\n",
       "a@x.test|"},
      {"Russian", "Сообщение было доставлено:\nb@x.test\n\nНе удалось доставить:\na@x.test\n",
       "a@x.test|"},
      {"Japanese", "次の宛先に配信されました:\nb@x.test\n\n配信できませんでした:\na@x.test\n",
       "a@x.test|"},
      {"Chinese", "邮件已送达:\nb@x.test\n\n无法送达:\na@x.test\n", "a@x.test|"},
  };
  for (const Case& c : cases) EXPECT_EQ(addresses(c.notice), c.addresses) << c.label;
}

TEST(NoticeRecipients, WhomToAskIsNone) {
  const std::string failed = "Your message could not be delivered.\n\n";
  for (const char* words :
       {"Please contact:", "Bitte wenden Sie sich an:", "Kontakt:", "Ansprechpartner:",
        "Bei Fragen rufen Sie an:", "Veuillez contacter le support :", "Contactez :",
        "Póngase en contacto con:", "Rivolgersi a:", "Si prega di contattare:",
        "Entre em contato com:", "Neem contact op met:", "Kontakta:", "Kontakta oss på:",
        "Vennligst kontakt:", "Kontakt venligst:", "Ota yhteyttä:", "Skontaktuj się z:",
        "Obraťte se na:", "Kontaktujte:", "Forduljon ide:", "Обратитесь по адресу:",
        "お問い合わせ：", "请联系：", "請聯絡：", "문의:",
        // Others who are no recipients.
        "Sender:", "Absender:", "Expéditeur :", "Remitente:", "Mittente:", "Afzender:", "Nadawca:",
        "Отправитель:", "发件人：", "送信者：",
        "Von:", "De :", "Reported by:", "Sent on behalf of:", "Forwarded from:", "Forwarded by:",
        "A copy of this was sent to:", "Eine neue Adresse, bitte neue Adresse verwenden:",
        "The new address is:", "For questions about the message that came back write here:"}) {
    EXPECT_EQ(addresses(failed + words + "\n\nhotline@m.test\n\n550 5.1.1 no\n"), "") << words;
    EXPECT_EQ(addresses(failed + words + " hotline@m.test\n\n550 5.1.1 no\n"), "") << words;
    EXPECT_EQ(addresses(failed + words + "\nhotline@m.test\nhelp@m.test\n\na@x.test\n550 no\n"),
              "a@x.test|")
        << words;
  }
}

TEST(NoticeRecipients, WordsOfAskingThatNameARecipient) {
  const std::string failed = "Your message could not be delivered.\n\n";
  for (const char* words :
       {"We could not contact the server for:", "Please contact us.",
        "Please contact help@m.test if it was not delivered to:",
        "Bitte wenden Sie sich direkt an den Empfänger:", "Please contact the recipient:",
        "Impossible de contacter le serveur de :", "Das Postfach ist voll, nämlich das von:",
        "The following did not receive a copy of this message:"}) {
    EXPECT_EQ(addresses(failed + words + "\n\na@x.test\n"), "a@x.test|") << words;
  }
}

TEST(NoticeRecipients, OfMailToTheReaderAreNone) {
  for (const char* words :
       {"A message was not delivered to you because it holds a virus:",
        "A message from the following sender was not delivered to you:",
        "Eine Nachricht wurde Ihnen nicht zugestellt:", "Un message ne vous a pas été remis :",
        "No se le ha entregado un mensaje:", "Non le è stato recapitato un messaggio:",
        "Een bericht is niet bij u bezorgd:", "Ett meddelande kunde inte levereras till dig:",
        "Сообщение вам не доставлено:", "发送给您的邮件未能送达：",
        "お客様宛のメールを配信できませんでした："}) {
    EXPECT_EQ(addresses(std::string(words) + "\n\na@x.test\n550 5.7.1 no\n"), "") << words;
    EXPECT_EQ(addresses(std::string(words) + " a@x.test\n550 5.7.1 no\n"), "") << words;
  }
  EXPECT_EQ(addresses("Message from the following sender:\nb@x.test\ncould not be delivered "
                      "to:\na@x.test\n"),
            "a@x.test|");
}

TEST(NoticeRecipients, WhoIsNamedBesideThem) {
  struct Case {
    const char* label;
    const char* notice;
    const char* addresses;
  };
  const std::string in_sentence = "It could not be delivered to a@x.test.\n550 no\n\n";
  const std::string listed = "It could not be delivered to:\n\na@x.test\n550 no\n\n";
  for (const char* words :
       {"A copy of this report went to:", "Cc:", "Help is here:", "He can be reached now at:",
        "Use this address from now on:", "Send your answers to:", "The list is run by:",
        "Hilfe gibt es unter:", "Réponses :", "This mailbox is not read. Answers go here:",
        "This mailbox is not read. Write instead to:"}) {
    EXPECT_EQ(addresses(in_sentence + words + "\n\nb@m.test\n"), "a@x.test|") << words;
    EXPECT_EQ(addresses(listed + words + "\n\nb@m.test\n"), "a@x.test|") << words;
    EXPECT_EQ(addresses(listed + words + "\nb@m.test\n\nSubscribed as:\nc@m.test\n"), "a@x.test|")
        << words;
  }
  const std::vector<Case> cases = {
      {"states on the line",
       "Not delivered to all.\n\nb@x.test ... delivered\nc@x.test: OK\nd@x.test: 250 2.0.0 Ok\n"
       "a@x.test: 550 no\n",
       "a@x.test|"},
      {"states below",
       "Not delivered to all.\n\nb@x.test\nStatus: delivered\n\na@x.test\nStatus: failed\n",
       "a@x.test|"},
      {"states as headings",
       "Delivered:\n  b@x.test\n  c@x.test\nNot delivered:\n  a@x.test   550 5.1.1 no\n",
       "a@x.test|"},
      {"a signature", "Not delivered to:\na@x.test\n550 no\n\n-- \nHosting\nb@m.test\n",
       "a@x.test|"},
      {"the sender below, a reply with the sentence",
       "It could not be delivered to a@x.test.\n550 5.1.1 no\n\nHosting\nb@m.test\nwww.m.test\n",
       "a@x.test|"},
      {"whom a reply asks to write to",
       "Not delivered to:\n\na@x.test\n550 5.7.1 Blocked. Please mail\nb@x.test\nto be removed\n",
       "a@x.test|"},
      {"received", "Not delivered to:\na@x.test\n\nThese have received it:\nb@x.test\n",
       "a@x.test|"},
      {"relayed", "Relayed to:\nb@x.test\n\nFailed:\na@x.test\n550 no\n", "a@x.test|"},
      {"by reasons", "Not delivered to:\na@x.test\n\nUser unknown:\nb@x.test\n",
       "a@x.test|b@x.test|"},
      {"a reason above the second", "Not delivered to:\na@x.test\n\nMailbox full\nb@x.test\n",
       "a@x.test|b@x.test|"},
      {"a list of its own is not headed",
       "Mail to the list team@x.test could not be delivered to\nall.\n\na@x.test\nb@x.test\n",
       "a@x.test|b@x.test|"},
      {"on behalf",
       "Mail from c@m.test, on behalf of b@m.test, could not be delivered to a@x.test.\n",
       "a@x.test|"},
  };
  for (const Case& c : cases) EXPECT_EQ(addresses(c.notice), c.addresses) << c.label;
}

// All addresses under one heading are what it says, however many.
TEST(NoticeRecipients, SeveralUnderOneHeading) {
  struct Case {
    const char* label;
    const char* notice;
    const char* addresses;
  };
  const Case cases[] = {
      {"above the failed one",
       "In this thread:\n\nc@y.test\nd@y.test\ne@y.test\n\nNot delivered to:\n\na@x.test\n550 no\n",
       "a@x.test|"},
      {"divided by empty lines",
       "In this thread:\n\nc@y.test\n\nd@y.test\n\nNot delivered to:\na@x.test\n550 no\n",
       "a@x.test|"},
      {"below it", "Not delivered to:\na@x.test\n550 no\n\nIn this thread:\nc@y.test\nd@y.test\n",
       "a@x.test|"},
      {"a closing below",
       "Not delivered to:\na@x.test\n550 no\n\nIn this thread:\nc@y.test\nd@y.test\n\nThe mail "
       "system\n",
       "a@x.test|"},
      {"names behind",
       "In this thread:\nc@y.test (Carol)\nd@y.test (Dave)\n\nNot delivered to:\na@x.test\n550 "
       "no\n",
       "a@x.test|"},
      {"two such lists",
       "Team A:\nc@y.test\nd@y.test\n\nTeam B:\ne@y.test\nf@y.test\n\nNot delivered:\na@x.test: "
       "550 "
       "no\n",
       "a@x.test|"},
      {"and a sentence", "Mail for a@x.test was not delivered.\n\nContacts:\nc@y.test\nd@y.test\n",
       "a@x.test|"},
      {"words right below are about them",
       "Details:\n\na@x.test\nb@x.test\nmailbox is closed\n\nNot delivered to:\n\nc@x.test\n550 "
       "no\n",
       "a@x.test|b@x.test|c@x.test|"},
      {"a reply below, too",
       "Details:\n\na@x.test\nb@x.test\n\n550 closed\n\nNot delivered to:\n\nc@x.test\n550 no\n",
       "a@x.test|b@x.test|c@x.test|"},
      {"nobody else", "Recipients:\n\na@x.test\nb@x.test\n\nNo such user.\n", "a@x.test|b@x.test|"},
  };
  for (const Case& c : cases) EXPECT_EQ(addresses(c.notice), c.addresses) << c.label;
}

TEST(NoticeRecipients, SeveralOnOneLine) {
  const std::string reply = "\n550 5.1.1 no\n";
  for (const char* line :
       {"a@x.test, b@x.test", "<a@x.test>; <b@x.test>", "Failed recipients: a@x.test, b@x.test",
        "Could not be delivered to: <a@x.test>, <b@x.test>",
        "Not delivered to a@x.test and b@x.test", "Nicht zugestellt an a@x.test und b@x.test",
        "Non remis à a@x.test et <b@x.test>.",
        "Not delivered to \"a@x.test\", \"b@x.test\"; later."}) {
    EXPECT_EQ(addresses(line + reply), "a@x.test|b@x.test|") << line;
  }
  EXPECT_EQ(addresses("Not delivered to a@x.test, b@x.test, c@x.test and d@x.test."),
            "a@x.test|b@x.test|c@x.test|d@x.test|");
  EXPECT_EQ(addresses("Not delivered to a@x.test, b@x.test, c@x.test.", 2), "a@x.test|b@x.test|");
  EXPECT_EQ(addresses("Not delivered to a@x.test as b@x.test said.\n"), "a@x.test|");
  EXPECT_EQ(addresses("Not delivered to a@x.test (for b@x.test).\n"), "a@x.test|");
  EXPECT_EQ(addresses("Please contact:\nb@m.test, c@m.test\n\nNot delivered:\na@x.test\n550 no\n"),
            "a@x.test|");
  EXPECT_EQ(addresses("Delivered to:\nb@x.test, c@x.test\n\nNot delivered:\na@x.test\n550 no\n"),
            "a@x.test|");
  const auto found = find_notice_recipients(
      split_lines("Not delivered to a@x.test and b@x.test:\n\nThe mailboxes are closed.\n"), 10);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].text, "The mailboxes are closed.\n\n");
  EXPECT_EQ(found[0].text, found[1].text);
}

TEST(NoticeRecipients, EachOnceInOrderAndNotMoreThanAsked) {
  EXPECT_EQ(addresses("b@x.test\na@x.test\nB@X.test\nc@x.test\n"), "b@x.test|a@x.test|c@x.test|");
  EXPECT_EQ(addresses("b@x.test\na@x.test\nc@x.test\n", 2), "b@x.test|a@x.test|");
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "u" + std::to_string(i) + "@x.test\n";
  EXPECT_EQ(find_notice_recipients(split_lines(many), 2000).size(), 2000U);
}

// Many addresses share what stands below: it must not be long.
TEST(NoticeRecipients, WhatIsKeptAboutEachIsCut) {
  const std::string longest(100000, 'x');
  for (const NoticeRecipient& one :
       find_notice_recipients(split_lines("a@x.test\nb@x.test\n" + longest + "\n"), 10)) {
    EXPECT_EQ(one.text.size(), 8192U) << one.address;
  }
  const auto in_sentence = find_notice_recipients(
      split_lines("It could not be delivered to bob@x.test: " + longest + "\n\n" + longest), 10);
  ASSERT_EQ(in_sentence.size(), 1U);
  EXPECT_EQ(in_sentence.front().sentence.size(), 8192U);
  EXPECT_EQ(in_sentence.front().text, std::string(8192, 'x') + "\n\n");
}

}  // namespace
}  // namespace plainbounce
