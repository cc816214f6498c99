import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { WriteSome } from "../../src/platform/write-file.ts";
import { Git } from "../../src/platform/git.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import type { RecordingWorld } from "../../src/platform/wire.ts";
import { git } from "../support/git.ts";
import { cli } from "../support/host.ts";
import { validatorOf } from "../support/printed-documents.ts";
import { temporaryFolder } from "../support/repository.ts";
import { notOnWindows } from "../support/not-run.ts";

const unix = process.platform !== "win32";
const SECRET = "user=designer&password=hunter2-hunter2";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

/** A server that answers once the client is done. */
async function server(answer = "HTTP/1.1 200 OK\r\n\r\n"): Promise<number> {
  const listening = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined).resume();
    socket.on("end", () => socket.end(answer));
  });
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  closing.push(() => listening.close());
  return (listening.address() as net.AddressInfo).port;
}

/** This machine's own world, stopped when `work` is done with the address that listens. */
function world(work: (port: number) => Promise<unknown>, given: { readonly write?: WriteSome } = {}): RecordingWorld {
  const real = recordingWorld({ env: () => undefined, openGit: (folder, use) => Git.open(folder, use) }, given.write);
  let end: (signal: string) => void = () => undefined;
  return {
    ...real,
    stopped: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
    async listen(at, accept) {
      const listening = await real.listen(at, accept);
      // the first event is written at the end of this turn
      setImmediate(() => setImmediate(() => void work(listening.at.port).finally(() => end("SIGINT"))));
      return listening;
    },
  };
}

/** Sends, is done, and takes what comes until the end or the break. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = net.connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  let got = "";
  socket.on("data", (chunk) => {
    got += chunk;
  });
  socket.on("error", () => undefined);
  socket.on("end", () => socket.destroy());
  socket.end(text);
  await new Promise((resolve) => socket.on("close", resolve));
  return got;
}

const start = (to: string, recording: RecordingWorld, ...more: readonly string[]) => {
  const cwd = temporaryFolder();
  return cli(["record", "start", "--listen", "127.0.0.1:0", "--to", to, "--store", "captures", ...more], { cwd, recording }).then(
    (ran) => ({ ...ran, store: join(cwd, "captures") }),
  );
};
/** Lines that are not as their published schema says. */
const eventFaults = (events: string): readonly string[] =>
  events.split("\n").filter((line) => line !== "" && !validatorOf("capture-events")(JSON.parse(line)));
const nobody = () => Promise.resolve();
const onlyCapture = (store: string): string => join(store, readdirSync(store)[0] ?? "");

