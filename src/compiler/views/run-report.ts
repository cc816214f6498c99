import type { RunOutcome } from "../run/run.ts";
import type { FindingsInput } from "../../report/index.ts";

/**
 * Returns the content of the report of a `check` or `compile`, for every output form.
 * @param folder Text before the names of output folders: the path of their parent folder, with a slash, as the user would write it.
 */
export function reportOf(outcome: RunOutcome, folder: string) {
  const known = outcome.environments.flatMap((environment) =>
    environment.summary ? [{ ...environment, summary: environment.summary }] : [],
  );
  return {
    findings: outcome.findings,
    suppressed: outcome.suppressed,
    held: outcome.held,
    environments: outcome.environments.length,
    blocked: outcome.blocked,
    unread: outcome.environments.flatMap(({ name, unread }) => (unread === null ? [] : [{ name, why: unread }])),
    verdicts: known.map((environment) => environment.summary.verdict),
    tiers: known.map((environment) => ({
      environment: environment.name,
      signIn: environment.summary.signIn,
      hosts: environment.hosts,
    })),
    outputs: [...outcome.outputs].map(([environment, { state, why }]) => ({
      environment,
      state,
      why,
      folder: `${folder}${environment}`,
    })),
    removed: outcome.removed,
  } satisfies FindingsInput;
}
