import { type Severity, atLeast } from "../../kernel/index.ts";
import type { RunOutcome } from "./run.ts";

/** Returns true if the checked environments can be used: no error, no finding of severity `failOn` or above, no closed gate. */
export const passes = ({ environments, findings }: Pick<RunOutcome, "environments" | "findings">, failOn: Severity): boolean =>
  !environments.some(({ summary }) => summary?.verdict.gate === "block") &&
  !findings.some(({ severity }) => severity === "error" || atLeast(severity, failOn));
