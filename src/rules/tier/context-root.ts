import { signInOf } from "../../compile/addresses.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { type Address, parseAddress, withoutCredentials } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";

/** What the connector would meet with this path, and what to write; null when the address ends at the context root. */
function fault(address: Address): { symptom: string; mend: string } | null {
  const { path, tail } = address;
  if (tail !== "")
    return {
      symptom: `'${tail}' stands behind the context root: the connector appends RestServices/... to the whole text, so every request goes to an address that does not exist`,
      mend: "drop everything from the '?' or '#' on",
    };
  if (path === "/tc") return null;
  if (path === "" || path === "/")
    return {
      symptom: "there is no context root: the connection object is null on every operation",
      mend: "end the address in /tc",
    };
  if (path === "/tc/")
    return {
      symptom: "the slash behind the context root makes every request //RestServices/...",
      mend: "drop the slash at the end",
    };
  if (/^(\/tc){2,}\/?$/.test(path))
    return {
      symptom: "the context root stands twice: requests fail with a message of the server, which reads like a server fault",
      mend: "write /tc once",
    };
  if (/^\/tc\/+(Json)?RestServices/i.test(path))
    return {
      symptom: "RestServices is appended by the connector itself: requests would go to RestServices/RestServices",
      mend: "end the address in /tc",
    };
  if (/^\/tc$/i.test(path))
    return {
      symptom: "the path is compared with its case: this is not /tc, and the web tier answers 404",
      mend: "write /tc in lower case",
    };
  return {
    symptom: `the path '${path}' is not the context root /tc: the web tier answers with a page instead of data ('Content is not allowed in prolog')`,
    mend: "end the address in /tc and nothing further",
  };
}

/** Safe only where nothing but a slash at the end goes away. */
function fixFor(problem: Problem, text: string, address: Address, style: string): Problem {
  if (style === "block" || !problem.at) return problem;
  const root = text.slice(0, text.indexOf("://") + 3) + text.slice(text.indexOf("://") + 3).replace(/[/?#].*$/s, "");
  const end = { ...problem.at };
  const inner = style === "plain" ? end : { ...end, column: end.column + 1, endColumn: end.endColumn - 1 };
  return {
    ...problem,
    fix: {
      title: `write ${root}/tc`,
      safe: address.path === "/tc/" && address.tail === "",
      edits: [{ place: inner, text: `${root}/tc` }],
    },
  };
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const found = signInOf(env);
  const address = found && parseAddress(found.text);
  const wrong = address && fault(address);
  if (!found || !address || !wrong) return;
  const { place, pointer, layer, text, leaf } = found;
  const problem = {
    at: place,
    ...(pointer === null ? {} : { pointer }),
    message: `TC_SERVER_URL would be '${withoutCredentials(text)}'${layer === "" ? "" : ` (layer ${layer})`}: ${wrong.symptom}`,
    help: wrong.mend,
  };
  yield leaf ? fixFor(problem, text, address, leaf.style) : problem;
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const RIGHT = "signIn: https://plm.example.com:8443/tc";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "tier/context-root",
  severity: "error",
  title: "the sign-in address does not end at the context root /tc",
  why: "The connector appends RestServices/<Service>/<operation> to TC_SERVER_URL as it stands. Without /tc its connection object is null on every operation; with /tc/tc the server answers with a fault of its own; with anything further the request goes to a page, which is reported as 'Content is not allowed in prolog'.",
  remedy: "End tier.signIn in /tc: no slash, no RestServices, no query behind it.",
  clauses: ["B2"],
  fails: { file: ENVIRONMENT, replace: RIGHT, with: "signIn: https://plm.example.com:8443/tc/tc" },
  passes: [{ file: ENVIRONMENT, replace: RIGHT, with: "signIn: https://plm.example.com:8443/tc # the context root" }],
  check,
};
