import {
  type Problem,
  type Text,
  type Wording,
  defineDiagnostic,
  name,
  placeOf,
  quotedName,
  say,
  spotOf,
  value,
  words,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { type TierAddress, tierAddresses } from "../../compile/addresses.ts";
import { hostNameFault, mistypedPort } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";
import { tableSubjects } from "./table-subjects.ts";

/** Returns why the text of a tier's address is not an http or https address, or null if it is one. */
function faultOf({ text, address }: TierAddress): Text | null {
  if (text.trim() === "") return say`it is empty`;
  if (text !== text.trim()) return say`it begins or ends with a space, and Java keeps it as part of the address`;
  const sign = mistypedPort(text);
  if (sign) return say`${quotedName(sign)} is where the ':' of the port belongs`;
  if (!address)
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? say`its host or port cannot be read` : say`it has no scheme (https://)`;
  if (address.scheme !== "https" && address.scheme !== "http")
    return say`the connector speaks http and https, not ${name(address.scheme)}`;
  // the message does not repeat the user information, because it can hold a password
  if (address.userinfo !== null)
    return say`it holds a user name or password before the host, which would be written into the files as plain text`;
  return hostNameFault(address.host);
}

/**
 * Returns the fault of a file server's address that has a path; null if it has none. The client library connects to the server itself, so a
 * path shows that the author wrote another server's address.
 */
function pathFault({ address }: TierAddress, all: readonly TierAddress[]): Text | null {
  if (!address || ((address.path === "" || address.path === "/") && address.tail === "")) return null;
  const same = all.find(
    ({ role, address: other }) => role !== "fileTransfer" && other?.path === address.path && address.path !== "/",
  );
  const whose = words(same ? `the path of the ${WORDS[same.role]} address` : "a path");
  return say`it has ${whose} (${value(address.path + address.tail)}), and a file server's address ends after its port: model files would be sent to another server`;
}

const WORDS = { signIn: "sign-in", webClient: "web-client", fileTransfer: "file-transfer" } as const;

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const all = tierAddresses(env);
  const { tier } = env.environment;
  for (const one of all) {
    const { role, text } = one;
    if (role === "webClient" && text === "") continue;
    // the finding without any file-transfer address (`of: null`) reports an empty tier.fileTransfer
    if (role === "fileTransfer" && text === "" && tier.fileTransfer.length === 0) continue;
    const fault = faultOf(one) ?? (role === "fileTransfer" ? pathFault(one, all) : null);
    if (!fault) continue;
    const { file, key, place, pointer, layer } = one;
    const args: Args = { of: { role, key, layer }, text: text.includes("@") ? null : text, fault };
    const restsOn = layer === "" ? [] : tableSubjects(env, { file, key }, layer, place);
    yield addressForm.at(place, args, {
      pointer,
      restsOn,
      ...(place && { explains: [{ is: "unreadable" as const, ...spotOf(place) }] }),
    });
  }
  if (tier.fileTransfer.length === 0) {
    yield addressForm.at(placeOf(tier.fileTransferSpan), { of: null }, { pointer: "/tier/fileTransfer" });
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";

type Args =
  | {
      readonly of: Pick<TierAddress, "role" | "key" | "layer">;
      /** The address as written; null if it can hold a password. */
      readonly text: string | null;
      readonly fault: Text;
    }
  /** `of: null`: the environment has no file-transfer address at all. */
  | { readonly of: null };

function wording(found: Args): Wording {
  if (found.of === null)
    return {
      message: say`no file-transfer address is given`,
      notes: [say`BOOTSTRAP_URLS would be empty and no file could be moved`],
      help: say`list the file server's address, for example https://plm.example.com:4544`,
    };
  const { role, key, layer } = found.of;
  const server = role === "fileTransfer";
  const by = layer === "" ? words(WORDS[role]) : say`${name(key)} (layer ${words(layer)})`;
  const shown = found.text === null ? say`the text` : say`${value(found.text)}`;
  return {
    message: say`${by}: ${shown} is not an address${words(server ? " of a file server" : "")}`,
    notes: [found.fault],
    help: server
      ? say`write scheme, host and port, for example https://plm.example.com:4544`
      : say`write scheme, host, port and path, for example https://plm.example.com:8443/tc`,
  };
}

const addressForm = defineDiagnostic({
  id: "tier/address-form",
  severity: "error",
  because: ["conf/write-set"],
  title: "an address of the tier is empty or unreadable",
  why: "The connector takes the text as it is. A missing or wrong scheme, or a space at the end, gives an error about a connection, far away from this line; its client library is the same. Credentials in an address end up as plain text on every workstation.",
  remedy: "Write scheme, host, port and path, and nothing else.",
  clauses: ["B2", "B3"],
  message: wording,
  fails: { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "plm.example.com:8443/tc" },
  passes: [{ file: ENVIRONMENT, replace: "https://plm.example.com:3000/awc", with: "https://plm.example.com:3000/awc?ah=true" }],
});

export const rule: EnvironmentRule = { ...addressForm, scope: "environment", check };
