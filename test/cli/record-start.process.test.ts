import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { readEvents } from "../../src/record/capture/connection.ts";
import { temporaryFolder } from "../support/repository.ts";
import { builtCli } from "./built.ts";
import { notOnWindows, notRun } from "../support/not-run.ts";

/* A relay that is killed, stopped, full or stalled as a process of its own. */

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly folder: string;
  err(): string;
  ended: Promise<number | null>;
}

/** A relay that is ready. */
async function relayTo(port: number, before: readonly string[] = []): Promise<Running> {
  const cwd = temporaryFolder();
  const words = [
    "record",
    "start",
    "--listen",
    "127.0.0.1:0",
    "--to",
    `127.0.0.1:${port}`,
    "--store",
    "captures",
    "--format",
    "json",
  ];
  const [program = "", ...rest] = [...before, process.execPath, command, ...words];
  const child = spawn(program, rest, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  closing.push(() => child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code]) => code as number | null);
  let [out, err] = ["", ""];
  child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  const { id, store, relays } = await new Promise<{ id: string; store: string; relays: [{ listen: string }] }>(
    (resolve, reject) => {
      child.once("close", () => reject(new Error(`it ended: ${err}`)));
      child.stdout?.on("data", (chunk) => {
        out += chunk;
        if (out.endsWith("}\n")) resolve(JSON.parse(out));
      });
    },
  );
  return { child, port: Number(relays[0].listen.split(":")[1]), folder: join(store, id), err: () => err, ended };
}

/** A server that sends without end as long as it is read. */
async function flooding(block: Buffer): Promise<number> {
  const server = net.createServer((socket) => {
    const fill = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on("error", () => undefined).on("drain", fill);
    fill();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return (server.address() as net.AddressInfo).port;
}

function download(port: number): net.Socket {
  const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
  closing.push(() => socket.destroy());
  return socket;
}

/** Bytes that differ from place to place, so that one that is missing shows. */
const BLOCK = Buffer.from(Array.from({ length: 65_521 }, (_, i) => (i * 31 + (i >> 8)) % 256));
/** Whether a text of bytes is the beginning of what the server sends without end. */
const isPrefix = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at += BLOCK.length) {
    const part = bytes.subarray(at, at + BLOCK.length);
    if (!part.equals(BLOCK.subarray(0, part.length))) return false;
  }
  return true;
};

describe("a relay as a process", () => {
  test("[G2] that is killed has recorded everything that anybody received, and its capture is read", async () => {
    notOnWindows("a relay that is killed");
    const { child, port, folder, ended } = await relayTo(await flooding(BLOCK));
    const socket = download(port);
    const got: Buffer[] = [];
    let length = 0;
    socket.on("data", (chunk) => {
      got.push(chunk);
      length += chunk.length;
      if (length > 8_000_000) child.kill("SIGKILL");
    });
    await new Promise((resolve) => socket.on("close", resolve));
    await ended;
    const recorded = readFileSync(join(folder, "0001.s2c.raw"));
    expect(recorded.length).toBeGreaterThanOrEqual(length);
    expect(recorded.subarray(0, length).equals(Buffer.concat(got))).toBe(true);
    expect(isPrefix(recorded)).toBe(true);
    const { started, stopped, connections, damaged } = readEvents(readFileSync(join(folder, "events.ndjson"), "utf8"));
    expect(started?.relays.map(({ listen }) => listen)).toEqual([`127.0.0.1:${port}`]);
    expect(stopped).toBeNull();
    expect(damaged).toBeLessThanOrEqual(1);
    expect([...connections.values()]).toMatchObject([{ n: 1, ending: { kind: "open" } }]);
    expect(connections.get(1)?.ways.s2c.length).toBeLessThanOrEqual(recorded.length);
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "[G1] that gets %s breaks off what is open, says so, and ends with 0",
    async (signal) => {
      notOnWindows("a relay that gets a signal");
      const { child, port, folder, err, ended } = await relayTo(await flooding(BLOCK));
      const socket = download(port);
      await once(socket, "data");
      child.kill(signal);
      expect(await ended).toBe(0);
      expect(err()).toContain("1 connection,");
      const { stopped, connections } = readEvents(readFileSync(join(folder, "events.ndjson"), "utf8"));
      expect(stopped).toBe(signal);
      expect([...connections.values()]).toMatchObject([
        { ending: { kind: "reset", by: "relay" }, ways: { s2c: { length: statSync(join(folder, "0001.s2c.raw")).size } } },
      ]);
    },
  );

  test("[G2] whose disk takes no more in the middle of a write sends on no byte that it has not got", async () => {
    notOnWindows("a limit on the size of files");
    // a file may have 512 KiB at most; the signal of that is ignored, so that the write says it
    const limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 1024; exec "$@"', "sh"];
    const { child, port, folder, err, ended } = await relayTo(await flooding(BLOCK), limited);
    const socket = download(port);
    const got: Buffer[] = [];
    socket.on("data", (chunk) => got.push(chunk));
    await new Promise((resolve) => socket.on("close", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(2);
    const recorded = readFileSync(join(folder, "0001.s2c.raw"));
    const received = Buffer.concat(got);
    expect(received.length).toBeLessThanOrEqual(recorded.length);
    expect(isPrefix(recorded)).toBe(true);
    expect(recorded.subarray(0, received.length).equals(received)).toBe(true);
    expect(err()).toContain("connection 1 could not be recorded: it would be larger than a file can be here");
    expect(err()).toContain("the recording is incomplete");
  });

  test("[G2] with 20 downloads that nobody reads has no more memory than without", async () => {
    if (process.platform !== "linux") notRun("the memory of a relay with stalled downloads: /proc is Linux'");
    const { child, port, folder } = await relayTo(await flooding(BLOCK));
    const sockets = Array.from({ length: 20 }, () => download(port).pause());
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    const sizes = () =>
      sockets.map(
        (_, i) => statSync(join(folder, `${String(i + 1).padStart(4, "0")}.s2c.raw`), { throwIfNoEntry: false })?.size ?? 0,
      );
    // until nothing more is taken from the server
    for (let before = "", quiet = 0; quiet < 5; ) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      const now = sizes().join();
      quiet = now === before && !now.split(",").includes("0") ? quiet + 1 : 0;
      before = now;
    }
    const megabytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
    expect(megabytes).toBeGreaterThan(10);
    expect(megabytes).toBeLessThan(150);
    expect(Math.max(...sizes())).toBeLessThan(16 * 1024 * 1024);
  });
});
