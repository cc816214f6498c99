import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { edit, exampleRepository, type Files, run } from "../../support/repository.ts";
import { discoveryOf, LIVE, REALM } from "./scene.ts";

/*
 * Settings of a sign-in that every program accepts and that let nobody in, or anybody: for each the lie, its neighbours, and settings
 * that look like it and are right.
 */

const SSO = "environments/demo/sso.yaml";
const DISCOVERY = "environments/demo/discovery.json";
const ENVIRONMENT = "environments/demo/environment.yaml";
const NODE = "environments/demo/installed/web-client.env";

type Edit = readonly [file: string, replace: string, text: string];

const IDP = "  realm: engineering\n";
const idp = (lines: string): readonly Edit[] => [[SSO, IDP, `${IDP}  ${lines}\n`]];
const CLIENT = "{ id: plm, application: PLM }";
const client = (further: string): readonly Edit[] => [[SSO, CLIENT, `{ id: plm, application: PLM, ${further} }`]];
/** A client beside that of the login service. */
const other = (further: string): readonly Edit[] => [
  [SSO, CLIENT, `${CLIENT}, { id: wiki, ${further} }`],
  [SSO, "oidc: { ", "oidc: { clientId: plm, "],
];
const after = (uri: string) => client(`postLogoutRedirectUri: "${uri}"`);
const redirects = (uri: string) => other(`redirectUris: ["${uri}"]`);
const pinned = (field: string, address: string): readonly Edit[] => {
  const path = `/protocol/openid-connect/${field.replace("_endpoint", "")}"`;
  return [[DISCOVERY, `"${field}": "${REALM}${path}`, `"${field}": "${address}${path}`]];
};
const further = (lines: string): readonly Edit[] => [[SSO, "secrets: {", `${lines}\nsecrets: {`]];
const consumer = (kind: string, address: string) => further(`consumers: [{ name: one, kind: ${kind}, address: "${address}" }]`);
const oidc = (text: string): readonly Edit[] => [[SSO, "oidc: { ", `oidc: { ${text}, `]];
const signIn = (address: string): readonly Edit[] => [
  [ENVIRONMENT, "signIn: https://plm.example.com:8443/tc", `signIn: ${address}`],
];
const ROOT = "https://plm.example.com:3000/awc";

/** Findings of one rule in one run over the example repository with a sound sign-in: severity, file and the text at the place. */
async function told(rule: string, edits: readonly Edit[], files: Files = {}): Promise<readonly string[]> {
  const folder = exampleRepository({ [SSO]: LIVE, [DISCOVERY]: discoveryOf(REALM), ...files });
  for (const [file, replace, text] of edits) edit(folder, file, replace, text);
  const { findings } = await run(folder);
  return findings
    .filter((finding) => finding.rule === rule)
    .map(({ severity, at }) => {
      const line = at && readFileSync(join(folder, at.file), "utf8").split("\n")[at.line - 1];
      return `${severity} ${at?.file} ${at && line?.slice(at.column - 1, at.endColumn - 1)}`;
    });
}

