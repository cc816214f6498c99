import type { Output } from "../io/host.ts";
import { colored, visibleLines } from "./style.ts";

/**
 * An output for people: whatever text of the user is in it, only our own colours reach the terminal as control sequences.
 * Bytes go through as they are.
 */
export function forPeople(output: Output): Output {
  return {
    write: (data) => output.write(typeof data === "string" ? colored(visibleLines(data), output.color) : data),
    color: output.color,
    width: output.width,
  };
}
