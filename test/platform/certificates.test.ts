import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certificatesOn } from "../../src/platform/certificate-chain.ts";
import { trustStores } from "../../src/platform/certificate-stores.ts";
import { expired, selfSigned } from "../support/certificate.ts";

const NAME = "idp.example.com";
const own = selfSigned(NAME);
const folder = mkdtempSync(join(tmpdir(), "tierwright-stores-"));
const bundle = join(folder, "bundle.pem");
const empty = join(folder, "empty.pem");
let server: tls.Server;
let via: { host: string; port: string; address: string; toPort: string };

beforeAll(async () => {
  writeFileSync(bundle, own.cert);
  writeFileSync(empty, "nothing");
  server = tls.createServer({ key: own.key, cert: own.cert }, (socket) => socket.on("error", () => undefined).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  via = { host: NAME, port: "8443", address: "127.0.0.1", toPort: String((server.address() as net.AddressInfo).port) };
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const machine = (env: Readonly<Record<string, string>>, keytool: string | null = null) => ({
  env: (name: string) => env[name],
  run: async (argv: readonly string[]) => {
    if (keytool === null || !argv.includes("-cacerts")) throw new Error("no such program");
    return { code: 0, stdout: keytool };
  },
});
const asked = (host: Parameters<typeof certificatesOn>[0], more: { ca?: string; host?: string } = {}) =>
  certificatesOn(host)({
    host: more.host ?? NAME,
    port: "8443",
    via: [{ ...via, host: more.host ?? NAME }],
    ca: more.ca ?? null,
    patience: 10_000,
  });
const told = ({ stores }: Awaited<ReturnType<typeof asked>>) =>
  stores.map(({ kind, holds, says, refusesOthers }) => [kind, holds ? "holds" : says, refusesOthers]);

const UNTRUSTED = "it shows a self-signed certificate that is not trusted here";

describe("[E11][F8] the chain of a server against the stores that can be read here", () => {
  test("each store answers for itself, and each refuses a stranger of the same name", async () => {
    const host = machine({ JAVA_HOME: "/opt/java", SSL_CERT_FILE: bundle }, own.cert);
    const found = await asked(host);
    expect(told(found)).toEqual([
      ["node", UNTRUSTED, true],
      ["jdk", "holds", true],
      ["os", "holds", true],
    ]);
    expect(found.stores.map(({ name }) => name).slice(1)).toEqual(["cacerts of the JDK at /opt/java", bundle]);
    expect(found.chain).toMatchObject([{ subject: NAME, issuer: NAME, names: `DNS:${NAME}` }]);
    expect(found.peer).toBe(`127.0.0.1:${via.toPort}`);
  });

  test("--ca is a store of its own, beside the built-in list", async () => {
    const found = await asked(machine({ SSL_CERT_FILE: bundle }), { ca: own.cert });
    expect(told(found)[0]).toEqual(["given", "holds", true]);
  });

  test("a certificate for another name does not hold, whoever signed it", async () => {
    const found = await asked(machine({ SSL_CERT_FILE: bundle }), { ca: own.cert, host: "other.example.com" });
    expect(told(found)[0]).toEqual(["given", `its certificate is for other names: ${NAME}`, true]);
  });

  test("each verdict has the kind of its fault: an expired certificate is expired for every store, whoever trusts it", async () => {
    const old = expired(NAME);
    const other = tls.createServer(old, (socket) => socket.on("error", () => undefined).end());
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const toPort = String((other.address() as net.AddressInfo).port);
    const request = { host: NAME, port: "8443", via: [{ ...via, toPort }], ca: old.cert, patience: 10_000 };
    const { stores } = await certificatesOn(machine({ SSL_CERT_FILE: bundle }))(request);
    other.close();
    expect(stores.map(({ kind, fault }) => [kind, fault])).toEqual([
      ["given", "expired"],
      ["node", "expired"],
      ["os", "expired"],
    ]);
    const faults = (found: Awaited<ReturnType<typeof asked>>) => found.stores.map(({ fault }) => fault);
    expect(faults(await asked(machine({ SSL_CERT_FILE: bundle })))).toEqual(["untrusted", null]);
    expect(faults(await asked(machine({ SSL_CERT_FILE: bundle }), { host: "other.example.com" }))[1]).toBe("other-name");
  });

  test("NODE_TLS_REJECT_UNAUTHORIZED=0 is told, and makes nothing hold", async () => {
    const found = await asked(machine({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }));
    expect([found.voided, told(found)[0]]).toEqual([true, ["node", UNTRUSTED, true]]);
  });

  test("stores that cannot be read are named with the reason", async () => {
    const { unread } = await trustStores(
      machine({ NODE_EXTRA_CA_CERTS: join(folder, "missing.pem"), JAVA_HOME: "/opt/java", SSL_CERT_FILE: bundle }),
    );
    expect(unread).toEqual([
      {
        name: `NODE_EXTRA_CA_CERTS (${join(folder, "missing.pem")})`,
        why: "the file cannot be read, and Node continues without it",
        isUsed: false,
      },
      { name: "a JDK's cacerts", why: "JAVA_HOME is /opt/java, and no keytool is in it", isUsed: true },
    ]);
    const without = await trustStores(machine({ NODE_EXTRA_CA_CERTS: empty, SSL_CERT_FILE: bundle, PATH: "" }, ""));
    expect(without.unread.map(({ why, isUsed }) => [why, isUsed])).toEqual([
      ["the file contains no certificate", false],
      ["no JAVA_HOME, and no keytool in PATH", false],
    ]);
    const locked = await trustStores(machine({ JAVA_HOME: "/opt/java", SSL_CERT_FILE: bundle }, "keytool error: password"));
    expect(locked.unread.map(({ why, isUsed }) => [why, isUsed])).toEqual([
      [expect.stringMatching(/^keytool does not list it: it has another password/), true],
    ]);
  });

  test("[F1] goes the way that requests go: through the tunnel of a proxy, which --connect, NO_PROXY and this machine pass by", async () => {
    const seen: string[] = [];
    const proxy = http.createServer().on("connect", ({ url = "", headers }, socket: net.Socket) => {
      seen.push(url);
      socket.on("error", () => undefined);
      if (headers["proxy-authorization"] === undefined) return void socket.end("HTTP/1.1 407 Who\r\n\r\n");
      const onward = net.connect(Number(via.toPort), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Go\r\n\r\n");
        onward.pipe(socket).pipe(onward);
      });
      onward.on("error", () => socket.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const at = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
    const request = { host: NAME, port: "8443", via: [], ca: own.cert, patience: 10_000 };
    const through = (env: Readonly<Record<string, string>>) =>
      certificatesOn(machine({ SSL_CERT_FILE: bundle, ...env }))(request);
    const found = await through({ HTTPS_PROXY: `http://jane:s3cret@${at}` });
    expect(told(found)).toEqual([
      ["given", "holds", true],
      ["node", UNTRUSTED, true],
      ["os", "holds", true],
    ]);
    expect([found.proxy, found.peer]).toEqual([at, at]);
    // once for each store, and the stranger of this machine is none of the proxy's
    expect(seen).toEqual([`${NAME}:8443`, `${NAME}:8443`, `${NAME}:8443`]);
    await expect(through({ HTTPS_PROXY: `http://${at}` })).rejects.toMatchObject({
      kind: "proxy",
      says: expect.stringContaining("requires a user and password (407)"),
    });
    const count = seen.length;
    const by = { ...machine({ SSL_CERT_FILE: bundle, HTTPS_PROXY: `http://${at}` }) };
    expect((await certificatesOn(by)({ ...request, via: [via] })).proxy).toBeNull();
    await expect(through({ HTTPS_PROXY: `http://${at}`, NO_PROXY: NAME })).rejects.toMatchObject({
      kind: expect.stringMatching(/no-name|no-answer/),
    });
    expect(seen).toHaveLength(count);
    proxy.close();
  });

  test.each([
    ["nothing listens", "closed", "refused"],
    ["a server that says nothing", "silent", "no-answer"],
    ["a server of plain text", "plain", "no-tls"],
  ])("%s", async (_words, how, kind) => {
    const other = net.createServer(
      (socket) => socket.on("error", () => undefined) && how === "plain" && socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
    );
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as net.AddressInfo;
    if (how === "closed") other.close();
    const to = [{ host: NAME, port: "8443", address: "127.0.0.1", toPort: String(port) }];
    const asking = certificatesOn(machine({ SSL_CERT_FILE: bundle }))({
      host: NAME,
      port: "8443",
      via: to,
      ca: null,
      patience: how === "silent" ? 300 : 20_000,
    });
    await expect(asking).rejects.toMatchObject({ kind });
    other.close();
  });
});
