import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import { cli } from "../support/host.ts";
import { edit, temporaryFolder } from "../support/repository.ts";

/* What earlier versions left on disk (scripts/release/written.mjs) is read by today's: test/fixtures/earlier has a folder for each version. */

const EARLIER = "test/fixtures/earlier";
/** Where the records of a fixture were made. */
const MADE_IN = "/tmp/tierwright-written/root";
const TOOL = "C/Program Files/Cameo Systems Modeler 2024x Refresh3";
const INSTALL = ["--install", "C:\\Program Files\\Cameo Systems Modeler 2024x Refresh3"];

const sha256 = (text: string): string => createHash("sha256").update(Buffer.from(text, "latin1")).digest("hex");

/**
 * Lays the interrupted workstation of a version into a new folder, and returns the folder. Records get the folder in place of the one they were
 * made in; the journal then gets the digest of the plan with it, after its own was compared with the plan as it was written.
 */
function workstation(version: string): string {
  const root = join(temporaryFolder(), "root");
  const zipped = readFileSync(join(EARLIER, version, "interrupted.json.gz"));
  const files = Object.entries(JSON.parse(gunzipSync(zipped).toString("utf8")) as Record<string, string>);
  const digests = new Map<string, string>();
  const moved = files.map(([path, text]) => {
    const own = path.includes("/.swap/") && path.endsWith(".json") ? text.replaceAll(MADE_IN, root) : text;
    if (path.endsWith("/plan.json")) digests.set(sha256(text), sha256(own));
    return [path, own] as const;
  });
  for (const [path, text] of moved) {
    const journal = /"schema": "tierwright\/journal\/v1"/.test(text);
    const [, digest = ""] = journal ? (/"plan": "(\w+)"/.exec(text) ?? []) : [];
    if (journal) expect([...digests.keys()]).toContain(digest);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), Buffer.from(digest ? text.replace(digest, digests.get(digest) ?? "") : text, "latin1"));
  }
  mkdirSync(join(root, TOOL, "plugins"), { recursive: true });
  return root;
}

/** Runs a command on the machine whose name the records have. */
const there = (words: readonly string[]) =>
  cli(words, { machine: (real) => ({ ...real, machine: "workstation", processes: () => Promise.resolve([]) }) });

const versions = readdirSync(EARLIER);

test("every released version has a folder of what it wrote", () => {
  const released = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, version]) => version);
  expect(versions).toEqual(expect.arrayContaining(released));
  expect(versions.length).toBeGreaterThan(0);
});

test("no fixture names a machine, a user or a folder of whoever made it", () => {
  for (const version of versions) {
    const text = gunzipSync(readFileSync(join(EARLIER, version, "interrupted.json.gz"))).toString("utf8");
    const names = [...text.matchAll(/\\"(machine|user)\\": \\"([^"\\]*)\\"/g)].map(([, of, name]) => `${of} ${name}`);
    expect([...new Set(names)].sort()).toEqual(["machine workstation", "user installer"]);
    const folders = [...text.matchAll(/\/(?:tmp|home|root|work|Users\/(?!Public))[\w./-]*/g)].map(([path]) => path);
    expect(folders.filter((path) => !path.startsWith(MADE_IN) && path !== "/root")).toEqual([]);
  }
});

test("docs/install.md has a row for each kind of file that an earlier version wrote, and none for another", () => {
  const written = versions.flatMap((version) => [
    ...readdirSync(join(EARLIER, version)),
    ...Object.keys(JSON.parse(gunzipSync(readFileSync(join(EARLIER, version, "interrupted.json.gz"))).toString("utf8"))),
  ]);
  const forms = {
    bundle: /\.zip$/,
    receipt: /\/receipts\/\d+/,
    journal: /\/journal\.json$/,
    cache: /^cache-v\d$/,
    capture: /^captures$/,
  };
  const kinds = Object.entries(forms).filter(([, form]) => written.some((path) => form.test(path)));
  const [, section = ""] = readFileSync("docs/install.md", "utf8").split("## What an older version left");
  const rows = [...section.matchAll(/^\| (\w+)/gm)].map(([, first]) => first).slice(1);
  expect(rows).toEqual(kinds.map(([kind]) => kind));
  expect(section).toContain(`| of ${versions.join(", ")} |`);
});

