import type { Attempt } from "../causes/attempts.ts";
import { SYMPTOM_SOURCE, type Diagnosis, type FoundCause, type Source } from "../causes/diagnosis.ts";
import { CAUSES } from "../causes/registry.generated.ts";
import { groupedBy, plural } from "../../kernel/index.ts";
import { NL, type Style, inLine, styleFor, wrap } from "../../report/index.ts";
import { wireDocument, wireLines } from "./wire.ts";

/** Returns the explanation of a cause, with the text that the log record adds to it. */
const happenedOf = (cause: string, detail: string | null): string => (detail === null ? cause : `${cause} ${detail}`);

/** Returns the JSON document of `diagnose`. */
export const diagnosisDocument = ({ sources, notRead, attempts, faults, causes, unmatched, near, wire }: Diagnosis): object => ({
  schema: "tierwright/diagnosis/v1",
  sources,
  notRead,
  attempts,
  faults,
  causes: causes.map(({ cause, confidence, file, line, endLine, count, text, detail }) => ({
    id: cause.id,
    title: cause.title,
    ...{ file, line, endLine, count, text, confidence },
    server: cause.states,
    cause: happenedOf(cause.cause, detail),
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
  wire: wireDocument(wire),
});

export interface DiagnosisLook {
  readonly color: boolean;
  readonly width: number;
  /** Largest number of causes that the text explains in full. */
  readonly most: number;
  /** Largest number of causes explained in full if a person only described the symptom. */
  readonly mostDescribed: number;
  /** True if the user described the symptom (--symptom). */
  readonly asked: boolean;
}

const LABELS = 10;

/** Returns a label and its text in two columns. */
function row(label: string, words: string, width: number, style: Style): string {
  const indent = " ".repeat(LABELS + 2);
  return `  ${style.dim(label.padEnd(LABELS))}${wrap(words, width, indent)}`;
}

const placeOf = ({ file, line, count }: FoundCause): string => `${file}:${line}${count > 1 ? `, the first of ${count}` : ""}`;

/** Groups causes by id, so that a cause found in several files is shown once with all its places. */
const byId = (causes: readonly FoundCause[]): readonly (readonly [FoundCause, ...FoundCause[]])[] =>
  [...groupedBy(causes, ({ cause }) => cause.id).values()] as unknown as readonly (readonly [FoundCause, ...FoundCause[]])[];

const MOST_PLACES = 5;

function placesOf(found: readonly FoundCause[]): string {
  const more = found.length - MOST_PLACES;
  return `${found.slice(0, MOST_PLACES).map(placeOf).join("; ")}${more > 0 ? `; and in ${plural(more, "further file")}` : ""}`;
}

function causeLines(places: readonly [FoundCause, ...FoundCause[]], { width }: DiagnosisLook, style: Style): readonly string[] {
  const { cause, confidence, text, detail, named } = places[0];
  const told = (label: string, words: string) => row(label, inLine(words), width, style);
  const several = (label: string, items: readonly string[], mark: (i: number) => string) =>
    items.map((item, i) => told(i === 0 ? label : "", `${mark(i)}${item}`));
  return [
    `${style.bold(style.error(cause.id))}  ${style.dim(named ? "looked up by its id, in nothing that was read" : `${confidence} confidence`)}`,
    told("found", cause.title),
    ...(text === null ? [] : [told("at", placesOf(places)), told("it says", text)]),
    told("states", cause.states),
    told("happened", happenedOf(cause.cause, detail)),
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

/** Number of sign-in attempts per file that the text shows; the JSON document lists all. */
const MOST_ATTEMPTS = 5;

const ENDED = { success: "succeeded", failure: "failed", unknown: "is not known" } as const;

/** Returns the lines of one sign-in attempt: its time, outcome and tier, and the first error after it. */
function attemptLines({ line, at, outcome, why, release, tier, error }: Attempt, width: number, style: Style): readonly string[] {
  const paint = { success: style.good, failure: style.error, unknown: style.warning }[outcome];
  const where = [tier === null ? "" : `at ${inLine(tier)}`, release === null ? "" : `release ${inLine(release)}`].filter(Boolean);
  const words = `${paint(ENDED[outcome])}${why === null ? "" : `: ${why}`}${where.length > 0 ? ` (${where.join(", ")})` : ""}`;
  const first = `  line ${line}${at === null ? "" : `, ${inLine(at)}`}: ${words}`;
  return error === null
    ? [first]
    : [first, wrap(`    first error after it, at line ${error.line}: ${inLine(error.text)}`, width, " ".repeat(6))];
}

/**
 * Returns the lines of one source: its sign-in attempts or a remark that it has none, and its notes. Returns an empty list for a text that
 * is no log and has no notes.
 */
function sourceLines(source: Source, { attempts }: Diagnosis, width: number, style: Style): readonly string[] {
  const { file, log, noSignals, notes } = source;
  const own = attempts.filter((attempt) => attempt.file === file);
  const noted = notes.map((note) => wrap(`  ${style.warning("note")} ${inLine(note)}`, width, " ".repeat(7)));
  const name = style.bold(inLine(file));
  if (!log && own.length === 0) return noted.length === 0 ? [] : [`${name}:`, ...noted];
  const count = (outcome: string) => own.filter((one) => one.outcome === outcome).length;
  const tried =
    own.length > 0
      ? `${plural(own.length, "sign-in attempt")}: ${count("success")} succeeded, ${count("failure")} failed, ${count("unknown")} not known`
      : "no sign-in attempt in this file: not started, or another log";
  const earlier = own.length - MOST_ATTEMPTS;
  const silent = `'Is user logged in: true' appears ${plural(noSignals, "time")}: it follows failed sign-ins, too, and proves nothing`;
  return [
    `${name}: ${tried}`,
    ...(earlier > 0 ? [style.dim(`  ${plural(earlier, "earlier attempt")}: --format json`)] : []),
    ...own.slice(-MOST_ATTEMPTS).flatMap((attempt) => attemptLines(attempt, width, style)),
    ...(noSignals === 0 ? [] : [style.dim(wrap(`  ${silent}`, width, "  "))]),
    ...noted,
  ];
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

/** Largest number of further causes that the text names only by id and title for a description. */
const MOST_NAMED = 2;

/** Returns the text of the cause closest to a description in full, and the names of the next ones. */
function nearLines(near: Diagnosis["near"], how: DiagnosisLook, style: Style): readonly string[] {
  const [best, ...more] = near;
  const cause = CAUSES.find(({ id }) => id === best?.id);
  if (!best || !cause) return [];
  const place = { file: SYMPTOM_SOURCE, line: 1, endLine: 1, lastLine: 1, count: 1, text: null, detail: null };
  return [
    style.bold("closest to what you said"),
    ...causeLines([{ cause, confidence: "low", ...place }], how, style),
    ...(more.length > 0 ? [style.bold("or, by name; `tierwright diagnose --symptom ID` shows one in full")] : []),
    ...more.map(({ id, says }) => `  ${id}: ${says}`),
    ...(more.length > 0 ? [""] : []),
  ];
}

/**
 * Returns the diagnosis as text: for each cause the claim of the message, the true cause, the reasons, the check, the steps and common
 * mistakes.
 */
export function diagnosisText(diagnosis: Diagnosis, how: DiagnosisLook): string {
  const style = styleFor(how.color);
  const { causes, unmatched, sources, notRead, near } = diagnosis;
  const told = byId(causes);
  const isDescribed = causes.length > 0 && causes.every(({ file }) => file === SYMPTOM_SOURCE);
  const full = isDescribed ? Math.min(how.most, how.mostDescribed) : how.most;
  const rest = told.slice(full, isDescribed ? full + MOST_NAMED : undefined);
  const lines = [
    ...faultLines(diagnosis, how.width, style),
    ...told.slice(0, full).flatMap((places) => causeLines(places, how, style)),
    ...rest.map(
      (places) =>
        `${style.bold(places[0].cause.id)}  ${inLine(places[0].cause.title)}${isDescribed ? "" : ` (${inLine(placesOf(places))})`}`,
    ),
    ...(rest.length > 0 ? [style.dim(`  in full: \`tierwright diagnose --symptom ID\`, or --top ${told.length}`), ""] : []),
    ...(unmatched.length > 0 ? [style.bold("errors that no known cause explains")] : []),
    ...unmatched.map(({ count, file, line, sample }) => `  ${count} × ${inLine(file)}:${line}  ${inLine(sample)}`),
    ...(unmatched.length > 0 ? [""] : []),
    ...wireLines(diagnosis.wire, how.width, style),
    ...nearLines(near, how, style),
    ...sources.flatMap((source) => sourceLines(source, diagnosis, how.width, style)),
    ...notRead.map(({ file, why }) =>
      wrap(`${style.bold(inLine(file))}: ${style.warning("not read")}: ${inLine(why)}`, how.width, "  "),
    ),
  ];
  const end =
    causes.length > 0 && causes.every(({ named }) => named)
      ? `${plural(told.length, "cause")} shown`
      : causes.length === 0 && near.length > 0
        ? `${style.warning("no cause fits every word")}: the closest is shown`
        : causes.length > 0
          ? style.error(`${plural(told.length, "cause")} found`)
          : `${style.warning("no known cause")}: that is no proof that nothing is wrong${NL}  next: ${how.asked ? "say it in other words" : "say what people see"}: \`tierwright diagnose --symptom "what is seen"\`; \`tierwright help symptoms\` lists what is known`;
  return [...lines, end, ""].join(NL);
}
