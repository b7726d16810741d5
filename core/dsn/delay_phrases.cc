#include "core/dsn/delay_phrases.h"

namespace plainbounce {

const PhraseSet& delay_phrases_in_other_languages() {
  static const PhraseSet kPhrases = {
      // German
      "noch nicht*zugestellt", "bisher nicht*zugestellt", "bislang nicht*zugestellt",
      "vorlaufig nicht*zugestellt", "vorlaeufig nicht*zugestellt", "vorubergehend nicht*zugestellt",
      "noch nicht*ausgeliefert", "bisher nicht*ausgeliefert", "bislang nicht*ausgeliefert",
      "noch nicht*ubermittelt", "wird weiter versucht", "wird weiterhin versucht",
      "wird erneut versucht", "weitere zustellversuche", "weitere versuche",
      "zustellversuche werden fortgesetzt", "zustellung*verzogert", "zustellung*verzoegert",
      "verzogerte zustellung", "verzogerung der zustellung",
      // French
      "pas encore ete", "pas encore pu", "pu etre*pour l'instant", "pu etre*pour le moment",
      "pour l'instant*pu etre", "nouvelles tentatives", "nouvelle tentative",
      "tentatives se poursuiv", "continuera d'essayer", "continuera a essayer", "remise*retardee",
      "a ete retarde", "est retarde",
      // Spanish
      "todavia no", "entregar todavia", "entregado todavia", "aun no se ha", "aun no ha",
      "aun no pudo", "entregar aun", "entregado aun", "seguira intentando", "seguiremos intentando",
      "volvera a intentar", "volveremos a intentar", "nuevos intentos", "se reintentara",
      "entrega*retrasada", "se ha retrasado",
      // Italian
      "non e ancora stat", "non e stato ancora", "ancora non e stat", "finora non e stat",
      "ulteriori tentativi", "nuovi tentativi", "continueremo a provare", "continuera a provare",
      "tentativi continuer", "verra ritentat", "consegna*ritardata", "recapito*ritardato",
      // Portuguese
      "ainda nao foi", "ainda nao pode", "entregar ainda", "entregue ainda", "novas tentativas",
      "continuaremos tentando", "continuaremos a tentar", "continuara tentando",
      "continuara a tentar", "tentara novamente", "tentaremos novamente", "entrega*atrasada",
      // Dutch
      "nog niet bezorgd", "nog niet afgeleverd", "nog niet worden", "nog niet*kunnen bezorgen",
      "voorlopig niet*bezorgd", "voorlopig niet*afgeleverd", "blijven het proberen",
      "blijft het proberen", "blijven proberen", "blijft proberen", "wordt opnieuw geprobeerd",
      "proberen het opnieuw", "verdere pogingen", "nieuwe pogingen", "bezorging*vertraagd",
      // Polish
      "dostarczyc jeszcze", "jeszcze nie dostarcz", "jeszcze nie zostala", "jeszcze nie udalo",
      "dotychczas nie udalo", "na razie nie udalo", "proby*beda kontynuowane", "kolejne proby",
      "ponowne proby", "dalsze proby", "ponowi probe", "dostarczenie*opoznione",
      "dostarczenie*opoznia",
      // Czech, Slovak
      "dosud neby", "zatim neby", "jeste neby", "dosud nedoruc", "zatim nedoruc", "jeste nedoruc",
      "dosud nepodarilo", "zatim nepodarilo", "dosud nelze", "zatim nelze", "pokusy*pokracov",
      "dalsi pokusy", "doruceni*zpozden", "zatial neb", "zatial nepodarilo", "doposial neb",
      "dalsie pokusy", "dorucenie*oneskor",
      // Hungarian, Romanian
      "meg nem sikerult", "meg nem kezbesit", "egyelore nem sikerult", "egyelore nem kezbesit",
      "ujra megprobal", "ujra probalkoz", "tovabbi kiserlet", "kezbesites*kesik",
      "kezbesites*kesedelm", "inca nu a", "livrat inca", "deocamdata nu", "va incerca din nou",
      "vom incerca din nou", "se va reincerca", "livrarea*intarzi",
      // Swedish
      "annu inte*lever", "inte levereras annu", "inte levererats annu", "tills vidare inte*lever",
      "vi forsoker igen", "kommer att forsoka igen", "fortsatter att forsoka", "fortsatter forsoka",
      "nya forsok", "ytterligare forsok", "leverans*fordroj", "leverans*forsenad",
      // Danish, Norwegian
      "endnu ikke*lever", "ikke leveres endnu", "ikke leveret endnu", "forelobig ikke*lever",
      "prover igen", "forsoger igen", "nye forsog", "yderligere forsog", "enna ikke*lever",
      "ikke leveres enna", "ikke levert enna", "forelopig ikke*lever", "prover igjen",
      "forsoker igjen", "ytterligere forsok", "flere forsok vil", "levering*forsinket",
      // Finnish
      "toimittaa viela", "viela voitu toimittaa", "viela toimitettu", "yritamme uudelleen",
      "yritetaan uudelleen", "yrittaa uudelleen toimit", "toimitus*viivasty",
      // Russian, Ukrainian
      "еще не доставлен", "еще не был", "еще не удалось", "пока не доставлен", "пока не удалось",
      "пока не может быть", "до сих пор не доставлен", "попытки*продолж", "повторные попытки",
      "следующая попытка", "доставка*задерж", "задержка доставки", "задержка при доставке",
      "ще не доставлен", "ще не вдалося", "поки не вдалося", "наразі не вдалося", "спроби*продовж",
      "повторні спроби", "затримка доставки",
      // Greek, Turkish, Arabic, Hebrew, Indonesian
      "ακόμη δεν", "ακόμα δεν", "δεν*παραδοθεί ακόμ", "προσπάθειες*συνεχ", "henuz teslim edilemedi",
      "henuz iletilemedi", "henuz*teslim edilemedi", "tekrar denenecek", "yeniden denenecek",
      "denemeye devam", "denemeler devam", "لم يتم تسليم*بعد", "ستتم إعادة المحاولة",
      "سنحاول مرة أخرى", "עדיין לא נמסר", "טרם נמסר", "ננסה שוב", "belum dapat dikirim",
      "belum terkirim", "akan dicoba lagi", "akan mencoba lagi",
      // Japanese
      "まだ配信", "まだ送信", "まだ配送", "まだお届け", "まだ届", "再送を続け", "再送信を続け",
      "配信を続け", "再試行を続け", "再試行します", "再送を試みます", "配信が遅延", "配信遅延",
      "配信が遅れ",
      // Chinese
      "暂时无法投递", "暂时无法送达", "暂时无法传递", "暂时未能", "暂未投递", "暂未送达",
      "尚未*投递", "尚未*送达", "尚未*传递", "继续尝试", "继续重试", "将重试", "投递延迟",
      "延迟投递", "暫時無法遞送", "暫時無法傳遞", "暫時無法傳送", "尚未*遞送", "尚未*傳遞",
      "尚未*傳送", "繼續嘗試", "繼續重試", "將重試", "傳遞延遲", "延遲傳遞",
      // Korean
      "아직 전달", "아직 배달", "아직 전송", "다시 시도합니다", "다시 시도할 것", "재시도합니다",
      "재시도할 것", "계속 시도", "배달이 지연", "전달이 지연", "전송이 지연"};
  return kPhrases;
}

const PhraseSet& giving_up_phrases_in_other_languages() {
  static const PhraseSet kPhrases = {
      // German
      "keine weiteren zustellversuche", "keine weiteren versuche",
      "weitere zustellversuche werden nicht", "weitere zustellversuche unterbleiben",
      "nicht mehr versuch", "nicht weiter versucht", "nicht erneut versucht",
      // French
      "aucune autre tentative", "aucune nouvelle tentative", "pas de nouvelle tentative",
      "ne tentera plus", "n'essaiera plus", "plus de nouvelles tentatives",
      // Spanish, Italian, Portuguese
      "no se realizaran mas intentos", "no se haran mas intentos", "no habra nuevos intentos",
      "no se volvera a intentar", "no se seguira intentando", "no volvera a intentar",
      "nessun ulteriore tentativo", "nessun altro tentativo", "non verranno*ulteriori tentativi",
      "non saranno*ulteriori tentativi", "non verranno*nuovi tentativi", "non verra ritentat",
      "nao serao feitas novas tentativas", "nao havera novas tentativas", "nao tentara novamente",
      // Dutch
      "geen verdere pogingen", "geen nieuwe pogingen", "niet opnieuw geprobeerd",
      // Polish, Czech, Slovak
      "kolejne proby nie", "dalsze proby nie", "ponowne proby nie", "dalsi pokusy nebud",
      "zadne dalsi pokusy", "dalsie pokusy nebud", "ziadne dalsie pokusy",
      // Hungarian, Romanian
      "nem probal*ujra", "tobb kiserlet nem", "tovabbi kiserlet nem", "tovabbi kiserletek nem",
      "nu se va reincerca", "nu va incerca din nou",
      // Swedish, Danish, Norwegian, Finnish
      "inga fler forsok", "inga ytterligare forsok", "inga nya forsok", "ikke flere forsog",
      "ingen yderligere forsog", "ingen nye forsog", "ikke flere forsok", "ingen flere forsok",
      "ingen nye forsok", "ingen ytterligere forsok", "prover ikke igen", "prover ikke igjen",
      "ei yriteta enaa", "ei enaa yriteta", "ei yriteta uudelleen",
      // Russian, Ukrainian
      "попытки*прекращ", "попыток больше не", "попытки больше не", "повторные попытки не",
      "попытки*не будут", "спроби*припинен", "повторні спроби не", "спроби*не будуть",
      // Turkish, Indonesian
      "tekrar denenmeyecek", "yeniden denenmeyecek", "tidak akan dicoba lagi",
      // Japanese, Chinese, Korean
      "再試行しません", "再送しません", "再送は行いません", "配信を中止", "再送を中止",
      "配信を断念", "不再尝试", "不再重试", "不再继续尝试", "不会继续尝试", "不会再尝试",
      "停止尝试", "停止投递", "放弃投递", "不再嘗試", "不再重試", "不會繼續嘗試", "不會再嘗試",
      "停止嘗試", "다시 시도하지 않", "재시도하지 않"};
  return kPhrases;
}

}  // namespace plainbounce
