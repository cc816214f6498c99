import { codeSpan } from "../../../kernel/index.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { Service } from "../../model/federated-sign-in.ts";
import { signInArtifact } from "./sign-in-artifact.ts";

/** Returns the names of the Windows services of the security services and the password vault: those of sso.yaml, else SSC and VAULT. */
const namesOf = ({ signIn: { services } }: SignInFacts) => ({
  ssc: services.ssc?.name?.text ?? "SSC",
  vault: services.vault?.name?.text ?? "VAULT",
});
const startOf = (service: Service | null): string => (service?.start ? codeSpan(service.start.text) : "(not stated)");

function dependencyOf({ signIn }: SignInFacts): string {
  const leaf = signIn.services.dependency;
  if (!leaf) return "not stated";
  const is = String(leaf.value) === "true" ? "depend" : "do not depend";
  return `stated: the security services ${is} on the vault`;
}

export const artifact = signInArtifact({
  name: "sso-services",
  title: "the order in which services start",
  file: "services.md",
  purpose: "expect",
  bytes(facts, _, environment) {
    if (!facts.replyUrl) return null;
    const { ssc, vault } = facts.signIn.services;
    const names = namesOf(facts);
    return `# Services of ${environment}

| service | name | start |
|---|---|---|
| vault | ${codeSpan(names.vault)} | ${startOf(vault)} |
| security services | ${codeSpan(names.ssc)} | ${startOf(ssc)} |

Dependency: ${dependencyOf(facts)}.

The vault starts first. The security services load their secrets once, at their start, and never ask again: started before the vault they say 'No value found for required String property:
tcsso.oidc.client_secret' and 'No ApplicationContext found', with ConnectException and Retrying lines at DEBUG, and consumers report TCSSO_SSOSystemException or 'General HTTP exception' although
the sign-in page works.

1. Make the security services depend on the vault: ${codeSpan(`sc.exe config "${names.ssc}" depend= "${names.vault}"`)}
2. Verify it from both ends: ${codeSpan(`sc.exe qc "${names.ssc}"`)} names the vault under DEPENDENCIES, and ${codeSpan(`sc.exe enumdepend "${names.vault}"`)} names the security services.
3. Restart the vault, then the security services, and confirm that the start time of both processes has changed.
`;
  },
  prove: (bytes) => (bytes.toString("utf8").includes("sc.exe config") ? [] : ["it does not say how the dependency is made"]),
});
