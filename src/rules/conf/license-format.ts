import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { EnvironmentRule } from "../rule.ts";

/** <port>@<host>; a licence client takes several, separated by ';' or ','. */
function fault(value: string): string | null {
  if (value.trim() === "")
    return "it is empty: the licence client looks for a local licence file and the tool asks for one at start";
  for (const server of value.split(/[;,]/)) {
    const match = /^(\d+)@([^\s@:/\\]+)$/.exec(server);
    if (!match) return `'${server}' is not <port>@<host>`;
    if (Number(match[1]) < 1 || Number(match[1]) > 65535) return `${match[1]} is no port (1 to 65535)`;
  }
  return null;
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const decision = env.files.connector?.keys.get("LicenseDir")?.decision;
  if (!decision || decision.secret || (decision.layer === "kit" && decision.value === "")) return;
  const found = fault(decision.value);
  if (!found) return;
  yield {
    at: decision.place,
    ...(decision.pointer === null ? {} : { pointer: decision.pointer }),
    message: `LicenseDir would be '${decision.value}': ${found}`,
    help: "write the licence server as <port>@<host>, for example 27000@lic.example.com",
  };
}

const LICENSE = "licenseServer: 27000@lic.example.com";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "conf/license-format",
  severity: "error",
  title: "LicenseDir is not <port>@<host>",
  why: "The name of the key suggests a directory. With a host name alone, or host:port, the licence client finds no server, and the tool reports a licence problem at sign-in.",
  remedy: "Write workstation.licenseServer as <port>@<host>.",
  clauses: ["B5"],
  fails: { file: "environments/demo/environment.yaml", replace: LICENSE, with: "licenseServer: lic.example.com:27000" },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: LICENSE,
      with: "licenseServer: 27000@lic1.example.com;27000@lic2.example.com",
    },
  ],
  check,
};
