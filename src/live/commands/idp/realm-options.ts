import { CONNECT_OPTIONS, type Invocation, type OptionSpec, timeoutOf } from "../../../report/index.ts";

const PATIENCE_S = 30;
const MOST_PATIENCE_S = 600;

/** The options of every command that connects to a live realm. */
export const REALM_OPTIONS: readonly OptionSpec[] = [
  {
    name: "profile",
    value: "NAME|FILE",
    summary: "the identity provider's administrator: idp of a profile that only its owner can read, a user or a service account",
  },
  ...CONNECT_OPTIONS,
  { name: "timeout", value: "SECONDS", summary: `for one request (default: ${PATIENCE_S})` },
];

/** Returns --timeout in milliseconds. */
export const patienceOf = (invocation: Invocation): number => timeoutOf(invocation, PATIENCE_S, MOST_PATIENCE_S);