describe.each(versions)("what version %s wrote", (version) => {
  const folder = join(EARLIER, version);
  const bundle = join(folder, readdirSync(folder).find((name) => name.endsWith(".zip")) ?? "");

  test("[D4, D5] an interrupted run is undone from its journal, and the first installation matches its receipt", async () => {
    const root = workstation(version);
    expect((await there(["deploy", "--verify", "--root", root, ...INSTALL])).code).toBe(12);
    const { code, out } = await there(["rollback", "--root", root, ...INSTALL]);
    expect([code, out]).toEqual([0, expect.stringContaining("was undone first; production, connector 2506")]);
    const verified = await there(["deploy", "--verify", "--root", root, ...INSTALL]);
    expect(verified).toEqual({ code: 0, err: "", out: expect.stringContaining("every file and value matches receipt") });
    // a lie: the receipt of the earlier version is believed whatever lies there
    edit(root, "C/ProgramData/Example/MBSE/bhm/CommonClient.properties", "FILE_CACHE_SIZE_MB=8192", "FILE_CACHE_SIZE_MB=1");
    expect((await there(["deploy", "--verify", "--root", root, ...INSTALL])).code).not.toBe(0);
  });

  test("[D1, D3] its bundle is verified, and installed over its own interrupted run", async () => {
    expect((await cli(["bundle", "verify", bundle])).code).toBe(0);
    const root = workstation(version);
    const words = ["--root", root, ...INSTALL];
    const { code, out, err } = await there(["deploy", bundle, "--switch-environment", ...words]);
    expect([code, err, out]).toEqual([0, "", expect.stringContaining("plug-in folder replaced: 10 files")]);
    expect((await there(["deploy", "--verify", ...words])).code).toBe(0);
    const back = await there(["rollback", ...words]);
    expect([back.code, back.out]).toEqual([0, expect.stringContaining("back to production, connector 2506")]);
  });

  test("[D5] its receipt is a base of plan, and a workstation of the report", async () => {
    const root = workstation(version);
    await there(["rollback", "--root", root, ...INSTALL]);
    const receipts = join(root, TOOL, ".swap/receipts");
    const [first = ""] = readdirSync(receipts).filter((name) => name.startsWith("000001"));
    const { code, out } = await cli([
      "plan",
      "production",
      "--base",
      join(receipts, first),
      "--format",
      "json",
      "-C",
      resolve("."),
    ]);
    expect([code, JSON.parse(out).environments?.[0]?.name]).toEqual([0, "production"]);
    const page = join(root, "report.html");
    const report = await cli(["report", "--receipts", receipts, "--out", page, "-C", resolve(".")]);
    expect([report.code, report.out]).toEqual([0, expect.stringContaining("1 workstation")]);
    expect(readFileSync(page, "utf8")).toContain(`tierwright ${version}`);
  });

  test("its capture is listed, read and exported", async () => {
    const recording = recordingWorld({ env: () => undefined, openGit: () => Promise.reject(new Error("no git")) });
    const store = join(temporaryFolder(), "captures"); // a clone's folders are open to other users
    mkdirSync(store, { mode: 0o700 });
    cpSync(join(folder, "captures"), store, { recursive: true });
    const capture = (...words: readonly string[]) => cli(["capture", ...words, "--store", store], { recording });
    const [id = ""] = readdirSync(store);
    expect(await capture("list")).toEqual({ code: 0, err: "", out: expect.stringContaining(id) });
    const read = await capture("read", id, "1");
    expect([read.code, read.out]).toEqual([0, expect.stringContaining("answered")]);
    const har = join(temporaryFolder(), "capture.har");
    expect((await capture("export", id, "--har", har, "--disclose")).code).toBe(0);
    const [entry] = JSON.parse(readFileSync(har, "utf8")).log.entries;
    expect(entry.response.content.text).toBe("answered");
  });

  test.each([
    ["is clean", (_: string) => undefined],
    [
      "has an error that the cache does not know",
      (at: string) =>
        edit(at, "environments/pilot/environment.yaml", "plm-pilot.example.com:8443/tc", "plm-pilot.example.com:8443/tc/"),
    ],
  ])("its cache, sealed with the key of another user, changes no result of a repository that %s", async (_, change) => {
    const [plain, cached] = [temporaryFolder(), temporaryFolder()];
    for (const at of [plain, cached]) {
      for (const part of ["environments", "releases"]) cpSync(part, join(at, part), { recursive: true });
      change(at);
    }
    mkdirSync(join(cached, ".tierwright"));
    const kept = join(cached, ".tierwright/cache-v1");
    cpSync(join(folder, "cache-v1"), kept);
    const own = await cli(["check", "--format", "json"], { cwd: plain });
    const other = await cli(["check", "--format", "json"], { cwd: cached });
    expect(other).toEqual(own);
    expect(own.code).toBe(_ === "is clean" ? 0 : 1);
    expect(readFileSync(kept).equals(readFileSync(join(folder, "cache-v1")))).toBe(false);
  });
});
