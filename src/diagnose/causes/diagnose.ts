import { SYMPTOM_SOURCE, type Diagnosis, type FoundCause, type NotRead } from "./diagnosis.ts";
import { withoutSecrets } from "../../kernel/index.ts";
import { faultText } from "./fault-body.ts";
import { logTime } from "./log-time.ts";
import { causeNamed, causesOfWords, nearTo } from "./described.ts";
import { causesOf, rankOf } from "./match.ts";
import type { SourceReader } from "./read-source.ts";
import type { UnmatchedErrors } from "./unmatched.ts";
import { joinedByTime, type WireRow } from "./wire.ts";

/** Returns the sort key of a cause: its confidence, or 0 for a message that only hides a failure. */
const orderOf = ({ cause, confidence }: FoundCause): number => (cause.noise ? 0 : rankOf(confidence));

/**
 * Sorts causes by confidence, then by last line, the latest first, because a person sees the latest error now. Messages that only hide a
 * failure come last.
 */
const inOrder = (causes: readonly FoundCause[]): readonly FoundCause[] =>
  [...causes].sort((a, b) => orderOf(b) - orderOf(a) || b.lastLine - a.lastLine);

/** Returns the causes that match a person's description; the description is no file, so each cause has line 1 of the source `--symptom`. */
const describedCauses = (text: string): readonly FoundCause[] =>
  causesOfWords(text).map(({ cause, confidence }) => ({
    ...{ cause, confidence, file: SYMPTOM_SOURCE, line: 1, endLine: 1, lastLine: 1, count: 1 },
    text: null,
    detail: null,
    named: causeNamed(text) !== undefined,
  }));

export type Read = ReturnType<SourceReader["end"]>;

/**
 * Sorts the parts of a log by their first timestamps. File names do not decide: rotation numbers rise with age in one scheme and fall in
 * another. Returns the parts unchanged if one has no usable timestamp.
 */
function inTime(read: readonly Read[]): readonly Read[] {
  const timed = read.map((one) => ({ one, at: one.source.first === null ? null : logTime(one.source.first) }));
  if (timed.some(({ at }) => at === null)) return read;
  return timed.sort((a, b) => (a.at?.ms ?? 0) - (b.at?.ms ?? 0)).map(({ one }) => one);
}

/** The failed HTTP exchanges of a capture. */
export interface Wire {
  readonly capture: string;
  readonly rows: readonly WireRow[];
}

const placeOf = (capture: string): string => `capture:${capture}`;

/** Returns an exchange's fault, or its HTTP status, as a text in which signs of causes can be searched; "" if the exchange has neither. */
const textOf = ({ fault, status }: WireRow): string => (fault ? faultText(fault) : status === null ? "" : `HTTP ${status}`);

/** Returns the causes found in a capture's failed exchanges, with the number of the exchange as the line. */
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

/** Combines the results of all logs, the description and the capture into one diagnosis. */
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
