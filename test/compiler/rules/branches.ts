import type { Example } from "../../../src/kernel/diagnostic/example.ts";
import { withException } from "../../../src/compiler/rules/compat/example.ts";
import { SSO_BRANCHES } from "./sso-branches.ts";

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

/** One line of the environment, written otherwise. */
const written = (rule: string, title: string, replace: string, text: string, further: Partial<Example> = {}): Branch => ({
  rule,
  title,
  example: { file: ENVIRONMENT, replace, with: text, ...further },
});

const address = (title: string, text: string, beside: readonly string[] = []): Branch =>
  written("tier/address-form", title, SIGN_IN, `signIn: ${text}`, { beside });

const FILES = 'fileTransfer: [ "https://plm.example.com:4544" ]';
const HOSTS = "hosts: { plm.example.com: 10.20.0.11 }";
const hosts = (title: string, entries: string, beside: readonly string[] = []): Branch =>
  written("tier/declared-host", title, HOSTS, `hosts: { plm.example.com: 10.20.0.11, ${entries} }`, { beside });

/** Another server for one key of the write table. */
const stray = (title: string, file: string, key: string, own: string, text: string): Branch => ({
  rule: "tier/stray-address",
  title,
  example: {
    file: RELEASE,
    replace: `{ file: ${file}, key: ${key}, value: '{{tier.${own}}}', decides`,
    with: `{ file: ${file}, key: ${key}, value: '${text}', decides`,
    beside: ["conf/write-set"],
    also: [{ file: ENVIRONMENT, replace: HOSTS, with: "hosts: { plm.example.com: 10.20.0.11, other.example.com: 10.20.0.99 }" }],
  },
});

const password = (key: string, own: string): Branch => ({
  rule: "sso/keys-with-password",
  title: `${key} is written`,
  example: {
    file: RELEASE,
    replace: `key: ${key}, value: '{{sso.${own}}}'`,
    with: `key: ${key}, value: 'PLM'`,
    beside: ["conf/write-set"],
  },
});

export const BRANCHES: readonly Branch[] = [
  ...SSO_BRANCHES,
  written(
    "logging/payload-on",
    "a logger is set to TRACE",
    "payload: { enabled: false, dir: C:/Temp/payload }",
    "levels: { com.example.mapping: TRACE }",
    {
      also: [
        {
          file: "releases/2506/base/log4j2.xml",
          replace: '<Logger name="com.example.connection" level="INFO"/>',
          with: '<Logger name="com.example.connection" level="INFO"/><Logger name="com.example.mapping" level="INFO"/>',
        },
      ],
    },
  ),
  {
    rule: "compat/exception-not-acceptable",
    title: "nobody answers for it",
    example: withException({ owner: "' '" }),
  },
  address("nothing at all", "''"),
  address("a space before it", "' https://plm.example.com:8443/tc'"),
  address("another scheme", "ftp://plm.example.com:8443/tc"),
  address("a user and a password", "https://jane:secret@plm.example.com:8443/tc"),
  address("a host that is not a name", "https://-plm.example.com:8443/tc"),
  address("no host", "https://"),
  written("tier/address-form", "a file server with a path", FILES, 'fileTransfer: [ "https://plm.example.com:4544/fms" ]'),
  written("tier/address-form", "no file server", FILES, "fileTransfer: []"),
  hosts("an empty address", "b.example.com: ''"),
  hosts("an address with a scheme", "b.example.com: https://10.20.0.12"),
  hosts("an address with a user", "b.example.com: jane@10.20.0.12"),
  hosts("an address with a port", "b.example.com: '10.20.0.12:80'"),
  hosts("an address with a mask", "b.example.com: 10.20.0.0/24"),
  hosts("the same host in capitals", "PLM.example.com: 10.20.0.11"),
  hosts("a host that is no name", "'https://b.example.com': 10.20.0.12"),
  written("tier/half-switch", "nothing is known of the file server", FILES, 'fileTransfer: [ "https://files.example.com:4544" ]'),
  written(
    "tier/half-switch",
    "a member is declared, and a measurement is asked for",
    FILES,
    'fileTransfer: [ "https://files.example.com:4544" ]\n  members: { plm.example.com: [ files.example.com ] }',
    {
      options: { requireProof: true },
    },
  ),
  stray("the client's own copy differs", "client", "URL", "signIn", "https://plm.example.com:8443/other"),
  stray(
    "the connector's web client is of another host",
    "connector",
    "AWC_WEBLOGIC_HOST_URL",
    "webClient",
    "https://other.example.com:3000/awc",
  ),
  stray(
    "the client's web client is of another host",
    "client",
    "AWC_WEBLOGIC_HOST_URI",
    "webClient",
    "https://other.example.com:3000/awc",
  ),
  {
    rule: "tier/stray-address",
    title: "the web client's host has another address",
    example: {
      file: ENVIRONMENT,
      replace: "webClient: https://plm.example.com:3000/awc",
      with: "webClient: https://other.example.com:3000/awc",
      also: [
        { file: ENVIRONMENT, replace: HOSTS, with: "hosts: { plm.example.com: 10.20.0.11, other.example.com: 10.20.0.99 }" },
      ],
    },
  },
  password("TC_SSO_APP_ID", "appId"),
  password("TC_SSO_SESSION_FLAG", "sessionFlag"),
  {
    rule: "tier/context-root",
    title: "a slash after the context root, in quotes",
    example: { file: ENVIRONMENT, replace: SIGN_IN, with: "signIn: 'https://plm.example.com:8443/tc/'" },
  },
  written("tier/missing-port", "a port with letters", SIGN_IN, "signIn: https://plm.example.com:84a/tc"),
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
