#include "tests/support/milter/sample_messages.h"

#include <utility>

#include "tests/support/files.h"

namespace plainbounce::testing {
namespace {

// Lines of 70 characters that differ, so that a mix-up shows.
std::string filler(size_t bytes) {
  std::string text;
  for (size_t line = 0; text.size() < bytes; ++line) {
    std::string words = "line " + std::to_string(line) + " of the message that comes back ";
    words.resize(68, '.');
    text += words + "\n";
  }
  text.resize(bytes);
  if (!text.empty()) text.back() = '\n';
  return text;
}

std::string status_group(const SampleRecipient& recipient) {
  return "\nFinal-Recipient: rfc822; " + recipient.address + "\nOriginal-Recipient: rfc822;" +
         recipient.address + "\nAction: " + recipient.action + "\nStatus: " + recipient.status +
         "\nRemote-MTA: dns; mx.far.example" + "\nDiagnostic-Code: smtp; " + recipient.reply + "\n";
}

}  // namespace

std::string sample_report(const std::vector<SampleRecipient>& recipients, size_t returned_bytes,
                          std::string_view extra_header, std::string_view original_queue_id) {
  const std::string id(original_queue_id);
  std::string text = std::string(extra_header) +
                     "Date: Mon, 30 Nov 2026 00:47:32 +0000 (UTC)\n"
                     "From: MAILER-DAEMON@box.example (Mail Delivery System)\n"
                     "Subject: Undelivered Mail Returned to Sender\n"
                     "To: alice@box.example\n"
                     "Auto-Submitted: auto-replied\n"
                     "MIME-Version: 1.0\n"
                     "Content-Type: multipart/report; report-type=delivery-status;\n"
                     "\tboundary=\"" +
                     id +
                     ".1796000852/mx.box.example\"\n"
                     "Content-Transfer-Encoding: 8bit\n"
                     "Message-Id: <20261130004732.4XTEST@mx.box.example>\n"
                     "\n"
                     "This is a MIME-encapsulated message.\n";
  const std::string delimiter = "\n--" + id + ".1796000852/mx.box.example";
  text += delimiter +
          "\nContent-Description: Notification\n"
          "Content-Type: text/plain; charset=utf-8\n"
          "Content-Transfer-Encoding: 8bit\n"
          "\n"
          "This is the mail system at host mx.box.example.\n"
          "\n"
          "I'm sorry to have to inform you that your message could not\n"
          "be delivered to one or more recipients. It's attached below.\n"
          "\n"
          "                   The mail system\n";
  for (const SampleRecipient& recipient : recipients) {
    text += "\n<" + recipient.address + ">: host mx.far.example[192.0.2.25] said:\n    " +
            recipient.reply + " (in reply to RCPT TO command)\n";
  }
  text += delimiter +
          "\nContent-Description: Delivery report\n"
          "Content-Type: message/delivery-status\n"
          "\n"
          "Reporting-MTA: dns; mx.box.example\n"
          "X-Postfix-Queue-ID: " +
          id +
          "\n"
          "X-Postfix-Sender: rfc822; alice@box.example\n"
          "Arrival-Date: Mon, 30 Nov 2026 00:47:31 +0000 (UTC)\n";
  for (const SampleRecipient& recipient : recipients) text += status_group(recipient);
  text += delimiter +
          "\nContent-Description: Undelivered Message\n"
          "Content-Type: message/rfc822\n"
          "Content-Transfer-Encoding: 8bit\n"
          "\n"
          "Return-Path: <alice@box.example>\n"
          "Received: from desk.box.example (desk.box.example [192.0.2.10])\n"
          "\tby mx.box.example (Postfix) with ESMTP id " +
          id +
          ";\n"
          "\tMon, 30 Nov 2026 00:47:31 +0000 (UTC)\n"
          "From: Alice <alice@box.example>\n"
          "To: nouser@far.example\n"
          "Subject: The plan for Friday\n"
          "Message-Id: <plan@box.example>\n"
          "\n" +
          filler(returned_bytes) + delimiter + "--\n";
  return with_crlf(text);
}

std::string sample_mail(size_t body_bytes) {
  return with_crlf(
      "Received: from desk.box.example by mx.box.example; Mon, 30 Nov 2026 00:00:00 +0000\n"
      "From: Alice <alice@box.example>\n"
      "To: Bob <bob@far.example>\n"
      "Subject: The plan for Friday\n"
      "\n" +
      filler(body_bytes));
}

MailTransaction own_report(std::string message) {
  MailTransaction mail;
  mail.sender = "";
  mail.recipients = {"alice@box.example"};
  mail.message = std::move(message);
  return mail;
}

MailTransaction from_outside(std::string sender, std::string message) {
  MailTransaction mail;
  mail.sender = std::move(sender);
  mail.message = std::move(message);
  mail.daemon_name = "mx.box.example";
  mail.client_address = "192.0.2.99";
  return mail;
}

}  // namespace plainbounce::testing
