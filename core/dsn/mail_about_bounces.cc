#include "core/dsn/mail_about_bounces.h"

#include <algorithm>
#include <string>

#include "core/base/ascii.h"
#include "core/dsn/failure_subject.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/folded_text.h"
#include "core/dsn/notice_text.h"
#include "core/dsn/phrase_set.h"
#include "core/dsn/text_lines.h"
#include "core/mime/encoded_word.h"

namespace plainbounce {

namespace {

constexpr size_t kMostLines = 200;  // in which a notice says what it is about

// "We have received your request" in the first lines of a letter.
bool confirms_question(std::string_view said, bool names_ticket) {
  constexpr size_t kBeginning = 400;
  if (!begins_as_letter(said)) return false;
  static const PhraseSet kQuestion = {"received your request",
                                      "received your question",
                                      "received your inquiry",
                                      "received your enquiry",
                                      "received your ticket",
                                      "request has been received",
                                      "question has been received",
                                      "thank you for your request",
                                      "thank you for your question",
                                      "thank you for your inquiry",
                                      "thank you for your enquiry",
                                      "thank you for contacting",
                                      "thanks for contacting",
                                      "a ticket has been",
                                      "a ticket was",
                                      "opened a ticket",
                                      "created a ticket",
                                      "your ticket number",
                                      "registered your",
                                      "get back to you",
                                      "will answer",
                                      "will reply",
                                      "melden uns",
                                      "uns*melden",
                                      "vous repondr",
                                      "reviendrons vers vous",
                                      "responderemos",
                                      "contestaremos",
                                      "risponderemo",
                                      "fur ihre anfrage",
                                      "ihre anfrage ist",
                                      "ihre anfrage*erhalten",
                                      "recu votre demande",
                                      "votre demande*enregistre",
                                      "merci pour votre demande",
                                      "recibido su solicitud",
                                      "recibido su consulta",
                                      "ricevuto la sua richiesta",
                                      "ricevuto la tua richiesta",
                                      "recebemos a sua solicitacao",
                                      "recebemos sua solicitacao",
                                      "uw aanvraag*ontvangen",
                                      "uw vraag*ontvangen"};
  static const PhraseSet kMail = {
      "received your m", "received your e", "for your m",   "for your e",    "fur ihre nachricht",
      "fur ihre mail",   "fur ihre e-mail", "recu votre m", "recibido su m", "ricevuto il suo m"};
  const std::string beginning = folded(cut_utf8(said, kBeginning));
  return kQuestion.is_in(beginning) || (names_ticket && kMail.is_in(beginning));
}

}  // namespace

std::string own_subject(const LegacyMessage& message) {
  std::string subject = decode_encoded_words(message.header.value("Subject").value_or(""));
  const size_t colon = std::min(subject.find(':'), subject.find("："));
  const auto& original = message.original;
  if (original && original->subject && !trim(*original->subject).empty()) {
    const std::string_view returned = trim(*original->subject);
    const size_t at = subject.find(returned);
    if (at != std::string::npos) return subject.erase(at, returned.size());
    if (colon == std::string::npos) return subject;
    // It may be cut, or in other characters.
    const size_t width = subject[colon] == ':' ? 1 : std::string_view("：").size();
    const std::string behind = folded(trim(std::string_view(subject).substr(colon + width)));
    const std::string plain = folded(returned);
    const bool repeats =
        behind.find(plain) != std::string::npos || plain.find(behind) != std::string::npos;
    if (!repeats) return subject;
  }
  subject.resize(std::min(colon, subject.size()));
  return subject;
}

bool is_mail_about_bounces(const LegacyMessage& message) {
  // Pasted text has no Subject, and whoever asks writes a letter.
  if (message.header.find("Subject") == nullptr) return false;
  if (message.returned_messages > 1) return true;
  const std::string subject = own_subject(message);
  return is_summary_subject(subject) ||
         confirms_question(message.notice().said, is_ticket_subject(subject));
}

bool speaks_of_mail(std::string_view text) {
  static const PhraseSet kMail = {
      "mail",    "message",    "nachricht", "courriel", "mensaje",   "correo", "mensagem",
      "correio", "messaggi",   "posta",     "bericht",  "wiadomosc", "poczt",  "zprav",
      "sprav",   "uzenet",     "level",     "mesaj",    "ileti",     "meddel", "melding",
      "besked",  "viesti",     "сообщени",  "письм",    "повідомл",  "лист",   "μηνυμα",
      "μήνυμα",  "رسالة",      "بريد",      "הודעה",    "דואר",      "pesan",  "surel",
      "メール",  "メッセージ", "邮件",      "郵件",     "信件",      "消息",   "訊息",
      "메일",    "메시지",     "편지"};
  return kMail.is_in(folded(text));
}

bool is_about_another_delivery(const NoticeText& text) {
  static const PhraseSet kParcel = {"parcel", "shipment", "your package", "your order",
                                    "paket",  "colis",    "pakket",       "paquete"};
  // These words stand in mails, too.
  static const PhraseSet kOther = {"letter",        "flowers",     "your fax",
                                   "fax to",        "your sms",    "text message",
                                   "voice message", "our invoice", "your invoice",
                                   "your payment",  "your cheque", "your card",
                                   "your contract", "phone",       "sendung",
                                   "ihr fax",       "ihr brief",   "unsere rechnung",
                                   "ihre rechnung", "votre envoi", "votre facture",
                                   "su envio",      "su pedido",   "su tarjeta",
                                   "pacco",         "spedizione",  "encomenda",
                                   "seu cartao",    "zending",     "paczka",
                                   "paczki",        "przesylk",    "zasilk",
                                   "balik",         "посылк",      "kargo",
                                   "kolli",         "pakke",       "forsendelse",
                                   "荷物",          "包裹",        "快递",
                                   "快件",          "택배",        "상품"};
  std::string paragraph;
  for (size_t i = 0; i <= text.lines.size() && i < kMostLines; ++i) {
    const std::string_view line = i < text.lines.size() ? trim(text.lines[i]) : "";
    if (!line.empty()) {
      if (!starts_with_ignoring_case(line, "subject:")) paragraph.append(line).append("\n");
      continue;
    }
    const std::string plain = folded(paragraph);
    if (kParcel.is_in(plain) || (kOther.is_in(plain) && tells_of_failure(paragraph))) return true;
    paragraph.clear();
  }
  return false;
}

}  // namespace plainbounce