/** One finding of this weight and file, exactly at a value that one of the edits wrote. */
function expectAt(found: readonly string[], at: string, edits: readonly Edit[]): void {
  const [only = "", ...others] = found.filter((one) => one.startsWith(at));
  expect([only, others]).toEqual([expect.stringContaining(at), []]);
  const text = only.slice(at.length + 1);
  expect(text).not.toBe("");
  const before = edits.flatMap(([, , written]) => (written.includes(text) ? [written.slice(0, written.lastIndexOf(text))] : []));
  expect(
    before.some((start) => /(?:[:[] ?|^)$/.test(start)),
    `${text} is no value of ${JSON.stringify(edits)}`,
  ).toBe(true);
}

interface Lie {
  readonly rule: string;
  /** Where each of the lies stands. */
  readonly at: string;
  readonly lies: Readonly<Record<string, readonly Edit[]>>;
  readonly honest: Readonly<Record<string, readonly Edit[]>>;
}

/** The web client's address in sso.yaml is not that of the tier. */
const OTHER_ROOT: Edit = [SSO, `root: ${ROOT}`, `root: ${ROOT.replace("plm", "plm-old")}`];

const LIES: readonly Lie[] = [
  {
    rule: "idp/ssl-required",
    at: `error ${SSO}`,
    lies: { none: idp("sslRequired: none"), "in capitals": idp("sslRequired: NONE"), "no such word": idp("sslRequired: never") },
    honest: { external: idp("sslRequired: external"), "in capitals": idp("sslRequired: External"), "not written": [] },
  },
  {
    rule: "idp/restart",
    at: `error ${SSO}`,
    lies: {
      no: idp('restart: "no"'),
      "on-failure": idp("restart: on-failure:3"),
      "no such policy": idp("restart: Unless-Stopped"),
      "no, as YAML once read it": idp("restart: no"),
      "a truth value": idp("restart: false"),
    },
    honest: { "unless-stopped": idp("restart: unless-stopped"), "not written": [] },
  },
  {
    rule: "idp/wildcard-redirect",
    at: `error ${SSO}`,
    lies: {
      everything: redirects("*"),
      "every scheme": redirects("http*"),
      "every host": redirects("https://*"),
      "hosts that begin so": redirects("https://wiki.example.com*"),
      "ports that begin so": redirects("https://wiki.example.com:8*"),
      "a host behind a user name": redirects("https://wiki.example.com@*"),
      "any host, and every page": redirects("https://*/*"),
      "all that begins with a letter": redirects("h*"),
      "a script": redirects("javascript:*"),
      "a backslash after the host": redirects("https://wiki.example.com\\\\*"),
    },
    honest: {
      "the callback itself": redirects("https://wiki.example.com/oidc"),
      "none yet": other("redirectUris: []"),
      "as for signing in": other('redirectUris: ["https://wiki.example.com/oidc"], postLogoutRedirectUri: "+"'),
    },
  },
  {
    rule: "idp/post-logout",
    at: `error ${SSO}`,
    lies: {
      "another host": after("https://elsewhere.example.com/awc"),
      "a page below the root": after(`${ROOT}/login`),
      "the root with a slash": after(`${ROOT}/`),
      "the host in capitals": after(ROOT.replace("plm", "PLM")),
      "a letter that is encoded": after(ROOT.replace("/awc", "/%61wc")),
      "the client's redirect addresses": after("+"),
      nowhere: after("-"),
      "two others": after("https://a.example.com##https://b.example.com"),
      "another host, and a root on a third": [OTHER_ROOT, ...after("https://elsewhere.example.com/awc")],
    },
    honest: {
      "the root": after(ROOT),
      "not written": [],
      "the tier's web client, where the root is another server, which sso/other-web-client reports": [OTHER_ROOT, ...after(ROOT)],
      "an application that is not the web client": other('postLogoutRedirectUri: "https://wiki.example.com/bye"'),
    },
  },
  {
    rule: "sso/endpoint",
    at: `error ${DISCOVERY}`,
    lies: {
      "up to another realm": pinned("token_endpoint", `${REALM}/../other`),
      "up, percent-encoded": pinned("token_endpoint", `${REALM}/%2E%2e/other`),
      "up by a backslash": pinned("token_endpoint", `${REALM}\\\\..\\\\other`),
      "up with a parameter": pinned("token_endpoint", `${REALM}/..;a=b/other`),
      "up, with an encoded parameter": pinned("token_endpoint", `${REALM}/..%3Ba=b/other`),
      "up, encoded twice": pinned("token_endpoint", `${REALM}/%252e%252E/other`),
      "up, encoded three times, with its slash": pinned("token_endpoint", `${REALM}/..%25252fother`),
      "up, encoded longer than need be": pinned("token_endpoint", `${REALM}/%c0%ae%C0%AE%c0%afother`),
      "up, before a space": pinned("token_endpoint", `${REALM}/..%20/other`),
      "up, before a NUL": pinned("token_endpoint", `${REALM}/..%00/other`),
      "up, before a '#'": pinned("token_endpoint", `${REALM}/..%23/other`),
    },
    honest: {
      "a dot that is encoded in a name": pinned("token_endpoint", `${REALM}/v1%2e2`),
      "a well-known name": pinned("token_endpoint", `${REALM}/.well-known/..x`),
      "two dots in a name": pinned("token_endpoint", `${REALM}/v..2`),
      "as pinned": [],
    },
  },
  {
    rule: "sso/endpoint",
    at: `error ${DISCOVERY}`,
    lies: {
      "userinfo over plain http": pinned("userinfo_endpoint", REALM.replace("https", "http")),
      "userinfo at this machine": pinned("userinfo_endpoint", REALM.replace("idp.example.com", "localhost")),
      "userinfo at another realm": pinned("userinfo_endpoint", `${REALM}2`),
    },
    honest: {
      "a document without it": [[DISCOVERY, `  "userinfo_endpoint": "${REALM}/protocol/openid-connect/userinfo",\n`, ""]],
    },
  },
  {
    rule: "sso/consumer-address",
    at: `error ${SSO}`,
    lies: {
      "a guest at its own loopback": consumer("guest", "127.0.0.1"),
      "a guest at another loopback": consumer("guest", "127.1.2.3"),
      "a guest at no address": consumer("guest", "0.0.0.0"),
      "a guest at a name": consumer("guest", "idp.internal"),
      "a guest at its own name": consumer("guest", "localhost"),
      "a guest at nothing": consumer("guest", " "),
      "a host at a name": consumer("host", "localhost"),
    },
    honest: {
      "a host at its loopback": consumer("host", "127.0.0.1"),
      "a host at its other loopback": consumer("host", "::1"),
      "a guest at the host": consumer("guest", "10.20.0.1"),
      "a container at its gateway": consumer("container", "fd00::1"),
      "not known yet": further("consumers: [{ name: one, kind: container }]"),
    },
  },
  {
    rule: "sso/consumer-address",
    at: `error ${SSO}`,
    lies: {
      "a container at ::1": consumer("container", "::1"),
      "a container at ::1, in brackets": consumer("container", "[::1]"),
      "a container at 127.0.0.1, written as IPv6": consumer("container", "::ffff:127.0.0.1"),
      "a container at ::": consumer("container", "::"),
      "a container at ::1 of an interface": consumer("container", "::1%lo"),
      "a container at 127.0.0.1, written as IPv6 in hexadecimal": consumer("container", "::ffff:7f00:1"),
      "a container at 127.0.0.1, in the form that IPv6 gave up": consumer("container", "::127.0.0.1"),
      "a guest in 0.0.0.0/8": consumer("guest", "0.0.0.1"),
      "a guest at everybody": consumer("guest", "255.255.255.255"),
      "a guest at a group": consumer("guest", "224.0.0.1"),
      "a host at a group": consumer("host", "ff02::1"),
      "a guest at a reserved address": consumer("guest", "240.0.0.1"),
    },
    honest: {
      "a guest at an IPv4 address, written as IPv6": consumer("guest", "::ffff:10.20.0.1"),
      "a guest at an IPv6 address, in brackets": consumer("guest", "[fd00::1]"),
      "a container at an address of a link": consumer("container", "169.254.10.2"),
      "a container at 223.255.0.1": consumer("container", "223.255.0.1"),
      "a host at ::1, written out": consumer("host", "0:0:0:0:0:0:0:1"),
      "a guest at 64:ff9b::1": consumer("guest", "64:ff9b::1"),
    },
  },
  {
    rule: "idp/username-min",
    at: `warning ${SSO}`,
    lies: { one: idp("username: { min: 1, max: 255 }") },
    honest: { two: idp("username: { min: 2, max: 255 }"), "not written": [] },
  },
  {
    rule: "sso/token-signature",
    at: `error ${SSO}`,
    lies: {
      none: oidc("tokenSigAlg: none"),
      "in capitals": oidc("tokenSigAlg: None"),
      "a shared secret": oidc("tokenSigAlg: HS256"),
      "another case": oidc("tokenSigAlg: rs256"),
      "no algorithm": oidc("tokenSigAlg: sha256"),
    },
    honest: { RS256: oidc("tokenSigAlg: RS256"), ES512: oidc("tokenSigAlg: ES512"), "not written": [] },
  },
  {
    rule: "sso/plain-http",
    at: `error ${ENVIRONMENT}`,
    lies: {
      "the sign-in address": signIn("http://plm.example.com:8080/tc"),
      "in capitals": signIn("HTTP://plm.example.com:8080/tc"),
    },
    honest: {
      "through a relay on this machine": signIn("http://127.0.0.1:8080/tc"),
      "before the security services are there": [
        ...signIn("http://plm.example.com:8080/tc"),
        [SSO, "stage: live", "stage: realm"],
      ],
    },
  },
  {
    rule: "sso/vault",
    at: `error ${SSO}`,
    lies: {
      "another path": [...oidc("clientAuthMethod: private_key_jwt"), ...further("vault: { enabled: true, path: Other.Path }")],
      "another case": [
        ...oidc("clientAuthMethod: private_key_jwt"),
        ...further("vault: { enabled: true, path: teamcenter.securityservice }"),
      ],
      "another name": [...oidc("clientAuthMethod: private_key_jwt"), ...further("vault: { enabled: true, name: otherKS }")],
    },
    honest: {
      "written as it is": further("vault: { enabled: false, path: Teamcenter.Securityservice, name: identityserviceKS }"),
      "not written": [],
    },
  },
];

describe.each(LIES)("[E18] $rule at $at", ({ rule, at, lies, honest }) => {
  test.each(Object.entries(lies))("%s is found at its place", async (_, edits) => {
    expectAt(await told(rule, edits), at, edits);
  });
  test.each(Object.entries(honest))("%s is silent", async (_, edits) => {
    expect(await told(rule, edits)).toEqual([]);
  });
});

describe("[E18] what is no fault by itself is a warning", () => {
  test.each([
    ["idp/ssl-required", idp("sslRequired: all")],
    ["idp/restart", idp("restart: always")],
    ["idp/wildcard-redirect", redirects("https://wiki.example.com/*")],
    ["idp/wildcard-redirect", redirects("https://wiki.example.com/oidc/*")],
    ["idp/wildcard-redirect", redirects("https://*.example.com/oidc")],
    ["idp/post-logout", after(`${ROOT}##https://wiki.example.com`)],
    ["sso/vault", further("vault: { path: Other.Path }")],
    [
      "sso/endpoint",
      [[DISCOVERY, '"issuer"', '"introspection_endpoint": "http://a.example.com/x",\n  "issuer"']] as readonly Edit[],
    ],
  ] as const)("%s", async (rule, edits) => {
    const found = await told(rule, edits);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^warning /);
  });
});

