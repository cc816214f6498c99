import { wrongUse } from "../../kernel/index.ts";
import type { Invocation } from "./command.ts";

/**
 * Returns the value of --timeout, given in seconds, in milliseconds. Throws a Refusal for anything but whole seconds from 1 to `most`.
 * @param usual the default in seconds
 * @param most the limit in seconds
 */
export function timeoutOf({ options }: Pick<Invocation, "options">, usual: number, most: number): number {
  const given = options.get("timeout");
  if (given === undefined) return usual * 1000;
  const seconds = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (seconds < 1 || seconds > most) throw wrongUse(`--timeout cannot be '${given}'`, `use whole seconds from 1 to ${most}`);
  return seconds * 1000;
}
