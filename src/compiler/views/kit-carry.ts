import { commandInSentence, listChangesText, plural, shellCommand } from "../../kernel/index.ts";
import type { CarryRow } from "../compile/carry-rows.ts";
import { type Look, NL, type Style, styleFor } from "../../report/index.ts";
import { KIT_SCHEMA, shownValue } from "./kit-facts.ts";

export interface CarryReport {
  readonly environment: string;
  /** The connector release that is replaced; null if the report shows the environment's own release. */
  readonly installed: string | null;
  readonly release: string;
  /** The file with the old values; null if nothing is carried. */
  readonly from: string | null;
  readonly rows: readonly CarryRow[];
  /**
   * The path of the compiled conf from which the values come; null if they come from the conf that carryFrom names, or if nothing is
   * carried.
   */
  readonly conf: string | null;
}

const LAYERS = {
  workstation: "a workstation field",
  set: "workstation.set",
  write: "the write table",
  kit: "the kit",
  carried: "the old conf",
};

const value = (row: CarryRow, text: string | null): string =>
  row.secret ? "(a secret)" : text === null ? "(no such key)" : shownValue(text);

function block(title: string, rows: readonly CarryRow[], line: (row: CarryRow) => string, style: Style): readonly string[] {
  if (rows.length === 0) return [];
  return ["", `${style.bold(title)} (${plural(rows.length, "key")})`, ...rows.map((row) => `    ${row.key}${line(row)}`)];
}

function carriedLine(row: CarryRow): string {
  const same = !row.secret && row.before === row.kit;
  const elements = row.secret ? null : listChangesText(row.kit, row.after, "the kit has");
  if (!same && elements !== null) return `: ${elements}`;
  return ` = ${value(row, row.after)}${same || row.secret ? "" : `   (the kit has ${value(row, row.kit)})`}`;
}

function decidedLine(row: CarryRow): string {
  const now = value(row, row.after);
  const elements = row.secret || row.before === row.after ? null : listChangesText(row.before, row.after, "before it was");
  if (elements !== null) return `: ${elements}   by ${LAYERS[row.layer ?? "kit"]}`;
  const before = row.before === null || row.secret || row.before === row.after ? "" : `   (before: ${value(row, row.before)})`;
  return ` = ${now}   by ${LAYERS[row.layer ?? "kit"]}${before}`;
}

/** Returns the document of `kit carry`. */
export const carryDocument = (report: CarryReport) => ({ schema: KIT_SCHEMA, command: "carry", ...report });

/** Returns the effect of a swap on each key of the connector's conf, as text; with --quiet the first line alone. */
export function carryText(report: CarryReport, { color, quiet }: Look): string {
  const style = styleFor(color);
  const { environment, installed, release, from, rows, conf } = report;
  const of = (status: CarryRow["status"]) => rows.filter((row) => row.status === status);
  const carried = of("carried");
  const other = carried.filter((row) => row.secret || row.before !== row.kit);
  const swap = installed === null ? `release ${release}` : `swap ${installed} -> ${release}`;
  const head = `${style.bold(environment)}  ${swap}: ${from === null ? "nothing carried: no previously installed conf (carryFrom)" : `values from ${from}`}`;
  if (quiet) return `${head}${NL}`;
  const lines = [
    head,
    // A bundle carries values over only from the conf that carryFrom names.
    ...(conf === null
      ? []
      : [
          `  for this result, run ${commandInSentence(shellCommand`tierwright compile ${environment}`)}, copy ${conf} to environments/${environment}/installed/ and name it in carryFrom`,
        ]),
    ...block("carried: the old value is kept, the kit's differs", other, carriedLine, style),
    ...(carried.length > other.length
      ? ["", `${plural(carried.length - other.length, "further key")} carried with the kit's value`]
      : []),
    ...block("new in this kit: its default", of("new"), (row) => ` = ${value(row, row.after)}`, style),
    ...block("dropped: this kit has no such key", of("dropped"), (row) => ` = ${value(row, row.before)}`, style),
    ...block("decided by the environment", of("decided"), decidedLine, style),
    ...(of("kit").length === 0 ? [] : ["", `${plural(of("kit").length, "key")} as in the kit`]),
  ];
  return `${lines.join(NL)}${NL}`;
}
