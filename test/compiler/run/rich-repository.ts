import { createHash } from "node:crypto";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import type { Tree } from "../../../src/kernel/source/tree.ts";
import { readYaml } from "../../../src/kernel/source/yaml.ts";
import { type Files, withTierAt } from "../../support/repository.ts";

const demo = EXAMPLE_REPOSITORY["environments/demo/environment.yaml"] ?? "";

/** An environment of its own tier, so that nothing is shared by accident. */
export function environmentText(name: string, host = `${name}.example.com`): string {
  return (host === "plm.example.com" ? demo : withTierAt(host, demo)).replace("name: demo", `name: ${name}`);
}

/** A second environment that says everything an environment can say. */
const FULL = `apiVersion: tierwright/v1
kind: Environment
name: full
description: says everything
extends: demo
connector: "2606"
tool: 2024x Refresh3
authentication: sso
tier:
  release: "2606"
  signIn: https://full.example.com:8443/tc
  webClient: https://full.example.com:3000/awc?ah=true
  fileTransfer: [ "https://files.example.com:4544", "https://full.example.com:4544" ]
  transport: http
  hosts: { full.example.com: [ 10.20.0.31, "2001:db8::31" ], files.example.com: 10.20.0.32 }
  members: { full.example.com: [ files.example.com ] }
  sharedWith: [ alike ]
workstation:
  install: 'D:\\Tools\\Cameo'
  licenseServer: 27000@lic.example.com
  stagingDir: 'D:\\plm\\full'
  importWorkingDir: 'D:\\plm\\import'
  embeddedBrowser: bundled
  sessionAgent: 'D:\\agent'
  set:
    connector: { SteretypeNameTrucationLimit: "64", LICENSE_KEY: { env: LICENSE_KEY } }
    client: { CACHE_PASSWORD: { file: secret.txt } }
    logger: { extra: "1" }
  keep: [ STAGING_DIR ]
carryFrom: installed/connector.properties
logging:
  payload: { enabled: true, dir: C:/Temp/payload }
  triggers: { MAIN: 50 MB }
  levels: { com.example.connection: INFO }
  keepDays: 30
ignore:
  - { rule: conf/trailing-blank, file: base/connector.properties, key: NOTHING, reason: it is so in the kit }
`;

