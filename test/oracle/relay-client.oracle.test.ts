import { createHash, X509Certificate } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import { Git } from "../../src/platform/git.ts";
import { eventsIn, type Mode } from "../../src/record/relay/events.ts";
import type { RelayTrouble } from "../../src/record/relay/recorder.ts";
import { type Recording, startRelays } from "../../src/record/relay/start.ts";
import { notRun } from "../support/not-run.ts";
import { compiled } from "./jvm.ts";
import { freePort, haveNginx, HOST, type Nginx, NGINX, PAGE, startNginx } from "./relay-nginx.ts";
import { run } from "./trust.ts";

/* Apache HttpClient, which the connector is built on, with nginx: by itself, and through the relay in each mode. */

const JARS = ["httpclient", "httpcore", "commons-logging", "commons-codec"].map((name) => `/usr/share/java/${name}.jar`);
const missing = () =>
  !haveNginx()
    ? `nginx: there is no ${NGINX} (Debian: nginx-light)`
    : JARS.some((jar) => !existsSync(jar))
      ? "Apache HttpClient: it is not in /usr/share/java (Debian: libhttpclient-java)"
      : null;

let folder = "";
let nginx: Nginx | null = null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tierwright-relay-"));
  if (missing() === null) nginx = await startNginx(folder);
});
afterAll(async () => {
  await nginx?.stop();
  rmSync(folder, { recursive: true });
});

let recording: Recording | null = null;
afterEach(async () => {
  await recording?.stop("test");
  recording = null;
});

const server = (): Nginx => nginx ?? notRun(missing() ?? "");
/** Another address of this machine, so that the port of the server is free there. */
const RELAY = "127.0.0.2";

interface Scene {
  readonly recording: Recording;
  readonly troubles: readonly RelayTrouble[];
}

async function relay(mode: Mode, secure: boolean): Promise<Scene> {
  const { http, https, ca } = server();
  const troubles: RelayTrouble[] = [];
  const world = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });
  const to = { host: HOST, port: secure ? https : http, addresses: ["127.0.0.1"], tls: secure ? { ca } : null };
  const port = mode === "tls" ? https : await freePort(RELAY);
  const wanted = {
    store: mkdtempSync(join(folder, "store-")),
    at: new Date(),
    version: "1.0.0",
    trouble: (one: RelayTrouble) => void troubles.push(one),
  };
  recording = await startRelays(world, [{ role: "one", listen: { host: RELAY, port }, to, mode }], wanted);
  return { recording, troubles };
}

/** The block of docs/recording.md that lets a Java client trust the capture's authority. */
const trusting = (): string => {
  const page = readFileSync(new URL("../../docs/recording.md", import.meta.url), "utf8");
  return /```sh\n([^`]*keytool -importcert[^`]*)```/.exec(page)?.[1] ?? "exit 99";
};

let home = "";
async function javaHome(): Promise<string> {
  const { text } = await run("java", ["-XshowSettings:properties", "-version"]);
  home ||= /java\.home = (.*)/.exec(text)?.[1] ?? "";
  return home;
}

/** What the client prints. `name`: the address that the server's name has for it; `before`: what is said in its shell first. */
async function ask(base: string, name: string, before = "", env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const hosts = join(folder, "hosts");
  writeFileSync(hosts, `${name} ${HOST}\n`);
  const words = [
    "-XX:TieredStopAtLevel=1",
    `-Djdk.net.hosts.file=${hosts}`,
    "-cp",
    [...JARS, compiled("RelayClient", JARS)].join(":"),
  ];
  const line = `${before}\nexec java ${words.join(" ")} RelayClient ${base}`;
  const cwd = mkdtempSync(join(folder, "cwd-"));
  const { text } = await run("sh", ["-ec", line], { cwd, env: { ...process.env, JAVA_HOME: await javaHome(), ...env } });
  return text
    .trim()
    .split("\n")
    .filter((one) => /^(?:gzip|cookie|who|redirect|upload|failed)/.test(one));
}

const uploaded = () => {
  const up = join(server().root, "up");
  const sums = readdirSync(up)
    .sort()
    .map(
      (name) =>
        `${name} ${createHash("sha256")
          .update(readFileSync(join(up, name)))
          .digest("hex")
          .slice(0, 12)}`,
    );
  rmSync(up, { recursive: true });
  return sums;
};

/** With nothing between, over TLS. */
async function direct(): Promise<{ readonly lines: readonly string[]; readonly uploads: readonly string[] }> {
  writeFileSync(join(folder, "ca.pem"), server().ca);
  const trust = trusting().replace("$CAPTURE/authority.pem", join(folder, "ca.pem"));
  const lines = await ask(`https://${HOST}:${server().https}`, "127.0.0.1", trust);
  return { lines, uploads: uploaded() };
}

const rawOf = ({ recording: { folder: at } }: Scene, name: RegExp): Buffer =>
  Buffer.concat(
    readdirSync(at)
      .filter((one) => name.test(one))
      .sort()
      .map((one) => readFileSync(join(at, one))),
  );
const eventsOf = ({ recording: { folder: at } }: Scene) => eventsIn(readFileSync(join(at, "events.ndjson"), "utf8")).events;

