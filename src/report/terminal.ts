import type { Output } from "../platform/index.ts";
import { NL, leaving, visibleJson } from "./style.ts";

/**
 * Returns an output for people. Only here, texts are written: Tierwright's own colours and line ends (style.ts) alone reach the terminal or
 * the log as control characters, whatever a value contains. The line feed at the end of a write is Tierwright's own, too, so that the next
 * text is treated as the start of a line. Bytes are written unchanged.
 */
export function forPeople(output: Output): Output {
  const line = (text: string): string => leaving(text.endsWith("\n") ? text.slice(0, -1) + NL : text, output.color);
  return {
    write: (data) => output.write(typeof data === "string" ? line(data) : data),
    color: output.color,
    width: output.width,
  };
}

/** Returns an output for JSON documents, in which everything that a terminal or a log would interpret is escaped. */
export function forPrograms(output: Output): Output {
  return {
    write: (data) => output.write(typeof data === "string" ? visibleJson(data) : data),
    color: output.color,
    width: output.width,
  };
}
