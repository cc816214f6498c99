import { greatest, plain } from "../../kernel/index.ts";
import type { State } from "../doctor/check.ts";
import { type CheckResult, countStates } from "../doctor/run.ts";
import type { Source } from "../doctor/station.ts";
import { NL, type Style, definition, inLine, styleFor, wrap } from "../../report/index.ts";

/** The report of `tierwright doctor`. */
export interface DoctorReport {
  readonly source: Source;
  /** The machine, copy or archive that was checked. */
  readonly workstation: string;
  readonly install: string;
  /** The environment's name; null if none was named and no receipt names one. */
  readonly environment: string | null;
  readonly at: Date;
  readonly results: readonly CheckResult[];
}

const NO_CONTROL = { did: "nothing", outcome: "none", says: "there is no control for this answer" } as const;

/** Returns the document of --format json. */
export const doctorDocument = ({ source, workstation, install, environment, at, results }: DoctorReport): object => ({
  schema: "tierwright/doctor/v1",
  source,
  workstation,
  install,
  environment,
  at: `${at.toISOString().slice(0, 19)}Z`,
  summary: countStates(results),
  checks: results.map(({ check, answer: { state, says, details, help, control } }) => ({
    id: check.id,
    state,
    says: plain(says),
    details: details.map(plain),
    help: help === null ? null : plain(help),
    control: control === null ? NO_CONTROL : { did: plain(control.did), outcome: control.outcome, says: plain(control.says) },
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

/** The number of details that a check shows without --details. */
const MOST_DETAILS = 8;

export interface DoctorLook {
  readonly color: boolean;
  readonly width: number;
  /** True to show each check's question, consequence and control, and every detail. */
  readonly details: boolean;
}

function resultLines({ check, answer }: CheckResult, column: number, how: DoctorLook, style: Style): readonly string[] {
  const { state, says, details, help, control } = answer;
  const first = definition(check.id, `${BEFORE[state]}${inLine(plain(says))}`, column, how.width - 2)
    .split(NL)
    .join(`${NL}  `);
  const below = (label: string, words: string) =>
    `    ${style.dim(`${label}:`)} ${wrap(inLine(words), how.width, " ".repeat(6), 6 + label.length)}`;
  const bad = state !== "pass" && state !== "skip";
  const told = how.details ? details : bad ? details.slice(0, MOST_DETAILS) : [];
  return [
    `${MARK[state](style)} ${first}`,
    ...told.map((line) => `    ${wrap(inLine(plain(line)), how.width, " ".repeat(6), 4)}`),
    ...(!how.details && bad && details.length > told.length
      ? [`    ${style.dim(`and ${details.length - told.length} more: --details shows all`)}`]
      : []),
    ...(help !== null && (bad || how.details) ? [below("help", plain(help))] : []),
    ...(how.details
      ? [
          below("asks", check.asks),
          below("otherwise", check.otherwise),
          below(
            "control",
            control === null ? check.control : `${plain(control.did)}: ${plain(control.says)} (${control.outcome})`,
          ),
        ]
      : []),
  ];
}

/** Returns the report as text: a line for each check, with details for those that did not pass. */
export function doctorText(report: DoctorReport, how: DoctorLook): string {
  const style = styleFor(how.color);
  const counts = countStates(report.results);
  const column = greatest(report.results.map(({ check }) => check.id.length)) + 2;
  const told = [
    style.good(`${counts.pass} pass`),
    ...(counts.warn > 0 ? [style.warning(`${counts.warn} warn`)] : []),
    ...(counts.fail > 0 ? [style.error(`${counts.fail} fail`)] : []),
    ...(counts.error > 0 ? [style.error(`${counts.error} not known`)] : []),
    ...(counts.skip > 0 ? [style.dim(`${counts.skip} skipped`)] : []),
  ];
  const against = report.environment === null ? "" : `, against ${report.environment}`;
  const where = report.source === "copy" ? report.install : `${report.workstation}: ${report.install}`;
  return [
    ...report.results.flatMap((result) => resultLines(result, column, how, style)),
    "",
    wrap(`${style.bold(inLine(where))}${inLine(against)}: ${told.join(", ")}`, how.width, "  ", 0),
    "",
  ].join(NL);
}
