import { environmentNameFault } from "../../kernel/index.ts";

interface Verdict {
  readonly environment: string;
  readonly gate: "pass" | "accepted" | "block";
}

/** The documents of plan, check and compile, as far as the step's outputs are made of them. */
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
  /** Environments of which there is no verdict, because they cannot be read. */
  readonly unread?: readonly string[];
  readonly environments?: readonly {
    readonly name: string;
    readonly status: string;
    readonly verdict: { readonly before?: Verdict | null; readonly after: Verdict | null };
  }[];
  readonly error?: { readonly message: string; readonly help: string | null };
}

const GATES = ["pass", "accepted", "block"] as const;
/** GitHub takes 1 MiB of outputs of one job, in UTF-16; other steps have some, too. */
const MOST_OUTPUT = 400_000;

/**
 * Returns the worst gate of all environments; an environment that cannot be read has none, which is worse than any. One that could not be read
 * before the change either counts no more than its findings do: with `--gate new` not at all.
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

/** Whether a reader has to know anything of it; a plan in which nothing changes is nobody's news. */
export const tellsAnything = ({ environments, findings, gone, ownRules }: Answer): boolean =>
  environments === undefined ||
  environments.some(({ status }) => status !== "unchanged") ||
  (findings ?? []).some(({ state }) => state === "new") ||
  (gone ?? []).length + (ownRules ?? []).length > 0;

export const errorsOf = ({ findings }: Answer): number => (findings ?? []).filter(({ severity }) => severity === "error").length;

/**
 * Names of the environments that change, as JSON. A name that no environment can have is left out: steps behind this one put names into command
 * lines and paths, and a finding tells of it. A list that would be too long is null, so that nobody takes a part for the whole. */
export function changedJson({ environments }: Answer): string {
  const names = (environments ?? [])
    .filter(({ name, status }) => status !== "unchanged" && environmentNameFault(name) === null)
    .map(({ name }) => name);
  const text = JSON.stringify(names);
  return text.length > MOST_OUTPUT ? "null" : text;
}

/** Names and paths that the answer says, in the log, the summary and the outputs. */
export const namesOf = ({ findings, verdicts, environments, unread }: Answer): readonly string[] => [
  ...(findings ?? []).flatMap(({ file }) => file ?? []),
  ...(verdicts ?? []).map(({ environment }) => environment),
  ...(environments ?? []).map(({ name }) => name),
  ...(unread ?? []),
];