describe("[E15] [E18] an issuer at an address that every machine has for itself", () => {
  const at = (host: string, list: string) => {
    const base: readonly Edit[] = [
      [SSO, "base: https://idp.example.com:8443", `base: "https://${host}:8443"`],
      ...further(`consumers: [${list}]`),
    ];
    return told("sso/consumer-address", base, { [DISCOVERY]: discoveryOf(REALM.replace("idp.example.com", host)) });
  };
  const GUEST = "{ name: one, kind: guest, address: 10.20.0.1 }";
  test.each(["localhost", "LOCALHOST", "127.0.0.2", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]"])(
    "%s leads a guest to itself, whatever address is written",
    async (host) => {
      expect(await at(host, GUEST)).toEqual([`error ${SSO} 10.20.0.1`]);
      expect(await at(host, "{ name: one, kind: container }")).toEqual([`error ${SSO} one`]);
    },
  );
  test("reports nothing for a host alone, nor for a separate name", async () => {
    expect(await at("localhost", "{ name: one, kind: host, address: 127.0.0.1 }")).toEqual([]);
    for (const host of ["localhost.example.com", "10.20.0.1", "[fd00::1]"]) expect(await at(host, GUEST)).toEqual([]);
  });
});

test("[E18] a PLM system that has an id of one character needs a realm that stores it", async () => {
  const users = { "environments/demo/users.csv": "id\nx\njdoe\n" };
  const edits = [...idp("username: { min: 1 }"), [SSO, IDP, `${IDP}  users: users.csv\n`] as const];
  expect(await told("idp/username-min", edits, users)).toEqual([]);
  expect(await told("idp/username-min", edits, { "environments/demo/users.csv": "id\njdoe\n" })).toHaveLength(1);
});