const SSO = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: installed
idp:
  base: https://idp.example.com:8443
  realm: engineering
  version: "26"
  clients:
    - { id: plm, application: PLM, redirectUris: [ "https://full.example.com:7001/tcsso/weblogin/oidc_callback" ], postLogoutRedirectUri: https://full.example.com:3000/awc }
loginService: { base: https://full.example.com:7001, name: tcsso, appid: TCSSOLoginService, version: "13.3" }
webApplication: { name: awc, root: https://full.example.com:3000/awc }
oidc: { clientId: plm, clientSecret: { env: TCSSO_CLIENT_SECRET }, scope: [ openid, profile, email ] }
secrets: { identityServicePassword: { command: [ vault, read, identity ] } }
connector: { loginUrl: https://full.example.com:7001/tcsso, appId: PLM, sessionFlag: "true", initializer: '' }
`;

const REALM = "https://idp.example.com:8443/realms/engineering";
const OIDC = `${REALM}/protocol/openid-connect`;
const DISCOVERY = {
  issuer: REALM,
  authorization_endpoint: `${OIDC}/auth`,
  token_endpoint: `${OIDC}/token`,
  jwks_uri: `${OIDC}/certs`,
  end_session_endpoint: `${OIDC}/logout`,
};

const EXCEPTIONS = `apiVersion: tierwright/v1
kind: Exceptions
exceptions:
  - { tool: 2024x Refresh3, connector: "2606", verdict: P, environments: [ full, alike ], reason: pilot of 2606, owner: plm-team, until: 2036-12-31 }
`;

const release = EXAMPLE_REPOSITORY["releases/2506/release.yaml"] ?? "";
const base = (name: string) => EXAMPLE_REPOSITORY[`releases/2506/base/${name}`] ?? "";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The example repository with everything that a repository can say: each value of it may go wrong. */
export const RICH_REPOSITORY: Readonly<Files> = {
  ...EXAMPLE_REPOSITORY,
  "environments/site.yaml": `${EXAMPLE_REPOSITORY["environments/site.yaml"]}requires: ">=0.1 <1"\nlog: { connector: C:/Temp/connector.log }\ndefaults: { workstation: { keep: [ LicenseDir ] } }\n`,
  "environments/full/environment.yaml": FULL,
  "environments/full/sso.yaml": SSO,
  "environments/full/discovery.json": `${JSON.stringify(DISCOVERY, null, 2)}\n`,
  "environments/full/installed/connector.properties":
    "# as installed before\nLicenseDir=26000@old.example.com\nSTAGING_DIR=C\\:\\\\Old\nGONE=1\nUSE_JCEF_BROWSER=true \n",
  "environments/full/installed/log4j2.xml": base("log4j2.xml"),
  "environments/alike/environment.yaml": FULL.replace("name: full", "name: alike")
    .replace("authentication: sso", "authentication: password")
    .replace("sharedWith: [ alike ]", "sharedWith: [ full ]")
    .replace("carryFrom: installed/connector.properties\n", ""),
  "releases/exceptions.yaml": EXCEPTIONS,
  "releases/2606/release.yaml": `${release.replace('release: "2506"', 'release: "2606"').replace("java: 17", "java: 21").replace('certifiedTiers: ["2506"]', 'certifiedTiers: ["2606"]\nclaims: [ { source: installation guide, tools: [ 2024x Refresh3 ], tiers: [ "2506", "2606" ] } ]').replace("profile: plugin/lib/PLM_Profile.mdzip }", "profile: plugin/lib/PLM_Profile.mdzip, root: kit }")}directories: [ STAGING_DIR ]\nknown: [ LICENSE_KEY, CACHE_PASSWORD, extra ]\n`,
  "releases/2606/base/connector.properties": `${base("connector.properties")}LICENSE_KEY=\n`,
  "releases/2606/base/client.properties": base("client.properties"),
  "releases/2606/base/logger.properties": base("logger.properties"),
  "releases/2606/base/log4j2.xml": base("log4j2.xml"),
  "releases/2606/base/plugin.xml": base("plugin.xml").replaceAll("2506", "2606"),
  "releases/2606/kit.lock.yaml": (EXAMPLE_REPOSITORY["releases/2506/kit.lock.yaml"] ?? "")
    .replace("61e094a7", "71e094a7") // a profile of its own
    .replace(/(?<=\.jar.*sha256: "?)[0-9a-f]{8}/, "71e094a8") // and a connector of its own
    .replaceAll("2506", "2606")
    .replace(sha256(base("plugin.xml")), sha256(base("plugin.xml").replaceAll("2506", "2606"))),
  "secret.txt": "not-a-real-secret\n",
};

/** A place in a YAML file where a person writes: a key or a value, with the text that stands there. */
export interface Leaf {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly pointer: string;
  readonly part: "key" | "value";
}

function leavesOf(file: string, tree: Tree): Leaf[] {
  const own: Leaf[] = [{ file, start: tree.span.start, end: tree.span.end, pointer: tree.pointer, part: "value" }];
  if (tree.type === "scalar") return own;
  if (tree.type === "list") return [...(tree.pointer === "" ? [] : own), ...tree.items.flatMap((item) => leavesOf(file, item))];
  const below = [...tree.entries.values()].flatMap((entry): Leaf[] => [
    { file, start: entry.keySpan.start, end: entry.keySpan.end, pointer: entry.value.pointer, part: "key" },
    ...leavesOf(file, entry.value),
  ]);
  return [...(tree.pointer === "" ? [] : own), ...below];
}

/** Every key, value, list and map of every YAML file of a repository. */
export function leaves(files: Readonly<Files>): readonly Leaf[] {
  return Object.entries(files).flatMap(([file, content]) => {
    if (!/\.ya?ml$/.test(file)) return [];
    const { tree } = readYaml(file, Buffer.from(content));
    if (!tree) throw new Error(`${file} of the rich repository cannot be read`);
    return leavesOf(file, tree);
  });
}

/** The file of a leaf with another text in its place. */
export function replaced(files: Readonly<Files>, leaf: Leaf, text: string): string {
  const whole = String(files[leaf.file]);
  return whole.slice(0, leaf.start) + text + whole.slice(leaf.end);
}
