import { wrongUse } from "../../diagnostic/refusal.ts";
import type { Invocation, OptionSpec } from "../command.ts";
import { CONNECT_OPTIONS } from "../connect-options.ts";

const PATIENCE_S = 30;
const MOST_PATIENCE_S = 600;

/** Options of everything that asks a live realm. */
export const REALM_OPTIONS: readonly OptionSpec[] = [
  {
    name: "profile",
    value: "NAME|FILE",
    summary: "who administers the identity provider: idp.user and idp.password of a profile that only its owner may read",
  },
  ...CONNECT_OPTIONS,
  { name: "timeout", value: "SECONDS", summary: `for one request (default: ${PATIENCE_S})` },
];

/** --timeout in milliseconds. */
export function patienceOf({ options }: Invocation): number {
  const given = options.get("timeout");
  if (given === undefined) return PATIENCE_S * 1000;
  const seconds = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (seconds < 1 || seconds > MOST_PATIENCE_S)
    throw wrongUse(`--timeout cannot be '${given}'`, `whole seconds from 1 to ${MOST_PATIENCE_S}`);
  return seconds * 1000;
}
