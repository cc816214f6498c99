import { groupedBy, nameWords, secretNamesIn } from "../../kernel/index.ts";
import { AnchorIndex } from "./anchor-index.ts";
import type { Cause, Confidence, Sign } from "./cause.ts";
import { httpMatches } from "./evidence/http.ts";
import { MARK_ANCHORS } from "./evidence/byte-order-mark.ts";
import { eventMatches } from "./evidence/idp-event.ts";
import { oauthMatches } from "./evidence/oauth-error.ts";
import { PAGE_ANCHORS, pageMatches } from "./evidence/page.ts";
import { RecordFields } from "./evidence/record-fields.ts";
import { type Allowed, allowedBy } from "./evidence/reported.ts";
import { TRUST_ANCHORS } from "./evidence/trust-fault.ts";
import { Facts } from "./facts.ts";
import type { Level } from "./header.ts";
import { CAUSES } from "./registry.generated.ts";

/** A cause of which a text shows a sign or symptom, and the offset of the evidence in the text. */
export interface Match {
  readonly cause: Cause;
  readonly confidence: Confidence;
  /** Offset in the searched text at which the evidence begins; 0 for a symptom. */
  readonly at: number;
}

const RANK: Readonly<Record<Confidence, number>> = { high: 3, medium: 2, low: 1 };
export const rankOf = (confidence: Confidence): number => RANK[confidence];
export const lower = (a: Confidence, b: Confidence): Confidence => (RANK[a] <= RANK[b] ? a : b);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a pattern for exception types by their last name; a package or an outer class can precede it. */
const typesOf = (types: readonly string[]): RegExp =>
  new RegExp(`(?<![A-Za-z0-9_])(?:${types.map(escaped).join("|")})(?![A-Za-z0-9_]|\\.class\\b)`);

/**
 * Returns a pattern for an error code as XML, JSON and logs write it, also in brackets after the type of a fault. It does not match a
 * longer number that begins with the code.
 */
const codeOf = (code: number): RegExp =>
  new RegExp(
    // a number of six digits in brackets is a code: no count or process id is that long
    `${code < 100_000 ? "" : `\\s- ${code}(?::| -) (?=[A-Z])|(?:\\bERROR(?: -|:)|^:) ${code}:? (?!(?:rows|entries|records|objects|lines|files|items|bytes|parts)\\b)(?=[A-Z])|(?:^|\\n)[^\\S\\n]{0,8}\\[${code}\\] (?!(?:rows|entries|records|objects|lines|files|items|bytes)\\b)|\\b(?:codes|errors|faults) ${code}(?!\\d| of\\b)|`}\\b(?:code|error|err|fault|fehler|fehlercode|errorcode|faultcode|erreur|errore|codice|c\u00f3digo|codigo|erro|fout|foutcode|kod|b\u0142\u0105d|\u30b3\u30fc\u30c9)[\\\\"'>]{0,4}\\s{0,3}[=:#]?\\s{0,3}["'(]?${code}(?!\\d|\\s?(?:rows|bytes|ms|items|objects|records|lines|entries|files|times)\\b)|\\b[A-Z]\\w{0,60}(?:Exception|Fault${code < 100_000 ? "" : "|Error"})\\s?[:(\\[]\\s?[(\\[]?${code}\\b(?!\\s(?:rows|records|entries|objects|items|files)\\b)|(?:^|\\n|[^\\S\\n])\\[[1-5]\\] ${code}: |(?:\u4ee3\u7801|\u30b3\u30fc\u30c9|\u9519\u8bef|\u30a8\u30e9\u30fc)[\uff1a: =]{0,3}${code}(?!\\d)`,
    "i",
  );

interface Ready {
  readonly cause: Cause;
  readonly sign: Sign;
  readonly confidence: Confidence;
  readonly all: readonly string[];
  readonly shapes: readonly RegExp[];
}

/** Returns whether a sign (a cause's condition on log records) needs a parsed field, an exception type or a code, and not only words. */
export const isStructural = ({ types, code, http, event, oauth, marked, license, trust, page, field, readable }: Sign): boolean =>
  [types, code, event, oauth, marked, license, trust, page, readable].some((one) => one !== undefined) ||
  (http !== undefined && http.bare !== true) ||
  field === true;

