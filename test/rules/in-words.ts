import type { Problem } from "../../src/diagnostic/finding.ts";
import { plain, type Text } from "../../src/diagnostic/text.ts";

const line = (sign: string, text: Text | undefined): string => (text === undefined ? "" : `    ${sign}${plain(text)}\n`);

/** What is not read and decides how a run treats it: its range, its pointer, and what it has to do with other findings. */
export function effects({ at, pointer, quote, needs, explains, follows, spoils, restsOn }: Problem): string {
  const lists = Object.entries({ explains, follows, spoils, restsOn }).flatMap(([key, topics]) =>
    topics?.length ? [`${key} ${topics.join(", ")}`] : [],
  );
  const need = needs && `needs ${needs.file ?? "its own layers"} ${needs.pointer}`;
  const range = at && `to ${at.endLine}:${at.endColumn}`;
  return `    (${[range, pointer && `at ${pointer}`, quote === false && "not quoted", need, ...lists].filter(Boolean).join("; ")})\n`;
}

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
