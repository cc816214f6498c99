import { codeSpan } from "../../formats/template/escape.ts";
import { signInArtifact } from "./sign-in-artifact.ts";

export const artifact = signInArtifact({
  name: "sso-trust",
  title: "trust stores, who reads each, and how a store is proven",
  file: "trust.md",
  purpose: "expect",
  bytes(facts, _, environment) {
    if (!facts.discoveryUrl) return null;
    const url = codeSpan(facts.discoveryUrl.value);
    return `# Trust of ${environment}

Four stores that know nothing of each other. Each is verified with the client that uses it, and with a negative control: an endpoint that is signed otherwise must be refused.

| store | read by | loaded with |
|---|---|---|
| certificate store of the guest | its browsers, .NET, the shell | import into LocalMachine Root |
| truststore of the guest's JDK | the PLM system's back-channel calls (JVM) | keytool into cacerts with an alias; back up cacerts first; again after every patch or replacement of the JDK |
| certificate store of the host | its browsers and scripts | import on the host |
| built-in list of Node | back-channel calls of Node consumers | ${codeSpan("NODE_EXTRA_CA_CERTS=PATH-TO-PEM")}; check NODE_TLS_REJECT_UNAUTHORIZED first: with 0 nothing is validated, and the variable is moot |

A JVM does not read the system's store. An import into cacerts is proven by its opposite: with the backup as trustStore the call to ${url} ends in a PKIX failure, without it the answer is HTTP 200.
`;
  },
  prove: (bytes, facts) =>
    bytes.toString("utf8").includes(codeSpan(facts.discoveryUrl?.value ?? "")) ? [] : ["it does not name the discovery address"],
});
