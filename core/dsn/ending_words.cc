#include "core/dsn/ending_words.h"

#include <algorithm>
#include <string>

#include "core/dsn/folded_text.h"
#include "core/dsn/phrase_set.h"

namespace plainbounce {

namespace {

const PhraseSet& phrases_of_return() {
  static const PhraseSet kPhrases = {
      // English
      "undeliverable", "non-deliverable", "is returned to", "was returned to", "has been returned",
      "is being returned", "returning message", "returned to sender", "returned mail",
      "mail returned", "message returned", "returned message", "failed permanently",
      "permanently failed", "permanent failure", "permanent error", "permanent fatal error",
      "message has bounced", "message bounced", "mail bounced",
      // German, French, Dutch
      "unzustellbar", "nicht zustellbar", "permanenter fehler", "dauerhafter fehler",
      "endgultig fehlgeschlagen", "zuruck an absender", "echec definitif", "erreur permanente",
      "retour a l'expediteur", "retourne a l'expediteur", "non distribuable", "non remettable",
      "onbestelbaar", "permanente fout", "retour afzender",
      // Spanish, Italian, Portuguese
      "correo devuelto", "mensaje devuelto", "devuelto al remitente", "error permanente",
      "no entregable", "restituito al mittente", "non recapitabile", "errore permanente",
      "mensagem devolvida", "devolvida ao remetente", "erro permanente", "nao entregavel",
      // Polish, Czech, Slovak, Hungarian, Romanian
      "niedostarczaln", "zwrocona do nadawcy", "zwrot do nadawcy", "trwaly blad", "nedoruciteln",
      "vracena odesilateli", "trvala chyba", "kezbesithetetlen", "eroare permanenta",
      // Swedish, Danish, Norwegian, Finnish
      "permanent fel", "permanent fejl", "permanent feil", "returneret til afsender",
      "pysyva virhe",
      // Russian, Ukrainian, Turkish
      "возвращено отправителю", "возвращается отправителю", "недоставляем", "постоянная ошибка",
      "повернено відправнику", "постійна помилка", "kalici hata",
      // Japanese, Chinese, Korean
      "配信不能", "返送され", "恒久的なエラー", "永続的なエラー", "退信", "被退回", "永久性错误",
      "永久性錯誤", "반송되었", "반송된", "영구적인 오류"};
  return kPhrases;
}

const PhraseSet& titles_of_failure() {
  static const PhraseSet kPhrases = {
      // English
      "failure notice", "(failure)", "notification: failure", "delivery failed",
      "delivery has failed", "delivery failure", "failed delivery", "mail failure",
      "message failure", "non-delivery", "nondelivery",
      // German, French, Dutch
      "zustellung fehlgeschlagen", "zustellung gescheitert", "nachrichtenzustellung fehlgeschlagen",
      "echec de la remise", "echec de remise", "echec de distribution", "echec de la distribution",
      "la remise*a echoue", "bezorging*mislukt", "bezorgen*mislukt",
      // Spanish, Italian, Portuguese
      "fallo en la entrega", "fallo de entrega", "entrega fallida", "recapito*non riuscito",
      "mancato recapito", "mancata consegna", "consegna fallita", "falha na entrega",
      // Polish, Czech, Slovak, Hungarian
      "dostarczenie*nie powiodlo sie", "nie powiodlo sie dostarczenie", "doruceni*nezdarilo",
      "kezbesites*sikertelen", "sikertelen kezbesites",
      // Swedish, Danish, Norwegian, Finnish
      "leverans*misslyckades", "levering*mislykkedes", "levering*mislyktes", "toimitus*epaonnistui",
      "toimittaminen*epaonnistui",
      // Russian, Greek, Arabic, Hebrew
      "сбой доставки", "αποτυχία παράδοσης", "παράδοση*απέτυχε", "فشل التسليم", "המסירה*נכשלה",
      // Japanese, Chinese, Korean
      "配信に失敗", "送信に失敗", "投递失败", "传递失败", "傳送失敗", "傳遞失敗", "전송 실패",
      "발송 실패"};
  return kPhrases;
}

// "Temporary delivery failure", "Zustellung vorübergehend fehlgeschlagen".
bool is_called_temporary(std::string_view folded_text) {
  static const PhraseSet kWords = {
      "tempora", "tempore",  "transient", "vorubergehend", "vorlaufig", "tijdelijk", "provisoire",
      "времен",  "тимчасов", "一時的",    "暂时",          "暫時",      "일시적"};
  return kWords.is_in(folded_text);
}

}  // namespace

bool tells_of_return(std::string_view text) { return phrases_of_return().is_in(folded(text)); }

bool is_title_of_end(std::string_view subject) {
  const std::string plain = folded(subject);
  if (phrases_of_return().is_in(plain)) return true;
  return titles_of_failure().is_in(plain) && !is_called_temporary(plain);
}

}  // namespace plainbounce
