import { type RuleProblem, startOf, tooLarge } from "../../kernel/index.ts";

/** The highest number of lines of a settings file or an XML file; the longest file of a kit has some hundred lines. */
export const MOST_LINES = 100_000;

/**
 * The highest number of bytes in one line (1 MiB); the longest value, a list of addresses, has some thousand bytes. A file without line
 * ends is one line.
 */
export const LONGEST_LINE = 1024 * 1024;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Returns the finding for a text file with too many lines or too long a line; null if it is within the limits. The limits bound the work:
 * every line becomes a place, every key a decision in each environment, and a rule can quote a line.
 */
export function lineFault(path: string, bytes: Uint8Array): RuleProblem | null {
  if (bytes.length <= MOST_LINES) return null; // a file of so few bytes is within both limits, however they are divided into lines
  let ended = 0;
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? LINE_FEED;
    if (byte !== LINE_FEED && byte !== RETURN) continue;
    if (at - start > LONGEST_LINE) return longLine(path, ended + 1, at - start);
    start = at + 1;
    if (at < bytes.length && (byte === LINE_FEED || bytes[at + 1] !== LINE_FEED)) ended++;
  }
  if (ended <= MOST_LINES) return null;
  return tooLarge.at(startOf(path), { seen: "lines", file: path, count: ended, most: MOST_LINES });
}

function longLine(path: string, line: number, count: number): RuleProblem {
  const place = { ...startOf(path), line, endLine: line };
  return tooLarge.at(place, { seen: "line", file: path, line, count, most: LONGEST_LINE }, { quote: false });
}
