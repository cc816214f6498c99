import { spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtCli, HANGS_AFTER } from "../../cli/built.ts";
import { selfSigned } from "../../support/certificate.ts";
import { exampleRepository, temporaryFolder } from "../../support/repository.ts";
import { discoveryOf, REALM } from "./scene.ts";

/* The built command against a server of this machine, with a certificate of its own for the identity provider's name. */

const NAME = "idp.example.com";
const OWN = selfSigned(NAME);
const FILE = "environments/demo/discovery.json";
const SSO = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://${NAME}:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }] }
`;
const SOUND = discoveryOf(REALM);
const MINE = discoveryOf(REALM, { mine: true });

type Answer = (response: http.ServerResponse) => void;
let answer: Answer = (response) => response.end();
const servers: (http.Server | net.Server)[] = [];
const ports = { tls: 0, proxy: 0 };
const connects: string[] = [];
let command = "";

const listening = (server: net.Server): Promise<number> =>
  new Promise((resolve) => {
    servers.push(server);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

beforeAll(async () => {
  command = await builtCli();
  ports.tls = await listening(https.createServer(OWN, (_, response) => answer(response)));
  const proxy = http.createServer((_, response) => response.writeHead(500).end());
  proxy.on("connect", (request: http.IncomingMessage, socket: net.Socket) => {
    connects.push(request.url ?? "");
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const through = net.connect(ports.tls, "127.0.0.1");
    through
      .on("error", () => socket.destroy())
      .pipe(socket.on("error", () => through.destroy()))
      .pipe(through);
  });
  ports.proxy = await listening(proxy);
}, 60_000);
afterAll(() => {
  for (const server of servers) {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  }
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  /** Standard error in one line. */
  readonly says: string;
  /** What lies there afterwards; null: nothing. */
  readonly stored: string | null;
}

/** No variable of this machine counts: a proxy that it needs would answer in the server's place. */
const NO_PROXY = Object.fromEntries(
  ["http_proxy", "https_proxy", "no_proxy"].flatMap((name) => [name, name.toUpperCase()]).map((name) => [name, ""]),
);
const toServer = () => ["--connect", `${NAME}:8443:127.0.0.1:${ports.tls}`];
const trusted = ["--ca", "root.pem"];

function pin(words: readonly string[], standing: string | null = MINE, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const cwd = exampleRepository({
    "environments/demo/sso.yaml": SSO,
    "root.pem": OWN.cert,
    ...(standing === null ? {} : { [FILE]: standing }),
  });
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, "sso", "pin", "demo", ...words], {
      cwd,
      env: { ...process.env, NODE_EXTRA_CA_CERTS: "", ...NO_PROXY, ...env },
      timeout: HANGS_AFTER,
      killSignal: "SIGKILL",
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (part: Buffer) => out.push(part));
    child.stderr.on("data", (part: Buffer) => err.push(part));
    child.on("close", (code) =>
      resolve({
        code,
        out: Buffer.concat(out).toString("utf8"),
        says: Buffer.concat(err).toString("utf8").replace(/\s+/g, " "),
        stored: existsSync(join(cwd, FILE)) ? readFileSync(join(cwd, FILE), "utf8") : null,
      }),
    );
  });
}

/** Writes certificates to a file of their own and returns its path. */
function rootOf(certificate: string): string {
  const path = join(temporaryFolder(), "authority.pem");
  writeFileSync(path, certificate);
  return path;
}

const sound: Answer = (response) => response.setHeader("content-type", "application/json").end(SOUND);

describe("[E4] sso pin, the built command", () => {
  test("stores the answer of a server with its own certificate, and finds it unchanged the second time", async () => {
    answer = sound;
    const first = await pin([...toServer(), ...trusted], null);
    expect([first.code, first.says]).toEqual([0, ""]);
    expect(first.out).toContain(`answered from 127.0.0.1:${ports.tls}`);
    expect(JSON.parse(first.stored ?? "")).toEqual(JSON.parse(SOUND));
    expect((await pin([...toServer(), ...trusted], first.stored)).out).toContain("is unchanged");
  });

  const cut: Answer = (response) => {
    response.writeHead(200, { "content-length": String(SOUND.length) });
    response.write(SOUND.slice(0, 90), () => response.destroy());
  };
  const flood: Answer = (response) => {
    let left = 50;
    const more = () =>
      left-- > 0 ? response.write(Buffer.alloc(1_000_000, " "), (error) => error ?? more()) : response.end("{}");
    more();
  };
  test.each<[string, Answer, string]>([
    [
      "a page",
      (response) => response.setHeader("content-type", "text/html").end("<!DOCTYPE html><p>hello"),
      "answers a page (23 bytes of text/html)",
    ],
    [
      "a page that calls itself JSON",
      (response) => response.setHeader("content-type", "application/json").end("\n<html>"),
      "answers a page",
    ],
    ["a page of an error", (response) => response.writeHead(502).end("<html>bad gateway"), "answers 502 with 17 bytes"],
    [
      "301 to another host",
      (response) => response.writeHead(301, { location: "https://evil.example.com/x" }).end(),
      "it answers 301 and leads to https://evil.example.com/x, which is another server",
    ],
    [
      "301 to the same host in clear",
      (response) => response.writeHead(301, { location: `http://${NAME}:8443/x` }).end(),
      "which is another server",
    ],
    ["a document cut off", cut, "its answer ends after 90 bytes, before its end"],
    ["half a document that claims to be whole", (response) => response.end(SOUND.slice(0, 90)), "that cannot be used at line"],
    [
      "50 MB that are announced",
      (response) => response.writeHead(200, { "content-length": "50000000" }).write("{"),
      "its answer has 50000000 bytes, and 1048576 is the most",
    ],
    ["50 MB that are not", flood, "its answer has more than 1048576 bytes"],
    [
      "a small answer that unpacks to 50 MB",
      (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000, " "))),
      "its answer",
    ],
    ["keys twice", (response) => response.end('{"issuer":"a",\n"issuer":"b"}'), 'the key "issuer" appears twice'],
    [
      "keys twice further in",
      (response) => response.end(SOUND.replace("{", '{"mtls_endpoint_aliases":{"a":1,"a":2},')),
      'the key "a" appears twice',
    ],
    [
      "bytes that are not UTF-8",
      (response) => response.end(Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d])),
      "that cannot be used",
    ],
    ["nothing", (response) => response.end(), "answers 0 bytes that cannot be used"],
    ["another issuer", (response) => response.end(discoveryOf(`${REALM}/`)), `its issuer is ${REALM}/, and ${REALM} was asked`],
  ])("%s: exit code 1, what was received and from where, and nothing stored", async (_, given, says) => {
    answer = given;
    const ran = await pin([...toServer(), ...trusted]);
    expect([ran.code, ran.out, ran.stored]).toEqual([1, "", MINE]);
    expect(ran.says).toContain(says);
    expect(ran.says).toContain(`${REALM}/.well-known/openid-configuration`);
    expect(ran.says).toContain(`127.0.0.1:${ports.tls}`);
    expect(ran.says).toContain("nothing was stored");
    expect(ran.says).not.toMatch(/\bat \S+\.js|undefined|\[object/);
  });

  test("a self-signed certificate: exit code 3, its fingerprint, and what to do with it", async () => {
    answer = sound;
    const ran = await pin(toServer());
    expect([ran.code, ran.out, ran.stored]).toEqual([3, "", MINE]);
    expect(ran.says).toContain("it shows a self-signed certificate that is not trusted here; nothing was stored");
    const { fingerprint256 } = new X509Certificate(OWN.cert);
    expect(ran.says).toContain(`'${NAME}' has the SHA-256 fingerprint ${fingerprint256}: compare it on the server`);
    expect(ran.says).toContain("--ca FILE");
    const insecure = await pin(toServer(), MINE, { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect([insecure.code, insecure.stored]).toEqual([3, MINE]);
  });

  test("trusts the authority that NODE_EXTRA_CA_CERTS names, also beside another one of --ca", async () => {
    answer = sound;
    const env = { NODE_EXTRA_CA_CERTS: rootOf(OWN.cert) };
    expect(await pin(toServer(), null, env)).toMatchObject({ code: 0, says: "" });
    const other = rootOf(selfSigned("another.example.com").cert);
    expect(await pin([...toServer(), "--ca", other], null, env)).toMatchObject({ code: 0, says: "" });
    expect(await pin([...toServer(), "--ca", other], null)).toMatchObject({ code: 3, stored: null });
  });

  test("uses the proxy of the usual variables, except for hosts of NO_PROXY", async () => {
    answer = sound;
    connects.length = 0;
    const proxy = { HTTPS_PROXY: `http://anna:geheim@127.0.0.1:${ports.proxy}` };
    expect((await pin(trusted, null, proxy)).code).toBe(0);
    expect(connects).toEqual([`${NAME}:8443`]);
    const ran = await pin([...toServer(), ...trusted], null, { ...proxy, NO_PROXY: "localhost,.example.com" });
    expect([ran.code, connects.length]).toEqual([0, 1]);
    const gone = await pin(trusted, null, { https_proxy: "http://anna:geheim@127.0.0.1:1" });
    expect([gone.code, gone.stored]).toEqual([3, null]);
    expect(gone.says).toContain("the proxy 127.0.0.1:1, which an environment variable names, cannot be reached");
    expect(gone.says).toContain("NO_PROXY");
    expect(gone.says).not.toContain("geheim");
  });
});
