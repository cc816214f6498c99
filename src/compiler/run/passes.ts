import { type Severity, atLeast } from "../../kernel/index.ts";
import type { RunOutcome } from "./run.ts";

/** Nothing keeps what was looked at from being used: no error, no finding from `failOn` on, no closed gate. */
export const passes = ({ environments, findings }: Pick<RunOutcome, "environments" | "findings">, failOn: Severity): boolean =>
  !environments.some(({ summary }) => summary?.verdict.gate === "block") &&
  !findings.some(({ severity }) => severity === "error" || atLeast(severity, failOn));
