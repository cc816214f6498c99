import { type Finding, affectedEnvironments } from "../../../kernel/index.ts";
import type { Secret } from "../../idp/desired.ts";
import { desiredRealm } from "../../idp/desired.ts";
import type { Wanted } from "../../idp/state.ts";
import { lookUpSecret } from "../../../platform/index.ts";
import { type RunOutcome, type SignInFacts, openRepository, plainRequest, runRepository } from "../../../compiler/index.ts";
import type { Invocation } from "../../../report/index.ts";

/** The beginnings of the ids of rules whose errors make the configuration that is compiled for a realm wrong. */
const GROUPS = /^(?:idp|sso|secret|repo)\//;

/** Returns the outcome of `check` with only those errors that would lead to a wrong realm for one environment; null if there are none. */
export async function faultsOf(invocation: Invocation, environment: string): Promise<RunOutcome | null> {
  const { names } = openRepository(invocation.directory);
  const outcome = await runRepository(plainRequest(invocation, names, [environment]), invocation.host);
  const counts = (finding: Finding) =>
    finding.severity === "error" &&
    GROUPS.test(finding.rule) &&
    (affectedEnvironments(finding).length === 0 || affectedEnvironments(finding).includes(environment));
  const findings = outcome.findings.filter(counts);
  return findings.length === 0 ? null : { ...outcome, findings };
}

/**
 * Looks up the login service's client secret at its source, not in the cache. Returns null if sso.yaml has no client secret, and `unknown`
 * with the reason if the lookup fails.
 */
async function clientSecret({ clientSecret: fact }: SignInFacts, { host, directory }: Invocation): Promise<Secret | null> {
  if (!fact) return null;
  const found = await lookUpSecret(fact.reference, directory, host, true);
  return "value" in found ? found.value : { unknown: found.fault };
}

/**
 * Returns the resources that the realm should contain. The list would be empty without a realm in sso.yaml, but the commands refuse such a
 * sso.yaml before.
 */
export async function wantedOf(environment: string, facts: SignInFacts, invocation: Invocation): Promise<readonly Wanted[]> {
  return desiredRealm(facts, await clientSecret(facts, invocation), environment) ?? [];
}
