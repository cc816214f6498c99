import { memoize } from "../../kernel/index.ts";
import type { Cause, Symptom } from "./cause.ts";
import { isComplaint } from "./evidence/complaint.ts";
import { isDocument } from "./evidence/reported.ts";
import { licenseCodeIn } from "./evidence/license-code.ts";
import { isPlan } from "./evidence/plan.ts";
import { isSourceCode } from "./evidence/source-code.ts";
import { isOurs } from "./evidence/speaker.ts";
import { proseOf } from "./prose.ts";
import { isSaid, plainLetters, synonymsOf } from "./synonyms.ts";
import { causesOf, lower, type Match, settleMatches } from "./match.ts";
import { CAUSES } from "./registry.generated.ts";

/** Pattern of one word; a word of Latin letters ends where Japanese, Chinese or Korean begins, which are written without blanks. */
const WORD = /(?:\p{Script=Latin}|\p{N}|\p{M})+|(?:(?!\p{Script=Latin})\p{L})+/gu;

const GROUPS = new Map(
  CAUSES.flatMap(({ symptoms }) => symptoms).map(({ words }) => [
    words,
    plainLetters(words)
      .split(" ")
      .map((group) => group.split("|")),
  ]),
);
const groupsOf = ({ words }: Symptom): readonly (readonly string[])[] => GROUPS.get(words) as readonly (readonly string[])[];
const wordsOf = (text: string): readonly string[] => plainLetters(text).match(WORD) ?? [];

/** Memoized searches for word beginnings, by the list of words that they search: many symptoms share beginnings that have many synonyms. */
const SEARCHES = new WeakMap<readonly string[], (beginning: string) => boolean>();

/** Returns whether one of the words in `said` matches a beginning or one of its synonyms. */
function isMeant(beginning: string, said: readonly string[]): boolean {
  const search = SEARCHES.get(said) ?? memoize((one: string) => synonymsOf(one).some((other) => isSaid(other, said)));
  SEARCHES.set(said, search);
  return search(beginning);
}

/** Returns how many of the symptom's word groups match one of the words in `said`; with `synonyms`, also by a synonym. */
const shared = (symptom: Symptom, said: readonly string[], synonyms = true): number =>
  groupsOf(symptom).filter((group) => group.some((beginning) => (synonyms ? isMeant(beginning, said) : isSaid(beginning, said))))
    .length;

/** Returns whether every word group of the symptom matches a word of the text. */
export const describes = (symptom: Symptom, text: string): boolean => shared(symptom, wordsOf(text)) === groupsOf(symptom).length;

/** Returns how well a cause's symptoms fit sentences: symptoms with more word groups count more, and so do matches without synonyms. */
function fitOf({ symptoms }: Cause, sentences: string): number {
  const said = wordsOf(sentences);
  const whole = symptoms.filter((symptom) => shared(symptom, said) === groupsOf(symptom).length && !symptom.not?.test(sentences));
  return whole
    .map((symptom) => groupsOf(symptom).length + shared(symptom, said, false))
    .reduce((best, fit) => Math.max(best, fit), 0);
}

/** A symptom or cause that is close to a description that no symptom covers. */
export interface Near {
  readonly id: string;
  readonly says: string;
}

/** Number of suggested symptoms: the best one and two more. */
const MOST_NEAR = 3;

/** Returns the symptoms of which at least two word groups, and at least half of them, match the words in `said`; the closest first. */
function nearSymptoms(said: readonly string[]): readonly Near[] {
  const near = CAUSES.flatMap(({ id, symptoms }) =>
    symptoms.map((symptom) => ({ id, says: symptom.says, count: shared(symptom, said), of: groupsOf(symptom).length })),
  ).filter(({ count, of }) => count >= 2 && count * 2 >= of && count < of);
  return near.sort((a, b) => b.count / b.of - a.count / a.of || b.count - a.count).map(({ id, says }) => ({ id, says }));
}

/** Returns the words of a cause in two layers: those of its title, messages and symptoms, then those of its explanation. */
const layersOf = ({ id, title, matches, symptoms, states, cause, why }: Cause): readonly ReadonlySet<string>[] =>
  [
    [id, title, ...matches, ...symptoms.map(({ says }) => says)],
    [states, cause, why],
  ].map((texts) => new Set(wordsOf(texts.join(" "))));

const holds = (words: ReadonlySet<string>, said: readonly string[]): boolean =>
  said.every((one) => words.has(one) || (one.length > 3 && [...words].some((word) => word.startsWith(one))));

/** Returns how often the words in `said` occur in a cause's sample messages and titles; the cause with most occurrences is the closest. */
const saidOf = ({ id, title, matches, symptoms }: Cause, said: readonly string[]): number =>
  wordsOf([id, title, ...matches, ...symptoms.map(({ says }) => says)].join(" ")).filter((word) =>
    said.some((one) => word.startsWith(one)),
  ).length;

/**
 * Returns the causes that contain all of a few words copied from a message ('prolog', 'license'). Returns an empty list if every word is
 * shorter than three letters.
 */
