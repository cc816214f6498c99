import { type Finding, VERSION, affected } from "../../../kernel/index.ts";
import type { Secret } from "../../idp/desired.ts";
import { desiredRealm } from "../../idp/desired.ts";
import type { Wanted } from "../../idp/state.ts";
import { lookUpSecret } from "../../../platform/index.ts";
import { type RunOutcome, type SignInFacts, openRepository, repositoryAt, runRepository } from "../../../compiler/index.ts";
import type { Invocation } from "../../../report/index.ts";

/** Groups of rules that speak of what a realm is made from. */
const GROUPS = /^(?:idp|sso|secret|repo)\//;

/** What `check` has against this environment's sign-in; null: nothing that would come out wrong at the identity provider. */
export async function faultsOf(invocation: Invocation, environment: string): Promise<RunOutcome | null> {
  const { directory, today, host } = invocation;
  const { names } = openRepository(directory);
  const options = { today, requireProof: false, hostsFile: null, resolved: null };
  const request = {
    ...repositoryAt(directory),
    version: VERSION,
    names,
    selected: [environment],
    options,
    resolve: false,
    output: null,
  };
  const outcome = await runRepository(request, host);
  const counts = (finding: Finding) =>
    finding.severity === "error" &&
    GROUPS.test(finding.rule) &&
    (affected(finding).length === 0 || affected(finding).includes(environment));
  const findings = outcome.findings.filter(counts);
  return findings.length === 0 ? null : { ...outcome, findings };
}

/** The secret of the login service's client, looked up anew; null: it has none. */
async function clientSecret({ clientSecret: fact }: SignInFacts, { host, directory }: Invocation): Promise<Secret | null> {
  if (!fact) return null;
  const found = await lookUpSecret(fact.reference, directory, host, true);
  return "value" in found ? found.value : { unknown: found.fault };
}

/** What the realm is to hold. An address of it has been read before, so that a realm is named. */
export async function wantedOf(environment: string, facts: SignInFacts, invocation: Invocation): Promise<readonly Wanted[]> {
  return desiredRealm(facts, await clientSecret(facts, invocation), environment) ?? [];
}
