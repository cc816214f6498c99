import { SYMPTOM_SOURCE, type Diagnosis, type FoundCause, type NotRead } from "./diagnosis.ts";
import { withoutSecrets } from "../../kernel/index.ts";
import { faultText } from "./fault-body.ts";
import { logTime } from "./log-time.ts";
import { causeNamed, causesOfWords, nearTo } from "./described.ts";
import { causesOf, rankOf } from "./match.ts";
import type { SourceReader } from "./read-source.ts";
import type { UnmatchedErrors } from "./unmatched.ts";
import { joinedByTime, type WireRow } from "./wire.ts";

/** Rank of a message that hides a failure: below every other cause. */
const orderOf = ({ cause, confidence }: FoundCause): number => (cause.noise ? 0 : rankOf(confidence));

/**
 * Returns the causes with the highest confidence first, and among equals the latest in the log first, because that is what a person sees now.
 * Messages that only hide a failure come last.
 */
const inOrder = (causes: readonly FoundCause[]): readonly FoundCause[] =>
  [...causes].sort((a, b) => orderOf(b) - orderOf(a) || b.lastLine - a.lastLine);

/** Returns the causes of a person's description; they have no place in a file. */
const describedCauses = (text: string): readonly FoundCause[] =>
  causesOfWords(text).map(({ cause, confidence }) => ({
    ...{ cause, confidence, file: SYMPTOM_SOURCE, line: 1, endLine: 1, lastLine: 1, count: 1 },
    text: null,
    detail: null,
    named: causeNamed(text) !== undefined,
  }));

export type Read = ReturnType<SourceReader["end"]>;

/**
 * Returns the parts of a log in the order in which they were written. File names do not decide: numbers rise with age in one scheme and fall in
 * another. Returns them unchanged if one part has no usable time.
 */
function inTime(read: readonly Read[]): readonly Read[] {
  const timed = read.map((one) => ({ one, at: one.source.first === null ? null : logTime(one.source.first) }));
  if (timed.some(({ at }) => at === null)) return read;
  return timed.sort((a, b) => (a.at?.ms ?? 0) - (b.at?.ms ?? 0)).map(({ one }) => one);
}

/** The failed exchanges of a capture. */
export interface Wire {
  readonly capture: string;
  readonly rows: readonly WireRow[];
}

const placeOf = (capture: string): string => `capture:${capture}`;

/** Returns an exchange's fault, or its HTTP status, in the spelling that signs are searched in. Returns "" if it has neither. */
const textOf = ({ fault, status }: WireRow): string => (fault ? faultText(fault) : status === null ? "" : `HTTP ${status}`);

/** Returns the causes found in a capture's exchanges; the line of each is the number of the exchange. */
function wireCauses({ capture, rows }: Wire): readonly FoundCause[] {
  const found = new Map<string, FoundCause>();
  for (const row of rows) {
    const text = textOf(row);
    for (const { cause, confidence } of causesOf(text)) {
      const known = found.get(cause.id);
      const place = { file: placeOf(capture), line: row.n, endLine: row.n, lastLine: row.n };
      if (known) found.set(cause.id, { ...known, count: known.count + 1, lastLine: row.n });
      else
        found.set(cause.id, {
          ...{ cause, confidence, ...place, count: 1, detail: null },
          text: withoutSecrets(text).slice(0, LONGEST_TEXT),
        });
    }
  }
  return [...found.values()];
}

const LONGEST_TEXT = 400;

/** Combines everything that was read into one diagnosis. */
export function diagnosisOf({
  all,
  symptom,
  unmatched,
  most,
  notRead = [],
  wire = null,
}: {
  readonly all: readonly Read[];
  readonly symptom: string | null;
  readonly unmatched: UnmatchedErrors;
  readonly most: number;
  readonly notRead?: readonly NotRead[];
  readonly wire?: Wire | null;
}): Diagnosis {
  const read = inTime(all);
  const described = symptom === null ? [] : describedCauses(symptom);
  return {
    sources: read.map(({ source }) => source),
    notRead,
    attempts: read.flatMap(({ attempts }) => attempts),
    faults: read.flatMap(({ faults }) => faults),
    causes: inOrder([...described, ...read.flatMap(({ causes }) => causes), ...(wire ? wireCauses(wire) : [])]),
    unmatched: unmatched.top(most),
    near: symptom === null || described.length > 0 ? [] : nearTo(symptom),
    wire: wire && {
      capture: wire.capture,
      ...joinedByTime(
        read.flatMap(({ lines }) => lines),
        wire.rows,
      ),
    },
  };
}
