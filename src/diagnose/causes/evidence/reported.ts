import type { Level } from "../header.ts";
import { isComplaint } from "./complaint.ts";
import { isSourceCode } from "./source-code.ts";

/** Pattern of a report of success: a fault is over, or there was none. */
const SUCCESS =
  /(?<!\b(?:un|in|not |not be |no |without |until |before |after a |next to an? |although |despite ))\b(?:success(?:ful(?:ly)?)?|succeeded|resolved|recovered|restored|reconnected|fixed|passed|no longer|any ?more|previous:|(?:login|sign-in|connection|check) ok|healthy|completed|renewed|accepted|established|verified|works again|answered|granted|(?:is|was|are|were) (?:ok|fine|valid|trusted)|erfolgreich|behoben|wiederhergestellt|r\u00e9ussi|succ\u00e8s|0 (?:errors?|failures?|problems?))\b|[:=] ?ok\b(?! \d)|\u6210\u529f|\u6b63\u5e38/i;

/** Patterns of texts that quote a message: help, documentation, a search, a test, a change, source code, a monitoring rule. */
const QUOTE = new RegExp(
  [
    /\b(?:if|when|whenever|in case|should) (?:you|users?|the user|somebody|this|it) (?:see|sees|get|gets|receive|encounter|read|say|appears?)\b/,
    /\bif (?:it|they|this|the (?:value|field|address|uri|url|setting|property|name)) (?:is|are) (?:not|missing|empty|wrong|left)\b[^.\n]{0,60}, the \b/,
    /\b(?:see|read|refer to|consult) (?:also )?(?:the |our )?(?:docs?|documentation|manual|guide|faq|wiki|article|kb|knowledge base|handbook|runbook|help)\b/,
    /\b(?:release notes?|changelog|known issues?|troubleshooting|runbook|faq|for example|e\.g\.|such as|example:|usage:|synopsis|hint:|tip:|did you know|(?<!\b(?:from|per|with|by|to|following|in|follow) (?:the |our |your )?)documentation|explains?|means that|typical(?:ly)? (?:message|error|cause)s?|common (?:message|error|cause)s?)(?=$|\W)/,
    /\b(?:grep|egrep|rg|findstr|select-string|searching for|search for|searched for|pattern|regex|filter|alert rule|watch(?:ing)? for|matches \/|rule ["']|occurrences? of|lines? match)(?=$|\W)/,
    /\b(?:catch ?\(|assert\w{0,20}\(|expect\(|describe\(|it\(|test\w{0,40}\()/,
    /\b(?:throw new|instanceof|should\w* (?:throw|reject|fail|return|report|show|be )|simulat\w{1,5}|mock\w{0,3}|fixture|unit test|test case|tests? run)(?=$|\W)/,
    /(?:^|\n)\s{0,12}(?:\/\/|\/\*|\* (?!Trying|connect|Connected|Host|SSL|TLS|ALPN|Closing|Server|Could|Failed)|<!--|--\s|# (?!\d)|\u2713|\u2714|(?:not )?ok \d{1,5} - |- \[[ x]\] )/,
    /(?:^|\n)(?:(?:fix|feat|docs|chore|test|refactor)(?:\([^)\n]{1,40}\))?!?: |(?:Fix|Fixed|Fixes|Closes|Handle|Improve|Translate|Document|Reword|Ignore|Suppress)(?:es|ed|s)? )/,
    /\b(?:falls|wenn) (?:sie|der|die|das|diese)\b[^\n]{0,80}\b(?:sehen|erscheint|erhalten|meldet)|\bsiehe (?:auch )?(?:handbuch|dokumentation|anleitung)|\bhinweis:|\bz\. ?b\./,
    /\b(?:question|ticket|incident|subject|re|fwd|aw|wg|betreff): /,
    /\b(?:message|text|string|label|translation|key)s? (?:of|for|was|is|are|were)? ?(?:loaded|changed|translated|renamed|added|registered|defined)/,
    /\bloaded (?:message|text|string|label|key)\b|\b(?:resource bundle|message catalog(?:ue)?|i18n|l10n)\b/,
    /\b(?:is|are) (?:documented|described|explained) (?:in|under|at|here)\b|\bhelp: -/,
    /\b(?:old|earlier|previous|yesterday's|last week's) (?:error|message|problem|failure)\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** Number of lines at the beginning of a log record that can show that it only quotes a message; a stack trace follows them. */
const MOST_LINES = 3;
const MOST = 1_000;

/** Pattern of a text that explains, announces or documents something, so that it reports no fault. */
const DOCUMENT =
  /^\W{0,4}\d{1,2}(?:\.\d{1,2}){1,3}\.?[ \t]{1,4}[A-Z\u00c4\u00d6\u00dc][^\n.:]{3,80}\n(?=[^\n]{0,400}\b(?:enter|set|select|choose|open|click|register|create|then|continue|geben sie|w\u00e4hlen|saisissez)\b)|^\W{0,4}(?:wiki|docs?|documentation|javadoc|man ?page|changelog|change ?log|release notes?|runbook|playbook|faq|manual|handbook|guide|how-?to|knowledge base|kb|article|template|advert\w{0,8}|newsletter|minutes|agenda|training|doku\w{0,12}|handbuch|anleitung|\u00e4nderungen|versionshinweise|schulung|vorlage|notes de version|manuel|guide|journal des modifications|\u30de\u30cb\u30e5\u30a2\u30eb|\u30ea\u30ea\u30fc\u30b9\u30ce\u30fc\u30c8|\u624b\u518c|\u66f4\u65b0\u65e5\u5fd7)\b[^:\n]{0,40}[:\uff1a-]|^\W{0,4}(?:[\w-]{2,20} ){1,3}(?:how-?to|guide|manual|handbook|tutorial|runbook|wiki|handbuch|anleitung|leitfaden|manuel)\W{1,3}(?:section|chapter|part|page|step|kapitel|abschnitt|teil|seite|schritt|chapitre|partie|\u00e9tape|pp?\.) \d{1,3}|\b(?:from the man ?page:|what does [^?\n]{1,120} mean\b|was bedeutet\b|que signifie\b|for reference(?: only)?|not an incident|no incident|nothing to do (?:today|here)|is documented|usage printed|this page (?:explains|describes|lists)|the (?:help|manual|handbook|wiki|guide|documentation)(?: page)? (?:quotes?|says|lists?|shows?|explains?)\b|is one of (?:the|several|many) (?:codes|errors|messages|reasons)\b|diese seite (?:erkl\u00e4rt|beschreibt)|this (?:article|chapter|section) |in dieser schulung)/i;

/**
 * Pattern of the beginning of a line that names its origin, such as "Code review:", so that it reports no fault: a monitor, a review, a
 * plan, a test, a guide.
 */
const HEADING =
  /^\W{0,4}(?:[\w.-]{2,20} ){0,3}(?:monitor(?:ing)?|dashboard|log filter|alert rule|password policy|health check|guide|runbook|code review|pull request|PR|release plan|test plan|unit test|style guide|license report|checklist|lesson)\b[^:\n]{0,20}: /i;
/** Pattern of a line that says of itself that it documents, tests, searches for or expects a message. */
const ABOUT =
  /^\W{0,4}(?:grep|egrep|rg|findstr|select-string) |\bexplained: |\((?:code review|manual|handbook|docs?)\b|\b(?:runbook|guide|checklist) (?:lists|says|names)\b|\b(?:see the test|on purpose|as intended|style guide|which is expected|counted per (?:hour|day)|in the docs|sample of the docs)\b/i;

/** Returns whether a text is a document, so that the messages in it are quotations. */
export const isDocument = (text: string): boolean =>
  DOCUMENT.test(text.slice(0, MOST)) || (!text.trim().includes("\n") && (HEADING.test(text) || ABOUT.test(text.slice(0, MOST))));

/** Returns the first lines of a log record, without the names of thread and logger in brackets after its level. */
const headOf = (text: string): string =>
  text
    .slice(0, MOST)
    .split("\n", MOST_LINES)
    .join("\n")
    .replace(
      /^[\s:|-]{0,8}(?:\[[^\]\n]{0,120}\][\s:|-]{0,8}){0,3}(?:[\w$]{1,40}(?:\.[\w$]{1,40}){1,8}(?: -|:) |[\w$]{1,40} - )?/,
      "",
    );

/** The confidence that a match of a cause in a log record can have, by the record's level and words: any, low only, or none. */
export type Allowed = "anything" | "hint" | "nothing";

/**
 * Returns the confidence that a match in a text can have. Records of level error and complaints without a level allow any. Other texts that
 * quote a message allow none; those that report success allow a hint, or none if they have a level below warning.
 */
export function allowedBy(text: string, level: Level | null): Allowed {
  if (level === "error") return "anything";
  const head = headOf(text);
  const quotes = QUOTE.test(head) || isDocument(head) || isSourceCode(text);
  if (!quotes && !SUCCESS.test(head)) return "anything";
  if (level === null && isComplaint(text)) return "anything";
  if (quotes) return "nothing";
  return level === "other" ? "nothing" : "hint";
}
