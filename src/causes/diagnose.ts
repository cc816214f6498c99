import type { Diagnosis, FoundCause } from "./diagnosis.ts";
import { causesOfWords, nearTo, rankOf } from "./match.ts";
import type { SourceReader } from "./read-source.ts";
import type { UnmatchedErrors } from "./unmatched.ts";

/** The surest first; among those what came last, since it is what somebody sees now. */
const inOrder = (causes: readonly FoundCause[]): readonly FoundCause[] =>
  [...causes].sort((a, b) => rankOf(b.confidence) - rankOf(a.confidence) || b.lastLine - a.lastLine);

/** What a person described, as causes of a text that has no place. */
const describedCauses = (text: string): readonly FoundCause[] =>
  causesOfWords(text).map(({ cause, confidence }) => ({
    ...{ cause, confidence, file: "--symptom", line: 1, endLine: 1, lastLine: 1, count: 1 },
    text: null,
  }));

/** Everything that was read, together. */
export function diagnosisOf(
  read: readonly ReturnType<SourceReader["end"]>[],
  symptom: string | null,
  unmatched: UnmatchedErrors,
  most: number,
): Diagnosis {
  const described = symptom === null ? [] : describedCauses(symptom);
  return {
    sources: read.map(({ source }) => source),
    attempts: read.flatMap(({ attempts }) => attempts),
    faults: read.flatMap(({ faults }) => faults),
    causes: inOrder([...described, ...read.flatMap(({ causes }) => causes)]),
    unmatched: unmatched.top(most),
    near: symptom === null || described.length > 0 ? [] : nearTo(symptom),
  };
}