const ready = (cause: Cause, sign: Sign): Ready => ({
  cause,
  sign,
  confidence: lower(sign.confidence ?? cause.confidence, isStructural(sign) ? "high" : "medium"),
  all: (sign.all ?? []).map((literal) => literal.toLowerCase()),
  shapes: [
    ...(sign.types ? [typesOf(sign.types)] : []),
    ...(sign.code === undefined ? [] : [codeOf(sign.code)]),
    ...(sign.like ? [sign.like] : []),
  ],
});

const SIGNS: readonly Ready[] = CAUSES.flatMap((cause) => cause.signs.map((sign) => ready(cause, sign)));

const LICENSE_ANCHORS = [
  "licens",
  "licenc",
  "lizenz",
  "flexnet",
  "flexlm",
  "flexstatus",
  "flexerror",
  "flexcode",
  "(lmgrd)",
  "feature",
  "DENIED:",
  "\u30e9\u30a4\u30bb\u30f3\u30b9",
  "\u8bb8\u53ef\u8bc1",
];

/** Returns literals of which a text must contain at least one to match this sign (a cause's condition on log records). */
export function anchorsOf({ anchors, all, types, code, event, oauth, marked, license, trust, page }: Sign): readonly string[] {
  if (anchors) return anchors;
  if (all) return [all[0] ?? ""];
  if (types) return types;
  if (code !== undefined) return [String(code)];
  if (event) return event.errors.length > 0 ? event.errors : (event.types ?? []);
  if (oauth) return oauth.errors;
  if (marked) return MARK_ANCHORS;
  if (license) return LICENSE_ANCHORS;
  if (trust !== undefined) return TRUST_ANCHORS;
  return page ? PAGE_ANCHORS : [];
}
export const ANCHORS: readonly string[] = [...new Set(CAUSES.flatMap(({ signs }) => signs.flatMap(anchorsOf)))];

/** The signs of all causes, grouped by equal anchors in lower case, so that each anchor is searched only once. */
const INDEX = new AnchorIndex(
  [...groupedBy(SIGNS, ({ sign }) => anchorsOf(sign).join("\0").toLowerCase())].map(([key, items]) => ({
    anchors: key.split("\0"),
    items,
  })),
);

function holdsReadable(text: string, wanted: string): boolean {
  for (const name of secretNamesIn(text)) if (nameWords(name).join("").endsWith(wanted)) return true;
  return false;
}

/** Returns the offset of the first literal that a sign requires, or -1 if one of the literals is missing. */
function wordsAt({ all, shapes }: Ready, { text, small }: RecordFields): number {
  let first = Number.POSITIVE_INFINITY;
  for (const literal of all) {
    const at = small.indexOf(literal);
    if (at < 0) return -1;
    first = Math.min(first, at);
  }
  for (const shape of shapes) {
    const at = text.search(shape);
    if (at < 0) return -1;
    if (all.length === 0) first = Math.min(first, at);
  }
  return first;
}

/** Returns whether the parsed fields of a log record meet the conditions of a cause's sign. */
function fieldsMatch({ http, event, oauth, marked, license, trust, page, readable }: Sign, fields: RecordFields): boolean {
  if (http && !httpMatches(http, fields.http)) return false;
  if (oauth && !oauthMatches(oauth, fields.oauth)) return false;
  if (marked && fields.marked !== marked) return false;
  if (event && !eventMatches(event, fields.event)) return false;
  if (license && !(fields.license && license.includes(fields.license.major) && fields.license.system !== 10013)) return false;
  if (trust !== undefined && fields.trust !== trust) return false;
  if (page && !pageMatches(page, fields.page)) return false;
  return readable === undefined || holdsReadable(fields.text, readable);
}

/** Returns the offset at which a log record matches the sign of a cause, or -1 if it does not match. */
function place(one: Ready, fields: RecordFields): number {
  const { sign } = one;
  const at = wordsAt(one, fields);
  if (
    at < 0 ||
    !fieldsMatch(sign, fields) ||
    sign.not?.test(fields.text) ||
    sign.near?.some((one) => !one.test(fields.text)) ||
    sign.after?.(fields.facts) === false
  )
    return -1;
  if (!isStructural(sign) && fields.hasOtherReason) return -1;
  return Number.isFinite(at) ? at : firstAnchor(sign, fields.small);
}

