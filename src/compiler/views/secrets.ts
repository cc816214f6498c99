import { plural } from "../../kernel/index.ts";
import { type Look, NL, styleFor } from "../../report/index.ts";

/** A reference to a secret, as an entry of `secrets` in the document. */
export interface SecretRow {
  readonly environment: string;
  readonly pointer: string;
  readonly source: string;
  /**
   * The name of the environment variable in the secret reference; null for a reference to a file or a program, and for a text that can be a
   * secret pasted in place of the name.
   */
  readonly variable: string | null;
  readonly state: "set" | "not-set" | "not-run";
  readonly why: string | null;
  readonly file: string;
  readonly line: number;
}

/** Returns a line for each reference, and their number. */
export function secretsText({ secrets: rows }: { readonly secrets: readonly SecretRow[] }, { color }: Look): string {
  const style = styleFor(color);
  const lines = rows.map((row) => {
    const state =
      row.state === "set" ? style.good("set    ") : row.state === "not-run" ? style.warning("not run") : style.error("not set");
    return `${state}  ${row.environment.padEnd(16)} ${row.pointer.padEnd(40)} ${row.source}  (${row.file}:${row.line})`;
  });
  const missing = rows.filter((row) => row.state === "not-set").length;
  return `${[...lines, `${plural(rows.length, "secret reference")}, ${missing} not set`].join(NL)}${NL}`;
}
