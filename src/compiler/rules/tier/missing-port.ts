import { type Problem, defineDiagnostic, say, value, words } from "../../../kernel/index.ts";
import { tierAddresses } from "../../compile/addresses.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { isPort, withoutCredentials } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  for (const { role, text, address, place, pointer } of tierAddresses(env)) {
    if (!address || role === "webClient" || (address.port !== null && isPort(address.port))) continue;
    const usual = address.scheme === "http" ? "80" : "443";
    yield missingPort.at(place, { text: withoutCredentials(text), port: address.port, usual }, { pointer });
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";

interface Args {
  readonly text: string;
  /** The port of the address as written; null if the address names none. */
  readonly port: string | null;
  /** Port that the connector uses if the address names none: that of the address's scheme. */
  readonly usual: "80" | "443";
}

const missingPort = defineDiagnostic({
  id: "tier/missing-port",
  severity: "error",
  title: "a sign-in or file-transfer address names no valid port",
  why: "Without a port the client uses 80 or 443 and reaches something else, or nothing. Web tier and file server have ports that differ from tier to tier, and a port in an installation guide's example is not a default.",
  remedy: "Write the port of this tier, even ':443'.",
  clauses: ["B3"],
  message: ({ text, port, usual }: Args) => ({
    message: port === null ? say`${value(text)} names no port` : say`${value(text)}: ${value(port)} is no valid port`,
    notes: port === null ? [say`${words(usual)} would be used, but each tier has its own ports, so none is assumed`] : [],
    help:
      port === null
        ? say`write the port of this tier; if it really is ${words(usual)}, write :${words(usual)}`
        : say`correct the port: it is a number from 1 to 65535`,
  }),
  fails: { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com/tc" },
  passes: [{ file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com:443/tc" }],
});

export const rule: EnvironmentRule = { ...missingPort, scope: "environment", check };