const firstAnchor = (sign: Sign, small: string): number => {
  const places = anchorsOf(sign).map((anchor) => small.indexOf(anchor.toLowerCase()));
  return places.filter((at) => at >= 0).sort((a, b) => a - b)[0] ?? 0;
};

/**
 * Returns the confidence with which a log record that matches a sign shows the sign's cause, or null if it does not show it; at most low if
 * the record comes from a program that has nothing to do with the PLM sign-in.
 */
function allowedConfidence(
  { sign, confidence }: Ready,
  allowed: Allowed,
  fields: RecordFields,
  level: Level | null,
): Confidence | null {
  const isWords = !isStructural(sign) || (sign.trust !== undefined && !fields.trustCode);
  // a program can have overcome a certificate refusal that it logs only for debugging, and everyday things have certificates of their own
  const isAside = sign.trust !== undefined && (level === "other" || fields.isEveryday);
  const coded = isWords || isAside ? lower(confidence, "medium") : confidence;
  const named = sign.types !== undefined && fields.isMention ? lower(coded, "medium") : coded;
  const own = fields.isOtherProgram || (isWords && fields.isEveryday) ? "low" : named;
  if (sign.anyLevel || sign.event || allowed === "anything") return own;
  return allowed === "hint" ? "low" : null;
}

/** Returns the best match of each cause, highest confidence first, without causes that another match excludes. */
export function settleMatches(matches: readonly Match[]): readonly Match[] {
  const best = new Map<string, Match>();
  for (const match of matches) {
    const known = best.get(match.cause.id);
    if (!known || RANK[match.confidence] > RANK[known.confidence]) best.set(match.cause.id, match);
  }
  const kept = [...best.values()];
  const excluded = new Set(kept.filter(({ confidence }) => confidence !== "low").flatMap(({ cause }) => cause.excludes));
  const rest = kept.filter(({ cause }) => !excluded.has(cause.id));
  return rest.sort(
    (a, b) => RANK[b.confidence] - RANK[a.confidence] || Number(a.cause.noise ?? false) - Number(b.cause.noise ?? false),
  );
}

/** Facts about a text that are not in the text itself, such as its log level and the facts of earlier records of the log. */
export interface Reading {
  readonly level?: Level | null;
  readonly facts?: Facts;
  /** True if a person wrote the text as a description, so that a quoted message in it counts as logged. */
  readonly described?: boolean;
}

const NO_FACTS = new Facts();

/** Patterns of a command that searches for a message, behind a prompt, and of a count of zero: neither says that the message was found. */
const SEARCH =
  /^\s{0,8}(?:[$#>]|PS [^\n>]{0,80}>|\w{1,20}@[^\n#$]{0,80}[#$])[^\n]{0,400}?\b(?:[ez]?grep|rg|findstr|Select-String)\b[^\n]{0,2000}|(?<![\d.,])0 (?:answers?|occurrences?|hits?|lines|entries|matches|treffer|r\u00e9sultats?)\b[^\n]{0,2000}/gm;

/** Returns the causes of which a message, a log record or a fault matches at least one sign. */
export function causesOf(whole: string, { level = null, facts = NO_FACTS, described = false }: Reading = {}): readonly Match[] {
  const signs = INDEX.itemsIn(whole.toLowerCase());
  if (signs.length === 0) return [];
  const text = whole.replace(SEARCH, (command) => " ".repeat(command.length));
  const fields = new RecordFields(text, facts.with(text));
  const matches: Match[] = [];
  let allowed: Allowed | null = described ? "anything" : null;
  for (const one of signs) {
    const at = place(one, fields);
    if (at < 0) continue;
    // computed only after a match, because most records have none
    allowed ??= allowedBy(text, level);
    const confidence = allowedConfidence(one, allowed, fields, level);
    if (confidence !== null) matches.push({ cause: one.cause, confidence, at });
  }
  return settleMatches(matches);
}