test("[E18] an algorithm that the realm's own document does not list is none of it", async () => {
  const listed = (algorithms: string): readonly Edit[] => [
    [DISCOVERY, '"issuer"', `"id_token_signing_alg_values_supported": ${algorithms},\n  "issuer"`],
    ...oidc("tokenSigAlg: ES256"),
  ];
  expect(await told("sso/token-signature", listed('["RS256", "PS256"]'))).toEqual([`error ${SSO} ES256`]);
  expect(await told("sso/token-signature", listed('["RS256", "ES256"]'))).toEqual([]);
});

describe("[E11] the switch that takes every certificate", () => {
  test.each([
    "NODE_TLS_REJECT_UNAUTHORIZED = 0",
    "NODE_TLS_REJECT_UNAUTHORIZED=0 # for the pilot alone",
    "NODE_TLS_REJECT_UNAUTHORIZED='0'   # for the pilot alone",
    'set "NODE_TLS_REJECT_UNAUTHORIZED=0"\r',
    "  export NODE_TLS_REJECT_UNAUTHORIZED\t=\t0",
    "node_tls_reject_unauthorized=0",
    "NODE_TLS_REJECT_UNAUTHORIZED=0#pilot",
    "NODE_TLS_REJECT_UNAUTHORIZED=`0`",
    "NODE_TLS_REJECT_UNAUTHORIZED=0 node app.js",
    "NODE_TLS_REJECT_UNAUTHORIZED: 0",
    '  "NODE_TLS_REJECT_UNAUTHORIZED": "0",',
    '- "NODE_TLS_REJECT_UNAUTHORIZED=0"',
    '  * NODE_TLS_REJECT_UNAUTHORIZED="0"',
    'Environment="NODE_TLS_REJECT_UNAUTHORIZED=0"',
    'Environment=A=1 "NODE_TLS_REJECT_UNAUTHORIZED=0"',
    "ENV NODE_TLS_REJECT_UNAUTHORIZED 0",
    "setx NODE_TLS_REJECT_UNAUTHORIZED 0 /M",
    "setenv NODE_TLS_REJECT_UNAUTHORIZED 0",
    "set -gx NODE_TLS_REJECT_UNAUTHORIZED 0",
    '$env:NODE_TLS_REJECT_UNAUTHORIZED = "0"',
    "@set NODE_TLS_REJECT_UNAUTHORIZED=0&& node app.js",
    "B=1; export NODE_TLS_REJECT_UNAUTHORIZED=0;",
    "export B=1 NODE_TLS_REJECT_UNAUTHORIZED=0",
    'declare -x NODE_TLS_REJECT_UNAUTHORIZED="0"',
  ])("%j is found", async (line) => {
    expect(await told("sso/tls-validation-off", [], { [NODE]: `A=1\n${line}\n` })).toEqual([`error ${NODE} ${line.trimEnd()}`]);
  });
  test.each([
    "NODE_TLS_REJECT_UNAUTHORIZED = 1 # not 0",
    "# NODE_TLS_REJECT_UNAUTHORIZED = 0",
    "NODE_TLS_REJECT_UNAUTHORIZED_NOTE = 0",
    "NODE_TLS_REJECT_UNAUTHORIZED='0#'",
    "NODE_TLS_REJECT_UNAUTHORIZED=00",
    "NODE_TLS_REJECT_UNAUTHORIZED=",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "MY_NODE_TLS_REJECT_UNAUTHORIZED=0",
    "A=1 # NODE_TLS_REJECT_UNAUTHORIZED=0",
    "# off; NODE_TLS_REJECT_UNAUTHORIZED=0",
    "REM set NODE_TLS_REJECT_UNAUTHORIZED=0",
    ":: set NODE_TLS_REJECT_UNAUTHORIZED=0",
    "echo NODE_TLS_REJECT_UNAUTHORIZED=0",
    'NOTE="never NODE_TLS_REJECT_UNAUTHORIZED=0"',
    "unset NODE_TLS_REJECT_UNAUTHORIZED 0",
    "NODE_TLS_REJECT_UNAUTHORIZED=0\nNODE_TLS_REJECT_UNAUTHORIZED=1",
  ])("%j is silent", async (line) => {
    expect(await told("sso/tls-validation-off", [], { [NODE]: `${line}\n` })).toEqual([]);
  });

  test("is found although another spelling, which is another variable on most systems, is on", async () => {
    const lines = "NODE_TLS_REJECT_UNAUTHORIZED=0\nnode_tls_reject_unauthorized=1\n";
    expect(await told("sso/tls-validation-off", [], { [NODE]: lines })).toEqual([`error ${NODE} NODE_TLS_REJECT_UNAUTHORIZED=0`]);
  });

  test.each([
    ["UTF-8 with a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16, big endian", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ])("and a secret beside it are found in %s", async (_, encoded) => {
    const bytes = encoded("NODE_TLS_REJECT_UNAUTHORIZED=0\r\nDB_PASSWORD=tiger-4711x\r\n");
    expect(await told("sso/tls-validation-off", [], { [NODE]: bytes })).toHaveLength(1);
    expect(await told("secret/plain-value", [], { [NODE]: bytes })).toHaveLength(1);
  });
});

describe("[E18] the sign-in of another environment", () => {
  const copy = (further = "") => ({
    "environments/copy/environment.yaml": `apiVersion: tierwright/v1
kind: Environment
name: copy
connector: "2506"
tool: 2024x Refresh3
tier:
  release: "2506"
  signIn: https://plm-copy.example.com:8443/tc
  fileTransfer: ["https://plm-copy.example.com:4544"]
${further}`,
  });
  const service = (address: string): readonly Edit[] => [[SSO, "base: https://plm.example.com:7001", `base: ${address}`]];

  test.each([
    ["the other one's name", service("https://plm-copy.example.com:7001"), copy()],
    ["in other letters", service("https://PLM-copy.example.com:7001"), copy()],
    [
      "its web client",
      service("https://awc-copy.example.com:7001"),
      copy("  webClient: https://awc-copy.example.com:3000/awc\n"),
    ],
    [
      "its address in another spelling",
      service('"https://[::ffff:10.20.0.99]:7001"'),
      copy("  hosts: { plm-copy.example.com: 10.20.0.99 }\n"),
    ],
    ["its address", service("https://10.20.0.99:7001"), copy("  hosts: { plm-copy.example.com: 10.20.0.99 }\n")],
    [
      "another name of its address",
      service("https://login-copy.example.com:7001"),
      copy("  hosts: { plm-copy.example.com: 10.20.0.99, login-copy.example.com: 10.20.0.99 }\n"),
    ],
    [
      "a member of its tier",
      service("https://login-copy.example.com:7001"),
      copy("  members: { plm-copy.example.com: [login-copy.example.com] }\n"),
    ],
  ] as const)("is found by %s", async (_, edits, files) => {
    expectAt(await told("sso/other-tier", edits, files), `error ${SSO}`, edits);
  });

  test("is found in the web client's address, too", async () => {
    const root: readonly Edit[] = [[SSO, `root: ${ROOT}`, "root: https://plm-copy.example.com:3000/awc"]];
    expectAt(await told("sso/other-tier", root, copy()), `error ${SSO}`, root);
  });

  test.each([
    ["where it is this one's own", [], copy()],
    ["where the server is of no tier", service("https://login.example.com:7001"), copy()],
    ["where the tier is shared on purpose", service("https://plm-copy.example.com:7001"), copy("  sharedWith: [demo]\n")],
    [
      "where the host is a declared member of this one's tier, too",
      [
        ...service("https://login.example.com:7001"),
        [ENVIRONMENT, "  transport: http\n", "  transport: http\n  members: { plm.example.com: [login.example.com] }\n"],
      ] as readonly Edit[],
      copy("  members: { plm-copy.example.com: [login.example.com] }\n"),
    ],
  ] as const)("is silent %s", async (_, edits, files) => {
    expect(await told("sso/other-tier", edits, files)).toEqual([]);
  });
});
