interface Verdict {
  readonly gate: "pass" | "accepted" | "block";
}

/** The documents of plan, check and compile, as far as the step's outputs are made of them. */
export interface Answer {
  readonly findings?: readonly { readonly severity: "error" | "warning" | "info"; readonly state?: string }[];
  readonly gone?: readonly unknown[];
  readonly ownRules?: readonly unknown[];
  readonly verdicts?: readonly Verdict[];
  readonly environments?: readonly {
    readonly name: string;
    readonly status: string;
    readonly verdict: { readonly after: Verdict | null };
  }[];
  readonly error?: { readonly message: string; readonly help: string | null };
}

const GATES = ["pass", "accepted", "block"] as const;
/** GitHub takes 1 MiB of outputs of one job, in UTF-16; other steps have some, too. */
const MOST_OUTPUT = 400_000;

/** The worst gate of all environments. */
export function worstGate({ verdicts, environments }: Answer): string {
  const gates = [...(verdicts ?? []), ...(environments ?? []).flatMap(({ verdict }) => verdict.after ?? [])].map(
    ({ gate }) => gate,
  );
  return GATES.findLast((gate) => gates.includes(gate)) ?? "pass";
}

/** Whether a reader has to know anything of it; a plan in which nothing changes is nobody's news. */
export const tellsAnything = ({ environments, findings, gone, ownRules }: Answer): boolean =>
  environments === undefined ||
  environments.some(({ status }) => status !== "unchanged") ||
  (findings ?? []).some(({ state }) => state === "new") ||
  (gone ?? []).length + (ownRules ?? []).length > 0;

export const errorsOf = ({ findings }: Answer): number => (findings ?? []).filter(({ severity }) => severity === "error").length;

/** Names of the environments that change, as JSON; a list that would be too long is null, so that nobody takes a part for the whole. */
export function changedJson({ environments }: Answer): string {
  const names = (environments ?? []).filter(({ status }) => status !== "unchanged").map(({ name }) => name);
  const text = JSON.stringify(names);
  return text.length > MOST_OUTPUT ? "null" : text;
}
