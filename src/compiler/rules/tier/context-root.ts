import { type Fix, type Place, type Problem, type Text, defineDiagnostic, say, value, words } from "../../../kernel/index.ts";
import { signInOf } from "../../compile/addresses.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { type Address, withoutCredentials } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";

/** Returns how a sign-in address differs from one that ends at the context root /tc; null if it does not differ. */
function faultOf(address: Address): Fault | null {
  const { path, tail } = address;
  if (tail !== "") return "tail";
  if (path === "/tc") return null;
  if (path === "" || path === "/") return "none";
  if (path === "/tc/") return "slash";
  if (/^(\/tc){2,}\/?$/.test(path)) return "twice";
  if (/^\/tc\/+(Json)?RestServices/i.test(path)) return "services";
  return /^\/tc$/i.test(path) ? "case" : "path";
}

/** Returns a fix that ends the sign-in address at the context root. It is safe only if it just removes a slash at the end. */
function fixOf(place: Place, text: string, address: Address, style: string): Fix {
  const root = text.slice(0, text.indexOf("://") + 3) + text.slice(text.indexOf("://") + 3).replace(/[/?#].*$/s, "");
  const inner = style === "plain" ? place : { ...place, column: place.column + 1, endColumn: place.endColumn - 1 };
  const safe = address.path === "/tc/" && address.tail === "";
  return { title: `write ${root}/tc`, safe, edits: [{ place: inner, text: `${root}/tc` }] };
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  // for a connector other than the built-in one, the path that it appends to the sign-in address is unknown
  if (env.release?.profilePath) return;
  const found = signInOf(env);
  const address = found?.address;
  const fault = address && faultOf(address);
  if (!found || !address || !fault) return;
  const { place, pointer, layer, text, leaf } = found;
  const args: Args = { text: withoutCredentials(text), layer, fault, path: address.path, tail: address.tail };
  const fix = leaf && leaf.style !== "block" ? { fix: fixOf(place, text, address, leaf.style) } : {};
  yield contextRoot.at(place, args, { pointer, ...fix });
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const RIGHT = "signIn: https://plm.example.com:8443/tc";

type Fault = "tail" | "none" | "slash" | "twice" | "services" | "case" | "path";

interface Args {
  readonly text: string;
  /** The layer that decides the sign-in address; '' for the field tier.signIn of environment.yaml. */
  readonly layer: string;
  readonly fault: Fault;
  readonly path: string;
  readonly tail: string;
}

/** Returns in words how the sign-in address differs, what the connector then does, and the remedy. */
function told({ fault, path, tail }: Args): { readonly what: Text; readonly meets: Text; readonly write: Text } {
  const write = say`end the address in /tc`;
  switch (fault) {
    case "tail":
      return {
        what: say`${value(tail)} follows the context root`,
        meets: say`the connector appends RestServices/... to the whole text, so every request goes to an address that does not exist`,
        write: say`remove everything from the '?' or '#' on`,
      };
    case "none":
      return { what: say`there is no context root`, meets: say`the connection object is null on every operation`, write };
    case "slash":
      return {
        what: say`a slash follows the context root`,
        meets: say`it makes every request //RestServices/...`,
        write: say`remove the slash at the end`,
      };
    case "twice":
      return {
        what: say`the context root appears twice`,
        meets: say`requests fail with a message of the server, which reads like a server fault`,
        write: say`write /tc once`,
      };
    case "services":
      return {
        what: say`RestServices is appended by the connector itself`,
        meets: say`requests would go to RestServices/RestServices`,
        write,
      };
    case "case":
      return {
        what: say`the path is case-sensitive, and this is not /tc`,
        meets: say`the web tier answers 404`,
        write: say`write /tc in lower case`,
      };
    case "path":
      return {
        what: say`the path ${value(path)} is not the context root /tc`,
        meets: say`the web tier answers with a page instead of data ('Content is not allowed in prolog')`,
        write: say`end the address in /tc`,
      };
  }
}

const contextRoot = defineDiagnostic({
  id: "tier/context-root",
  severity: "error",
  title: "the sign-in address does not end at the context root /tc",
  why: "The connector appends RestServices/<Service>/<operation> to TC_SERVER_URL. Without /tc its connection object is null on every operation; with /tc/tc the server answers with a fault of its own; with anything further the request goes to a page, which is reported as 'Content is not allowed in prolog'.",
  remedy: "End tier.signIn in /tc: no slash, RestServices or query after it.",
  clauses: ["B2"],
  message: (found: Args) => {
    const { what, meets, write } = told(found);
    const layer = found.layer === "" ? [] : say` (layer ${words(found.layer)})`;
    return {
      message: say`TC_SERVER_URL${layer} does not end at the context root: ${value(found.text)}`,
      notes: [what, meets],
      help: write,
    };
  },
  fails: { file: ENVIRONMENT, replace: RIGHT, with: "signIn: https://plm.example.com:8443/tc/tc" },
  passes: [{ file: ENVIRONMENT, replace: RIGHT, with: "signIn: https://plm.example.com:8443/tc # the context root" }],
});

export const rule: EnvironmentRule = { ...contextRoot, scope: "environment", check };
