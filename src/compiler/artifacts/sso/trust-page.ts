import { codeSpan } from "../../../kernel/index.ts";
import { REACH, type TrustPlan, type TrustShell, type TrustStep, type TrustStore, trustPlan } from "../../sso/trust-steps.ts";
import { signInArtifact } from "./sign-in-artifact.ts";

const SHELLS: readonly TrustShell[] = ["powershell", "sh"];

/** Returns a fenced code block of Markdown; `indent` keeps it within a list item. */
const block = (language: string, text: string, indent: string): string =>
  [`\`\`\`${language}`, ...text.trimEnd().split("\n"), "```"].map((line) => `${indent}${line}`).join("\n");

function expectation({ prints, fails, otherwise }: TrustStep): string {
  const seen = [...(fails ? ["it fails"] : []), ...(prints === null ? [] : [`it prints ${codeSpan(prints)}`])];
  const text = [...(seen.length > 0 ? [`Expected: ${seen.join(", and ")}`] : []), ...(otherwise === "" ? [] : [otherwise])].join(
    "; ",
  );
  return text === "" ? "" : `\n\n   ${text}.`;
}

function stepText(step: TrustStep, number: number): string {
  const blocks = SHELLS.flatMap((shell) => {
    const command = step.commands[shell];
    return command === undefined ? [] : [`\n\n${block(shell, command, "   ")}`];
  });
  return `${number}. ${step.does}${blocks.join("")}${expectation(step)}`;
}

function storeText({ title, readBy, consumers, steps }: TrustStore): string {
  const who = consumers.length === 0 ? "" : ` Of the consumers in sso.yaml: ${consumers.map(codeSpan).join(", ")}.`;
  return `## The ${title}\n\nRead by ${readBy}.${who}\n\n${steps.map((step, i) => stepText(step, i + 1)).join("\n")}`;
}

const pageText = ({ url, certificate, stores }: TrustPlan, environment: string): string => `# Trust of ${environment}

Four stores that know nothing of each other. Each is verified with the client that uses it, and with a negative control: an endpoint that is signed otherwise must be refused. A certificate that
is in one of them proves nothing of the others; a JVM does not read the system's store.

| store | read by | loaded with |
|---|---|---|
${stores.map(({ title, readBy, loadedWith }) => `| ${title} | ${readBy} | ${loadedWith} |`).join("\n")}

Each proof has two halves with the same call to ${codeSpan(url)}. The commands are for PowerShell on Windows and for a shell on other systems, where the system has the store; they are typed in one folder.

## The certificate

${stepText(certificate, 1)}
2. For the JDK's proof save this as ${codeSpan("Reach.java")} in the same folder; it makes the call that the PLM system makes. It needs Java 11 or later; with an older one compile it with javac first.

${block("java", REACH, "   ")}

${stores.map(storeText).join("\n\n")}
`;

export const artifact = signInArtifact({
  name: "sso-trust",
  title: "trust stores, who reads each, and how a store is proven",
  file: "trust.md",
  purpose: "expect",
  bytes(facts, _, environment) {
    if (!facts.discoveryUrl) return null;
    const plan = trustPlan(facts);
    if (plan) return pageText(plan, environment);
    return `# Trust of ${environment}

${codeSpan(facts.discoveryUrl.value)} is no https address: no certificate is in play, and none is to be trusted.
`;
  },
  prove(bytes, facts) {
    const text = bytes.toString("utf8");
    const plan = trustPlan(facts);
    if (!plan) return text.includes(codeSpan(facts.discoveryUrl?.value ?? "")) ? [] : ["it does not name the discovery address"];
    const lines = [plan.certificate, ...plan.stores.flatMap(({ steps }) => steps)].flatMap(({ commands }) =>
      Object.values(commands).flatMap((command) => command.split("\n")),
    );
    return lines.filter((line) => !text.includes(`   ${line}\n`)).map((line) => `it lacks the command ${line}`);
  },
});
