import {
  type Fix,
  type Problem,
  type Scalar,
  type Text,
  bareValue,
  defineDiagnostic,
  placeOf,
  say,
  value,
  yamlScalar,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { EnvironmentRule } from "../rule.ts";

/**
 * Returns the fault of a license server setting (LicenseDir); null if it is <port>@<host>, or several of these separated by ';' or ',',
 * which the license client of the tool also accepts.
 */
function faultIn(text: string): Fault | null {
  if (text.trim() === "") return { what: "empty" };
  for (const server of text.split(/[;,]/)) {
    const match = /^(\d+)@([^\s@:/\\]+)$/.exec(server);
    if (!match) return { what: "form", part: server };
    if (Number(match[1]) < 1 || Number(match[1]) > 65535) return { what: "port", part: match[1] as string };
  }
  return null;
}

/** Returns a server as <port>@<host> if it is clear which part is the port (`host:27000`, `host@27000`, `27000 @ host`); else null. */
function correctedServer(text: string): string | null {
  const parts = text.split(/[@:]/).map((part) => part.trim());
  const port = parts.find((part) => /^\d{1,5}$/.test(part));
  const host = parts.find((part) => !/^\d*$/.test(part));
  return parts.length !== 2 || port === undefined || host === undefined ? null : `${port}@${host}`;
}

/** Returns a license server setting with each server as <port>@<host>; null if for one of them it is not clear which part is the port. */
function corrected(text: string): string | null {
  const parts = text.split(/([;,])/).map((part, i) => (i % 2 === 1 ? part : correctedServer(part)));
  const whole = parts.includes(null) ? null : parts.join("");
  return whole !== null && faultIn(whole) === null ? whole : null;
}

/** Returns the scalar of environment.yaml that decides LicenseDir; null if a file outside the environment's YAML decides it. */
function leafOf({ environment: { workstation } }: CompiledEnvironment, pointer: string | null | undefined): Scalar | null {
  if (pointer === "/workstation/licenseServer") return workstation.licenseServer;
  const set =
    pointer === "/workstation/set/connector/LicenseDir" ? workstation.set.connector.get("LicenseDir")?.value : undefined;
  return set?.type === "scalar" ? set : null;
}

function fixOf(leaf: Scalar | null, found: string, better: string | null): { readonly fix?: Fix } {
  if (leaf === null || better === null || leaf.text !== found || leaf.style === "block" || leaf.anchored) return {};
  const text = yamlScalar(better);
  return { fix: { title: `write ${text}`, safe: true, edits: [{ place: placeOf(leaf.span), text }] } };
}

type Fault = { readonly what: "empty" } | { readonly what: "form" | "port"; readonly part: string };

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const decision = env.files.connector?.keys.get("LicenseDir")?.decision;
  if (!decision || decision.secret || (decision.layer === "kit" && decision.value === "")) return;
  const found = decision.value;
  const fault = faultIn(found);
  if (fault === null) return;
  const [better, { pointer }] = [corrected(found), decision];
  yield licenseFormat.at(decision.place, { found, fault, better }, { pointer, ...fixOf(leafOf(env, pointer), found, better) });
}

const LICENSE = "licenseServer: 27000@lic.example.com";

function reason(fault: Fault): Text {
  if (fault.what === "empty")
    return say`an empty LicenseDir makes the licence client look for a local licence file, and the tool asks for one at start`;
  return fault.what === "form"
    ? say`${value(fault.part)} is not <port>@<host>`
    : say`${value(fault.part)} is not a port (1 to 65535)`;
}

interface Args {
  readonly found: string;
  readonly fault: Fault;
  /** The setting with each server as <port>@<host>; null if it is not clear which part is the port. */
  readonly better: string | null;
}

const licenseFormat = defineDiagnostic({
  id: "conf/license-format",
  severity: "error",
  title: "LicenseDir is not <port>@<host>",
  why: "The licence client would find no server. The key's name suggests a directory; with a host name alone, or host:port, the tool reports a licence problem at sign-in.",
  remedy: "Write workstation.licenseServer as <port>@<host>.",
  clauses: ["B5"],
  message: ({ found, fault, better }: Args) => ({
    message:
      fault.what === "empty"
        ? say`LicenseDir would be empty`
        : say`LicenseDir would be ${value(found)}, which is not <port>@<host>`,
    notes: fault.what === "form" && fault.part === found ? [] : [reason(fault)],
    help:
      better === null
        ? say`write the licence server as <port>@<host>, for example 27000@lic.example.com`
        : say`write ${bareValue(better)}`,
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
