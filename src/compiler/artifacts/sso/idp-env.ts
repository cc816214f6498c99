import { escapeInvisible } from "../../../kernel/index.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { signInArtifact } from "./sign-in-artifact.ts";

const linesOf = ({ hostname }: SignInFacts): readonly string[] => hostname.map(({ name, fact }) => `${name}=${fact.value}`);

export const artifact = signInArtifact({
  name: "sso-idp-env",
  title: "settings of the identity provider's process",
  file: "idp.env",
  purpose: "install",
  bytes(facts) {
    if (!facts.realm) return null;
    const head = [
      `# Settings of the identity provider, version ${escapeInvisible(facts.idpVersion.value)}: its addresses stay the same whatever name a request used.`,
      "# Otherwise token_endpoint, userinfo_endpoint and jwks_uri follow the request's host while discovery still answers 200.",
      `# Restart policy of the service or container: ${escapeInvisible(facts.restart.value)}`,
      "# Host memory: a virtual machine with a dynamic memory maximum of 24 GB on a 64 GB host left headroom for its container runtime; 32 GB did not.",
    ];
    return `${[...head, ...linesOf(facts)].join("\n")}\n`;
  },
  prove(bytes, facts) {
    const read = bytes
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    return JSON.stringify(read) === JSON.stringify(linesOf(facts))
      ? []
      : ["a setting holds a line end or another sign that no environment file can hold"];
  },
});
