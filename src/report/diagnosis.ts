import type { Diagnosis, FoundCause, Source } from "../causes/diagnosis.ts";
import { plural } from "../diagnostic/plural.ts";
import { inLine, NL, type Style, styleFor } from "./style.ts";
import { wrap } from "./wrap.ts";

/** The document of --format json. */
export const diagnosisDocument = ({ sources, attempts, faults, causes, unmatched, near }: Diagnosis): object => ({
  schema: "tierwright/diagnosis/v1",
  sources,
  attempts,
  faults,
  causes: causes.map(({ cause, confidence, file, line, endLine, count, text }) => ({
    id: cause.id,
    title: cause.title,
    ...{ file, line, endLine, count, text, confidence },
    server: cause.states,
    cause: cause.cause,
    why: cause.why,
    check: cause.check.does,
    control: cause.check.control,
    action: cause.action,
    evidence: cause.evidence,
    log: cause.log,
    excludes: cause.excludes,
    deadEnds: cause.deadEnds,
  })),
  unmatched,
  near,
});

export interface DiagnosisLook {
  readonly color: boolean;
  readonly width: number;
  /** How many causes are told whole. */
  readonly most: number;
}

const LABELS = 10;

/** A label and its words, in a column. */
function row(label: string, words: string, width: number, style: Style): string {
  const indent = " ".repeat(LABELS + 2);
  return `  ${style.dim(label.padEnd(LABELS))}${wrap(words, width, indent)}`;
}

const placeOf = ({ file, line, count }: FoundCause): string => `${file}:${line}${count > 1 ? `, the first of ${count}` : ""}`;

function causeLines(found: FoundCause, { width }: DiagnosisLook, style: Style): readonly string[] {
  const { cause, confidence, text } = found;
  const told = (label: string, words: string) => row(label, inLine(words), width, style);
  const several = (label: string, items: readonly string[], mark: (i: number) => string) =>
    items.map((item, i) => told(i === 0 ? label : "", `${mark(i)}${item}`));
  return [
    `${style.bold(style.error(cause.id))}  ${style.dim(`${confidence} confidence`)}`,
    told("found", cause.title),
    ...(text === null ? [] : [told("at", placeOf(found)), told("it says", text)]),
    told("states", cause.states),
    told("happened", cause.cause),
    told("why", cause.why),
    told("check", cause.check.does),
    told("control", cause.check.control),
    ...several("do", cause.action, (i) => (cause.action.length > 1 ? `${i + 1}. ` : "")),
    ...several("dead ends", cause.deadEnds, () => ""),
    ...several("keep", cause.evidence, () => ""),
    told("open", cause.log),
    "",
  ];
}

/** What is worth saying of a source, most of all that nothing was tried in it. */
function sourceLines(source: Source, { attempts }: Diagnosis, style: Style): readonly string[] {
  const { file, log, noSignals } = source;
  const own = attempts.filter((attempt) => attempt.file === file);
  if (!log && own.length === 0) return [];
  const name = style.bold(inLine(file));
  const last = own.at(-1);
  const count = (outcome: string) => own.filter((one) => one.outcome === outcome).length;
  const tried = last
    ? `${plural(own.length, "sign-in attempt")}: ${count("success")} succeeded, ${count("failure")} failed, ${count("unknown")} not known; the last one at line ${last.line} ${
        last.outcome === "success"
          ? style.good("succeeded")
          : last.outcome === "failure"
            ? style.error("failed")
            : `is not known: ${last.why}`
      }`
    : "no sign-in attempt in this file: not started, or another log";
  const silent =
    noSignals === 0
      ? []
      : [
          style.dim(
            `  'Is user logged in: true' stands there ${plural(noSignals, "time")}: it comes after failed sign-ins, too, and says nothing`,
          ),
        ];
  return [`${name}: ${tried}`, ...silent];
}

function faultLines({ faults }: Diagnosis, width: number, style: Style): readonly string[] {
  return faults.flatMap(({ file, type, code, message, means }) => [
    `${style.bold(inLine(file))}: ${inLine(type)}${code === null ? "" : ` (code ${code})`}`,
    row("it says", inLine(message === "" ? "(no message)" : message), width, style),
    row("note", "this is what the server said, never where it happened", width, style),
    ...(means === "" ? [] : [row("means", means, width, style)]),
    "",
  ]);
}

/** For people: what the message states, what happened, why, what to check, what to do and what not. */
export function diagnosisText(diagnosis: Diagnosis, how: DiagnosisLook): string {
  const style = styleFor(how.color);
  const { causes, unmatched, sources, near } = diagnosis;
  const rest = causes.slice(how.most);
  const lines = [
    ...faultLines(diagnosis, how.width, style),
    ...causes.slice(0, how.most).flatMap((found) => causeLines(found, how, style)),
    ...rest.map((found) => `${style.bold(found.cause.id)}  ${inLine(found.cause.title)} (${inLine(placeOf(found))})`),
    ...(rest.length > 0 ? [style.dim(`  whole: \`tierwright diagnose --symptom ID\`, or --top ${causes.length}`), ""] : []),
    ...(unmatched.length > 0 ? [style.bold("errors that no known cause explains")] : []),
    ...unmatched.map(({ count, file, line, sample }) => `  ${count} x ${inLine(file)}:${line}  ${inLine(sample)}`),
    ...(unmatched.length > 0 ? [""] : []),
    ...(near.length > 0 ? [style.bold("near to it; `tierwright diagnose --symptom ID` tells one whole")] : []),
    ...near.map(({ id, says }) => `  ${id}: ${says}`),
    ...(near.length > 0 ? [""] : []),
    ...sources.flatMap((source) => sourceLines(source, diagnosis, style)),
  ];
  const end =
    causes.length > 0
      ? style.error(`${plural(causes.length, "cause")} found`)
      : `${style.warning("no known cause")}: that is no proof that nothing is wrong; docs/symptoms.md lists what is known`;
  return [...lines, end, ""].join(NL);
}
