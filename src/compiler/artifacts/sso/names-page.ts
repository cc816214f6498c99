import { codeSpan, printedCommand, shellCommand } from "../../../kernel/index.ts";
import { effectivePort, parseAddress } from "../../model/address.ts";
import type { Consumer } from "../../model/federated-sign-in.ts";
import { consumerFault } from "../../sso/consumer-address.ts";
import { signInArtifact } from "./sign-in-artifact.ts";
import type { SignInFacts } from "../../sso/facts.ts";

/**
 * Returns the issuer with its host and port, and the address of the discovery document; null if the issuer is unknown or not an address.
 */
function issuerOf({ issuer, discoveryUrl }: SignInFacts) {
  const address = issuer && parseAddress(issuer.value);
  return address && discoveryUrl
    ? { text: issuer.value, host: address.host, port: effectivePort(address), url: discoveryUrl.value }
    : null;
}

function wayOf(kind: string, host: string, address: string): string {
  if (kind === "container")
    return `${codeSpan(`--add-host=${host}:${address}`)}, or in a pod ${codeSpan(`hostAliases: [{ ip: "${address}", hostnames: ["${host}"] }]`)}`;
  return `a line of its hosts file: ${codeSpan(`${address} ${host}`)}`;
}

function sectionOf({ name, kind, address, port }: Consumer, issuer: NonNullable<ReturnType<typeof issuerOf>>): string {
  // the page does not show an invalid consumer address, even if the finding on it is suppressed
  const candidate = address && consumerFault({ kind, address }) === null ? address.text : "CANDIDATE-IP";
  const other = port && port.text !== issuer.port ? port.text : null;
  return `## ${codeSpan(name.text)} (${kind.text})

- The name must lead to ${codeSpan(candidate)}: ${wayOf(kind.text, issuer.host, candidate)}
- Proof, run there: ${codeSpan(printedCommand(shellCommand`curl --resolve ${`${issuer.host}:${issuer.port}:${candidate}`} ${issuer.url}`, "every"))}${kind.text === "container" ? "" : " (in Windows PowerShell write `curl.exe`: `curl` alone is another command there)"}
- It proves the address when it answers 200 with ${codeSpan(`"issuer":"${issuer.text}"`)}; it refutes it with 'Connection refused', a time-out or another issuer. An error of the certificate (curl: (60)) says nothing of the address: go by trust.md first.${other ? `\n- sso.yaml says port ${codeSpan(other)} for it: the issuer is one text with port ${codeSpan(issuer.port)} in it, so it must be reached at that port here, too.` : ""}`;
}

export const artifact = signInArtifact({
  name: "sso-names",
  title: "where the issuer's one name must lead for each consumer",
  file: "names.md",
  purpose: "expect",
  bytes(facts, _, environment) {
    const issuer = issuerOf(facts);
    if (!issuer || !facts.issuer) return null;
    const sections = facts.consumers.map((consumer) => sectionOf(consumer, issuer));
    const none = "No consumer is written in sso.yaml (`consumers`). Usual are the host, the PLM guest and each container.";
    return `# Names of ${environment}

The issuer is one text, ${codeSpan(facts.issuer.value)}, and everybody uses the same one. The name ${codeSpan(issuer.host)} leads to another address for each consumer:

| kind | the name leads to |
|---|---|
| host | its loopback, by its hosts file |
| guest | the host's address on the virtual machine's switch |
| container | the host's gateway, by --add-host or a hostAliases entry |

Best is a name that leads there already, without a line in any hosts file.

A name that resolves proves nothing: inside a container it can lead to the container's own loopback. What proves it is an answer of the discovery address with the issuer in it.

${sections.length > 0 ? sections.join("\n\n") : none}
`;
  },
  prove: (bytes, facts) =>
    bytes.toString("utf8").includes(codeSpan(facts.issuer?.value ?? "")) ? [] : ["it does not name the issuer"],
});