describe("record start", () => {
  test("[G2] [G5] records what goes through, prints none of it, and says that the capture is a credential", async () => {
    const port = await server();
    const { code, out, err, store } = await start(
      `127.0.0.1:${port}`,
      world((listens) => exchange(listens, SECRET)),
    );
    expect(code).toBe(0);
    expect(out + err).not.toContain("hunter2");
    expect(out).toContain("the capture contains passwords and sessions as sent");
    expect(out).toMatch(/1 connection,\s+1 KB\s+from\s+the\s+client,\s+1 KB\s+from\s+the\s+server/);
    const capture = onlyCapture(store);
    expect(readdirSync(capture).sort()).toEqual(["0001.c2s.raw", "0001.s2c.raw", "events.ndjson"]);
    expect(readFileSync(join(capture, "0001.c2s.raw"), "utf8")).toBe(SECRET);
    expect(readFileSync(join(capture, "0001.s2c.raw"), "utf8")).toBe("HTTP/1.1 200 OK\r\n\r\n");
    const events = readFileSync(join(capture, "events.ndjson"), "utf8");
    expect(events).not.toContain("hunter2");
    expect(eventFaults(events)).toEqual([]);
    if (unix) expect(statSync(capture).mode & 0o777).toBe(0o700);
  });

  test("[G1] prints one JSON document when it is ready, and what came of it beside it", async () => {
    const port = await server();
    const { code, out, err, store } = await start(
      `http://127.0.0.1:${port}`,
      world((listens) => exchange(listens, SECRET)),
      "--format",
      "json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      schema: "tierwright/recording/v1",
      store,
      environment: null,
      relays: [{ role: null, listen: expect.stringMatching(/^127\.0\.0\.1:\d+$/), to: `127.0.0.1:${port}` }],
      bundle: null,
    });
    const last = `end the recording (one in a window of its own ends with Ctrl-C there, too): \`tierwright record stop --store ${store}\``;
    expect(JSON.parse(out).next.at(-1)).toBe(last);
    expect(err).toContain("1 connection");
  });

  test("[G1] --mode tls says what the client has to trust, and lays that alone into the capture", async () => {
    const seen: string[] = [];
    const { code, out, store } = await start("https://127.0.0.1:9", world(nobody), "--mode", "tls", "--format", "json");
    expect(code).toBe(0);
    const printed = JSON.parse(out);
    expect(printed).toMatchObject({ relays: [{ mode: "tls", to: "https://127.0.0.1:9" }] });
    expect(validatorOf("recording")(printed)).toBe(true);
    expect(printed.authority).toBe(join(onlyCapture(store), "authority.pem"));
    for (const name of readdirSync(onlyCapture(store))) seen.push(readFileSync(join(onlyCapture(store), name), "utf8"));
    expect(readFileSync(printed.authority, "utf8")).toContain("BEGIN CERTIFICATE");
    expect(seen.join("")).not.toContain("PRIVATE KEY");
    expect(eventFaults(readFileSync(join(onlyCapture(store), "events.ndjson"), "utf8"))).toEqual([]);
    const text = await start("https://127.0.0.1:9", world(nobody), "--mode", "tls");
    expect(text.out.replace(/\s+/g, " ")).toContain("make 127.0.0.1 resolve to the address of 127.0.0.1:");
  });

  test("[G3] says that nobody came, rather than that nothing was wrong", async () => {
    const { code, out } = await start("127.0.0.1:9", world(nobody));
    expect(code).toBe(0);
    expect(out).toMatch(
      /0 connections.*\s+no client connected: it was not switched to 127\.0\.0\.1:\d+, or was not\s+restarted/s,
    );
  });

  test("[G2] a full disk: says it, forwards nothing that it could not write, and ends with 2", async () => {
    const heard: string[] = [];
    const port = await server();
    const write: WriteSome = (_descriptor, bytes, offset, length) => {
      if (Buffer.from(bytes).includes("hunter2")) throw Object.assign(new Error("full"), { code: "ENOSPC" });
      heard.push(String(bytes.subarray(offset, offset + length)));
      return length;
    };
    const { code, out, err } = await start(
      `127.0.0.1:${port}`,
      world((listens) => exchange(listens, SECRET), { write }),
    );
    expect(code).toBe(2);
    expect(err).toContain("connection 1 could not be recorded: the disk is full; unrecorded bytes are not forwarded");
    expect(out).toContain("the recording is incomplete");
    expect(out).toContain("0 bytes from the client");
    expect(heard.join("")).toContain('"by":"recorder","code":"ENOSPC"');
  });

  test("a server that refuses every connection is said once, and ends with 3", async () => {
    const port = 1; // no ephemeral one: a port that was just given back may be the relay's own
    const twice = async (listens: number) => {
      await exchange(listens, SECRET);
      await exchange(listens, SECRET);
    };
    const { code, out, err } = await start(`127.0.0.1:${port}`, world(twice));
    expect(code).toBe(3);
    expect(err).toBe(
      `connection 1: 127.0.0.1:${port} refuses connections: nothing listens on that port, or a firewall rejects them; nothing was forwarded\n`,
    );
    expect(out).toContain("2 connections did not reach the server");
  });
});

