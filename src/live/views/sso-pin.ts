import { plural, readable } from "../../kernel/index.ts";
import { NL, inLine, styleFor, wrap } from "../../report/index.ts";

/** The report of `tierwright sso pin`. */
export interface PinReport {
  readonly environment: string;
  readonly file: string;
  readonly state: "new" | "replaced" | "unchanged";
  readonly url: string;
  /** The address and port of the server that answered. */
  readonly peer: string;
  /** False if the earlier file was unreadable, or there was none. */
  readonly readable: boolean;
  readonly fields: number;
  readonly changes: readonly { readonly field: string; readonly before: string | null; readonly after: string | null }[];
}

const value = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** Returns the document of --format json. */
export const pinDocument = ({ environment, file, state, url, peer, changes }: PinReport): object => ({
  schema: "tierwright/sso-pin/v1",
  environment,
  file,
  state,
  url,
  peer,
  changes: changes.map((change) => ({
    field: change.field,
    kind: change.before === null ? "added" : change.after === null ? "removed" : "changed",
    before: value(change.before),
    after: value(change.after),
  })),
});

/** Returns the report as text: the server that answered, what was stored, and each changed field. */
export function pinText(report: PinReport, { color, width }: { readonly color: boolean; readonly width: number }): string {
  const style = styleFor(color);
  const { environment, file, state, url, peer, changes, fields } = report;
  const isNew = !report.readable;
  const short = (json: string | null) => inLine(readable(json ?? ""));
  const line = ({ field, before, after }: PinReport["changes"][number]) => {
    const name = inLine(field);
    if (before === null) return `  ${style.good("+")} ${name}: ${short(after)}`;
    if (after === null) return `  ${style.error("-")} ${name}: ${short(before)}`;
    return `  ${style.warning("~")} ${name}: ${short(before)}${NL}    now ${short(after)}`;
  };
  const done =
    state === "unchanged"
      ? "is unchanged"
      : state === "new"
        ? `stored: ${plural(fields, "field")}`
        : isNew
          ? `stored: ${plural(fields, "field")}, in place of a file that could not be read`
          : changes.length === 0
            ? "stored in its canonical form; no field changed"
            : `stored: ${plural(changes.length, "field")} changed`;
  const lines = [
    wrap(`${inLine(url)} answered from ${inLine(peer)}`, width, "  "),
    ...(isNew ? [] : changes.map(line)),
    `${style.bold(inLine(environment))}: ${inLine(file)} ${done}`,
  ];
  return `${lines.join(NL)}${NL}`;
}
