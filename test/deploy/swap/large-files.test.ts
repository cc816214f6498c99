import { mkdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { at, below } from "./support/installation.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

const MIB = 1024 * 1024;

/** A file of zeros that takes no room; what was in it stays at its beginning. */
function grown(path: string, bytes = 16 * MIB + 1): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "", { flag: "a" });
  truncateSync(path, bytes);
  return path;
}

const TEXTS: readonly (readonly [string, (root: string) => string])[] = [
  ["the file that names the tool's row", (root) => join(at.install(root), "bin", "tool.properties")],
  ["the file that names the tool's Java", (root) => join(at.install(root), "jre", "release")],
  ["the descriptor of what is replaced", (root) => join(at.live(root), "plugin.xml")],
  ["another plug-in's descriptor", (root) => join(at.plugins(root), "com.other", "plugin.xml")],
  [
    "a user's plug-in's descriptor",
    (root) => below(root, "C:\\Users\\jane\\AppData\\Local\\.tool\\2024x\\plugins\\com.mine\\plugin.xml"),
  ],
  ["the tool's own settings", (root) => join(at.install(root), "bin", "other.properties")],
  ["the conf", at.conf],
  ["the client file", at.client],
  ["the log4j2.xml", at.log4j2],
];

describe.each(RUNNERS)("$name", (runner) => {
  test.each(eachNth(4, TEXTS))("[D3] %s of more than 16 MiB is not read, and nothing is written", async (_, place) => {
    const here = new Workstation(runner, "hand-made");
    const path = place(here.root);
    here.change(() => grown(path));
    const { err } = await here.refused(() => here.deploy(here.swap()), 10, /it has 17 MiB, and at most 16 MiB are read/);
    expect(err).toContain(path);
    expect(err).toMatch(/nothing was (written|changed)/i);
  });

  test("[D1] a manifest whose objects have more keys than any schema names is no manifest", async () => {
    const here = new Workstation(runner, "hand-made");
    const counts = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`name${i}`, 1]));
    const mapping = { path: "plugin/mapping.xml", size: 1, sha256: "0".repeat(64), judged: false, counts } as const;
    await here.refused(() => here.deploy(here.swap({ manifest: { mapping } })), 10, /an object (with|has) more than 10000 keys/);
  });

  test("[D4] a profile of any size is replaced and comes back", async () => {
    const here = new Workstation(runner, "hand-made");
    const [profile = ""] = at.profiles(here.root);
    grown(profile);
    await here.done(here.deploy(here.swap()));
    expect(statSync(profile).size).toBeLessThan(MIB);
    await here.done(here.rollback());
    expect(statSync(profile).size).toBe(16 * MIB + 1);
  });

  test("[D1] a key and a signature of more than 1 MiB are not read", async () => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap();
    const key = grown(join(here.folder, "key.pem"), MIB + 1);
    await here.refused(() => here.deploy(bundle, { key }), 2, /key\.pem.*1 MiB/);
    grown(`${bundle}.sig`, 600 * MIB);
    await here.refused(() => here.deploy(bundle), 10, /\.sig'? (cannot be read: it )?has (more than 1|600) MiB/);
  });

  test("[D4] a client file that grew is left alone by a rollback, and named by verify", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    grown(at.client(here.root));
    await here.refused(() => here.rollback(), 10, /CommonClient\.properties.*it has 17 MiB/);
    const { code, out, err } = await here.verify();
    expect(code).not.toBe(0);
    expect(out + err).toMatch(/CommonClient\.properties.*it has 17 MiB/);
  });
});