describe("record start refuses, and makes nothing:", () => {
  const refused = async (argv: readonly string[], given: Parameters<typeof cli>[1] = {}) => {
    const cwd = given.cwd ?? temporaryFolder();
    const before = readdirSync(cwd);
    const ran = await cli(["record", "start", ...argv], { recording: world(nobody), ...given, cwd });
    expect(ran.out).toBe("");
    expect(readdirSync(cwd)).toEqual(before);
    return ran;
  };

  test.each([
    [[], "the environment or addresses to record are missing"],
    [["--to", "127.0.0.1:9"], "--listen is missing"],
    [["--listen", "127.0.0.1:0"], "--to is missing"],
    [["--listen", "0.0.0.0:0", "--to", "127.0.0.1:9"], "would let other machines use the relay"],
    [["--listen", "127.0.0.1:0", "--to", "127.0.0.1:9", "--mode", "loud"], "--mode cannot be 'loud'"],
    [["--listen", "127.0.0.1:0", "--to", "http://127.0.0.1:9", "--mode", "tls"], "--to has none"],
    [["--listen", "127.0.0.1:8080", "--to", "127.0.0.1:8080"], "every connection would cause another"],
    [["--listen", "127.0.0.1:8080", "--to", "Localhost:8080"], "every connection would cause another"],
  ])("%j", async (argv, words) => {
    const { code, err } = await refused([...argv, "--store", "captures"], { dns: { localhost: ["::1", "127.0.0.1"] } });
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  test("a server whose name does not resolve", async () => {
    const { code, err } = await refused(["--listen", "127.0.0.1:0", "--to", "nowhere.example.com:7001", "--store", "captures"]);
    expect(code).toBe(3);
    expect(err).toContain("nowhere.example.com does not resolve");
  });

  test("an address that this machine does not have", async () => {
    const argv = ["--listen", "192.0.2.1:8080", "--allow-remote", "--to", "127.0.0.1:9"];
    const cwd = temporaryFolder();
    const { code, err } = await cli(["record", "start", ...argv, "--store", "captures"], { cwd, recording: world(nobody) });
    expect(code).toBe(2);
    expect(err).toContain("this machine has no such address");
    expect(readdirSync(join(cwd, "captures"))).toEqual([]);
  });

  test("[G5] a store that others can read", async () => {
    notOnWindows("modes of folders");
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "open"));
    chmodSync(join(cwd, "open"), 0o755);
    const { code, err } = await refused(["--listen", "127.0.0.1:0", "--to", "127.0.0.1:9", "--store", "open"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("other users of this machine can use it (mode 755)");
    expect(err).toContain("chmod 700");
  });

  test("[G5] a store in a checkout that does not ignore it, and takes it where it does", async () => {
    const cwd = temporaryFolder();
    git(cwd, "init", "-q");
    const argv = ["--listen", "127.0.0.1:0", "--to", "127.0.0.1:9", "--store", "captures"];
    const { code, err } = await refused(argv, { cwd });
    expect(code).toBe(2);
    expect(err).toContain("git does not ignore it");
    writeFileSync(join(cwd, ".gitignore"), "captures/\n");
    const ran = await cli(["record", "start", ...argv], { cwd, recording: world(nobody) });
    expect(ran.code).toBe(0);
    expect(readdirSync(join(cwd, "captures"))).toHaveLength(1);
  });

  test("[G1] a port that another recording has: it is named", async () => {
    const cwd = temporaryFolder();
    const second = async (port: number) => {
      const argv = ["--listen", `127.0.0.1:${port}`, "--to", "127.0.0.1:9", "--store", "captures"];
      const { code, err } = await cli(["record", "start", ...argv], { cwd, recording: world(nobody) });
      expect(code).toBe(2);
      expect(err).toMatch(/is in use by the recording \d{4}-\d\d-\d\dT\S+Z/);
    };
    let failed: unknown = null;
    const recording = world((port) =>
      second(port).catch((error) => {
        failed = error;
      }),
    );
    const argv = ["--listen", "127.0.0.1:0", "--to", "127.0.0.1:9", "--store", "captures"];
    expect((await cli(["record", "start", ...argv], { cwd, recording })).code).toBe(0);
    expect(failed).toBeNull();
    expect(readdirSync(join(cwd, "captures"))).toHaveLength(1);
  });

  test("a port that another program has", async () => {
    const port = await server();
    const cwd = temporaryFolder();
    const argv = ["--listen", `127.0.0.1:${port}`, "--to", "127.0.0.1:9", "--store", "captures"];
    const { code, err } = await cli(["record", "start", ...argv], { cwd, recording: world(nobody) });
    expect(code).toBe(2);
    expect(err).toContain("is in use by another program");
  });
});