function nearWords(said: readonly string[]): readonly Near[] {
  const telling = said.filter(({ length }) => length >= 3);
  if (telling.length === 0) return [];
  const layers = CAUSES.map((cause) => ({ cause, layers: layersOf(cause) }));
  return [0, 1].flatMap((layer) =>
    layers
      .filter(({ layers: of }) => holds(of[layer] as ReadonlySet<string>, telling))
      .sort((a, b) => saidOf(b.cause, telling) - saidOf(a.cause, telling))
      .map(({ cause: { id, title } }) => ({ id, says: title })),
  );
}

export function nearTo(text: string): readonly Near[] {
  const said = wordsOf(text);
  const near = new Map<string, Near>();
  for (const one of [...nearSymptoms(said), ...nearWords(said)]) if (!near.has(one.id)) near.set(one.id, one);
  return [...near.values()].slice(0, MOST_NEAR);
}

/**
 * Returns the ways in which logs write a code or an HTTP status, for a text that is only a number, such as 'error 515143'. Returns an empty
 * list for any other text.
 */
function bareCode(text: string): readonly string[] {
  const [, code = ""] = /^\W{0,9}(?:(?:code|error|fault|status|http|fehler)\W{1,3}){0,2}(\d{3,6})\W{0,9}$/i.exec(text) ?? [];
  return code === "" ? [] : [`code ${code}`, `HTTP ${code}`, `InternalServerException code ${code}`];
}

const asMedium = (matches: readonly Match[]): readonly Match[] =>
  matches.map((match) => ({ ...match, confidence: lower(match.confidence, "medium"), at: 0 }));

/** Returns the cause that a short text names: a word of it is the id, or all of it is the id's last part. Otherwise returns undefined. */
export function causeNamed(text: string): Cause | undefined {
  const words = text.trim().toLowerCase();
  if (words.length > LONGEST_NAMING) return undefined;
  const named = words.split(/[^a-z\d/-]/);
  return CAUSES.find(({ id }) => named.includes(id) || (named.length === 1 && id.endsWith(`/${words}`) && words.includes("-")));
}

const LONGEST_NAMING = 80;

/** Pattern of a question about how to do something, which reports no fault. */
const QUESTION =
  /^\W{0,4}(?:how (?:do|can|to)|which|where (?:do|can)|could (?:you|we)|can (?:you|we)|please|wie (?:kann|\u00e4ndere|stelle|bekomme)|kann (?:man|ich)|k\u00f6nn\w{1,3}|welche|bitte|comment|peut-on|pouvez)\b[^!\n]{0,200}\?/i;

/** Pattern of a description that says that the fault is over. */
const MENDED =
  /\b(?:is|was|are|were|has been|have been) (?:now |since )?(?:fixed|resolved|solved)\b|(?<!\b(?:only|until it|erst|nur) )\b(?:works|signs in|connects|starts|answers|geht|l\u00e4uft|funktioniert) (?:again|wieder)\b|\b(?:all|everything) (?:is|works) (?:fine|ok|well|green)\b(?!,? (?:but|yet|although))|\balles (?:gut|ok|gr\u00fcn|in Ordnung)\b(?!,? (?:aber|doch|nur))/i;

/** Pattern of a code of Microsoft Entra ID or AD FS. The code states the reason, so that symptoms beside it have only low confidence. */
const DIRECTORY_CODE = /\b(?:AADSTS|MSIS)\d{3,7}\b/;

/**
 * Returns the causes whose symptoms are in a person's sentences, with at most medium confidence, and low confidence if the text can be
 * about another product.
 * @param asked True if the text is a question to Tierwright (--symptom); false if it was pasted and can be anything.
 */
export function causesOfSymptoms(text: string, asked: boolean): readonly Match[] {
  if ((isDocument(text) || isSourceCode(text)) && !isComplaint(text)) return [];
  const prose = proseOf(text);
  // a mail of several sentences can have the words of a symptom by chance: it reports a fault only if somebody complains
  const isNoReport = !asked && prose.length > 1 && !isComplaint(text);
  const isHint =
    MENDED.test(text) || QUESTION.test(text) || isPlan(text) || DIRECTORY_CODE.test(text) || !isOurs(text, asked) || isNoReport;
  const bestOf = (cause: Cause) => prose.reduce((best, sentences) => Math.max(best, fitOf(cause, sentences)), 0);
  // the code of a license error states its reason, so a person's words about licenses match no cause
  const code = licenseCodeIn(text);
  const isCoded = code !== null && code.system !== 10013;
  return CAUSES.filter(({ id }) => !isCoded || !id.startsWith("license/"))
    .map((cause) => ({ cause, fit: bestOf(cause) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ cause }) => ({ cause, confidence: isHint ? "low" : "medium", at: 0 }));
}

/** Returns the causes that fit a person's description: those whose signs a quoted message shows, and those whose symptoms are described. */
export function causesOfWords(text: string, asked = true): readonly Match[] {
  const named = causeNamed(text);
  if (named) return [{ cause: named, confidence: named.confidence, at: 0 }];
  if ((isDocument(text) || isSourceCode(text)) && !isComplaint(text)) return [];
  return settleMatches([
    ...causesOf(text, { described: true }),
    ...asMedium(bareCode(text).flatMap((code) => causesOf(code))),
    ...causesOfSymptoms(text, asked),
  ]);
}
