import { codeSpan } from "../../formats/template/escape.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { Service } from "../../model/federated-sign-in.ts";
import { signInArtifact } from "./sign-in-artifact.ts";

const nameOf = (service: Service | null, fallback: string): string => codeSpan(service?.name?.text ?? fallback);
const startOf = (service: Service | null): string => (service?.start ? codeSpan(service.start.text) : "(not stated)");

function dependencyOf({ signIn }: SignInFacts): string {
  const leaf = signIn.services.dependency;
  return leaf
    ? String(leaf.value) === "true"
      ? "stated: the first depends on the second"
      : "stated: there is none"
    : "not stated";
}

export const artifact = signInArtifact({
  name: "sso-services",
  title: "the order in which services start",
  file: "services.md",
  purpose: "expect",
  bytes(facts, _, environment) {
    if (!facts.replyUrl) return null;
    const { ssc, vault } = facts.signIn.services;
    const [first, second] = [nameOf(vault, "VAULT"), nameOf(ssc, "SSC")];
    return `# Services of ${environment}

| service | name | start |
|---|---|---|
| vault | ${first} | ${startOf(vault)} |
| security services | ${second} | ${startOf(ssc)} |

Dependency: ${dependencyOf(facts)}.

The vault starts first. The security services load their secrets once, at their start, and never ask again: started before the vault they say 'No value found for required String property:
tcsso.oidc.client_secret' and 'No ApplicationContext found', with ConnectException and Retrying lines at DEBUG, and consumers report TCSSO_SSOSystemException or 'General HTTP exception' although
the sign-in page works.

1. Make the security services depend on the vault: ${codeSpan(`sc.exe config "${ssc?.name?.text ?? "SSC"}" depend= "${vault?.name?.text ?? "VAULT"}"`)}
2. Verify it from both ends: ${codeSpan(`sc.exe qc "${ssc?.name?.text ?? "SSC"}"`)} names the vault under DEPENDENCIES, and ${codeSpan(`sc.exe enumdepend "${vault?.name?.text ?? "VAULT"}"`)} names the security services.
3. Restart the vault, then the security services, and confirm that the start time of both processes has changed.
`;
  },
  prove: (bytes) => (bytes.toString("utf8").includes("sc.exe config") ? [] : ["it does not say how the dependency is made"]),
});
