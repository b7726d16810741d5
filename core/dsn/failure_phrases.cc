#include "core/dsn/failure_phrases.h"

namespace plainbounce {

const PhraseSet& failure_phrases_in_other_languages() {
  static const PhraseSet kPhrases = {
      // German
      "fehler bei der nachrichtenzustellung", "nachrichtenzustellung fehlgeschlagen",
      "nicht zugestellt", "nicht*zugestellt werden", "konnte*nicht*zugestellt",
      "nicht ausgeliefert", "konnte*nicht*ausgeliefert", "unzustellbar",
      "zustellung fehlgeschlagen", "zustellung gescheitert", "zustellungsfehler",
      "nicht ubermittelt", "empfanger nicht erreicht", "permanenter fehler aufgetreten",
      // French
      "pas pu etre remis", "pas pu etre delivr", "pas pu etre distribu", "n'a pas ete remis",
      "pas ete distribu", "n'a pu etre", "n'ont pu etre", "non remis", "non distribu",
      "echec de la remise", "echec de remise", "echec de distribution", "la remise*a echoue",
      // Spanish
      "no se pudo entregar", "no se ha podido entregar", "no ha podido ser entregado",
      "no pudo ser entregado", "no pudo entregarse", "no se puede entregar", "no se entrego",
      "no entregado", "no fue entregado", "error al entregar a", "error de entrega a",
      // Italian
      "non e stato possibile recapitare", "non e stato possibile consegnare",
      "impossibile recapitare", "impossibile consegnare", "non e stato recapitato",
      "non e stato consegnato", "recapito*non riuscito", "recapito non e riuscito",
      "non recapitabile", "mancato recapito", "mancata consegna",
      // Portuguese
      "nao foi possivel entregar", "nao e possivel entregar", "nao pode ser entregue",
      "nao foi entregue", "nao entregue", "falha na entrega",
      // Dutch
      "bezorging*mislukt", "bezorgen*mislukt", "niet worden bezorgd", "niet worden afgeleverd",
      "niet bezorgd", "niet afgeleverd", "onbestelbaar",
      // Polish
      "dostarczenie*nie powiodlo sie", "nie powiodlo sie dostarczenie", "nie mozna dostarczyc",
      "nie moze byc dostarczona", "nie zostala dostarczona", "nie mogla zostac dostarczona",
      "nie udalo sie dostarczyc", "niedostarcz",
      // Czech, Slovak
      "nelze dorucit", "nemohla byt dorucena", "nebylo mozne dorucit", "doruceni*nezdarilo",
      "nepodarilo*dorucit", "nedoruc", "nebolo mozne dorucit", "nie je mozne dorucit",
      // Hungarian, Romanian
      "nem kezbesitheto", "kezbesites*sikertelen", "sikertelen kezbesit",
      "nem sikerult kezbesiteni", "nu a putut fi livrat", "nu a fost livrat",
      // Swedish, Danish, Norwegian, Finnish
      "inte levereras", "kunde inte*levereras", "leverans*misslyckades", "ikke leveres",
      "ikke levert", "levering*mislykkedes", "levering*mislyktes", "ei voitu toimittaa",
      "ei voida toimittaa", "toimitus*epaonnistui", "toimittaminen*epaonnistui",
      // Russian, Ukrainian
      "не может быть доставлен", "не могло быть доставлен", "не удалось доставить",
      "не удается доставить", "не было доставлено", "не доставлен", "недоставлен", "сбой доставки",
      "ошибка доставки", "не вдалося доставити", "не може бути доставлен", "помилка доставки",
      // Greek, Turkish, Arabic, Hebrew, Indonesian
      "παράδοση*απέτυχε", "αποτυχία παράδοσης", "teslim edilemedi", "teslim edilemiyor",
      "iletilemedi", "فشل التسليم", "لم يتم تسليم", "המסירה*נכשלה", "tidak dapat dikirim",
      // Japanese
      "配信できません", "配信できなかった", "配信に失敗", "配信不能", "配信エラー",
      "送信できません", "送信できない", "送信に失敗", "送信エラー", "配送できません",
      "お届けできません", "届きませんでした", "宛先が見つかりません", "メールエラー",
      // Chinese
      "无法传递", "无法投递", "无法送达", "未能送达", "未能投递", "未能成功投递", "投递失败",
      "传递失败", "被退回", "退信", "無法遞送", "無法傳送", "無法傳遞", "傳送失敗", "傳遞失敗",
      // Korean
      "전달하지 못", "전달되지 못", "전달할 수 없", "배달하지 못", "배달되지", "배달할 수 없",
      "전송하지 못", "전송되지 못", "전송 실패", "발송 실패", "반송되었"};
  return kPhrases;
}

}  // namespace plainbounce
