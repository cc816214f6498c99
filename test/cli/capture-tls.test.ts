import { once } from "node:events";
import { writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { Duplex } from "node:stream";
import tls from "node:tls";
import { afterEach, expect, test } from "vitest";
import { Git } from "../../src/platform/git.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import { selfSigned } from "../support/certificate.ts";
import { cli } from "../support/host.ts";
import { temporaryFolder } from "../support/repository.ts";

/* Clients that never come to TLS with the relay, from the recording to what its capture says of them. */

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

const own = selfSigned("localhost");
/** The address of a server of TLS that listens to everything and says nothing. */
async function server(): Promise<string> {
  const listening = tls.createServer({ key: own.key, cert: own.cert }, (socket) => {
    socket.on("error", () => undefined).resume();
  });
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  closing.push(() => listening.close());
  return `https://localhost:${(listening.address() as net.AddressInfo).port}`;
}

/** What a client of TLS says first. */
async function hello(): Promise<Buffer> {
  return new Promise((resolve) => {
    const below = new Duplex({ read: () => undefined, write: (bytes: Buffer) => resolve(bytes) });
    closing.push(() => below.destroy());
    tls.connect({ socket: below, servername: "localhost", maxVersion: "TLSv1.2" }).on("error", () => undefined);
  });
}

/** Fatal: an unknown authority (RFC 8446, 6). */
const UNKNOWN_CA = Buffer.from("15030300020230", "hex");

const CLIENTS: Readonly<Record<string, (socket: net.Socket) => unknown>> = {
  "speaks plain HTTP": (socket) => socket.write("GET /tc HTTP/1.1\r\nAuthorization: Bearer password\r\n\r\n"),
  "says that it does not know the authority": async (socket) => {
    socket.write(await hello());
    socket.once("data", () => socket.write(UNKNOWN_CA));
  },
  "closes when it has seen the certificate": async (socket) => {
    socket.write(await hello());
    socket.once("data", () => socket.end());
  },
};

test("[G2] [G3] clients that never came to TLS: captures and capture read count each, and name the authority", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "ca.pem"), own.cert);
  const real = recordingWorld({ env: () => undefined, openGit: (folder, use) => Git.open(folder, use) });
  let end: (signal: string) => void = () => undefined;
  const visit = async (port: number) => {
    for (const client of Object.values(CLIENTS)) {
      const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
      closing.push(() => socket.destroy());
      void client(socket.resume());
      await new Promise((resolve) => socket.on("close", resolve));
    }
  };
  const recording: typeof real = {
    ...real,
    stopped: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
    async listen(at, accept, identity) {
      const listening = await real.listen(at, accept, identity);
      setImmediate(() => void visit(listening.at.port).finally(() => end("SIGINT")));
      return listening;
    },
  };
  const run = (...words: readonly string[]) =>
    cli([...words, "--store", "captures"], { cwd, recording, dns: { localhost: ["127.0.0.1"] } });
  const to = ["--listen", "127.0.0.1:0", "--to", await server(), "--ca", "ca.pem", "--mode", "tls"];
  const ran = await run("record", "start", ...to);
  // every client was lost, and each cause is said once
  expect(ran.code).toBe(3);
  expect(ran.err).toContain("connection 1: the client spoke plain HTTP");
  expect(ran.err).toContain("connection 2: the client does not trust the relay");
  expect(ran.err).toContain("connection 3: the client closed the connection during the TLS handshake");
  expect(ran.out).toMatch(/3 connections failed the TLS handshake with the\s+client/);

  const broken = { total: 3, reasons: { "client-reset": 3 } };
  const warnings = [expect.objectContaining({ id: "not-trusted", count: 3 })];
  const read = await run("capture", "read", "last", "--format", "json");
  const document = JSON.parse(read.out);
  expect(document).toMatchObject({ total: 3, connections: 3, broken, warnings, bytes: { toTier: 0, toClient: 0 } });
  const [first] = JSON.parse((await run("capture", "list", "--format", "json")).out).captures;
  expect(first).toMatchObject({ broken, warnings });
  const text = await run("capture", "read", "last");
  expect(text.out).toContain("3 exchanges, 3 broken (client-reset 3)");
  expect(text.out.replace(/\s+/g, " ")).toContain(
    "3 clients failed the TLS handshake with the relay: the capture's authority is not trusted there, or the client spoke plain HTTP",
  );
  expect((await run("capture", "list")).out).toContain("3 exchanges, 3 broken (client-reset 3)");
  expect(ran.out + ran.err + read.out + text.out).not.toContain("Bearer password");
});
