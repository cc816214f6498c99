import { greatest, plain } from "../../kernel/index.ts";
import type { State } from "../doctor/check.ts";
import { CHECKS } from "../doctor/registry.generated.ts";
import { type CheckResult, countStates } from "../doctor/run.ts";
import type { Source } from "../doctor/station.ts";
import { answerLine, controlDocument, controlWords, countWords, labelledLine, timeText } from "./answers.ts";
import { type Look, NL, type Style, inLine, styleFor, wrap } from "../../report/index.ts";

/** The report of `tierwright doctor`. */
export interface DoctorReport {
  readonly source: Source;
  /** The name of the machine, copy or archive that was checked. */
  readonly workstation: string;
  readonly install: string;
  /** The name of the environment; null if none was named and no receipt names one. */
  readonly environment: string | null;
  readonly at: Date;
  readonly results: readonly CheckResult[];
}

/** Returns the JSON document of `doctor`. */
export const doctorDocument = ({ source, workstation, install, environment, at, results }: DoctorReport) => ({
  schema: "tierwright/doctor/v1",
  source,
  workstation,
  install,
  environment,
  at: timeText(at),
  summary: countStates(results),
  checks: results.map(({ check, answer: { state, says, details, help, control } }) => ({
    id: check.id,
    state,
    says: plain(says),
    details: details.map(plain),
    help: help === null ? null : plain(help),
    control: controlDocument(control),
  })),
});

const MARK: Readonly<Record<State, (style: Style) => string>> = {
  pass: (style) => style.good("✓"),
  warn: (style) => style.warning("!"),
  fail: (style) => style.error("✗"),
  error: (style) => style.error("?"),
  skip: (style) => style.dim("-"),
};

const BEFORE: Readonly<Record<State, string>> = { pass: "", warn: "", fail: "", error: "not known: ", skip: "skipped: " };

/** The number of details of one check that the text form of `doctor` shows without --details. */
const MOST_DETAILS = 8;

type DoctorDocument = ReturnType<typeof doctorDocument>;
type Answer = DoctorDocument["checks"][number];

function resultLines({ id, state, says, details, help, control }: Answer, column: number, how: Look, style: Style) {
  const check = how.details ? CHECKS.find((one) => one.id === id) : undefined;
  const below = (label: string, words: string) => labelledLine(label, words, how, style);
  const bad = state !== "pass" && state !== "skip";
  const told = how.details ? details : bad ? details.slice(0, MOST_DETAILS) : [];
  return [
    answerLine(MARK[state](style), id, `${BEFORE[state]}${says}`, column, how),
    ...told.map((line) => `    ${wrap(inLine(line), how.width, " ".repeat(6), 4)}`),
    ...(!how.details && bad && details.length > told.length
      ? [`    ${style.dim(`and ${details.length - told.length} more: --details shows all`)}`]
      : []),
    ...(help !== null && (bad || how.details) ? [below("help", help)] : []),
    ...(check
      ? [below("asks", check.asks), below("otherwise", check.otherwise), below("control", controlWords(control) ?? check.control)]
      : []),
  ];
}

/**
 * Returns the text form of `doctor`: a line for each check, with details for those that did not pass. With --details, each check has its
 * question, consequence, control and every detail.
 */
export function doctorText(document: DoctorDocument, how: Look): string {
  const style = styleFor(how.color);
  const { source, workstation, install, environment, summary: counts, checks } = document;
  const column = greatest(checks.map(({ id }) => id.length)) + 2;
  const told = countWords([
    [counts.pass, "pass", style.good],
    [counts.warn, "warn", style.warning],
    [counts.fail, "fail", style.error],
    [counts.error, "not known", style.error],
    [counts.skip, "skipped", style.dim],
  ]);
  const against = environment === null ? "" : `, against ${environment}`;
  const where = source === "copy" ? install : `${workstation}: ${install}`;
  return [
    ...checks.flatMap((result) => resultLines(result, column, how, style)),
    "",
    wrap(`${style.bold(inLine(where))}${inLine(against)}: ${told}`, how.width, "  ", 0),
    "",
  ].join(NL);
}
