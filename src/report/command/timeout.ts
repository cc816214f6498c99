import { wrongUse } from "../../kernel/index.ts";
import type { Invocation } from "./command.ts";

/** `--timeout SECONDS` in milliseconds; without it `usual`. Both limits are in seconds; what is no whole number of them is wrong use. */
export function timeoutOf({ options }: Pick<Invocation, "options">, usual: number, most: number): number {
  const given = options.get("timeout");
  if (given === undefined) return usual * 1000;
  const seconds = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (seconds < 1 || seconds > most) throw wrongUse(`--timeout cannot be '${given}'`, `whole seconds from 1 to ${most}`);
  return seconds * 1000;
}
