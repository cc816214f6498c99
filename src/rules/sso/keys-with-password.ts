import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  if (env.environment.sso) return;
  for (const key of ["TC_SSO_LOGIN_URL", "TC_SSO_APP_ID", "TC_SSO_SESSION_FLAG"]) {
    const decision = env.files.connector?.keys.get(key)?.decision;
    if (!decision || decision.value === "") continue;
    yield {
      at: decision.place,
      ...(decision.pointer === null ? {} : { pointer: decision.pointer }),
      message: `${key} would be '${decision.value}' (layer ${decision.layer}), and this environment signs in with a password${key === "TC_SSO_LOGIN_URL" ? ": the connector would start a single sign-on initializer instead of asking for it" : ""}`,
      help: "leave the three TC_SSO_* keys empty, or set authentication: sso and describe it in sso.yaml",
    };
  }
}

const WRITE = "key: TC_SSO_LOGIN_URL, value: '{{sso.loginUrl}}'";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "sso/keys-with-password",
  severity: "error",
  title: "a TC_SSO_* key has a value although sign-in is by password",
  why: "A filled TC_SSO_LOGIN_URL is enough to load an initializer; authentication by password needs all three keys empty.",
  remedy: "Let the write table decide the three keys from sso.yaml: they are empty for password sign-in.",
  clauses: ["B5"],
  fails: {
    file: "releases/2506/release.yaml",
    replace: WRITE,
    with: "key: TC_SSO_LOGIN_URL, value: 'https://plm.example.com:7001/tcsso'",
    beside: ["conf/write-set", "sso/no-route"],
  },
  passes: [{ file: "environments/demo/environment.yaml", replace: "authentication: password\n", with: "" }],
  check,
};
