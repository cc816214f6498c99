import type { Cause, Confidence, Sign, Symptom } from "./cause.ts";
import { CAUSES } from "./registry.generated.ts";

/** A cause of a text, and where in it the sign stands. */
export interface Match {
  readonly cause: Cause;
  readonly confidence: Confidence;
  /** Offset of the sign's first literal; 0 for a symptom. */
  readonly at: number;
}

const RANK: Readonly<Record<Confidence, number>> = { high: 3, medium: 2, low: 1 };
export const rankOf = (confidence: Confidence): number => RANK[confidence];
const lower = (a: Confidence, b: Confidence): Confidence => (RANK[a] <= RANK[b] ? a : b);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A type by its last name: the package stands before it, an inner class' outer one, too. */
const typesOf = (types: readonly string[]): RegExp =>
  new RegExp(`(?<![A-Za-z0-9_])(?:${types.map(escaped).join("|")})(?![A-Za-z0-9_])`);

/** A code as XML, JSON and logs write one: never a number that only has its digits. */
const codeOf = (code: number): RegExp =>
  new RegExp(`\\b(?:code|error|err|fault|fehler|fehlercode|errorcode)["'>]{0,2}\\s{0,3}[=:#]?\\s{0,3}["']?${code}(?!\\d)`, "i");

interface Ready {
  readonly cause: Cause;
  readonly sign: Sign;
  readonly all: readonly string[];
  readonly shapes: readonly RegExp[];
}

const ready = (cause: Cause, sign: Sign): Ready => ({
  cause,
  sign,
  all: (sign.all ?? []).map((literal) => literal.toLowerCase()),
  shapes: [
    ...(sign.types ? [typesOf(sign.types)] : []),
    ...(sign.code === undefined ? [] : [codeOf(sign.code)]),
    ...(sign.like ? [sign.like] : []),
  ],
});

const SIGNS: readonly Ready[] = CAUSES.flatMap((cause) => cause.signs.map((sign) => ready(cause, sign)));

/** What a sign cannot do without: a text with none of these has no cause. */
const anchorsOf = ({ all, types, code }: Sign): readonly string[] =>
  all ? [all[0] ?? ""] : (types ?? (code === undefined ? [] : [String(code)]));
const ANCHORS = new RegExp([...new Set(CAUSES.flatMap(({ signs }) => signs.flatMap(anchorsOf)))].map(escaped).join("|"), "i");

/** Where the sign stands in the text; -1 where it does not. */
function place({ all, shapes, sign }: Ready, text: string, small: string): number {
  let first = -1;
  for (const literal of all) {
    const at = small.indexOf(literal);
    if (at < 0) return -1;
    if (first < 0) first = at;
  }
  for (const shape of shapes) {
    const at = text.search(shape);
    if (at < 0) return -1;
    if (first < 0) first = at;
  }
  return sign.not?.test(text) ? -1 : first;
}

/** The best match of each cause, without those that another one excludes; the surest first. */
function settled(matches: readonly Match[]): readonly Match[] {
  const best = new Map<string, Match>();
  for (const match of matches) {
    const known = best.get(match.cause.id);
    if (!known || RANK[match.confidence] > RANK[known.confidence]) best.set(match.cause.id, match);
  }
  const kept = [...best.values()];
  const excluded = new Set(kept.flatMap(({ cause }) => cause.excludes));
  return kept.filter(({ cause }) => !excluded.has(cause.id)).sort((a, b) => RANK[b.confidence] - RANK[a.confidence]);
}

/** The causes whose signs stand in a message, a record of a log or a fault. */
export function causesOf(text: string): readonly Match[] {
  if (!ANCHORS.test(text)) return [];
  const small = text.toLowerCase();
  const matches: Match[] = [];
  for (const one of SIGNS) {
    const at = place(one, text, small);
    if (at >= 0) matches.push({ cause: one.cause, confidence: one.sign.confidence ?? one.cause.confidence, at });
  }
  return settled(matches);
}

const WORD = /[\p{L}\p{N}]+/gu;

/** A short one is a word of its own: 'red' is not 'reduced'. */
const beginsWith = (word: string, beginning: string): boolean =>
  beginning.length <= 3 ? word === beginning : word.startsWith(beginning);

const groupsOf = ({ words }: Symptom): readonly (readonly string[])[] => words.split(" ").map((group) => group.split("|"));
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? [];

/** How many of the groups of words have one that begins so. */
const shared = (symptom: Symptom, said: readonly string[]): number =>
  groupsOf(symptom).filter((group) => group.some((beginning) => said.some((word) => beginsWith(word, beginning)))).length;

/** True where every group of words has one that begins so. */
export const describes = (symptom: Symptom, text: string): boolean => shared(symptom, wordsOf(text)) === groupsOf(symptom).length;

/** What comes near to a description that no symptom covers: half of its words, and two at least. */
export interface Near {
  readonly id: string;
  readonly says: string;
}

const MOST_NEAR = 3;

export function nearTo(text: string): readonly Near[] {
  const said = wordsOf(text);
  const near = CAUSES.flatMap(({ id, symptoms }) =>
    symptoms.map((symptom) => ({ id, says: symptom.says, count: shared(symptom, said), of: groupsOf(symptom).length })),
  ).filter(({ count, of }) => count >= 2 && count * 2 >= of && count < of);
  return near
    .sort((a, b) => b.count / b.of - a.count / a.of || b.count - a.count)
    .slice(0, MOST_NEAR)
    .map(({ id, says }) => ({ id, says }));
}

/** The causes of what a person describes: signs of a message count first, what is only described is never more than a medium guess. */
export function causesOfWords(text: string): readonly Match[] {
  const named = CAUSES.filter(({ id }) => id === text.trim()).map((cause) => ({ cause, confidence: cause.confidence, at: 0 }));
  if (named.length > 0) return named;
  const described = CAUSES.filter(({ symptoms }) => symptoms.some((symptom) => describes(symptom, text))).map((cause) => ({
    cause,
    confidence: lower(cause.confidence, "medium"),
    at: 0,
  }));
  return settled([...causesOf(text), ...described]);
}
