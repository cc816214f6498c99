import { plural, readable } from "../../kernel/index.ts";
import { type Look, NL, inLine, styleFor, wrap } from "../../report/index.ts";

/** The report of `tierwright sso pin`. */
export interface PinReport {
  readonly environment: string;
  readonly file: string;
  readonly state: "new" | "replaced" | "unchanged";
  readonly url: string;
  /** The address and port of the server that answered. */
  readonly peer: string;
  /** False if the discovery.json to be replaced was unreadable, or if there was none. */
  readonly readable: boolean;
  readonly fields: number;
  readonly changes: readonly { readonly field: string; readonly before: string | null; readonly after: string | null }[];
}

const value = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** Returns the JSON document of `sso pin`. */
export const pinDocument = ({ environment, file, state, url, peer, readable: wasReadable, fields, changes }: PinReport) => ({
  schema: "tierwright/sso-pin/v1",
  environment,
  file,
  state,
  url,
  peer,
  readable: wasReadable,
  fields,
  changes: changes.map((change) => ({
    field: change.field,
    kind: change.before === null ? ("added" as const) : change.after === null ? ("removed" as const) : ("changed" as const),
    before: value(change.before),
    after: value(change.after),
  })),
});

type PinDocument = ReturnType<typeof pinDocument>;

/** Returns the text form of `sso pin`: the server that answered, what was stored, and each changed field. */
export function pinText(document: PinDocument, { color, width }: Look): string {
  const style = styleFor(color);
  const { environment, file, state, url, peer, changes, fields } = document;
  const isNew = !document.readable;
  const short = (of: unknown) => inLine(readable(JSON.stringify(of)));
  const line = ({ field, kind, before, after }: PinDocument["changes"][number]) => {
    const name = inLine(field);
    if (kind === "added") return `  ${style.good("+")} ${name}: ${short(after)}`;
    if (kind === "removed") return `  ${style.error("-")} ${name}: ${short(before)}`;
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
