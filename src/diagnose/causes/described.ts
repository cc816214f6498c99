import type { Cause, Symptom } from "./cause.ts";
import { causesOf, lower, type Match, settled } from "./match.ts";
import { CAUSES } from "./registry.generated.ts";

const WORD = /[\p{L}\p{N}]+/gu;

/** Returns whether a word starts with a beginning; one of up to three letters must be the whole word, so that 'red' does not match 'reduced'. */
const beginsWith = (word: string, beginning: string): boolean =>
  beginning.length <= 3 ? word === beginning : word.startsWith(beginning);

const groupsOf = ({ words }: Symptom): readonly (readonly string[])[] => words.split(" ").map((group) => group.split("|"));
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? [];

/** Returns how many of the symptom's word groups match one of the words. */
const shared = (symptom: Symptom, said: readonly string[]): number =>
  groupsOf(symptom).filter((group) => group.some((beginning) => said.some((word) => beginsWith(word, beginning)))).length;

/** Returns whether every word group of the symptom matches a word of the text. */
export const describes = (symptom: Symptom, text: string): boolean => shared(symptom, wordsOf(text)) === groupsOf(symptom).length;

/** A symptom or cause that is close to a description that no symptom covers. */
export interface Near {
  readonly id: string;
  readonly says: string;
}

const MOST_NEAR = 3;

/** Returns symptoms of which at least half of the word groups, and at least two, match; the closest first. */
function nearSymptoms(said: readonly string[]): readonly Near[] {
  const near = CAUSES.flatMap(({ id, symptoms }) =>
    symptoms.map((symptom) => ({ id, says: symptom.says, count: shared(symptom, said), of: groupsOf(symptom).length })),
  ).filter(({ count, of }) => count >= 2 && count * 2 >= of && count < of);
  return near.sort((a, b) => b.count / b.of - a.count / a.of || b.count - a.count).map(({ id, says }) => ({ id, says }));
}

/** Returns the words of a cause in two layers: those that identify it, then those of its explanation. */
const layersOf = ({ id, title, matches, symptoms, states, cause, why }: Cause): readonly ReadonlySet<string>[] =>
  [
    [id, title, ...matches, ...symptoms.map(({ says }) => says)],
    [states, cause, why],
  ].map((texts) => new Set(wordsOf(texts.join(" "))));

const holds = (words: ReadonlySet<string>, said: readonly string[]): boolean =>
  said.every((one) => words.has(one) || (one.length > 3 && [...words].some((word) => word.startsWith(one))));

/**
 * Returns the causes that contain all of a few words copied from a message ('prolog', 'license'). Returns an empty list if every word is shorter
 * than three letters.
 */
function nearWords(said: readonly string[]): readonly Near[] {
  const telling = said.filter(({ length }) => length >= 3);
  if (telling.length === 0) return [];
  const layers = CAUSES.map((cause) => ({ cause, layers: layersOf(cause) }));
  return [0, 1].flatMap((layer) =>
    layers
      .filter(({ layers: of }) => holds(of[layer] as ReadonlySet<string>, telling))
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
 * Returns the log spellings of a text that is only a number, as people quote a code: as a code and as an HTTP status. Returns an empty list for
 * any other text.
 */
function bareCode(text: string): readonly string[] {
  const [, code = ""] = /^\W{0,9}(?:(?:code|error|fault|status|http|fehler)\W{1,3}){0,2}(\d{3,6})\W{0,9}$/i.exec(text) ?? [];
  return code === "" ? [] : [`code ${code}`, `HTTP ${code}`, `InternalServerException code ${code}`];
}

const asMedium = (matches: readonly Match[]): readonly Match[] =>
  matches.map((match) => ({ ...match, confidence: lower(match.confidence, "medium"), at: 0 }));

/** Returns the cause with this id, or undefined if there is none. */
export const causeNamed = (text: string): Cause | undefined => CAUSES.find(({ id }) => id === text.trim().toLowerCase());

/** Returns the causes that fit a person's description. Signs of a message come first; a match by symptom alone has at most medium confidence. */
export function causesOfWords(text: string): readonly Match[] {
  const named = causeNamed(text);
  if (named) return [{ cause: named, confidence: named.confidence, at: 0 }];
  const described = CAUSES.filter(({ symptoms }) => symptoms.some((symptom) => describes(symptom, text))).map((cause) => ({
    cause,
    confidence: lower(cause.confidence, "medium"),
    at: 0,
  }));
  return settled([...causesOf(text), ...asMedium(bareCode(text).flatMap(causesOf)), ...described]);
}
