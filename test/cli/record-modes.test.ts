import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { eventsIn } from "../../src/record/relay/events.ts";
import { cli } from "../support/host.ts";
import { validatorOf } from "../support/printed-documents.ts";
import { all, closeTiers, DNS, get, installedIn, recorded, stage, world } from "./record-scene.ts";

/* Recordings of environments: mode patch, what is left of one on the disk, and machines that lack a loopback address. */

afterEach(closeTiers);

test("[G2] [G6] record start ENV --mode patch: the files lead to the relays, every patch is listed, and both of what came and went is recorded", async () => {
  const at = await stage();
  const { cwd, root } = at;
  const before = { all: all(root), installed: installedIn(root) };
  const work = async ({ bundle, relays }: { bundle: { there: string }; relays: { listen: string }[] }) => {
    expect((await cli(["deploy", bundle.there, "--switch-environment", "--root", root], { cwd })).code).toBe(0);
    expect(installedIn(root).TC_SERVER_URL).toBe(`http://${relays[0]?.listen}/tc`);
    expect(await get(installedIn(root).TC_SERVER_URL ?? "")).toBe("you asked for /tc");
  };
  const { document, code } = await recorded(at, work, ["--mode", "patch"]);
  expect([code, document.relays.map(({ mode }: { mode: string }) => mode)]).toEqual([0, ["patch", "patch"]]);
  const folder = join(document.store, document.id);
  const { events } = eventsIn(readFileSync(join(folder, "events.ndjson"), "utf8"));
  expect(events.filter(({ event }) => event === "patch")).toMatchObject([{ way: "c2s", what: "host" }]);
  const [came, sent] = ["0001.c2s.raw", "0001.c2s.sent.raw"].map((name) => readFileSync(join(folder, name), "latin1"));
  expect(came).toContain(`Host: ${document.relays[0].listen}\r\n`);
  expect(sent).toBe(came?.replace(`Host: ${document.relays[0].listen}`, `Host: plm.example.com:${at.port}`));
  expect((await cli(["deploy", document.bundle.back, "--switch-environment", "--root", root], { cwd })).code).toBe(0);
  expect(all(root)).toEqual(before.all);
});

test("[G5] capture prune keeps the recording that the workstation still leads to, and says why; once it is taken back it goes", async () => {
  const at = await stage();
  const { cwd, root } = at;
  const { document } = await recorded(at, async () => undefined);
  const deploy = (bundle: string) => cli(["deploy", bundle, "--switch-environment", "--root", root], { cwd });
  expect((await deploy(document.bundle.there)).code).toBe(0);
  const folder = join(document.store, document.id);
  const record = JSON.parse(readFileSync(join(folder, "recording.json"), "utf8"));
  expect([validatorOf("recording-record")(record), validatorOf("recording-record").errors]).toEqual([true, null]);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), statSync(join(folder, name)).atime, 1_600_000_000);
  const years = ["--older-than", "30", "--today", "2029-01-01"];
  const prune = (...words: string[]) =>
    cli([...words, "--store", "captures", "--root", root, ...years], { cwd, recording: world(), now: "2029-01-01T12:00:00Z" });
  const kept = await prune("capture", "prune", "--apply");
  expect([kept.code, kept.out.replace(/\s+/g, " ")]).toEqual([
    0,
    expect.stringContaining("this workstation still points at its relays, and the bundle to switch back is in it"),
  ]);
  const swept = await prune("logs", "sweep", "--root", ".", "--apply", "--format", "json");
  expect(JSON.parse(swept.out).places.at(-1).files[0]).toMatchObject({ goes: false, reason: "led-to" });
  expect((await deploy(document.bundle.back)).code).toBe(0);
  expect((await prune("capture", "prune", "--apply")).code).toBe(0);
  expect(readdirSync(document.store)).toEqual([]);
});

describe("[G6] a machine that has 127.0.0.1 alone", () => {
  const only = { ...world() }.listen;
  const listen: typeof only = (at, accept) =>
    at.host === "127.0.0.1"
      ? only(at, accept)
      : Promise.reject(Object.assign(new Error("listen EADDRNOTAVAIL"), { code: "EADDRNOTAVAIL" }));

  test("listens there, and says what is not as it would be and what to do", async () => {
    const { code, err, document } = await recorded(await stage(), async () => undefined, [], "signal", { listen });
    expect(code).toBe(0);
    expect(document.relays.every((relay: { listen: string }) => relay.listen.startsWith("127.0.0.1:"))).toBe(true);
    expect(err).toMatch(/this machine has no address 127\.\d+\.\d+\.\d+: its relay listens on 127\.0\.0\.1:\d+, where servers/);
    expect(err).toMatch(/sudo ifconfig lo0 alias 127\.\d+\.\d+\.\d+ up/);
  });

  test("in mode tls, where names lead to the address, it refuses in words and leaves nothing", async () => {
    const { cwd } = await stage();
    const ran = await cli(["record", "start", "demo", "--store", "captures", "--serial", "5", "--mode", "tls"], {
      cwd,
      recording: { ...world(), listen },
      dns: DNS,
    });
    expect([ran.code, ran.out]).toEqual([2, ""]);
    expect(ran.err).toMatch(/cannot be listened on: this machine has no address 127\.\d+\.\d+\.\d+\n/);
    expect(ran.err).toContain("or record with --mode plain");
    expect(readdirSync(join(cwd, "environments"))).toEqual(["demo", "site.yaml"]);
  });
});

test("[G1] what a recording says as it begins by itself are lines of their own", async () => {
  const { cwd } = await stage();
  const started = {
    id: "2026-11-21T12-00-00Z",
    store: cwd,
    title: null,
    relays: [{ role: null, listen: "127.0.0.1:1", to: "plm.example.com:1", mode: "plain" }],
    moved: [],
    next: ["look"],
  };
  const recording = {
    ...world(),
    detached: async () => ({ code: null, out: JSON.stringify(started), err: "one does not answer\nanother\u241b does not\n" }),
  };
  const { code, err } = await cli(["record", "start", "demo", "--detach"], { cwd, recording, dns: DNS });
  expect([code, err]).toEqual([0, "one does not answer\nanother\u241b does not\n"]);
});
