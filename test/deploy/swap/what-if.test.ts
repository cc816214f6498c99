import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FIELD_KEYS, KNOWN_WRITES, decidingField } from "../../../src/compiler/model/known-keys.ts";
import { at } from "./support/installation.ts";
import { PLUGIN, pairs } from "./support/releases.ts";
import { RUNNERS } from "./support/runners.ts";
import { everything, receipts } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

/** Lines that say what would become of a folder, a file or a value; without the path before them. */
const would = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => (line.includes(" would be") ? [line.trim()] : []));

describe.each(RUNNERS)("$name", (runner) => {
  test("[D3] a what-if lists the folder, every file, and every value before and after, and hides secrets", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const before = everything(here.root);
    const { out } = await here.done(here.deploy(here.settings({ tier: "pilot" }), { whatIf: true, switchEnvironment: true }));
    expect(would(out)).toEqual(
      expect.arrayContaining([`${at.conf(here.root)} would be changed`, `${at.client(here.root)} would be changed`]),
    );
    expect(out).toMatch(/^ +\w+: '[^']*plm\.example\.com[^']*' would become '[^']*pilot[^']*'$/m);
    const swap = await here.done(here.deploy(here.swap({ release: "2606" }), { whatIf: true }));
    expect(swap.out).toMatch(/com\.example\.connector would be replaced: \d+ files by \d+ files/);
    expect(swap.out).toMatch(/signature not checked: no key was given/);
    expect(everything(here.root)).toEqual(before);
  });

  test("[D3] a what-if of a swap lists the decided values of conf that change, and the keys that stay", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const before = everything(here.root);
    const same = await here.done(
      here.deploy(here.swap({ release: "2606", manifest: { keep: ["STAGING_DIR"] } }), { whatIf: true }),
    );
    expect(same.out).not.toMatch(/^ +connector: TC_SERVER_URL /m);
    expect(same.out).toMatch(/^ +kept from this machine: STAGING_DIR$/m);
    const { out } = await here.done(here.deploy(here.swap({ tier: "pilot" }), { whatIf: true, switchEnvironment: true }));
    const [line, ...more] = out.match(/^ +connector: \w+ '[^'\n]*' would become '[^'\n]*pilot[^'\n]*'$/gm) ?? [];
    expect([line, new Set([line, ...more]).size]).toEqual([expect.stringContaining("plm.example.com"), 1 + more.length]);
    expect(everything(here.root)).toEqual(before);
    await here.done(here.deploy(here.swap({ tier: "pilot" }), { switchEnvironment: true }));
    const back = await here.done(here.rollback({ whatIf: true }));
    const [, key, was, next] = /connector: (\w+) '([^']*)' would become '([^']*)'/.exec(line ?? "") ?? [];
    expect(back.out).toContain(`connector: ${key} '${next}' would become '${was}'`);
  });

  test("[D3] a what-if counts the files of the plug-in folder as they are installed, and one file is no plural", async () => {
    const here = new Workstation(runner, "hand-made");
    const looked = async () => (await here.done(here.deploy(here.swap(), { whatIf: true }))).out;
    const files = () => readdirSync(at.live(here.root), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const before = files().length;
    const replaced = await looked();
    here.change(() => {
      for (const name of readdirSync(at.live(here.root)))
        if (name !== "plugin.xml") rmSync(join(at.live(here.root), name), { recursive: true });
    });
    const one = await looked();
    here.change(() => rmSync(at.live(here.root), { recursive: true }));
    const created = await looked();
    await here.done(here.deploy(here.swap()));
    const after = files().length;
    expect(Math.min(before, after)).toBeGreaterThan(1);
    expect(replaced).toContain(`${at.live(here.root)} would be replaced: ${before} files by ${after} files\n`);
    expect(one).toContain(`${at.live(here.root)} would be replaced: 1 file by ${after} files\n`);
    expect(created).toContain(`${at.live(here.root)} would be created: ${after} files\n`);
  });

  test("[D3] a what-if foresees a missing right", async () => {
    const tried = new Workstation(runner, "hand-made");
    await tried.done(tried.deploy(tried.swap()));
    const { events } = await tried.done(tried.deploy(tried.swap({ release: "2606" }), { whatIf: true }));
    const operations = events.filter((event) => event.kind === "operation");
    for (const path of [at.swap(tried.root), at.live(tried.root)]) {
      const probe = operations.findIndex((one) => one.name === "probe" && one.path === path) + 1;
      expect(probe).toBeGreaterThan(0);
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      const before = everything(here.root);
      const fault = { what: "operation", at: probe, how: "EACCES" } as const;
      const { code, err } = await here.deploy(here.swap({ release: "2606" }), { whatIf: true }, fault);
      expect([code, err]).toEqual([10, expect.stringMatching(/cannot write into that folder/)]);
      expect(everything(here.root)).toEqual(before);
    }
  });

  test("[D6] drift of a write names the field that decides it, because check refuses its key in workstation.set and workstation.keep", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const swap = here.swap({ release: "2606" });
    const drifted = async () => (await here.refused(() => here.deploy(swap), 10, /changed locally since the last deploy/)).err;
    const set = "to the environment's YAML (workstation.set, or workstation.keep for values that belong to the machine)";
    const field = "hange tier.signIn (for TC_SERVER_URL) in the environment's YAML";
    const conf = readFileSync(at.conf(here.root), "latin1");
    const moved = conf.replace(/^(TC_SERVER_URL=).*$/m, "$1http\\://own.example.com");
    here.change(() => writeFileSync(at.conf(here.root), moved, "latin1"));
    const address = await drifted();
    expect(address).toContain(`${field}, or overwrite them with -`);
    expect(address).not.toContain("workstation.");
    here.change(() => writeFileSync(at.conf(here.root), `${moved}OWN=1\n`, "latin1"));
    expect(await drifted()).toContain(`${field}, add the others ${set}, or overwrite them with -`);
    here.change(() => writeFileSync(at.conf(here.root), `${conf}OWN=1\n`, "latin1"));
    const own = await drifted();
    expect(own).toContain(`dd them ${set}, or overwrite them with -`);
    expect(own).not.toContain("tier.signIn");
  });

  test.each(["swap", "settings"] as const)(
    "[D6] what --accept-drift says of a value is what a %s bundle does to it",
    async (kind) => {
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      const conf = readFileSync(at.conf(here.root), "latin1");
      const moved = conf.replace(/^(TC_SERVER_URL=).*$/m, "$1http\\://own.example.com");
      here.change(() => writeFileSync(at.conf(here.root), `${moved}OWN=1\n`, "latin1"));
      const bundle = kind === "swap" ? here.swap({ release: "2606" }) : here.settings();
      const { err } = await here.refused(() => here.deploy(bundle), 10, /changed locally since the last deploy/);
      const { out: foreseen } = await here.done(here.deploy(bundle, { whatIf: true, acceptDrift: true }));
      const { out } = await here.done(here.deploy(bundle, { acceptDrift: true }));
      const after = readFileSync(at.conf(here.root), "latin1");
      expect(after).not.toContain("own.example.com");
      const isLeft = after.includes("OWN=1");
      expect(isLeft).toBe(kind === "settings");
      expect(err.includes("(only a swap bundle writes connector: OWN)")).toBe(isLeft);
      for (const said of [out, foreseen]) {
        expect(said).toMatch(/overwritten \(\S+\): connector: TC_SERVER_URL was 'http:\/\/own\.example\.com'/);
        expect(/left as it is \(\S+\): connector: OWN, which this bundle does not write/.test(said)).toBe(isLeft);
        expect(/overwritten \(\S+\): connector: OWN/.test(said)).toBe(!isLeft);
      }
    },
  );

  test("[D6] a key that a settings bundle left in the file is named by the swap that drops it", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    here.change(() => writeFileSync(at.conf(here.root), `${readFileSync(at.conf(here.root), "latin1")}OWN=1\n`, "latin1"));
    const settings = here.settings();
    const { err } = await here.refused(() => here.deploy(settings), 10, /changed locally since the last deploy/);
    expect(err).toMatch(/\), and install the swap bundle, or leave them as they are with -\S+; nothing was written/);
    await here.done(here.deploy(settings, { acceptDrift: true }));
    const next = here.swap({ release: "2606" });
    const { out: foreseen } = await here.done(here.deploy(next, { whatIf: true }));
    const { out } = await here.done(here.deploy(next));
    expect(readFileSync(at.conf(here.root), "latin1")).not.toContain("OWN");
    expect(foreseen).toMatch(/connector: OWN '?\(hidden\)'? would become absent/);
    expect(out).toMatch(/connector: OWN was '?\(hidden\)'?, is absent/);
  });

  test("[D6] drift of every key that a field decides names that field and never workstation.set", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const swap = here.swap({ release: "2606" });
    const written = new Set(pairs("production").map(({ file, key }) => `${file} ${key}`));
    const writes = KNOWN_WRITES.filter(({ file, key }) => written.has(`${file} ${key}`));
    expect(writes.length).toBeGreaterThan(4);
    const rows = [...writes.map((row) => ({ ...row, isWrite: true })), ...FIELD_KEYS.map((row) => ({ ...row, isWrite: false }))];
    const there = { connector: at.conf(here.root), logger: join(at.live(here.root), PLUGIN.logger) };
    for (const file of ["connector", "logger"] as const) {
      const own = rows.filter((row) => row.file === file).map((row) => ({ ...row, key: row.key.replace("*", "DEMO") }));
      const before = readFileSync(there[file], "latin1");
      const lines = own.map(({ key }) => `${key}=elsewhere\n`).join("");
      here.change(() => writeFileSync(there[file], `${before}\n${lines}`, "latin1"));
      const { err } = await here.refused(() => here.deploy(swap), 10, /changed locally since the last deploy/);
      const steps = err.split("\n").find((line) => /hange /.test(line) && line.includes("or overwrite")) ?? "";
      for (const { file: of, key, isWrite } of own) {
        const field = decidingField(of, key, isWrite) ?? "";
        expect(steps).toMatch(new RegExp(`${field.replaceAll(".", "\\.")} \\(for [^)]*\\b${key}\\b`));
      }
      expect(steps).not.toContain("workstation.set");
      expect(steps.includes("workstation.keep if the value belongs to the machine")).toBe(file === "connector");
      here.change(() => writeFileSync(there[file], before, "latin1"));
    }
  });

  test("[D9] an install says what --accept-drift has overwritten, what was kept, and where the bundle is from", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const conf = readFileSync(at.conf(here.root), "latin1");
    writeFileSync(at.conf(here.root), conf.replace(/^(TC_SERVER_URL=).*$/m, "$1http\\://own.example.com"), "latin1");
    appendFileSync(at.conf(here.root), "DB_PASSWORD=hunter1\n");
    const { out } = await here.done(here.deploy(here.swap({ release: "2606" }), { acceptDrift: true }));
    expect(out).toMatch(/overwritten \(-+accept-?drift\): connector: \w+ was /i);
    expect(out).toMatch(/serial \d+ \([^)]+\), (?:no commit|commit [0-9a-f]{12}), signature not checked: no key was given/);
    expect(out).not.toContain("hunter1");
  });

  test.each([
    [true, "commit 0123456789ab with uncommitted changes, signature"],
    [false, "commit 0123456789ab, signature"],
  ])(
    "[D9] a deploy names the commit of the bundle, and says whether changes outside it came along: %s",
    async (changed, words) => {
      const here = new Workstation(runner, "hand-made");
      const source = { commit: "0123456789abcdef0123456789abcdef01234567", changed };
      const { out } = await here.done(here.deploy(here.swap({ manifest: { source } }), { whatIf: true }));
      expect(out).toContain(words);
    },
  );

  test("[D8, D9] the receipt says that changes outside the commit came along, and is read again: by verify, deploy and rollback", async () => {
    const here = new Workstation(runner, "hand-made");
    const source = { commit: "0123456789abcdef0123456789abcdef01234567", changed: true };
    await here.done(here.deploy(here.swap({ manifest: { source } })));
    const installed = /: [^\n:]*, connector 2506, serial \d+(?: \([^)]+\))? with uncommitted changes: every file and value/;
    expect((await here.done(here.verify())).out).toMatch(installed);
    await here.done(here.deploy(here.swap({ release: "2606", manifest: { source: { ...source, changed: false } } })));
    const list = (await here.done(here.rollback({ list: true }))).out.split(/\r?\n/).filter((line) => /^ +\d{6} /.test(line));
    expect(list.map((line) => line.includes(" with uncommitted changes"))).toEqual([true, false]);
    expect((await here.done(here.rollback({ whatIf: true }))).out).toMatch(/back to .* with uncommitted changes/);
    await here.done(here.rollback());
    await here.done(here.verify());
    expect(receipts(here.root).map(({ bundle }) => bundle)).toEqual([
      expect.objectContaining({ commit: source.commit, changed: true }),
      expect.not.objectContaining({ changed: expect.anything() }),
      expect.objectContaining({ changed: true }),
    ]);
  });
});
