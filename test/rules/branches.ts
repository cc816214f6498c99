import type { Example } from "../../src/diagnostic/example.ts";

/** What a rule finds besides its own failing example: every branch of its check that says something else, or looks at something else. */
export interface Branch {
  readonly rule: string;
  readonly title: string;
  readonly example: Example;
}

const ENVIRONMENT = "environments/demo/environment.yaml";
const RELEASE = "releases/2506/release.yaml";

const SIGN_IN = "signIn: https://plm.example.com:8443/tc";
const signIn = (title: string, path: string, beside?: readonly string[]): Branch => ({
  rule: "tier/context-root",
  title,
  example: {
    file: ENVIRONMENT,
    replace: SIGN_IN,
    with: `signIn: https://plm.example.com:8443${path}`,
    ...(beside === undefined ? {} : { beside }),
  },
});

/** One of the three keys in one of the two files, written with another value than the transport. */
function transport(file: "connector" | "client", key: string, value: string): Branch {
  const own = key === "IS_TCCS" ? "tier.isTccs" : "tier.transport";
  return {
    rule: "tier/transport-disagrees",
    title: `${key} of the ${file} file is ${value}`,
    example: {
      file: RELEASE,
      replace: `{ file: ${file}, key: ${key}, value: '{{${own}}}', decides`,
      with: `{ file: ${file}, key: ${key}, value: '${value}', decides`,
      beside: value === "maybe" ? ["conf/not-boolean", "conf/write-set"] : ["conf/write-set"],
    },
  };
}

const sso = (loginUrl: string, further = ""): string => `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, application: PLM, redirectUris: [] }] }
${loginUrl === "" ? "" : `connector: { loginUrl: ${loginUrl}, appId: PLM }\n`}${further}`;

const noRoute = (title: string, loginUrl: string, also: readonly Example[] = []): Branch => ({
  rule: "sso/no-route",
  title,
  example: {
    file: ENVIRONMENT,
    replace: "authentication: password",
    with: "authentication: sso",
    also: [{ file: "environments/demo/sso.yaml", with: sso(loginUrl) }, ...also],
  },
});

export const BRANCHES: readonly Branch[] = [
  signIn("nothing after the port", ""),
  signIn("only a slash after the port", "/"),
  signIn("a slash after the context root", "/tc/"),
  signIn("a query after the context root", "/tc?x=1"),
  signIn("a fragment after the context root", "/tc#x"),
  signIn("the context root in capitals", "/TC"),
  signIn("the services of the connector after it", "/tc/RestServices"),
  signIn("the JSON services of the connector after it", "/tc/JsonRestServices"),
  signIn("the context root three times", "/tc/tc/tc"),
  signIn("another path", "/web"),
  signIn("a path that only begins so", "/tcx"),
  {
    rule: "tier/missing-port",
    title: "a port above the last one",
    example: { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com:99999/tc" },
  },
  {
    rule: "tier/missing-port",
    title: "port 65536",
    example: { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com:65536/tc" },
  },
  {
    rule: "tier/missing-port",
    title: "port 0",
    example: { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "https://plm.example.com:0/tc" },
  },
  {
    rule: "tier/missing-port",
    title: "http without a port",
    example: { file: ENVIRONMENT, replace: "https://plm.example.com:8443/tc", with: "http://plm.example.com/tc" },
  },
  {
    rule: "tier/missing-port",
    title: "a file-transfer address without a port",
    example: { file: ENVIRONMENT, replace: "https://plm.example.com:4544", with: "https://plm.example.com" },
  },
  ...["Transport", "TRANSPORT", "IS_TCCS"].flatMap((key) => [
    transport("connector", key, key === "IS_TCCS" ? "true" : "tccs"),
    transport("client", key, key === "IS_TCCS" ? "true" : "tccs"),
  ]),
  transport("connector", "IS_TCCS", "maybe"),
  noRoute("no connector part", ""),
  noRoute("an empty login address", "''"),
  noRoute("an address of TCCS, and http as transport", "https://plm.example.com:7001/tccs"),
  noRoute("tccs as transport, and an address of the session agent", "https://plm.example.com:7001/tcsso", [
    { file: ENVIRONMENT, replace: "transport: http", with: "transport: tccs" },
  ]),
];
