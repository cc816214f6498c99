import { tierAddresses } from "../../compile/addresses.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { parseAddress, withoutCredentials } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";

const isPort = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65535;

function* check(env: CompiledEnvironment): Iterable<Problem> {
  for (const { role, text, place, pointer } of tierAddresses(env)) {
    const address = role === "webClient" ? null : parseAddress(text);
    if (!address || (address.port !== null && isPort(address.port))) continue;
    const usual = address.scheme === "http" ? "80" : "443";
    yield {
      at: place,
      ...(pointer === null ? {} : { pointer }),
      message:
        address.port === null
          ? `'${withoutCredentials(text)}' names no port, so ${usual} would be used: the port is the tier's own, and none is assumed`
          : `'${withoutCredentials(text)}': '${address.port}' is no port (1 to 65535)`,
      help: `write the port of this tier; if it really is ${usual}, write :${usual} so that a reader sees it`,
    };
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "tier/missing-port",
  severity: "error",
  title: "a sign-in or file-transfer address names no port",
  why: "Web tier and file server listen on ports of their own, which differ from tier to tier. A port in an installation guide's example is no default. Without a port the client falls back to 80 or 443 and reaches something else, or nothing.",
  remedy: "Write the port of the tier that is addressed, ':443' included.",
  clauses: ["B3"],
  fails: { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com/tc" },
  passes: [{ file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com:443/tc" }],
  check,
};
