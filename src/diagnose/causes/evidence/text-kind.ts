import { PROGRAM, proseOf } from "../prose.ts";
import { plainLetters } from "../synonyms.ts";
import { isComplaint, isOver } from "./complaint.ts";
import { isSourceCode } from "./source-code.ts";

/*
 * Recognizes texts that quote messages without reporting a fault: tables of codes, change lists, test results, statistics, training
 * material, source code, texts about the future. A text with log lines or with a person's complaint reports a fault nevertheless.
 */

/**
 * Pattern of a line that only a running program writes: a time with seconds, a level, a stack trace, an exception at the beginning, an
 * HTTP request or response.
 */
const LOGGED = new RegExp(
  [
    /^(?![^\n]{0,40}\bnot(?:After|Before)\b)[^\n]{0,40}\b\d\d?:\d\d:\d\d\b/,
    /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d/,
    /^\s{0,8}[[(<]?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE|CRITICAL)\b[\])>:]? {1,8}[^|]/,
    /^\s{1,8}at [\w.$/]{1,200}\(|^\s{0,8}(?:Caused by|Traceback|Exception in thread)\b/,
    /^\W{0,4}(?:[a-z]\w{0,40}\.){1,12}\w{2,80}(?:Exception|Error|Fault): /,
    /\b(?:License path|FlexNet Licensing error|Correlation ID|Trace ID): |[?&](?:redirect_uri|error|client_id)=\S/,
    /^\s{0,8}[<>*] (?:HTTP|GET|POST|Trying|Host|SSL|TLS)|^\s{0,8}HTTP\/\d/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Pattern of the beginning of a list item: a bullet, a number, a letter. */
const ITEM =
  /^\s{0,12}(?:[-*\u2022\u00b7\u2013\u25aa\u2192\u30fb] ?|\[[ xX]\] |#?\d{1,5}[.)] ?|\(\d{1,2}\) ?|[a-e]\) |\d{1,2}(?:\.\d{1,2}){1,2}\.? )(?=\S)/;
const KEY =
  /^["'`\u00ab\u201e\u201c\u300c]?\s?(?:(?:code|exit|error|fehler|msg|e;|w;)[ ;_]{0,2})?(?:-?\d{1,7}(?:[,:]\d{1,6}){0,2}(?![\d.:/-]|\s?[%x]|,\d)|[A-Z][A-Z\d]{1,20}(?:_[A-Z\d]{1,30}){1,8}|MSG\d{3,6}|[a-z][a-z\d]{1,30}(?:[_.][a-z\d]{1,30}){1,8}|[A-Z]\w{2,60}(?:Exception|Error))(?: ?\/ ?[a-z_]{3,40})?/i;
/** Pattern of a status in capitals, such as FAILED, in a table that explains statuses. */
const STATE_KEY = /^[A-Z]{2,20}(?=: )/;
const QUOTED_KEY = /^["'`\u00ab\u201e\u201c\u300c][^"'`\u00bb\u201c\u201d\u300d\n]{6,120}["'`\u00bb\u201c\u201d\u300d]/;
/** Pattern of a separator between a code and its explanation, followed by an explanation of at least two letters. */
const MEANING =
  /^["'`\u00bb\u201d\u300d]?(?:\s{2,40}|\t|\s?(?:[:=|;,\u2013\u2014\u2026\uff1a(]|->|=>|\u2192|- )[^\S\n]{0,40})["'(\u00ab\u201e\u300c]?(?=[^\n]{0,60}(?:\p{L}{2,40}[ .!'\u2019-]{1,3}\p{L}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{2,40}|\p{L}{6,60}))/u;

/** Pattern of a setting, KEY=VALUE, whose value has no blank and so is no explanation. */
const SETTING = /^\s{0,12}[\w.-]{2,80}\s?=\s?[^\s"]{0,400}\s{0,4}$/;

/** Returns the code that a table row explains, or null if the line is no such row. */
function codeOf(line: string): string | null {
  if (SETTING.test(line)) return null;
  const row = line.replace(ITEM, "").trimStart();
  const key = KEY.exec(row)?.[0] ?? QUOTED_KEY.exec(row)?.[0] ?? STATE_KEY.exec(row)?.[0] ?? KEY.exec(line.trimStart())?.[0];
  if (key === undefined) return null;
  const start = row.startsWith(key) ? row : line.trimStart();
  return MEANING.test(start.slice(key.length)) ? key : null;
}

/** Returns whether most lines each explain a different code or message. */
const isCodeTable = (lines: readonly string[]): boolean => {
  const codes = lines.map(codeOf).filter((code) => code !== null);
  return new Set(codes).size >= 3 && codes.length * 2 >= lines.length;
};

/** Pattern of a row of a table in which a cell says yes or no. */
const MATRIX_ROW =
  /^\s{0,8}\S[^\n]{0,120}?(?:\s{2,40}|\t|\| ?)(?:yes|no|ja|nein|oui|non|s\u00ed|si|\u2713|\u2714|\u2717|\u2718)(?:\s{2,40}|\t|,| ?\||\s{0,8}$)/i;

/** Returns whether a text contains a table: a line of dashes below a heading, or columns separated by bars or tabs. */
const isTable = (lines: readonly string[]): boolean =>
  lines.some((line) => /^\s{0,4}\|?[ :]{0,2}-{3,80}[ :]{0,2}\|[-| :]{0,200}$/.test(line)) ||
  new Set(lines.map((line) => /^[^|\n]{2,200} \| (?=[^|\n]{2,200})/.exec(line)?.[0])).size > 3 ||
  lines.filter((line) => MATRIX_ROW.test(line)).length >= 3 ||
  lines.some((line) => /^\s{0,4}\|\|[^|\n]{1,200}\|\|/.test(line));

const isList = (lines: readonly string[]): boolean => {
  const items = lines.filter((line) => ITEM.test(line));
  return items.length >= 3 && items.length * 10 >= lines.length * 6;
};

/** Pattern of a table row that ends in a number or a percentage, as in a statistic. */
const COUNT =
  /(?:\s{2,60}|[;,|\t] ?|\.{3,80} ?|: {1,40})\d{1,3}(?:[ .,]?\d{3}){0,3}(?:[.,]\d{1,2})?(?: ?%)?(?:[;,|\t ]{1,4}\d{1,7}| {1,4}\([^()\n]{1,60}\)| \w{1,20} ago){0,3}(?:\s{2,12}(?:ok|gr\u00fcn|green))?\s{0,4}$|^\s{1,8}\d{1,6}\s{2,8}\p{L}/iu;
/** Pattern of a row of a table of tickets that says that its ticket is closed. */
const CLOSED_ROW =
  /(?:\s{2}|[;,|\t] ?)(?:closed|done|resolved|geschlossen|erledigt|clos(?:e|ed)?|ferm\u00e9e?|cerrad[oa]|chius[oa]|fechad[oa]|encerrad[oa]|gesloten|zamkni\u0119te)(?=\s{2}|[;,|\t]|\s?$)/i;
const isClosedList = (lines: readonly string[]): boolean => {
  const rows = lines.filter((line) => CLOSED_ROW.test(line));
  return rows.length >= 3 && rows.length * 10 >= lines.length * 5;
};
const isStatistic = (lines: readonly string[]): boolean => {
  const rows = lines.filter((line) => COUNT.test(line) && /\p{L}{3}/u.test(line));
  return rows.length >= 3 && rows.length * 10 >= lines.length * 6;
};

/** Pattern of a line of a web server's configuration: a directive of nginx or Apache, or the beginning or end of a block. */
const DIRECTIVE =
  /^\s{0,24}(?:(?:server|location|upstream|http|events|stream|if|map)\b[^\n;{]{0,200}\{(?:[^\n{}]{0,300}\})?|\}|<\/?(?:VirtualHost|Location|Directory|IfModule|Proxy)\b[^\n]{0,200}>|[a-z][a-z_]{1,40}\s[^\n]{1,400};)(?:\s{0,8}#[^\n]{0,400})?\s{0,4}$|^\s{0,24}(?:ErrorDocument|SSLEngine|SSLProxy\w{2,40}|ProxyPass\w{0,20}|ServerName|RewriteRule|Listen)\s[^\n]{1,400}$/;
const isConfiguration = (lines: readonly string[]): boolean => {
  const own = lines.filter((line) => DIRECTIVE.test(line) || /^\s{0,24}#/.test(line));
  return lines.some((line) => DIRECTIVE.test(line)) && own.length * 10 >= lines.length * 7;
};

/** Pattern of a commit's hash and subject, as `git log --oneline` prints it. */
const COMMIT = /^\s{0,4}[\da-f]{7,12} \p{L}/u;
/** Pattern of a commit's line in `git log`, and of the first line of a change to source code or a document. */
const LOGGED_COMMIT =
  /^commit [\da-f]{7,40}$|^diff --git [^\n]{1,300}\.(?:[cm]?[jt]sx?|java|kt|groovy|cs|cpp|py|go|rs|rb|php|md|adoc)$/;
/** Pattern of an entry in a list of a release's changes. */
const CHANGE =
  /^\s{0,12}(?:[-*\u2022\u00b7\u2013] ?|#?\d{1,5}[.)]? ?)?(?:fix(?:es|ed)?|chang(?:es|ed)|add(?:s|ed)|improve(?:s|d)|known|new|behoben|neu|corrig\w{2,3}|corregido|corretto|corrigido|opgelost|nuevo|mejorado|\u4fee\u6b63|\u8ffd\u52a0|\u4fee\u590d|\u65b0\u589e|feat|docs|chore)(?: ?[:\uff1a(]|\s{2,8}\S)|^\s{0,12}[-*\u2022\u00b7\u2013] ?(?:fixes|improves|adds|fixed an?) /i;
/** Pattern of a heading in Markdown. */
const TITLE = /^#{2,4} \p{L}/u;
/** Returns whether a heading in Markdown or HTML has a section number, or is above numbered steps or bullets, as in an instruction. */
const isArticle = ([first = "", ...rest]: readonly string[]): boolean =>
  /^(?:#{1,4} |<h[1-4]>)\d{1,2}(?:\.\d{1,2}){0,3}\.? \p{L}/u.test(first) ||
  (/^#{1,4} \p{L}/u.test(first) && rest.filter((line) => ITEM.test(line)).length >= 2);

const isChanges = (lines: readonly string[]): boolean =>
  lines.filter((line) => TITLE.test(line)).length >= 2 ||
  lines.filter((line) => COMMIT.test(line)).length >= 3 ||
  lines.filter((line) => CHANGE.test(line)).length >= 2;

/** Pattern of one test result, of which a test run prints several. */
const CHECKED =
  /^\s{0,8}(?:(?:PASS(?:ED)?|OK|ok)\b|[\u2713\u2714] |\[(?:ok|OK)\])|(?<!\.)\.{4,80} ?(?:ok|passed)\b|\S\s{2,60}OK\s{2,60}\S|(?:\.{3} ?|[|:-] ?|\s{2})(?:ok|OK|pass(?:ed)?|PASS(?:ED)?|true|good|bestanden|BESTANDEN|conforme|CONFORME|superato|SUPERATO|geslaagd|aprobado|APROBADO|aprovado|APROVADO)\s{0,4}$/;
const FAILED = /(?<!\b0 )\b(?:FAIL(?:ED|URE)?|ERROR|NOK|not ok|failed)\b/;
const isChecks = (lines: readonly string[]): boolean =>
  lines.filter((line) => CHECKED.test(line)).length >= 3 && !lines.some((line) => FAILED.test(line));

/** Pattern of the last line of a program's output that says that it succeeded. */
const SUCCEEDED =
  /\b(?:RESULT|DONE|FINISHED|SUMMARY|finished|completed)\b[^\n]{0,20}(?:\bOK\b|\bSUCCESS|without errors|\b0 errors|\bexit 0\b)|: DONE without|\b(?:main window|tool|menus?) (?:ready|ok)\s{0,4}$/;

/** Returns whether the last line of a program's output says that it succeeded, so that errors in earlier lines stopped nothing. */
export const hasSucceeded = (text: string): boolean => SUCCEEDED.test(text.trimEnd().split("\n").at(-1) ?? "");

/** Patterns of words that identify a text that only quotes messages if they are in its heading or begin a line. */
const HEADING = new RegExp(
  [
    /(?<!\p{L})(?:appendix|compte rendu|protokoll (?:jour|der|vom)|jour fixe|verhalten bei|behaviou?r (?:on|in case)|comportement en cas|annexe|apendice|appendice|bijlage|zalacznik|neues im|neu in|new in|nouveautes|(?:pr|mr) #?\d{1,6}|pull request|change \w{0,4}\d{3,}|knowledge (?:article|base)|survey|umfrage|sondage|encuesta|sondaggio|dokumentation|documentation|statusmeldungen|status messages|wochenplan|zeitplan)(?!\p{Script=Latin})/u,
    /(?<!\p{L})(?:release notes?|change ?log|what.s new|versionshinweise|neuerungen|bugfixes|notes de version|novedades|novita|novidades|note di rilascio)(?!\p{Script=Latin})/u,
    /(?<!\p{L})(?:test ?(?:report|case|plan|fall|protokoll|szenario|geval|skript|script)|uat|scenario|abnahmeprotokoll|cas de test|plan de (?:test|pruebas)|piano di collaudo|caso di prova|caso de (?:prueba|teste)|przypadek testowy)(?!\p{Script=Latin})/u,
    /(?<!\p{L})(?:slide|lesson|exercise|quiz|homework|tutorial|training|course|folie|lektion|ubung|schulung(?:stag|sunterlagen)?|aufgabe \d|diapositive|exercice|lecon|diapositiva|ejercicio|leccion|esercizio|lezione|oefening)(?!\p{Script=Latin})/u,
    /(?<!\p{L})(?:how to (?:fix|solve|resolve|set)|table of contents|contents|search results|people also ask|topics|forum\b[^\n]{0,40}\u00bb|inhalt(?:sverzeichnis)?|sommaire|indice|chapitre|kapitel|chapter|capitulo|capitolo)(?!\p{Script=Latin})/u,
    /(?<!\p{L})(?:cr de reunion|plan for \w{3,12}|(?:certificate )?inventory|administration guide|glossar\w{0,2}|glossary|cheat sheet|faq|frequently asked|common questions|runbook|playbook|backlog|check-?liste?|agenda|ordre du jour|tagesordnung|orden del dia|risk (?:register|list)|risikoregister|mitigation|definition of done|user story|feature request|lessons? learned|draft|entwurf|wartungsankundigung|announcement|aviso\b|overweging|planning question|architecture question|question for the)(?!\p{Script=Latin})/u,
    /(?<!\p{L})(?:(?:top|die haufigsten) \d{1,3}|top error|(?:weekly|monthly|daily|usage|uptime) .{0,20}report|monatsbericht|wochenbericht|rapport (?:hebdomadaire|mensuel)|informe (?:semanal|mensual)|license usage|sessions by|november:|helpdesk top)(?!\p{Script=Latin})/u,
    /(?<!\p{L})(?:(?:error|exit|event|status) ?codes\b|fehlercodes\b|foutcodes|codes d.erreur|codigos de (?:error|saida|erro)|tabella dei|tabela de|lista kodow|keycloak event types)(?!\p{Script=Latin})/u,
    /(?<!\p{L})(?:minutes (?:of|from)|acta de|verbale (?:di|della)|ata da|notulen|zapis (?:z|ze)|protokol (?:z|ze)|(?:sitzungs|besprechungs|ergebnis)protokoll|(?:question|frage|pregunta|domanda|pergunta|vraag) \d{1,2}(?=[:.)])|(?:change|preparation|anderungs|vorbereitungs)[ -]?protocol?l?)(?!\p{Script=Latin})|^minutes[,:]|^\W{0,4}readme\b|^\W{0,4}(?:retrospe[ck]ti\w{1,3}|retro)\b|^chg\d{4,}|^\W{0,4}(?:change request|cr-?\d{2,6}|handout|nessus|(?:vulnerability|security) (?:scan|report)|abschlussbericht|rapporto di test|rapport de test|modification prevue|api reference|minuta (?:de )?reunion|anderungsantrag|change order|review of|wissensartikel|article (?:kb|de connaissance)|(?:article?|articulo|artikel|artigo|articolo) kb-?\d{3,9}|kb-?\d{3,9}|(?:planned|scheduled) (?:maintenance|downtime)|geplante (?:wartung|arbeiten)|ankundigung|maintenance (?:notice|announcement)|manutenzione programmata|avis de maintenance|mantenimiento programado|manutencao programada)\b/u,
    /付録|附录|お知らせ|^第 ?\d{1,2} ?章|公告|공지|本周计划|勉強会|受入試験|인수 시험|验收|アンケート|问卷|更新日志|发行说明|変更履歴|リリースノート|テスト(?:ケース|項目)|测试(?:用例|计划)|スライド|演習|研修|练习|培训|幻灯片|강의|연습|错误代码|エラーコード|오류 코드|手順書|教育資料|週報|月報|周报|月报|会议纪要|議事録|チェックリスト|检查清单|릴리스 노트|테스트 케이스|교육|설문/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "u",
);
/** Largest number of words that can precede the word by which a heading is recognized. */
const BEFORE = 5;

/** Returns whether a line, in plain letters, is the heading of a text that only quotes messages. */
function isHeading(line: string): boolean {
  const at = line.search(HEADING);
  return (
    at >= 0 &&
    line
      .slice(0, at)
      .trim()
      .split(/[^\p{L}\d.]{1,4}/u).length <=
      BEFORE + 1
  );
}

/** Patterns of words, anywhere in a text, that only tests, exercises, designs and instructions contain. */
const ANYWHERE = new RegExp(
  [
    /\b(?:expected results?|expected outcome|(?:is|are|as) expected\b|expect [A-Z\w"]|on purpose|precondition|acceptance criteria|erwartetes ergebnis|vorbedingung|absichtlich\w{0,2}|wie (?:gefordert|erwartet)|arret planifie|c.est normal|das ist normal|rien a faire de votre cote|(?:le |voici le )?rappel promis|kurze erinnerung:|friendly reminder|nothing to do for now|resultat attendu|expres pour|risultato atteso|apposta|resultado esperado|a proposito\b|de proposito|verwacht resultaat|oczekiwany wynik)\b|期待結果|期待どおり|想定どおり|合格|演练|訓練|预期结果|按要求|예상 결과|합격/,
    /\b(?:nothing (?:is )?(?:broken|urgent)|works as designed|this is intended|you will (?:then )?see|accepted answer|emergency drill|notfallubung|simulacro|esercitazione|stand for\b|just (?:reading|curious|wondering|asking)|in this release|(?:asked|viewed|answered|published) \d|it appears if|is (?:printed|thrown|shown) (?:if|when) (?!i\b|we\b)|updating the documentation|pros and cons|we(?:.re| are) (?:evaluating|considering|planning|designing|writing the)|as an? \w{2,20} i want|what (?:happens|would happen) (?:if|when)|(?:is it|would it be) possible to|we have not \w{2,20} (?:a single|any|yet)|would a user|starts in q\d|rollout for|due in)\b/,
    /\b(?:notfallplanung|was passiert(?: eigentlich)?,? wenn|wie lange dauert|wir (?:uberlegen|planen|erwagen)|konzept\b|schulungsunterlagen|noch nichts installiert|frage nur fur|nur (?:neugierig|interessehalber)|(?:ich schreibe|wir schreiben) (?:gerade )?(?:eine|die) (?:anleitung|doku|richtlinie)|was sieht (?:der|ein|man)\b|ist nichts zu (?:tun|veranlassen)|(?:am|an einem) (?:kurs|training|workshop|seminar)\b|(?:erscheint|kommt|steht|meldet) (?:irgendwann|stattdessen)|ab morgen|morgen (?:werden|wird|ersetzen|tauschen))\b/,
    /\b(?:que se passe(?:rait)?-t-il|que se passerait|vaut-il mieux|il vaut mieux|je prepare la|nous (?:commencons|envisageons) le|phase de conception)\b/,
    /\b(?:conviene|fase de diseno|se (?:reiniciara|renovara|cambiara)|(?:veran|recibiran) ["«]|no abran|mets a jour la documentation|seria (?:mejor|melhor)|sarebbe meglio|stiamo (?:pianificando|valutando)|cosa succede(?:rebbe)? se|que pasaria si|o que acontece(?:ria)? se|hoe kunnen we voorkomen|moeten we .{2,60} voor|wat gebeurt er als|morgen vervangen|solo (?:curiosidad|curiosita)|uit nieuwsgierigheid|pisze instrukcje|jutro (?:wymieniamy|bedziemy)|planujemy|czy mozna|co sie stanie)\b/,
    /検討(?:中|して)|計画の|将来|应急预案|如果.{1,20}会|目前一切正常|现在一切正常|검토/,
    /\bin this (?:post|tutorial|article|video|lesson|guide)\b|\bmin read\b|\bthe most (?:common|likely) (?:reason|cause)\b|\bfixes the following\b|\bif the \w[^.\n]{3,60}, (?:start|ask|call|restart|open|check)\b/,
    /\b(?:beispiel fur einen falschen|example of a (?:wrong|bad)|exemple de valeur (?:fausse|incorrecte))\b/,
    /\bthis is thrown (?:when|if) (?!i\b|we\b)|\ban example is\b|\((?:[\w ]{1,40} )?(?:error|exit) codes\)|^[\w.-]{2,40}\(\d\w?\): |\bpas de probleme en cours\b|\bno alert thresholds\b|\b(?:open incidents|incidents open)\W{1,3}(?:none|0)\b|\bwithout interruption\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Pattern of the heading, such as "Resolution:", under which an article or ticket says how a fault was repaired. */
const MENDED =
  /^\W{0,4}(?:resolution|solution|fix|permanent fix|losung|behebung|soluzione|solucion|solucao|oplossing|rozwiazanie|rimedio|correction|\u5bfe\u51e6|\u89e3\u6c7a\u7b56|\u89e3\u51b3(?:\u65b9\u6cd5|\u529e\u6cd5)|\u5904\u7406|\ud574\uacb0)(?: notes)? ?[:\uff1a]/m;
const ASKED = /\u2610/g;

/** Patterns of what build tools and test runners print when every test passed; all patterns of one list must match. */
const ALL_PASSED: readonly (readonly RegExp[])[] = [
  [/\bTests run: \d{1,6}, Failures: 0, Errors: 0\b/, /\bBUILD SUCCESS/],
  [/Test\w{0,40} > [^\n]{1,200} (?:PASSED|STANDARD_OUT)\b/, /\bBUILD SUCCESSFUL\b/],
  [/<testsuites?\b(?=[^<>]{0,600}\bfailures="0")(?=[^<>]{0,600}\berrors="0")/],
  [/^={2,40} (?:\d{1,6} \w{1,12}, ){0,3}\d{1,6} passed(?:, \d{1,6} (?:skipped|warnings?|deselected)){0,3} in [\d.]{1,10}s/m],
  [/^Tests:? {1,12}(?:\d{1,6} (?:skipped|todo), ){0,2}\d{1,6} passed(?:, \d{1,6} total| \(\d{1,6}\))\s{0,4}$/m],
  [/^# pass \d{1,6}\n# fail 0$/m],
  [/\bPassed!\s{1,4}- Failed:\s{1,8}0\b/],
];
/** Pattern of the result of a failed test. */
const NOT_PASSED = /\bFAILED\b|^not ok \d|\b[1-9]\d{0,5} failed\b/m;

/** Returns whether a text is the output of tests that all passed, in which a test can expect a message. */
export function isTestRun(text: string): boolean {
  const ends = [text.slice(0, MOST), text.slice(-MOST)];
  const isPassed = ends.some((end) => ALL_PASSED.some((run) => run.every((one) => one.test(end))));
  return (isPassed && !ends.some((end) => NOT_PASSED.test(end))) || isChecks(text.slice(0, MOST).split("\n"));
}

/** Returns whether the form of a text shows that it only quotes messages and reports no fault. */
function isQuoting(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (isTestRun(text) || hasSucceeded(text) || isSourceCode(text)) return true;
  if (lines.some((line) => LOGGED_COMMIT.test(line))) return true;
  if (lines.some((line) => LOGGED.test(line))) return false;
  const plain = plainLetters(text);
  return (
    isCodeTable(lines) ||
    isTable(lines) ||
    isList(lines) ||
    isStatistic(lines) ||
    isClosedList(lines) ||
    isChanges(lines) ||
    isConfiguration(lines) ||
    ANYWHERE.test(plain) ||
    MENDED.test(plain) ||
    (text.match(ASKED)?.length ?? 0) >= 2 ||
    isArticle(lines) ||
    plain.split("\n").some((line, i) => (i < 1 || /[:\uff1a]/.test(line)) && isHeading(line))
  );
}

const MOST = 8_000;

/** Pattern of the time at the beginning or end of an agenda's item: a range, or a time without seconds at a multiple of five minutes. */
const ITEM_TIME =
  /^\W{0,4}(?:\d{1,2}[.)] )?\d{1,2}[:.h][0-5][05](?: ?[-\u2013] ?\d{1,2}[:.h][0-5][05])?(?=[ ,\uff0c\t]|$)(?!\W{0,3}[\p{L}.-]{1,20}: )|[ ,(]\d{1,2}[:.h][0-5][05]\)?\s{0,4}$/u;
const ITEM_RANGE = /^\W{0,4}(?:\d{1,2}[.)] |\p{L}{2,12}[.,]{0,2} )?\d{1,2}[:.h][0-5][05] ?[-\u2013] ?\d{1,2}[:.h][0-5][05]\b/u;

/** Returns whether most lines are items of an agenda. Lines of a chat, which have a name behind their time, are none. */
const isAgenda = (lines: readonly string[]): boolean => {
  const items = lines.filter((line) => ITEM_RANGE.test(line) || (ITEM_TIME.test(line) && !LOGGED.test(line)));
  return items.length >= 3 && items.length * 10 >= lines.length * 6;
};

/** Returns the lines of a text that are no lines of a log. */
export const unloggedPart = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !LOGGED.test(line))
    .join("\n");

/** Returns whether a person says, before or after quoted log lines, that the fault is over. */
export function isMended(text: string): boolean {
  const lines = text.slice(0, MOST).split("\n");
  return isOver(lines.filter((line) => !LOGGED.test(line) && !/^\s/.test(line)).join("\n"));
}

/** Fewest words in sentences, besides a quoted message, by which a text counts as written by a person. */
const FEWEST_WORDS = 12;

/** Pattern of a line of a sign-in page, or of an indented block, into which a person copies what a program shows. */
const COPIED = /^\W{0,4}(?:Request|Correlation|Trace|Activity) Id: \S|^(?: {2,12}|\t)\S|^<\w|(?:->|\s) [45]\d\d\s{0,4}$/i;

/**
 * Returns the highest confidence for a message in a person's sentences, without a line of a log and without words that something fails now:
 * medium if there are at most three sentences or other lines are copied from a program, else low. Returns null for any other text.
 */
export function limitOfQuotation(text: string): "medium" | "low" | null {
  const head = text.slice(0, MOST);
  const lines = head.split("\n");
  if (lines.some((line) => LOGGED.test(line)) || isComplaint(head)) return null;
  const prose = proseOf(head);
  if (prose.join(" ").split(" ").length < FEWEST_WORDS) return null;
  return prose.length === 1 || lines.some((line) => COPIED.test(line) || PROGRAM.test(line)) ? "medium" : "low";
}

/** Returns whether a text reports no current fault: it only quotes messages, or it says that the fault is over. */
export function reportsNothing(text: string): boolean {
  const head = text.slice(0, MOST);
  const lines = head.split("\n").filter((line) => line.trim() !== "");
  return isOver(head) || isAgenda(lines) || (isQuoting(head) && !isComplaint(head));
}
