import { type Problem, type Text, defineDiagnostic, say, value } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { EnvironmentRule } from "../rule.ts";

/** Returns the fault of a text; null if it is <port>@<host>, or several of them separated by ';' or ',', which a license client accepts. */
function faultIn(text: string): Fault | null {
  if (text.trim() === "") return { what: "empty" };
  for (const server of text.split(/[;,]/)) {
    const match = /^(\d+)@([^\s@:/\\]+)$/.exec(server);
    if (!match) return { what: "form", part: server };
    if (Number(match[1]) < 1 || Number(match[1]) > 65535) return { what: "port", part: match[1] as string };
  }
  return null;
}

type Fault = { readonly what: "empty" } | { readonly what: "form" | "port"; readonly part: string };

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const decision = env.files.connector?.keys.get("LicenseDir")?.decision;
  if (!decision || decision.secret || (decision.layer === "kit" && decision.value === "")) return;
  const fault = faultIn(decision.value);
  if (fault) yield licenseFormat.at(decision.place, { found: decision.value, fault }, { pointer: decision.pointer });
}

const LICENSE = "licenseServer: 27000@lic.example.com";

function reason(fault: Fault): Text {
  if (fault.what === "empty")
    return say`an empty LicenseDir makes the licence client look for a local licence file, and the tool asks for one at start`;
  return fault.what === "form"
    ? say`${value(fault.part)} is not <port>@<host>`
    : say`${value(fault.part)} is not a port (1 to 65535)`;
}

const licenseFormat = defineDiagnostic({
  id: "conf/license-format",
  severity: "error",
  title: "LicenseDir is not <port>@<host>",
  why: "The licence client would find no server. The key's name suggests a directory; with a host name alone, or host:port, the tool reports a licence problem at sign-in.",
  remedy: "Write workstation.licenseServer as <port>@<host>.",
  clauses: ["B5"],
  message: ({ found, fault }: { readonly found: string; readonly fault: Fault }) => ({
    message:
      fault.what === "empty"
        ? say`LicenseDir would be empty`
        : say`LicenseDir would be ${value(found)}, which is not <port>@<host>`,
    notes: fault.what === "form" && fault.part === found ? [] : [reason(fault)],
    help: say`write the licence server as <port>@<host>, for example 27000@lic.example.com`,
  }),
  fails: { file: "environments/demo/environment.yaml", replace: LICENSE, with: "licenseServer: lic.example.com:27000" },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: LICENSE,
      with: "licenseServer: 27000@lic1.example.com;27000@lic2.example.com",
    },
  ],
});

export const rule: EnvironmentRule = { ...licenseFormat, scope: "environment", check };
