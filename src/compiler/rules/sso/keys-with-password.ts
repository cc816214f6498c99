import { type Problem, defineDiagnostic, name, say, value, words } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  if (env.environment.sso) return;
  for (const key of ["TC_SSO_LOGIN_URL", "TC_SSO_APP_ID", "TC_SSO_SESSION_FLAG"]) {
    const decision = env.files.connector?.keys.get(key)?.decision;
    if (!decision || decision.value === "") continue;
    yield keysWithPassword.at(
      decision.place,
      { key, found: decision.value, layer: decision.layer },
      { pointer: decision.pointer },
    );
  }
}

const WRITE = "key: TC_SSO_LOGIN_URL, value: '{{sso.loginUrl}}'";

const keysWithPassword = defineDiagnostic({
  id: "sso/keys-with-password",
  severity: "error",
  title: "a TC_SSO_* key has a value although sign-in is by password",
  why: "A filled TC_SSO_LOGIN_URL is enough to load an initializer; password sign-in needs all three keys empty.",
  remedy: "Let the write table take the three keys from sso.yaml.",
  clauses: ["B5"],
  message: ({ key, found, layer }: { readonly key: string; readonly found: string; readonly layer: string }) => ({
    message: say`${name(key)} would be ${value(found)} (layer ${words(layer)}), and sign-in is by password`,
    notes:
      key === "TC_SSO_LOGIN_URL"
        ? [say`the connector would start a single sign-on initializer instead of asking for the password`]
        : [],
    help: say`leave the three TC_SSO_* keys empty, or set authentication: sso and describe it in sso.yaml`,
  }),
  fails: {
    file: "releases/2506/release.yaml",
    replace: WRITE,
    with: "key: TC_SSO_LOGIN_URL, value: 'https://plm.example.com:7001/tcsso'",
    beside: ["conf/write-set", "sso/no-route"],
  },
  passes: [{ file: "environments/demo/environment.yaml", replace: "authentication: password\n", with: "" }],
});

export const rule: EnvironmentRule = { ...keysWithPassword, scope: "environment", check };
