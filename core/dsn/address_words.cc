#include "core/dsn/address_words.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "core/base/ascii.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/folded_text.h"
#include "core/dsn/phrase_set.h"

namespace plainbounce {

namespace {

const PhraseSet& arrivals() {
  static const PhraseSet kArrived = {
      "was delivered", "were delivered", "been delivered", "successfully delivered",
      "delivered successfully", "delivered ok", "successfully sent", "successful delivery",
      "successful for", "succeeded", "did reach", "was received by", "were reached",
      "was accepted by", "was accepted for", "has received", "have received", "relayed to",
      "was relayed", "were relayed",
      // German, Dutch
      "wurde zugestellt", "wurden zugestellt", "erfolgreich zugestellt", "zugestellt an",
      "zugestellt wurde", "wurde*zugestellt", "wurde*ausgeliefert", "erfolgreich ausgeliefert",
      "erfolgreich ubermittelt", "is bezorgd", "is afgeleverd", "is*bezorgd", "is*afgeleverd",
      "werd*bezorgd", "werd*afgeleverd", "zijn bezorgd", "succesvol bezorgd",
      "succesvol afgeleverd",
      // French, Spanish, Portuguese, Italian, Romanian
      "a ete remis", "ont ete remis", "a bien ete", "ont bien ete", "a ete distribu",
      "a ete delivr", "a ete livr", "remis avec succes", "remis a :", "se entrego",
      "se ha entregado", "fue entregado", "ha sido entregado", "se pudo entregar",
      "entregado correctamente", "entregado con exito", "foi entregue", "entregue com sucesso",
      "e stato recapitato", "e stato consegnato", "e stata recapitata", "e stata consegnata",
      "recapitato correttamente", "consegnato correttamente", "consegnato a", "a fost livrat",
      // Polish, Czech, Slovak, Hungarian
      "zostala dostarczona", "dostarczono", "pomyslnie dostarcz", "byla dorucena", "bylo doruceno",
      "uspesne doruc", "bola dorucena", "kezbesitve", "sikeresen kezbesit", "kezbesitettuk",
      // Swedish, Danish, Norwegian, Finnish
      "har levererats", "levererades till", "har leverats", "er leveret", "blev leveret",
      "ble levert", "er levert", "on toimitettu", "toimitettiin", "toimitus onnistui",
      // Russian, Ukrainian, Greek, Turkish, Arabic, Hebrew, Indonesian
      "было доставлено", "доставлено следующ", "успешно доставлен", "успішно доставлен",
      "παραδόθηκε", "teslim edildi", "iletildi", "تم تسليم", "נמסרה", "berhasil dikirim",
      "telah dikirim",
      // Japanese, Chinese, Korean
      "配信されました", "配信しました", "配信に成功", "配信済み", "お届けしました",
      "配送されました", "已送达", "已送達", "已投递", "成功投递", "已成功", "已传递", "已傳遞",
      "已傳送", "전달되었", "전달했", "배달되었", "전송되었"};
  return kArrived;
}

// "not", in any of them: what stands beside it may be no word of success.
bool denies(std::string_view folded_text) {
  static const PhraseSet kNot = {
      " not ", "n't ",   " never ", " no ",   " unable ", " nicht ", " kein",   " pas ",
      " nao ", " non ",  " niet ",  " geen ", " nie ",    " ne ",    "nebyl",   "nemohl",
      " nu ",  " inte ", " ikke ",  " ei ",   " не ",     " δεν ",   " tidak ", " belum ",
      "لم ",   "לא ",    "ません",  "でき",   "未",       "不",      "无法",    "無法",
      "没",    "못",     "없",      "않",     "실패",     "fail",    "error"};
  return kNot.is_in(' ' + std::string(folded_text) + ' ');
}

const PhraseSet& words_of_incoming() {
  static const PhraseSet kToYou = {
      "delivered to you ", "delivered to you,", "delivered to you.",
      "delivered to you:", "deliver to you", "delivery to you ", "message addressed to you",
      "mail addressed to you", "messages addressed to you", "a message to you from",
      "mail to you from", "in a message to you", "message to you was not",
      "messages for you were not", "message for you was not", "intended for you ",
      "reach your mailbox", "reach your inbox",
      // German, Dutch
      "ihnen nicht zugestellt", "ihnen nicht ausgeliefert", "nicht an sie zugestellt",
      "nicht an sie ausgeliefert", "an sie wurde nicht", "an sie konnte nicht", "an sie gerichtete",
      "nicht in ihr postfach zugestellt", "niet aan u bezorgd", "niet bij u bezorgd",
      "niet aan u afgeleverd", "niet bij u afgeleverd", "aan u gericht", "aan u geadresseerd",
      "u niet bezorgd",
      // French, Spanish, Portuguese, Italian
      "ne vous a pas ete", "n'a pas pu vous etre", "vous etre remis", "vous etre distribu",
      "qui vous etait destine", "qui vous est destine", "qui vous etait adresse",
      "message qui vous a ete adresse", "no se le ha entregado", "no se le entrego",
      "no se le pudo entregar", "no le fue entregado", "dirigido a usted", "nao lhe foi entregue",
      "dirigida a voce", "dirigida a si", "enviada a voce", "enviada para voce",
      "non le e stato recapitato", "non le e stato consegnato", "indirizzato a lei",
      "indirizzata a lei", "a lei destinat", "a te indirizzat",
      // Polish, Czech
      "do ciebie nie zostala", "do panstwa nie zostala", "adresowana do ciebie",
      "vam nebyla dorucena", "adresovana vam",
      // Swedish, Danish, Norwegian, Finnish
      "inte till dig", "levereras till dig", "adresserat till dig", "ikke leveret til dig",
      "leveres til dig", "ikke levert til deg", "leveres til deg", "toimitettu sinulle",
      "toimittaa sinulle", "sinulle lahetet", "sinulle osoitet",
      // Russian, Japanese, Chinese, Korean
      "не было вам доставлено", "вам не доставлено", "не доставлено вам", "вам не было доставлено",
      "адресованное вам", "отправленное вам", "あなた宛", "お客様宛の", "お客様宛て", "发送给您的",
      "发给您的", "寄给您的", "寄給您的", "傳送給您的", "귀하에게 온", "귀하에게 전달되지"};
  return kToYou;
}

// Behind these at its end, an address is a sender's, or of one who is asked or greeted. "von bob"
// is also "of bob": such words count as a label of their own, or behind a word for a message.
constexpr std::string_view kEndings[] = {
    "from", "sender", "contact", "hello", "dear", "you sent", "sent by", "sender is",
    "submitted by", "originator", "reply to", "reply-to", "reported by", "reporter", "on behalf of",
    "forwarded by", "authorized by", "return-path", "write to us at",
    // German, Dutch
    "absender", "nachricht von", "mail von", "stammt von", "kommt von", "gesendet von", "kontakt",
    "ansprechpartner", "im auftrag von", "im namen von", "weitergeleitet von", "gemeldet von",
    "antwort an", "afzender", "bericht van", "mail van", "afkomstig van", "namens",
    "contactpersoon",
    // French, Spanish, Portuguese, Italian
    "expediteur", "envoye par", "message de", "de la part de", "au nom de", "remitente",
    "enviado por", "mensaje de", "en nombre de", "contacto", "remetente", "mensagem de",
    "em nome de", "contato", "mittente", "inviato da", "messaggio da", "per conto di", "contatto",
    "contatti",
    // Polish, Czech, Hungarian
    "nadawca", "nadawcy", "wiadomosc od", "w imieniu", "odesilatel", "zprava od", "jmenem",
    "felado",
    // Swedish, Danish, Norwegian, Finnish
    "avsandare", "avsandaren", "meddelande fran", "afsender", "afsenderen", "avsender",
    "avsenderen", "meddelelse fra", "melding fra", "mail fra", "kontakta", "kontakt oss",
    "lahettaja", "lahettajalta",
    // Russian, Turkish
    "отправитель", "отправителя", "сообщение от", "письмо от", "от имени", "контакт", "gonderen"};

constexpr std::string_view kLabels[] = {"von", "van", "de", "da", "od", "fran", "fra", "от"};

// The same in scripts that set no blanks.
constexpr std::string_view kUnspacedEndings[] = {
    "发件人", "寄件者", "寄件人", "发送者", "来自",   "來自",      "联系",
    "聯絡",   "送信者", "差出人", "送信元", "連絡先", "보낸 사람", "발신자"};

// Anywhere in the last sentence, unless it goes on about a recipient or a failure. Servers are
// contacted, too: the verb alone is not enough.
const PhraseSet& words_of_asking() {
  static const PhraseSet kAsk = {
      "please contact", "contact us", "contact our", "contact your", "get in touch", "for help",
      "for assistance", "for questions", "any questions", "please write to", "please reply to",
      "replies to", "following sender", "reported by", "on behalf of", "forwarded by",
      "forwarded from", "copy of this*sent to", "copy was sent", "copy has been sent", "copied to",
      "new address", "can be reached", "can now be reached", "from now on", "answers to",
      "write instead", "please mail", "please e-mail", "please email", "write to us",
      "your reply to", "please use", "our hotline", "our support",
      // German, Dutch
      "wenden sie sich", "wende dich", "kontaktieren sie", "setzen sie sich", "bei fragen",
      "fur hilfe", "weitere hilfe", "folgendem absender", "folgenden absender", " eine kopie*ging",
      " eine kopie*gesendet", "neue adresse", "antworten sie an", "antworten an",
      "erreichbar unter", "erreichen sie", "hilfe gibt es", "neem contact op", "neemt u contact op",
      "volgende afzender", "nieuwe adres", " een kopie*gestuurd", " een kopie*verzonden",
      // French, Spanish, Portuguese, Italian, Romanian
      "contactez", "veuillez contacter", "merci de contacter", "adressez-vous",
      "expediteur suivant", "une copie*envoye", "nouvelle adresse", "repondez a", "desormais",
      "pongase en contacto", "contacte con", "contacte a", "dirijase a", "siguiente remitente",
      "una copia*envi", "nueva direccion", "responda a", "a partir de ahora", "entre em contat",
      "entre em contact", "seguinte remetente", "uma copia*envi", "novo endereco", "rivolgersi",
      "rivolgiti", "si rivolga", "prega di contattare", "contattate", "seguente mittente",
      "una copia*inviata", "nuovo indirizzo", "rispondere a", "rispondi a", "d'ora in poi",
      "contactati",
      // Polish, Czech, Slovak, Hungarian
      "skontaktuj", "prosimy o kontakt", "nastepujacego nadawcy", "kontaktujte", "obratte se",
      "obratte sa", "obratit se na", "forduljon", "lepjen kapcsolatba",
      // Swedish, Danish, Norwegian, Finnish
      "kontakta oss", "kontakta din", "vanligen kontakta", "var god kontakta", "vand dig till",
      "foljande avsandare", "kontakt venligst", "kontakt vores", "henvend dig", "folgende afsender",
      "vennligst ta kontakt", "vennligst kontakt", "henvend deg", "folgende avsender",
      "ota yhteytta", "ottakaa yhteytta", "seuraavalta lahettajalta",
      // Russian, Ukrainian, Greek, Turkish, Arabic, Indonesian
      "обратитесь", "обращайтесь", "свяжитесь", "следующего отправителя", "зверніться",
      "зв'яжіться", "επικοινωνήστε", "iletisime gecin", "basvurun", "يرجى الاتصال",
      "silakan hubungi",
      // Japanese, Chinese, Korean
      "お問い合わせ", "問い合わせ", "ご連絡", "次の送信者", "以下の送信者", "请联系", "請聯絡",
      "联系管理员", "请与", "請與", "以下发件人", "以下寄件者", "문의"};
  return kAsk;
}

bool names_recipient(std::string_view folded_text) {
  static const PhraseSet kRecipient = {
      "recipient", "empfanger", "destinat", "ontvanger",   "odbiorc",   "prijemc", "cimzett",
      "mottagar",  "modtager",  "mottaker", "vastaanotta", "получател", "адресат", "alici",
      "收件",      "受信者",    "宛先",     "받는 사람",   "수신자"};
  return kRecipient.is_in(folded_text);
}

bool is_of_word(char c) {
  return is_alpha(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool ends_with_word(std::string_view text, std::string_view word) {
  if (!text.ends_with(word)) return false;
  return text.size() == word.size() || !is_of_word(text[text.size() - word.size() - 1]);
}

// What stands behind the last end of a sentence.
std::string_view last_sentence(std::string_view text) {
  for (const std::string_view end : {". ", "! ", "? ", "。", "！", "？"}) {
    const size_t at = text.rfind(end);
    if (at != std::string_view::npos) text.remove_prefix(at + end.size());
  }
  return text;
}

std::string_view without_marks_at_end(std::string_view text) {
  constexpr std::string_view kWideColon = "：";
  for (;;) {
    while (!text.empty() &&
           std::string_view(" \t\n<[('\":").find(text.back()) != std::string_view::npos) {
      text.remove_suffix(1);
    }
    if (!text.ends_with(kWideColon)) return text;
    text.remove_suffix(kWideColon.size());
  }
}

}  // namespace

bool tells_of_arrival(std::string_view text) {
  const std::string plain = folded(text);
  return arrivals().is_in(plain) && !denies(plain) && !tells_of_failure(text);
}

bool is_state_of_arrival(std::string_view words) {
  constexpr size_t kLongest = 60;
  words = trim(words);
  while (words.starts_with('.') || words.starts_with(':') || words.starts_with('-')) {
    words = trim(words.substr(1));
  }
  if (words.empty() || words.size() > kLongest) return false;
  if (words.starts_with("250 ") || words.starts_with("2.0.0") || words.starts_with("2.1.5")) {
    return !tells_of_failure(words);
  }
  if (words.ends_with('.')) words.remove_suffix(1);
  const std::string plain = folded(words);
  constexpr std::string_view kStates[] = {
      "delivered",  "ok",       "success",   "successful", "sent",       "relayed",
      "zugestellt", "remis",    "entregado", "entregue",   "consegnato", "bezorgd",
      "levererat",  "leveret",  "levert",    "doruceno",   "dorucena",   "dostarczono",
      "доставлено", "配信済み", "已送达",    "已送達"};
  const bool state = std::find(std::begin(kStates), std::end(kStates), plain) != std::end(kStates);
  return state || tells_of_arrival(words);
}

bool tells_of_incoming(std::string_view text) {
  return words_of_incoming().is_in(folded(text) + ' ');
}

bool introduces_another(std::string_view before) {
  constexpr size_t kMost = 300;
  before = without_marks_at_end(before);
  if (before.size() > kMost) before.remove_prefix(before.size() - kMost);
  const std::string plain = ' ' + folded(before);
  const std::string_view sentence = last_sentence(plain);
  const bool ends =
      std::any_of(std::begin(kEndings), std::end(kEndings),
                  [&](std::string_view one) { return ends_with_word(sentence, one); });
  if (std::find(std::begin(kLabels), std::end(kLabels), trim(sentence)) != std::end(kLabels))
    return true;
  const auto is_end = [&](std::string_view one) { return sentence.ends_with(one); };
  if (ends || std::any_of(std::begin(kUnspacedEndings), std::end(kUnspacedEndings), is_end)) {
    return true;
  }
  const size_t asks = words_of_asking().find(sentence);
  if (asks == std::string_view::npos) return false;
  const std::string_view behind = sentence.substr(asks);
  return !names_recipient(behind) && !tells_of_failure(behind);
}

}  // namespace plainbounce
