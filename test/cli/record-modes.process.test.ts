import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { dirname, join } from "node:path";
import tls from "node:tls";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { selfSigned } from "../support/certificate.ts";
import { temporaryFolder } from "../support/repository.ts";
import { builtCli } from "./built.ts";
import { notOnWindows, notRun } from "../support/not-run.ts";

/* Relays of the other modes as processes: killed, with a disk that takes no more, and without descriptors. */

let command = "";
beforeAll(async () => {
  command = await builtCli();
});
const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

type Mode = "plain" | "tls" | "patch";
const own = selfSigned("localhost");
const HEAD = "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Secure\r\n\r\n";
const BLOCK = Buffer.from(Array.from({ length: 65_521 }, (_, i) => (i * 31 + (i >> 8)) % 256));

/** A server that answers without end as long as it is read. */
async function flooding(secure: boolean): Promise<number> {
  const serve = (socket: net.Socket) => {
    const fill = () => {
      while (!socket.destroyed && socket.write(BLOCK));
    };
    socket
      .on("error", () => undefined)
      .once("data", () => {
        socket.on("drain", fill).write(HEAD);
        fill();
      });
  };
  const server = secure ? tls.createServer({ key: own.key, cert: own.cert }, serve) : net.createServer(serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return (server.address() as net.AddressInfo).port;
}

interface Running {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly ended: Promise<unknown>;
  err(): string;
  client(): net.Socket;
}

async function relay(mode: Mode, limits: string): Promise<Running> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "ca.pem"), own.cert);
  const port = await flooding(mode === "tls");
  const to = mode === "tls" ? ["--to", `https://localhost:${port}`, "--ca", "ca.pem"] : ["--to", `127.0.0.1:${port}`];
  const words = ["record", "start", "--listen", "127.0.0.1:0", ...to, "--mode", mode, "--store", "s", "--format", "json"];
  const child = spawn("sh", ["-c", `${limits} exec "$@"`, "sh", process.execPath, command, ...words], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  closing.push(() => child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const ended = once(child, "close");
  const printed = await new Promise<string>((resolve, reject) => {
    child.once("close", () => reject(new Error(`it ended: ${err}`)));
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (out.endsWith("}\n")) resolve(out);
    });
  });
  const { id, store, relays } = JSON.parse(printed) as { id: string; store: string; relays: [{ listen: string }] };
  const at = Number(relays[0].listen.split(":")[1]);
  return {
    child,
    folder: join(store, id),
    ended,
    err: () => err,
    client() {
      const socket =
        mode === "tls" ? tls.connect({ host: "127.0.0.1", port: at, rejectUnauthorized: false }) : net.connect(at, "127.0.0.1");
      closing.push(() => socket.destroy());
      socket.on("error", () => undefined).write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      return socket;
    },
  };
}

/** All that a client gets until the connection is over. */
async function received(socket: net.Socket, each: (length: number) => void = () => undefined): Promise<Buffer> {
  const got: Buffer[] = [];
  let length = 0;
  socket.on("data", (chunk: Buffer) => {
    got.push(chunk);
    length += chunk.length;
    each(length);
  });
  await new Promise((resolve) => socket.on("close", resolve));
  return Buffer.concat(got);
}
const sentOf = (mode: Mode) => (mode === "patch" ? "0001.s2c.sent.raw" : "0001.s2c.raw");

describe.each(["tls", "patch"] as const)("mode %s", (mode) => {
  test("[G2] a relay that is killed has recorded everything that anybody received", async () => {
    notOnWindows("a relay that is killed");
    const { child, folder, client, ended } = await relay(mode, "");
    const got = await received(client(), (length) => {
      if (length > 4_000_000) child.kill("SIGKILL");
    });
    await ended;
    const recorded = readFileSync(join(folder, sentOf(mode)));
    expect(got.length).toBeGreaterThan(4_000_000);
    expect(recorded.subarray(0, got.length).equals(got)).toBe(true);
    expect(readFileSync(join(folder, "0001.s2c.raw")).toString("latin1", 0, HEAD.length)).toBe(HEAD);
  });

  test("[G2] a disk that takes no more in the middle of a write ends the connection, and not the relay", async () => {
    notOnWindows("a limit on the size of files");
    const { child, folder, client, ended, err } = await relay(mode, 'trap "" XFSZ; ulimit -f 1024;');
    const got = await received(client());
    expect(child.exitCode).toBeNull();
    child.kill("SIGINT");
    expect(await ended).toEqual([2, null]);
    expect(
      readFileSync(join(folder, sentOf(mode)))
        .subarray(0, got.length)
        .equals(got),
    ).toBe(true);
    expect(err()).toContain("connection 1 could not be recorded");
  });
});

describe.each(["plain", "tls", "patch"] as const)("mode %s, killed with SIGKILL in the middle of a download", (mode) => {
  test("[G2] [G3] captures says that it does not run, and capture read gives all that was delivered, to the last byte", async () => {
    notOnWindows("a relay that is killed");
    const { child, folder, client, ended } = await relay(mode, "");
    const got = await received(client(), (length) => {
      if (length > 2_000_000) child.kill("SIGKILL");
    });
    expect(await ended).toEqual([null, "SIGKILL"]);
    const tierwright = (...words: readonly string[]) => {
      const argv = [command, ...words, "--store", dirname(folder)];
      const { status, stdout, stderr } = spawnSync(process.execPath, argv, { maxBuffer: 256 * 1024 * 1024 });
      expect([status, stderr.toString()]).toEqual([0, ""]);
      return stdout;
    };
    const broken = { total: 1, reasons: { relay: 1 } };
    const { captures } = JSON.parse(tierwright("capture", "list", "--format", "json").toString());
    expect(captures).toMatchObject([{ state: "ended", open: 0, connections: 1, broken }]);
    expect(tierwright("capture", "list").toString()).toContain("ended without `record stop`: its process no longer exists");
    const document = JSON.parse(tierwright("capture", "read", "last", "--format", "json").toString());
    const recorded = readFileSync(join(folder, "0001.s2c.raw"));
    expect(document).toMatchObject({ state: "ended", open: 0, broken });
    expect(document.exchanges).toMatchObject([{ broken: "relay", open: false, response: { status: 200 } }]);
    const whole = tierwright("capture", "read", "last", "1", "--raw", "--reveal");
    const body = got.subarray(got.indexOf("\r\n\r\n") + 4);
    expect(body.length).toBeGreaterThan(1_900_000);
    expect(recorded.subarray(HEAD.length, HEAD.length + body.length).equals(body)).toBe(true);
    expect(whole.subarray(-recorded.length).equals(recorded)).toBe(true);
  });
});

test("[G2] a relay without descriptors turns clients away, says so, and goes on", async () => {
  if (process.platform !== "linux") notRun("a relay without descriptors: its limit is Linux'");
  const { child, client, ended, err } = await relay("plain", "ulimit -n 45;");
  const sockets = Array.from({ length: 30 }, client);
  while (!err().includes("too many files are open")) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const socket of sockets) socket.destroy();
  let answered = 0;
  while (answered === 0) {
    const again = client();
    again.on("data", (chunk: Buffer) => {
      answered += chunk.length;
      again.destroy();
    });
    await new Promise((resolve) => again.on("close", resolve));
  }
  expect(answered).toBeGreaterThan(0);
  child.kill("SIGINT");
  expect(await ended).toEqual([2, null]);
});
