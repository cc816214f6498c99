import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "./support/installation.ts";
import { profileText } from "./support/releases.ts";
import { PLAYED } from "./support/runners.ts";
import { liveFiles, livePairs, wantedPairs } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

/** Everything below the quarantine, by content. */
function quarantined(root: string): readonly string[] {
  const strays = join(at.swap(root), "strays");
  if (!existsSync(strays)) return [];
  const files = readdirSync(strays, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

describe.each(PLAYED)("$name", (runner) => {
  const installed = async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    return here;
  };

  test("[D3] a profile that is missing is written; a directory in its place is refused; a read-only one is refused", async () => {
    const here = await installed();
    const [first = "", second = ""] = at.profiles(here.root);
    rmSync(first);
    const next = here.swap({ release: "2606" });
    await here.done(here.deploy(next));
    expect(readFileSync(first, "utf8")).toBe(profileText("2606"));
    const newest = here.swap({ release: "2606", serial: 1_990_000_000 });
    chmodSync(second, 0o444);
    await here.refused(() => here.deploy(newest), 10, /PLM_Profile\.mdzip is read-only/);
    chmodSync(second, 0o644);
    rmSync(second);
    mkdirSync(second);
    await here.refused(() => here.deploy(newest), 10, /PLM_Profile\.mdzip is a folder/);
  });

  test("[D3] a profile that a user edited is copied into quarantine before it is replaced, with a note", async () => {
    const here = await installed();
    const [first = ""] = at.profiles(here.root);
    writeFileSync(first, "edited by a user");
    const done = await here.done(here.deploy(here.swap({ release: "2606" })));
    expect(readFileSync(first, "utf8")).toBe(profileText("2606"));
    expect(quarantined(here.root)).toEqual(["edited by a user"]);
    expect(done.out).toMatch(/PLM_Profile\.mdzip.*(quarantine|strays)/);
  });

  test("[D5] a profile that a user edited after the swap is kept by the rollback, whatever runs later", async () => {
    const here = await installed();
    await here.done(here.deploy(here.swap({ release: "2606" })));
    writeFileSync(at.profiles(here.root)[0] ?? "", "edited after the swap");
    await here.done(here.rollback());
    await here.done(here.deploy(here.swap({ release: "2606", serial: 1_990_000_000 })));
    expect(quarantined(here.root)).toEqual(["edited after the swap"]);
  });

  test("[D5] a client file that the first install made and the connector wrote to is kept by a rollback", async () => {
    const here = new Workstation(runner, "tool");
    await here.done(here.deploy(here.swap()));
    const mine = `${readFileSync(at.client(here.root), "utf8")}session.count=7\n`;
    writeFileSync(at.client(here.root), mine);
    expect((await here.rollback()).code).toBe(0);
    const kept = existsSync(at.client(here.root)) ? [readFileSync(at.client(here.root), "utf8")] : quarantined(here.root);
    expect(kept.join("")).toContain("session.count=7");
  });

  test("[D5] a read-only client file or conf is refused before either is touched", async () => {
    const here = await installed();
    const pilot = here.settings({ tier: "pilot" });
    for (const path of [at.client(here.root), at.conf(here.root)]) {
      chmodSync(path, 0o444);
      await here.refused(() => here.deploy(pilot, { switchEnvironment: true }), 10, /is read-only/);
      chmodSync(path, 0o644);
    }
    await here.done(here.deploy(pilot, { switchEnvironment: true }));
    expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
  });

  test("[D3] files that were added, changed or removed in the plug-in folder are repaired by the same bundle, and told by --verify before", async () => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap();
    await here.done(here.deploy(bundle));
    const clean = here.state;
    writeFileSync(join(at.live(here.root), "lib", "left-over.jar"), "PK");
    writeFileSync(join(at.live(here.root), "lib", "connector-2506.jar"), "PK patched");
    rmSync(join(at.live(here.root), "mapping", "mapping.xml"));
    const verify = await here.verify();
    expect(verify.code).toBe(12);
    for (const line of [/left-over\.jar: not part of this build/, /connector-2506\.jar: changed/, /mapping\.xml: missing/])
      expect(verify.err).toMatch(line);
    await here.done(here.deploy(bundle));
    expect(here.state).toEqual(clean);
    expect(liveFiles(here.root)).not.toContain("lib/left-over.jar");
  });

  test("[D2, D3] a link in the place of a folder or file that is exchanged is refused", async () => {
    for (const place of [at.live, at.client, at.plugins, at.log4j2]) {
      const here = new Workstation(runner, "hand-made");
      const path = place(here.root);
      const aside = join(here.folder, "aside");
      renameSync(path, aside);
      symlinkSync(aside, path, place === at.live || place === at.plugins ? "junction" : "file");
      await here.refused(() => here.deploy(here.swap()), 10, /link or junction/);
    }
    const inside = new Workstation(runner, "hand-made");
    symlinkSync(join(inside.folder, "elsewhere.jar"), join(at.live(inside.root), "lib", "linked.jar"), "file");
    await inside.refused(() => inside.deploy(inside.swap()), 10, /link/);
  });

  test("[D2] a path that is too long is reported once for each file, under its own name and with its length", async () => {
    const here = new Workstation(runner, "nothing");
    const install = `C:\\${"t".repeat(200)}`;
    const refusal = await here.refused(
      () => here.deploy(here.swap(), { install }),
      10,
      /\d+ path.* would be longer than the 259 characters/,
    );
    const files = [...refusal.err.matchAll(/[A-Z]:\\[^:;,]*?(?=: \d+ characters)/g)].map(([path]) => path);
    expect(files.length).toBeGreaterThan(1);
    expect(new Set(files).size).toBe(files.length);
    expect(refusal.err).not.toMatch(/edited-|20000101T/);
    expect(refusal.err).toMatch(/\.\S+: 2[67]\d characters (while it is staged|as a copy in quarantine)/);
  });

  test("[D2] a path that Windows would find too long is refused on every system, staged or in its place", async () => {
    const here = new Workstation(runner, "hand-made");
    const long = (length: number) => ({ files: { [`plugin/lib/${"x".repeat(length)}.jar`]: "PK" } });
    await here.refused(() => here.deploy(here.swap(long(200))), 10, /259/);
    await here.done(
      here.deploy(here.swap(long(259 - `C:\\Program Files\\Tool 2024x\\.swap\\20000101T000000Z-000000\\new\\lib\\.jar`.length))),
    );
  });
});
