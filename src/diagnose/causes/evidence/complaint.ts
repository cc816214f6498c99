import { plainLetters } from "../synonyms.ts";

/*
 * Decides whether a person reports that something fails now, or that a fault is over. The words are from ten languages, in lower case
 * without accents. Single words are not enough: the word "fixed" in a list of changes ends no fault, and the word "fails" in a table
 * reports none.
 */

/** Patterns of words by which a person says that a fault happens now: a time that began recently, or "I get", "we see", "we cannot". */
const NOW = new RegExp(
  [
    /\b(?:(?<!, )since (?!then|[rv]?\d)|this morning|today|tonight|right now|every (?:time|day|night|morning|run)|on every|suddenly|all of a sudden|reopened|(?:i|we) (?:still |now |just |always |only )?(?:get|got|see|cannot|can.t|can not|receive|am|are unable)|(?:still|now) (?:shows|says|fails|get)|happens|nobody can|no one can|any idea|what (?:can|should) (?:i|we) do|does not help|did not help|please help)\b/,
    /\b(?:seit(?:dem)? (?!dann)|heute|gerade eben|plotzlich|jedes ?mal|standig|immer noch|schon wieder|(?:bekomme|kriege|sehe|erhalte) (?:ich|wir)|(?:bekommen|kriegen|sehen|erhalten) wir|(?:ich|wir) (?:bekomme|kriege|sehe|erhalte|kann|konne)n?|kann ich|konnen wir|bei (?:mir|uns|allen)|was (?:tun|kann ich|ist hier)|konnt ihr|woran liegt)\b/,
    /\b(?:depuis (?:ce|hier|lundi|mardi|mercredi|jeudi|vendredi|que|la|le)|ce matin|aujourd.hui|a chaque|soudain|toujours pas|je (?:ne|recois|vois|n.arrive)|j.ai|nous (?:ne|recevons|avons)|on (?:ne|recoit)|quoi que je fasse|que faire)\b/,
    /\b(?:da (?:stamattina|ieri|oggi|lunedi|quando|questa)|stamattina|oggi|ogni volta|all.improvviso|non riesco|non riusciamo|mi dice|ci dice|vedo|come mai)\b/,
    /\b(?:desde (?:hoy|ayer|esta|el|la|que)|hoy|esta manana|cada vez|de repente|no (?:puedo|podemos|consigo)|me (?:sale|dice|aparece)|nos (?:sale|aparece)|que hago|que podemos)\b/,
    /\b(?:desde (?:hoje|ontem|que)|hoje|esta manha|toda vez|de repente|nao (?:consigo|conseguimos)|estamos sem|alguem pode)\b/,
    /\b(?:sinds|vandaag|vanmorgen|vanochtend|elke keer|plotseling|(?:ik|wij|we) (?:krijg|zie|kan|kom)\w{0,3}|(?:krijg|zie|kan) ik|steeds)\b/,
    /\b(?:od (?:dzis|wczoraj|rana|poniedzialku|aktualizacji)|dzisiaj|dzis|nagle|nie moge|nie mozemy|za kazdym razem|po aktualizacji)\b/,
    /今朝|今日|昨日から|から(?:急に|ずっと)|急に|毎回|どうすれば|でしょうか|今天|今早|刚才|突然|每次|一直|怎么办|为什么|오늘|갑자기|매번/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Patterns of words for a fault: something fails, is missing or refuses, or a program reports an error. */
const TROUBLE = new RegExp(
  [
    /\b(?:cannot|can.t|can not|could not|unable|fail\w{0,4}|errors?|does ?n.?[o']t|do ?n.?[o']t|did ?n.?[o']t|won.t|never|no|not|nothing|none|nobody|stuck|hangs?|refuse[sd]?|denied|rejected|missing|wrong|broken|blank|empty|locked|expired|lost|instead|invalid|says?|shows?|gets?|got|red|back|only|happens|occurs)\b/,
    /\b(?:nicht|nichts|kein\w{0,2}|fehl\w{1,12}|scheiter\w{1,3}|falsch\w{0,2}|gesperrt|abgelaufen|leer|verweiger\w{1,3}|abgelehnt|meldet|melden|zeigt|sagt|passiert|tritt|ungultig\w{0,2}|rot\w{0,2})\b/,
    /\b(?:ne|pas|plus|echou\w{1,3}|echec|erreur|impossible|refus\w{1,3}|bloqu\w{1,3}|expir\w{1,3}|vide|affiche|dit|repond)\b|« /,
    /\b(?:non|nessun\w?|errore|impossibile|rifiut\w{1,3}|bloccat\w|scadut\w|vuot\w|dice|mostra|ningun\w?|fall\w{1,3}|imposible|rechaz\w{1,3}|bloquead\w|caducad\w|aparece|sale|nao|erro|falh\w{1,3}|recus\w{1,4}|expirad\w|responde)\b/,
    /\b(?:niet|geen|fout\w{0,8}|mislukt|geweigerd|geblokkeerd|verlopen|leeg|zegt|toont|meldt|nie|blad\w{0,4}|zablokowan\w|wygas\w{1,5})\b/,
    /できな|できませ|失敗|エラー|ない|ません|表示され|使えま|不能|无法|失败|错误|报错|过期|没有|提示|실패|오류|없/,
    /["“„「][^"“„”「」\n]{8,200}["”“」]|\bexception\b|\b[45]\d\d\b|-\d{1,3},\d/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Pattern of words by which a person asks for help, or describes how to reproduce a fault. */
const ASKS =
  /\b(?:dringend|urgently|asap|urgentemente|nothing works|nichts (?:geht|funktioniert|klappt)|rien ne (?:marche|fonctionne)|nada funciona|niente funziona|what (?:can|should) (?:i|we) do|please (?:help|reopen|unlock)|any (?:idea|help)|how (?:can|do) (?:i|we) (?:fix|solve) (?:this|it)|steps to reproduce|(?:i|we) (?:get|see|have) (?:this|it|these)\b|was (?:kann|soll) ich (?:tun|machen)|(?:bekommen|kriegen|sehen|haben) (?:wir )?(?:das|dies\w{0,2})\b|konnt ihr|que (?:puis-je|dois-je|faut-il) faire|que (?:hago|puedo hacer)|cosa (?:posso|devo) fare|wat (?:kan|moet) ik doen|co mam zrobic|now (?:all|every|the|there|it)\b)|どうすれば|怎么办|어떻게 해야|再現手順|复现步骤/;

/** Patterns of a condition, a plan, a rule or a past time, which mean that nothing fails now. */
const NOT_NOW = new RegExp(
  [
    /\b(?:if|in case|whenever|unless|should (?!i\b|we do)|would|will|from now on|before action|no action|until saturday|remember|nothing (?:to do|changes|is (?:broken|urgent))|no need|for (?:reference|information)|please note)\b|^\W{0,4}(?:wrong|right|falsch|richtig|q) ?:/,
    /\bbitte (?:bis|ab)\b|\b(?:falls|wenn|sollte\w{0,2}|wurde\w{0,2} (?:passieren|geschehen)|geplant|kunftig)\b/,
    /\b(?:serait|devrait|pourrait|sera|prevu\w?|podria|sera|recibira|potrebbe|sara|poderia|indien|zou|zal)\b/,
    /場合|予定|如果|将会|时(?:该|应该?)?(?:怎么办|如何)/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Pattern of words for a fault that came back after it was repaired. */
const BACK =
  /\b(?:reopen\w{0,2}|(?:again|today|now) (?:broken|failing|fails|down|the same)|broken again|same (?:error|problem|again)|is back|are back|came back|schon wieder|(?<!nie )erneut|wieder da|a nouveau en panne|reabiert\w|riapert\w|reaberto|heropend|todavia no funciona|immer noch nicht|toujours pas|still (?:not|the same|fails|broken))\b|, (?:but )?today (?:it |again)|再発|又出现|重新打开/;

/** Patterns of a fault that is over: a closed ticket, thanks, a confirmed repair. */
const OVER = new RegExp(
  [
    /(?<!\b(?:not|never|to be|cannot be|not be|only|n.t|until it|:\d{1,5}) )\b(?:is|was|are|were|been|got|it.s|issue|problem|ticket|incident|case|status|state|all) ?[:=|-]? (?:now |since |already |finally |all |- )?(?:fixed|resolved|solved|sorted)\b|\b(?:issue|problem|ticket|incident|case|request|status|state)\b[^\n.!?]{0,20}\b(?:solved|closed)\b/,
    /\b(?:(?:closed|solved|resolved|fixed) (?:by|on|with|code)\b|closed \(fixed|(?:has|have) been working|since then (?:it|everything|all)|logs in fine|all (?:good|fine|well) (?:now|since|again)|back to normal|(?:error|message|problem|warning|it|thing|that)\b.{0,60} (?:went away|disappeared|is gone|no longer appears)|(?:can|could|please|may) (?:now )?(?:be )?close(?:d)?\b(?! the (?:window|tool|app))|closing (?:this|the (?:ticket|case|incident))|nothing (?:open|pending)|worked for me|no further action|nothing left to do|no need to come|post-?mortem|recovered\b|reachable again|(?:critical|problem|down|firing) (?:->|=>) (?:ok|up|resolved)\b|incident closed|reporter confirmed|confirmed with caller|thanks?,? (?:that|it) (?:worked|helped|fixed|solved)|thank you,? (?:that|it) (?:worked|helped))/,
    /\b(?:no|zero|keine?|kein einziger|aucune?|ningun\w?|nessun\w?|nenhum\w?|geen) (?:\w{0,40}(?:exception|error|fault|fehler|erreur|denial|failure|incident|occurrence|meldung)\w{0,3})\b[^\n.]{0,40}\b(?:since|seit|depuis|desde|da|sinds|(?:for|in) (?:the last )?\d{1,3} (?:days|weeks|months))\b|\bvom tisch\b|\bjetzt (?:geht|lauft|klappt) (?:es|alles)\b|\bgone since\b|\b(?:great|ok|perfect|thanks), closing\b|\bse resolvio\b|\bquedo resuelto\b|\b(?:ya |now )?entra sin problemas?\b|\bcierro el tema\b|\ball (?:clean|clear)\b|\bist (?:der|die|das) (?:fehler|meldung|problem)\b[^\n.]{0,60}\bweg\b|\b(?:users?|customer|caller|anwender|utilisateurs|kunde) (?:has |have |haben |hat |ont )?(?:confirmed|bestatigt|confirme)\b|(?:^|[.;] )no action\b|[-\u2013] ?closed$|\b(?:root cause|ursache|cause racine|causa)\b[^\n.]{0,12}\b(?:found|gefunden|trouvee|encontrada|trovata)\b|\bruns? again\b|\b(?:sumiram|desapareceram|sparite)\b|\b(?:fecho|encerro|chiudo|cierro) (?:o|il|el) (?:chamado|ticket|caso)\b|\b(?:there is no|not an|kein|keine|pas d.|nessun|ningun) (?:incident|vorfall|storung|incidente)\b|\bwraca do normy\b|\bzamykam zg[l\u0142]oszenie\b/,
    /(?<!\bnicht |\bnicht mehr |\bnie )\b(?:behoben|gelost|erledigt|abgeschlossen|entwarnung)\b(?! werden)|\b(?:es )?lauft (?:wieder )?alles\b|\balles lauft\b|\bwieder erreichbar\b|\b(?:seitdem|seither|danach) (?:stabil|alles (?:ok|gut)|keine (?:weiteren|offenen)|fehlerfrei)\b|\bkeine offenen punkte\b|\bnicht (?:mehr |wieder )?aufgetreten\b|\b(?:meldung|fehler|problem)\b.{0,60} (?:ist|sind) (?:weg|verschwunden)\b|\bticket (?:\w{1,12} ){0,2}(?:zu|schliessen|geschlossen)\b/,
    /\b(?:resolue?s?|(?:est|c.est|etait|ete) (?:regle|corrige)e?|refonctionne\w{0,2}|(?:clore|fermer|cloturer) (?:le|ce) ticket|ticket (?:ferme|clos)|(?:erreur|probleme|souci|message)\b.{0,40} a disparu|rien a signaler|depuis,? (?:plus d|aucun|rien)|aucune recidive)\b/,
    /\b(?:solucionad[oa]|resuelt[oa]|(?:cerrar|cierren) (?:el|la|este|esta) (?:ticket|incidencia|caso|solicitud)|ya (?:funciona|no hace falta|no aparece|no sale)|sin novedad|confirmo que|(?:error|problema|mensaje)\b.{0,40} (?:desaparecio|ha desaparecido)|entr[oe] sin problemas?)\b/,
    /\b(?:risolt[oa]|(?:e|sono) sparit[oie]|non ci sono piu|tutto funziona|ora funziona|(?:da|potete|puoi) chiudere|ticket chius\w)\b/,
    /\b(?:resolvid[oa]|(?:pode|podem|vamos) (?:encerrar|fechar)|voltou sozinho|nada pendente|(?:erro|problema)\b.{0,40} (?:sumiu|desapareceu))\b/,
    /(?<!\bniet )\b(?:opgelost|verholpen|(?:melding|fout|probleem)\b.{0,60} is weg|(?:blad|problem|komunikat)\b.{0,40} zniknal|(?:mag|kan) dicht|rozwiazan[yea]|zamkniet[ey]|mozna zamknac|wszystko dziala)\b/,
    /(?:削除|対応|適用|交換|修正)(?:し)?済み(?:です|。)|解決し(?:まし|た)|解決済|解消し|復旧し|直りました|直った|クローズ|無事に|閉じて(?:おき|くだ|下)|お騒がせ|已解决|已关闭|已恢复|恢复正常|已修复|无遗留|異常なし|就好了|都好了|修好了|关了|解決了|해결되었|해결됐|해결했|복구되/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Pattern of "works again", which ends a fault only in a sentence without FOR_A_WHILE: after a restart, many faults come back. */
const WORKS =
  /\b(?:works|signs in|connects|starts|answers) (?:again|now)\b|\b(?:geht|ging|lauft|lief|funktioniert|klappt)(?: [\w:.]{1,12}){0,4} wieder\b|\b(?:fonctionne (?:a|de) nouveau|funziona di nuovo|funciona de (?:nuevo|novo)|voltou a funcionar|werkt weer|dziala (?:znowu|ponownie))\b/;
const FOR_A_WHILE =
  /\b(?:nach|erst|nur|nicht|after|only|once|until|not|apres|seulement|dopo|solo|tras|despues|depois|na|pas|po|dopiero)\b/;

/** Pattern of words about a repair that only somebody else claims, or that ended an earlier fault and not the present one. */
const EARLIER =
  /\b(?:previous|earlier|claims?|supposed\w{0,2}|release notes|precedente?|angeblich|doch|vorige\w?|anterior|de vorige|poprzedni\w?)\b|前回|上次/;

/** Pattern of a heading or last word that closes a ticket. */
const CLOSED =
  /[,;(\u2013-] ?(?:closed|resolved|solved|erledigt|behoben|clos|resolu|cerrad[oa]|resuelt[oa]|chius[oa]|risolt[oa]|fechad[oa]|encerrad[oa]|resolvid[oa]|gesloten|afgesloten|opgelost|zamkniet[ey])\)?[.!]?$|\| ?(?:done|closed|resolved|solved|erledigt|gelost|clos|chiuso|cerrado|gesloten)$|^\W{0,4}(?:[\w#/-]{1,24} ){0,4}\W{0,4}(?:closed|resolved|solved|fixed|done|erledigt|behoben|gelost|geschlossen|ferme|clos|resolu|chius[oa]|risolt[oa]|cerrad[oa]|resuelt[oa]|encerrado|fechado|resolvido|gesloten|opgelost|zamkniete)\W{0,3}(?:$|[.!,;\])-]|:(?! \d))|\b(?:status|state|etat|estado|stato) ?[:=|] ?(?:closed|solved|resolved|done|fixed|geschlossen|gelost|ferme|resolu|cerrado|resuelto|chiuso|risolto)\b/;

const MOST = 8_000;
const SENTENCES = /(?<![:\uff1a])\n|(?<=[^\d][.!?]["»”)]?) |(?<=[。！？])/;

/** Returns the sentences at the beginning of a text, in lower case and without accents. */
const sentencesOf = (text: string): readonly string[] =>
  plainLetters(text.slice(0, MOST))
    .split(SENTENCES)
    .filter((sentence) => sentence.trim() !== "");

const complains = (sentence: string): boolean =>
  !NOT_NOW.test(sentence) &&
  (BACK.test(sentence) || ASKS.test(sentence) || (NOW.test(sentence) && TROUBLE.test(sentence) && !ends(sentence)));
const ends = (sentence: string): boolean =>
  !sentence.trim().endsWith("?") &&
  !EARLIER.test(sentence) &&
  (OVER.test(sentence) || CLOSED.test(sentence) || (WORKS.test(sentence) && !FOR_A_WHILE.test(sentence)));

/** Returns whether a person says that something fails now. */
export const isComplaint = (text: string): boolean => sentencesOf(text).some(complains);

/** Returns whether a text says that its fault is over, and no later sentence says that it is back. */
export function isOver(text: string): boolean {
  const own = text.split("\n").filter((line) => !/^\s{0,4}>/.test(line));
  // lines of a mail that quote an earlier mail ('>') are older than the other lines, so only the others say whether the fault is over
  const sentences = sentencesOf(own.some((line) => line.trim() !== "") ? own.join("\n") : text);
  const last = sentences.findLastIndex(ends);
  return last >= 0 && !BACK.test(sentences[last] as string) && !sentences.slice(last + 1).some(complains);
}