describe("Apache HttpClient and nginx", () => {
  test("[G2] mode tls: the client gets what it gets without a relay, and every byte of it is recorded", async () => {
    const without = await direct();
    const there = `https://${HOST}:${server().https}`;
    expect(without.lines).toEqual([
      expect.stringMatching(/^gzip 200 a page that is packed already/),
      "cookie 200 signed in",
      `who 200 d=3; s=1; t=2 as ${HOST}:${server().https}`,
      `redirect 200 there with d=3; s=1; t=2 [${there}/there]`,
      "upload that waits 201",
      "upload in chunks 201",
    ]);
    const scene = await relay("tls", true);
    const lines = await ask(`https://${HOST}:${server().https}`, RELAY, trusting(), { CAPTURE: scene.recording.folder });
    await scene.recording.stop("test");
    expect([lines, uploaded()]).toEqual([without.lines, without.uploads]);
    expect(scene.troubles).toEqual([]);
    const [asked, answered] = [rawOf(scene, /c2s\.raw$/).toString("latin1"), rawOf(scene, /s2c\.raw$/)];
    expect(asked).toMatch(
      /^GET \/page\.txt HTTP\/1\.1\r\nHost: plm\.example\.com:\d+\r\nConnection: Keep-Alive\r\nUser-Agent: Apache-HttpClient\/4\.5\.\d+ \(Java\/\d/,
    );
    expect(asked).toMatch(/^Expect: 100-continue\r$/im);
    expect(asked).toContain("GET /there HTTP/1.1\r\n");
    expect(answered.includes(PAGE)).toBe(true);
    expect(answered.toString("latin1")).toContain("HTTP/1.1 100 Continue\r\n\r\n");
    expect(eventsOf(scene).filter(({ event }) => event === "greeted").length).toBeGreaterThan(1);
  });

  test("[G1] mode tls: a client that was not told to trust the capture is refused by itself, and the relay says so", async () => {
    const scene = await relay("tls", true);
    const lines = await ask(`https://${HOST}:${server().https}`, RELAY);
    await scene.recording.stop("test");
    expect(lines).toEqual(["failed javax.net.ssl.SSLHandshakeException"]);
    expect(scene.troubles).toMatchObject([
      { what: "not-greeted", code: expect.stringMatching(/ALERT.*(?:UNKNOWN_CA|CERTIFICATE)/) },
    ]);
    expect(rawOf(scene, /c2s\.raw$/).length).toBe(0);
  });

  test("[G2] mode patch: sessions hold and redirects come back; what differs on the wire is the list of patches", async () => {
    const without = await direct();
    const scene = await relay("patch", true);
    const here = scene.recording.relays[0]?.listen ?? "";
    const lines = await ask(`http://${here}`, "127.0.0.1");
    await scene.recording.stop("test");
    const there = `https://${HOST}:${server().https}`;
    expect([lines.map((line) => line.replaceAll(`http://${here}`, there)), uploaded()]).toEqual([without.lines, without.uploads]);
    const patches = eventsOf(scene).filter((event) => event.event === "patch");
    expect(new Set(patches.map(({ what }) => what))).toEqual(new Set(["host", "location", "cookie-secure", "cookie-domain"]));
    expect(patches.filter(({ what }) => what === "host")).toHaveLength(7);
    expect(eventsOf(scene).some(({ event }) => event === "unpatched")).toBe(false);
    for (const way of ["c2s", "s2c"] as const) {
      const own = patches.filter((patch) => patch.way === way && patch.c === 1);
      const [received, sent] = [
        rawOf(scene, new RegExp(`0001\\.${way}\\.raw`)),
        rawOf(scene, new RegExp(`0001\\.${way}\\.sent\\.raw`)),
      ];
      let [at, parts]: [number, Buffer[]] = [0, []];
      for (const { offset, length, sentOffset, sentLength } of own) {
        parts = [...parts, received.subarray(at, offset), sent.subarray(sentOffset, sentOffset + sentLength)];
        at = offset + length;
      }
      expect(Buffer.concat([...parts, received.subarray(at)]).equals(sent)).toBe(true);
    }
  });

  test("[G2] mode plain: nothing is changed, so a redirect leads past the relay, and cookies for TLS or another host stay behind", async () => {
    const scene = await relay("plain", false);
    const here = scene.recording.relays[0]?.listen ?? "";
    const lines = await ask(`http://${here}`, "127.0.0.1");
    await scene.recording.stop("test");
    expect(lines).toEqual([
      expect.stringMatching(/^gzip 200 a page that is packed already/),
      "cookie 200 signed in",
      `who 200 s=1 as ${here}`,
      `redirect 200 there with [http://${HOST}:${server().http}/there]`,
      "upload that waits 201",
      "upload in chunks 201",
    ]);
    expect(uploaded()).toHaveLength(2);
    expect(rawOf(scene, /c2s\.raw$/).toString("latin1")).not.toContain("GET /there");
    expect(rawOf(scene, /s2c\.raw$/).includes(PAGE)).toBe(true);
  });
});

test("[G2] OpenSSL takes a certificate of the capture's authority for its host, and for no other", async () => {
  const scene = await relay("tls", true);
  const words = [
    "s_client",
    "-connect",
    `${RELAY}:${server().https}`,
    "-servername",
    HOST,
    "-CAfile",
    join(scene.recording.folder, "authority.pem"),
    "-verify_return_error",
  ];
  const trusted = await run("sh", ["-c", `openssl ${[...words, "-verify_hostname", HOST].join(" ")} </dev/null`]);
  expect(trusted.text).toContain("Verify return code: 0 (ok)");
  const other = await run("sh", ["-c", `openssl ${[...words, "-verify_hostname", "other.example.com"].join(" ")} </dev/null`]);
  expect(other.text).toContain("hostname mismatch");
  const authority = new X509Certificate(readFileSync(join(scene.recording.folder, "authority.pem")));
  expect(authority.subject).toMatch(/^CN=tierwright recording 2/);
});
