import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { httpGet } from "../../../src/platform/http-get.ts";
import { selfSigned } from "../../support/certificate.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files } from "../../support/repository.ts";
import { discoveryOf, REALM } from "./scene.ts";
import nock, { intercept } from "../../support/intercepted.ts";

const FILE = "environments/demo/discovery.json";
const SSO = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }] }
`;
const PATH = "/realms/engineering/.well-known/openid-configuration";
const server = () => nock("https://idp.example.com:8443").get(PATH);

intercept();
afterEach(() => {
  const asked = nock.pendingMocks();
  nock.cleanAll();
  expect(asked).toEqual([]);
});

const repository = (files: Files = {}) => exampleRepository({ "environments/demo/sso.yaml": SSO, ...files });
const pin = (folder: string, ...words: readonly string[]) => cli(["sso", "pin", "demo", ...words], { cwd: folder, get: httpGet });
const stored = (folder: string) => (existsSync(join(folder, FILE)) ? readFileSync(join(folder, FILE), "utf8") : null);

describe("[E4] sso pin", () => {
  test("stores the document in one form, and the same answer in another order leaves it unchanged", async () => {
    const folder = repository();
    server().reply(200, discoveryOf(REALM, { scopes_supported: ["profile", "openid"] }));
    const first = await pin(folder);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain("demo: environments/demo/discovery.json stored: 7 fields");
    const text = stored(folder) ?? "";
    expect(text.split("\n").slice(1, 3)).toEqual([
      `  "authorization_endpoint": "${REALM}/protocol/openid-connect/auth",`,
      `  "end_session_endpoint": "${REALM}/protocol/openid-connect/logout",`,
    ]);
    expect(JSON.parse(text).scopes_supported).toEqual(["openid", "profile"]);
    const entries = Object.entries(JSON.parse(discoveryOf(REALM, { scopes_supported: ["openid", "profile"] })));
    server().reply(200, JSON.stringify(Object.fromEntries(entries.reverse())));
    expect((await pin(folder)).out).toContain("is unchanged");
    expect(stored(folder)).toBe(text);
    expect((await cli(["check", "demo"], { cwd: folder })).code).toBe(0);
  });

  test("shows what changed, field by field", async () => {
    const folder = repository({ [FILE]: discoveryOf(REALM, { old: 1 }) });
    server().reply(200, discoveryOf(REALM, { token_endpoint: "https://idp.example.com:8443/token", more: ["b"] }));
    const { code, out } = await pin(folder, "--format", "json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      schema: "tierwright/sso-pin/v1",
      environment: "demo",
      file: FILE,
      state: "replaced",
      url: `${REALM}/.well-known/openid-configuration`,
      changes: [
        { field: "more", kind: "added", before: null, after: ["b"] },
        { field: "old", kind: "removed", before: 1, after: null },
        { field: "token_endpoint", kind: "changed", after: "https://idp.example.com:8443/token" },
      ],
    });
    server().reply(200, discoveryOf(REALM));
    const text = (await pin(folder)).out;
    expect(text).toMatch(/ {2}- more: \["b"\]\n {2}~ token_endpoint: .*\n {4}now .*\n.* stored: 2 fields changed/);
  });

  test("a file that could not be read is replaced, and one in another form put in order", async () => {
    const folder = repository({ [FILE]: '{ "issuer": 1, "issuer": 2 }' });
    server().reply(200, discoveryOf(REALM));
    expect((await pin(folder)).out).toContain("in place of a file that could not be read");
    const other = repository({ [FILE]: discoveryOf(REALM) });
    server().reply(200, discoveryOf(REALM));
    expect((await pin(other)).out).toContain("no field changed");
  });

  test.each([
    [
      "a page",
      () => server().reply(200, "<!DOCTYPE html><p>hello", { "content-type": "text/html; charset=utf-8" }),
      "answers a page",
    ],
    [
      "a page that calls itself JSON",
      () => server().reply(200, " \n<html>", { "content-type": "application/json" }),
      "answers a page",
    ],
    ["no such realm", () => server().reply(404, '{"error":"Realm does not exist"}'), "answers 404 with 32 bytes"],
    ["a server's fault", () => server().reply(503, ""), "answers 503 with 0 bytes"],
    [
      "a key twice",
      () => server().reply(200, '{"issuer":"a",\n"issuer":"b"}'),
      'at line 2, column 1: it is not JSON that every reader understands alike: the key "issuer" appears twice',
    ],
    ["a document that ends too early", () => server().reply(200, discoveryOf(REALM).slice(0, 90)), "that cannot be used"],
    ["a list", () => server().reply(200, "[]"), "it holds a list"],
    ["a number for an address", () => server().reply(200, discoveryOf(REALM, { jwks_uri: 7 })), "jwks_uri of"],
    ["no issuer", () => server().reply(200, "{}"), "without an issuer"],
    ["another issuer", () => server().reply(200, discoveryOf(`${REALM}/`)), `its issuer is ${REALM}/, and ${REALM} was asked`],
    [
      "a document without its endpoints",
      () => server().reply(200, discoveryOf(REALM, { token_endpoint: "", jwks_uri: undefined })),
      "a document without token_endpoint and jwks_uri",
    ],
    [
      "a redirect to another host",
      () => server().reply(301, "", { location: "https://evil.example.com/" }),
      "leads to https://evil.example.com/",
    ],
    ["50 MB", () => server().reply(200, "{}", { "content-length": "50000000" }), "50000000 bytes, and 1048576 is the most"],
  ] as const)("refuses %s with exit code 1, and stores nothing", async (_, answer, says) => {
    const before = discoveryOf(REALM, { mine: true });
    const folder = repository({ [FILE]: before });
    answer();
    const { code, out, err } = await pin(folder);
    expect([code, out]).toEqual([1, ""]);
    const words = err.replace(/\s+/g, " ");
    expect(words).toContain(says);
    expect(words).toContain(`${REALM}/.well-known/openid-configuration`);
    expect(words).toContain("nothing was stored");
    expect(stored(folder)).toBe(before);
  });

  test.each([
    ["ENOTFOUND", "its name does not resolve"],
    ["ECONNREFUSED", "nothing listens there"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"],
  ])("ends with 3 where nobody who can be trusted was reached: %s", async (code, says) => {
    const folder = repository();
    server().replyWithError(Object.assign(new Error("x"), { code }));
    const found = await pin(folder);
    expect(found.code).toBe(3);
    expect(found.err.replace(/\s+/g, " ")).toContain(says);
    expect(stored(folder)).toBeNull();
  });

  test("wrong use sends no request", async () => {
    const base = (text: string) => ({ "environments/demo/sso.yaml": SSO.replace("https://idp.example.com:8443", text) });
    const says = async (files: Files, ...words: readonly string[]) => {
      const { code, err } = await pin(repository(files), ...words);
      expect(code).toBe(2);
      return err.replace(/\s+/g, " ");
    };
    expect(await says(base("http://idp.example.com"))).toContain("plain http");
    expect(await says(base("https://me:word@idp.example.com"))).toContain("is not an address that can be asked");
    expect(await says(base("ldap://idp.example.com"))).toContain("is not an address that can be asked");
    expect(await says({ "environments/demo/sso.yaml": SSO.replace("realm: engineering, ", "") })).toContain(
      "does not say which realm",
    );
    expect(await says({}, "--connect", "idp.example.com:8443")).toContain("--connect cannot be 'idp.example.com:8443'");
    expect(await says({}, "--connect", "idp.example.com:443:10.0.0.1")).toContain(
      "names idp.example.com:443, but this command connects to idp.example.com:8443",
    );
    expect(await says({}, "--ca", FILE)).toContain("does not exist");
    expect(await says({ "root.pem": "no certificate" }, "--ca", "root.pem")).toContain("contains no certificate");
  });

  test("asks a named address, with certificates of one's own", async () => {
    const folder = repository({ "root.pem": selfSigned("idp.example.com").cert });
    const asked: unknown[] = [];
    const get = (request: Parameters<typeof httpGet>[0]) => {
      asked.push(request);
      return Promise.resolve({
        url: request.url,
        status: 200,
        type: "",
        body: Buffer.from(discoveryOf(REALM)),
        peer: "10.20.0.1:9443",
      });
    };
    const words = ["--connect", "idp.example.com:8443:[fd00::1]:9443", "--ca", "root.pem"];
    expect((await cli(["sso", "pin", "demo", ...words], { cwd: folder, get })).code).toBe(0);
    expect(asked).toMatchObject([
      {
        via: [{ host: "idp.example.com", port: "8443", address: "fd00::1", toPort: "9443" }],
        ca: expect.stringContaining("BEGIN"),
      },
    ]);
  });
});
