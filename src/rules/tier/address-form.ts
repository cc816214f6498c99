import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { parseAddress, splitAddresses } from "../../model/address.ts";
import { type Scalar, placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

function fault(text: string): string | null {
  if (text.trim() === "") return "it is empty";
  if (text !== text.trim()) return "a blank stands at its beginning or end, and Java keeps it as part of the address";
  const address = parseAddress(text);
  if (!address) return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? "its host or port cannot be read" : "it has no scheme (https://)";
  if (address.scheme !== "https" && address.scheme !== "http")
    return `the connector speaks http and https, not ${address.scheme}`;
  // the user information itself is not repeated: it may hold a password
  return address.userinfo === null
    ? null
    : "it holds a user name or password in front of the host; it would be written into the files in clear";
}

function* checkLeaf(leaf: Scalar, parts: readonly string[], what: string): Iterable<Problem> {
  for (const text of parts.length === 0 ? [leaf.text] : parts) {
    const found = fault(text);
    if (!found) continue;
    const shown = text.includes("@") ? "the address" : `'${text}'`;
    yield {
      at: placeOf(leaf.span),
      pointer: leaf.pointer,
      message: `${what}: ${shown} is no address: ${found}`,
      help: "write scheme, host, port and path, for example https://plm.example.com:8443/tc",
    };
  }
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const { tier } = env.environment;
  yield* checkLeaf(tier.signIn, [], "sign-in");
  if (tier.webClient && tier.webClient.text !== "") yield* checkLeaf(tier.webClient, [], "web client");
  for (const leaf of tier.fileTransfer) yield* checkLeaf(leaf, splitAddresses(leaf.text), "file transfer");
  if (tier.fileTransfer.length === 0) {
    yield {
      at: placeOf(tier.fileTransferSpan),
      pointer: "/tier/fileTransfer",
      message: "no file-transfer address is given: BOOTSTRAP_URLS would be empty and no file could be moved",
      help: "list the file server's address, for example https://plm.example.com:4544",
    };
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "tier/address-form",
  severity: "error",
  title: "an address of the tier is empty or cannot be read as an address",
  why: "The connector and its client library take the text as it is. A missing scheme, a blank at the end or a wrong scheme gives an error about a connection, far away from this line. Credentials in an address end up in clear text on every workstation.",
  remedy: "Write scheme, host, port and path, and nothing else.",
  clauses: ["B2", "B3"],
  fails: { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "plm.example.com:8443/tc" },
  passes: [{ file: ENVIRONMENT, replace: "https://plm.example.com:3000/awc", with: "https://plm.example.com:3000/awc?ah=true" }],
  check,
};
