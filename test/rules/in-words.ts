import type { Problem } from "../../src/diagnostic/finding.ts";
import { plain, type Text } from "../../src/diagnostic/text.ts";

const line = (sign: string, text: Text | undefined): string => (text === undefined ? "" : `    ${sign}${plain(text)}\n`);

/** A finding as one reads it: place, headline, notes, help, further places. */
export function inWords({ at, severity, message, notes, help, related, fix }: Problem): string {
  const head = `  ${at?.file}:${at?.line}:${at?.column}: ${severity}: ${plain(message)}\n`;
  const places = (related ?? []).map(({ message: text, place }) => `    at ${place.file}:${place.line}: ${plain(text)}\n`);
  const edits = (fix?.edits ?? []).map(
    ({ place, text }) => `${place.line}:${place.column}-${place.endLine}:${place.endColumn} ${JSON.stringify(text)}`,
  );
  const fixed = fix ? `    ${fix.safe ? "fix" : "fix for review"}: ${fix.title}: ${edits.join(", ")}\n` : "";
  return `${head}${(notes ?? []).map((note) => line("", note)).join("")}${line("help: ", help)}${places.join("")}${fixed}`;
}
