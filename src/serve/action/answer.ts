import { environmentNameFault } from "../../kernel/index.ts";

interface Verdict {
  readonly environment: string;
  readonly gate: "pass" | "accepted" | "block";
}

/** The fields of the JSON documents of `plan`, `check` and `compile` from which the GitHub Action makes its outputs. */
export interface Answer {
  readonly findings?: readonly {
    readonly severity: "error" | "warning" | "info";
    readonly state?: string;
    readonly file: string | null;
  }[];
  readonly gone?: readonly unknown[];
  readonly gate?: { readonly mode: "new" | "all" };
  readonly ownRules?: readonly unknown[];
  readonly verdicts?: readonly Verdict[];
  /** The names of environments without a verdict, because they cannot be read. */
  readonly unread?: readonly string[];
  readonly environments?: readonly {
    readonly name: string;
    readonly status: string;
    readonly verdict: { readonly before?: Verdict | null; readonly after: Verdict | null };
  }[];
  readonly error?: { readonly message: string; readonly help: string | null };
}

const GATES = ["pass", "accepted", "block"] as const;
/**
 * The most characters of one output of the Action: GitHub accepts 1 MiB of outputs of one job, in UTF-16, and other steps have outputs,
 * too.
 */
const MOST_OUTPUT = 400_000;

/**
 * Returns the worst gate of all environments, or "error" if an environment has no verdict because it cannot be read. With `--gate new`, an
 * unchanged environment that could not be read before the change either does not count.
 */
export function worstGate({ verdicts, environments, unread, gate }: Answer): string {
  const isOld = ({ status, verdict }: NonNullable<Answer["environments"]>[number]) =>
    gate?.mode === "new" && status === "unchanged" && (verdict.before ?? null) === null && verdict.after === null;
  const planned = (environments ?? [])
    .filter((environment) => environment.status !== "removed" && !isOld(environment))
    .map(({ verdict }) => verdict.after);
  if ((unread ?? []).length > 0 || planned.includes(null)) return "error";
  const gates = [...(verdicts ?? []), ...planned].map((verdict) => verdict?.gate);
  return GATES.findLast((gate) => gates.includes(gate)) ?? "pass";
}

/**
 * Returns whether the Action has anything to report; a plan without changed environments, new or resolved findings and own rules has
 * nothing.
 */
export const tellsAnything = ({ environments, findings, gone, ownRules }: Answer): boolean =>
  environments === undefined ||
  environments.some(({ status }) => status !== "unchanged") ||
  (findings ?? []).some(({ state }) => state === "new") ||
  (gone ?? []).length + (ownRules ?? []).length > 0;

export const errorsOf = ({ findings }: Answer): number => (findings ?? []).filter(({ severity }) => severity === "error").length;

/**
 * Returns the names of the changed environments as JSON. Leaves out invalid names, because later workflow steps put names into command
 * lines and paths; a finding reports an invalid name. Returns "null" if the list would be too long, so that nobody mistakes a part for the
 * whole.
 */
export function changedJson({ environments }: Answer): string {
  const names = (environments ?? [])
    .filter(({ name, status }) => status !== "unchanged" && environmentNameFault(name) === null)
    .map(({ name }) => name);
  const text = JSON.stringify(names);
  return text.length > MOST_OUTPUT ? "null" : text;
}

/** Returns the environment names and file paths in a command's document, which the Action's log, summary and outputs show. */
export const namesOf = ({ findings, verdicts, environments, unread }: Answer): readonly string[] => [
  ...(findings ?? []).flatMap(({ file }) => file ?? []),
  ...(verdicts ?? []).map(({ environment }) => environment),
  ...(environments ?? []).map(({ name }) => name),
  ...(unread ?? []),
];
