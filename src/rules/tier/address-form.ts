import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { type TierAddress, tierAddresses } from "../../compile/addresses.ts";
import { hostNameFault, mistypedPort, parseAddress } from "../../model/address.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

function fault(text: string): string | null {
  if (text.trim() === "") return "it is empty";
  if (text !== text.trim()) return "a blank stands at its beginning or end, and Java keeps it as part of the address";
  const sign = mistypedPort(text);
  if (sign) return `'${sign}' stands where the ':' of the port belongs`;
  const address = parseAddress(text);
  if (!address) return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? "its host or port cannot be read" : "it has no scheme (https://)";
  if (address.scheme !== "https" && address.scheme !== "http")
    return `the connector speaks http and https, not ${address.scheme}`;
  // the user information itself is not repeated: it may hold a password
  if (address.userinfo !== null)
    return "it holds a user name or password in front of the host; it would be written into the files in clear";
  return hostNameFault(address.host);
}

/** A file server's address has no path: the client library speaks to the server itself, and a path shows that another address stands there. */
function pathFault(text: string, others: readonly TierAddress[]): string | null {
  const address = parseAddress(text);
  if (!address || ((address.path === "" || address.path === "/") && address.tail === "")) return null;
  const twin = others.find((other) => parseAddress(other.text)?.path === address.path && address.path !== "/");
  const whose = twin ? `the path of the ${WORDS[twin.role]} address` : "a path";
  return `it has ${whose} ('${address.path}${address.tail}'), and a file server's address ends behind its port: model files would be sent to another server`;
}

const WORDS = { signIn: "sign-in", webClient: "web-client", fileTransfer: "file-transfer" } as const;

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const all = tierAddresses(env);
  const others = all.filter(({ role }) => role !== "fileTransfer");
  for (const { role, key, text, place, pointer, layer } of all) {
    if (role === "webClient" && text === "") continue;
    const found = fault(text) ?? (role === "fileTransfer" ? pathFault(text, others) : null);
    if (!found) continue;
    const shown = text.includes("@") ? "the address" : `'${text}'`;
    const by = layer === "" ? WORDS[role] : `${key} (layer ${layer})`;
    yield {
      at: place,
      ...(pointer === null ? {} : { pointer }),
      message: `${by}: ${shown} is no address${role === "fileTransfer" ? " of a file server" : ""}: ${found}`,
      help:
        role === "fileTransfer"
          ? "write scheme, host and port, for example https://plm.example.com:4544"
          : "write scheme, host, port and path, for example https://plm.example.com:8443/tc",
    };
  }
  const { tier } = env.environment;
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
