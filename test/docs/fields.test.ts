import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULTS, NOT_YET } from "../../scripts/generate/field-notes.mjs";
import { filesOf } from "./examples.ts";
import { readPage } from "./page.ts";
import { discoveryOf, LIVE, REALM } from "../compiler/sso/scene.ts";
import { answerTo, sceneOf } from "./session.ts";

const SITE = "environments/site.yaml";
const ENVIRONMENT = "environments/production/environment.yaml";
const SSO = "environments/production/sso.yaml";
const MATRIX = "releases/matrix.yaml";
const RELEASE = "releases/2506/release.yaml";
const LOCK = "releases/2506/kit.lock.yaml";

const PLAIN = {
  ...filesOf(readPage("README.md")),
  [SSO]: LIVE,
  [SSO.replace("sso.yaml", "discovery.json")]: discoveryOf(REALM),
  [LOCK]: 'apiVersion: tierwright/v1\nkind: KitLock\nrelease: "2506"\nfiles: []\n',
};

/** A text of a file and what stands there instead; where there is no text it is added at the end. */
type Change = readonly [file: string, there: string | null, instead: string];

/** Path -> text of what `compile` writes, without the places of causes, which move when a line is added. */
async function compiled(changes: readonly Change[]): Promise<Record<string, string>> {
  const files: Record<string, string> = { ...PLAIN };
  for (const [file, there, instead] of changes) {
    const text = files[file] ?? "";
    if (there !== null) expect(text, file).toContain(there);
    files[file] = there === null ? text + instead : text.replace(there, () => instead);
  }
  const scene = sceneOf(files);
  const answer = await answerTo("tierwright compile --format json", scene);
  expect(JSON.parse(answer.out).summary, answer.text).toMatchObject({ errors: 0 });
  const folder = join(scene.folder, "dist", "production");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));
  expect(paths.length).toBeGreaterThan(3);
  return Object.fromEntries(paths.map((path) => [path, withoutPlaces(readFileSync(join(folder, path), "utf8"))]));
}

function withoutPlaces(text: string): string {
  const plain = text.replace(/"cause":\{[^}]*\}/g, "").replace(/ \| (?:\S+:\d+|a default) \|/g, "");
  // notes and panel show places, so their size and hash differ
  const named = plain.replace(/("path":"(?:workstation|sso\/panel|sso\/registry)\.\w+".*?)"size":.*/g, "$1");
  return named.replace(/"line": \d+/g, "");
}

const UNUSED: readonly Change[] = [
  [SITE, null, "profile: { file: a.mdzip, copies: ['C:\\Users\\Public'] }\nlog: { connector: C:/Temp/a.log }\n"],
  [SITE, "tool: {", "tool: { versionFrom: { file: a, pattern: b(.+) }, pluginRoots: ['D:\\c'],"],
  [ENVIRONMENT, null, "logging: { keepDays: 7 }\n"],
  [
    RELEASE,
    null,
    "kit: { root: kit, plugin: p, conf: p/conf/connector.properties, logger: p/conf/logger.properties, profile: p/a.mdzip, client: d, log4j2: e, mapping: f }\n",
  ],
  [LOCK, "files: []", "source: { name: a.zip, size: 1 }\nfiles: []"],
];

test("fields that docs/formats.md calls not used yet, and those that only a deploy reads, change no compiled file", async () => {
  expect(await compiled(UNUSED)).toEqual(await compiled([]));
  const text = UNUSED.map(([, , instead]) => instead).join("");
  const named = Object.values(NOT_YET).flatMap((fields) => Object.keys(fields).map((field) => field.split(/[.\]]+/).at(-1)));
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !text.includes(`${name}:`))).toEqual([]);
});

test("workstation.keep changes the manifest and the note for people, which marks each kept key, and no other compiled file", async () => {
  const plain = await compiled([]);
  const more = await compiled([[ENVIRONMENT, null, "  keep: [STAGING_DIR]\n"]]);
  expect(more["manifest.json"]).toContain('"keep": ["STAGING_DIR"]');
  expect({ ...more, "manifest.json": "", "workstation.md": "" }).toEqual({ ...plain, "manifest.json": "", "workstation.md": "" });
  const note = more["workstation.md"] ?? "";
  const kept = note.split("\n").filter((line) => line.includes("kept: written only where the workstation has no value"));
  expect(kept.map((line) => line.split(" | ")[1])).toEqual(["`STAGING_DIR`"]);
  expect(note).toMatch(/^Nothing is carried over: .*\. A deploy keeps the workstation's own value of STAGING\\?_DIR\.$/m);
  expect(plain["workstation.md"]).not.toContain("A deploy keeps");
});

const CALLBACK = "https://plm.example.com:7001/tcsso/weblogin/oidc_callback";
const METHODS = "clientAuthMethod: client_secret_basic, tokenSigAlg: RS256";
const IDP_DEFAULTS = `  version: "26"
  hostname: { strict: true, strictBackchannel: true }
  restart: unless-stopped
  sslRequired: external
  username: { min: 2, max: 255 }
  groups: []
`;

/** Each default with its field written out. */
const WRITTEN_OUT: readonly Change[] = [
  [SITE, "kind: Site\n", 'kind: Site\nrequires: "*"\n'],
  [SITE, "tool: {", "tool: { name: the modeling tool, envPrefix: '',"],
  [SITE, "conf: connector", "id: com.example.plm.connector, conf: connector"],
  [SITE, "client: {", "client: { log4j2: 'C:\\ProgramData\\Example\\MBSE\\bhm\\log4j2.xml',"],
  [ENVIRONMENT, "tier:\n", "tier:\n  transport: http\n  hosts: {}\n  members: {}\n  sharedWith: []\n"],
  [ENVIRONMENT, "workstation:\n", "workstation:\n  install: 'C:\\Program Files\\Cameo Systems Modeler 2024x Refresh3'\n"],
  [ENVIRONMENT, null, "  sessionAgent: none\n  set: {}\n  keep: []\nauthentication: password\nignore: []\n"],
  [SSO, null, "connector: { loginUrl: '', appId: '', sessionFlag: '' }\n"],
  [SSO, "  realm: engineering\n", `  realm: engineering\n${IDP_DEFAULTS}`],
  [
    SSO,
    "application: PLM",
    `application: PLM, redirectUris: ['${CALLBACK}'], postLogoutRedirectUri: 'https://plm.example.com:3000/awc'`,
  ],
  [SSO, "name: tcsso", "name: tcsso, appid: TCSSOLoginService, root: unused_do_not_change"],
  [SSO, "oidc: {", `oidc: { clientId: plm, scope: [openid, profile, email], useridClaim: preferred_username, ${METHODS},`],
  [SSO, null, "vault: { enabled: false, path: Teamcenter.Securityservice, name: identityserviceKS }\n"],
  [SSO, null, "gateway: { aliasing: false }\nconsumers: []\nenvPrefix: KC\n"],
  [MATRIX, "A: { gate: pass }", "A: { gate: pass, acceptable: false }"],
  [RELEASE, null, "directories: []\nknown: []\n"],
];

test.each(WRITTEN_OUT)("defaults of docs/formats.md written out in %s change no compiled file (%#)", async (...change) => {
  expect(await compiled([change])).toEqual(await compiled([]));
});

test("each kind with defaults is among them", () => {
  expect(Object.keys(DEFAULTS)).toEqual(["site", "environment", "federated-sign-in", "connector-release", "connector-profile"]);
});
