import type { Cause, Confidence, Sign } from "./cause.ts";
import { nameWords, secretNamesIn } from "../../kernel/index.ts";
import { CAUSES } from "./registry.generated.ts";

/** A cause that a text matches, and where its sign is. */
export interface Match {
  readonly cause: Cause;
  readonly confidence: Confidence;
  /** Offset of the sign's first literal; 0 for a symptom. */
  readonly at: number;
}

const RANK: Readonly<Record<Confidence, number>> = { high: 3, medium: 2, low: 1 };
export const rankOf = (confidence: Confidence): number => RANK[confidence];
export const lower = (a: Confidence, b: Confidence): Confidence => (RANK[a] <= RANK[b] ? a : b);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a pattern for exception types by their last name; a package or an outer class can precede it. */
const typesOf = (types: readonly string[]): RegExp =>
  new RegExp(`(?<![A-Za-z0-9_])(?:${types.map(escaped).join("|")})(?![A-Za-z0-9_])`);

/** Returns a pattern for a code as XML, JSON and logs write it; it does not match a longer number that begins with the code. */
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

/** Returns literals of which a text must contain at least one for the sign to match. */
const anchorsOf = ({ all, types, code }: Sign): readonly string[] =>
  all ? [all[0] ?? ""] : (types ?? (code === undefined ? [] : [String(code)]));
export const ANCHORS: readonly string[] = [...new Set(CAUSES.flatMap(({ signs }) => signs.flatMap(anchorsOf)))];
const ANCHOR = new RegExp(ANCHORS.map(escaped).join("|"), "i");

function holdsReadable(text: string, wanted: string): boolean {
  for (const name of secretNamesIn(text)) if (nameWords(name).join("").endsWith(wanted)) return true;
  return false;
}

/** Returns the offset of the sign in the text, or -1 if it does not match. */
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
  if (sign.readable !== undefined && !holdsReadable(text, sign.readable)) return -1;
  return sign.not?.test(text) ? -1 : first;
}

/** Returns the best match of each cause, without causes that another one excludes; the highest confidence first. */
export function settled(matches: readonly Match[]): readonly Match[] {
  const best = new Map<string, Match>();
  for (const match of matches) {
    const known = best.get(match.cause.id);
    if (!known || RANK[match.confidence] > RANK[known.confidence]) best.set(match.cause.id, match);
  }
  const kept = [...best.values()];
  const excluded = new Set(kept.flatMap(({ cause }) => cause.excludes));
  return kept.filter(({ cause }) => !excluded.has(cause.id)).sort((a, b) => RANK[b.confidence] - RANK[a.confidence]);
}

/** Returns the causes whose signs are in a message, a log record or a fault. */
export function causesOf(text: string): readonly Match[] {
  if (!ANCHOR.test(text)) return [];
  const small = text.toLowerCase();
  const matches: Match[] = [];
  for (const one of SIGNS) {
    const at = place(one, text, small);
    if (at >= 0) matches.push({ cause: one.cause, confidence: one.sign.confidence ?? one.cause.confidence, at });
  }
  return settled(matches);
}
