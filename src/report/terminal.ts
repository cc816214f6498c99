import type { Output } from "../platform/index.ts";
import { NL, leaving, visibleJson } from "./style.ts";

/**
 * An output for people, the one place where text leaves: whatever a value holds, only our own colours and line ends (style.ts) reach the
 * terminal or the log as such. The line feed at the end of a write is ours, too: what follows is judged as the start of a line.
 * Bytes go through as they are.
 */
export function forPeople(output: Output): Output {
  const line = (text: string): string => leaving(text.endsWith("\n") ? text.slice(0, -1) + NL : text, output.color);
  return {
    write: (data) => output.write(typeof data === "string" ? line(data) : data),
    color: output.color,
    width: output.width,
  };
}

/** An output for documents: exact, with everything escaped that a terminal or a log would act on. */
export function forPrograms(output: Output): Output {
  return {
    write: (data) => output.write(typeof data === "string" ? visibleJson(data) : data),
    color: output.color,
    width: output.width,
  };
}
