import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { treeDigest } from "../../../src/deploy/bundle/tree.ts";
import { cli } from "./support/in-process.ts";
import { sha256 } from "./support/bundle.ts";
import { at } from "./support/installation.ts";
import { PLAYED } from "./support/runners.ts";
import { receipts } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

/* Whoever reads a copy of a receipt, or what a command says, must not find a short secret of the machine by trying. */

const PIN = "7391";
const SWITCH = { switchEnvironment: true, acceptDrift: true };

/** Every ordinary file below a folder. */
function filesBelow(folder: string): readonly string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile());
}

/** A workstation whose conf, client file and log4j2.xml hold the PIN, and a file in the plug-in folder that somebody put aside. */
function station(runner: (typeof PLAYED)[number]) {
  const here = new Workstation(runner, "hand-made");
  const padding = `# ${"-".repeat(31_337)}\n`;
  const add = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  here.change((root) => {
    add(at.conf(root), `${readFileSync(at.conf(root), "latin1")}DB_PASSWORD=${PIN}\n`);
    add(at.client(root), `${readFileSync(at.client(root), "latin1")}\nAPP_PASSWORD=${PIN}\n${padding}`);
    add(at.log4j2(root), `${readFileSync(at.log4j2(root), "latin1")}\n<!-- password=${PIN} ${padding} -->`);
    add(join(at.live(root), "conf", "connector.properties.bak"), `DB_PASSWORD=${PIN}\n${padding}${padding}`);
  });
  const kept = new Map<string, Buffer>();
  const look = () => {
    for (const path of filesBelow(here.root)) {
      const bytes = readFileSync(path);
      if (bytes.includes(PIN)) kept.set(sha256(bytes), bytes);
    }
  };
  look();
  return { here, kept, look };
}

interface Tree {
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

/** Tries every PIN: which of them explains a digest in a text? */
function guessed(text: string, kept: Iterable<Buffer>, trees: readonly Tree[]): string | null {
  const digests = new Set(text.match(/[0-9a-f]{64}/g));
  for (const bytes of kept) {
    const known = bytes.toString("latin1");
    const own = sha256(bytes);
    const over = trees.filter(({ files }) => files.some((file) => file.sha256 === own));
    for (let guess = 7_000; guess < 8_000; guess++) {
      const tried = String(guess).padStart(4, "0");
      const digest = sha256(Buffer.from(known.replaceAll(PIN, tried), "latin1"));
      if (digests.has(digest)) return tried;
      for (const { files } of over)
        if (digests.has(treeDigest(files.map((file) => (file.sha256 === own ? { ...file, sha256: digest } : file)))))
          return tried;
    }
  }
  return null;
}

const treesOf = (root: string): readonly Tree[] =>
  receipts(root).flatMap(({ state }) => (state as { readonly tree: Tree | null }).tree ?? []);

describe.each(PLAYED)("$name", (runner) => {
  test("[D8, E3] no copy and no output of a whole life lets a PIN be guessed, which the receipts of the machine themselves would", async () => {
    const { here, kept, look } = station(runner);
    const share = join(here.folder, "share");
    const said: string[] = [];
    const run = async (words: string, ended: Promise<{ code: number | null; out: string; err: string }>, code: number) => {
      const { code: got, out, err } = await ended;
      expect([words, got, got === code ? "" : err]).toEqual([words, code, ""]);
      said.push(out, err);
      look();
    };
    const first = here.swap();
    await run("first swap", here.deploy(first, { receiptCopy: share }), 0);
    await run("back to what was made by hand", here.rollback({ receiptCopy: share }), 0);
    await run("swap", here.deploy(first, { receiptCopy: share, acceptDrift: true }), 0);
    writeFileSync(join(at.live(here.root), "conf", "old.bak"), `DB_PASSWORD=${PIN}\n# ${"-".repeat(47_119)}\n`);
    look();
    await run("verify", here.verify(), 12);
    const later = here.swap({ release: "2606" });
    await run("what-if", here.deploy(later, { whatIf: true }), 0);
    await run("upgrade", here.deploy(later, { receiptCopy: share }), 0);
    await run("settings", here.deploy(here.settings({ release: "2606", tier: "pilot" }), { ...SWITCH, receiptCopy: share }), 0);
    await run("swap back", here.deploy(later, { ...SWITCH, receiptCopy: share }), 0);
    await run("already there", here.deploy(later, { receiptCopy: share }), 0);
    await run("list", here.rollback({ list: true }), 0);
    await run("rollback", here.rollback({ receiptCopy: share }), 0);
    await run("second rollback", here.rollback({ receiptCopy: share }), 10);
    rmSync(at.conf(here.root));
    if (runner.name === "built-in")
      for (const words of [
        ["deploy", "--verify"],
        ["rollback", "--list"],
        ["rollback", "--what-if"],
      ])
        said.push(JSON.stringify(await cli([...words, `--root=${here.root}`, "--format=json"])));
    await run("verify without conf", here.verify(), 12);
    const copies = readdirSync(share).map((name) => readFileSync(join(share, name), "utf8"));
    expect(copies.length).toBeGreaterThanOrEqual(6);
    const trees = treesOf(here.root);
    const own = receipts(here.root).map((receipt) => JSON.stringify(receipt));
    expect(guessed(own.join("\n"), kept.values(), trees)).toBe(PIN); // control: the attack works where digests lie
    const open = [...copies, ...said].join("\n");
    expect(guessed(open, kept.values(), trees)).toBeNull();
    for (const bytes of kept.values()) expect(open).not.toMatch(new RegExp(`(?<![0-9a-f])${bytes.length}(?![0-9a-f])`));
    // what the bundle brought is still said
    expect(copies.filter((copy) => /"lib\/connector-2506\.jar"[^}]*"sha256"/.test(copy)).length).toBeGreaterThanOrEqual(1);
  });

  test("[D8] a receipt that is a copy is none of the installation: verify and rollback say so and touch nothing", async () => {
    const { here } = station(runner);
    const share = join(here.folder, "share");
    await here.deploy(here.swap(), { receiptCopy: share });
    const [copy = ""] = readdirSync(share);
    const folder = join(at.swap(here.root), "receipts");
    const [name = ""] = readdirSync(folder);
    writeFileSync(join(folder, name), readFileSync(join(share, copy)));
    await here.refused(() => here.verify(), 12, /it is a copy without sizes and digests/);
    await here.refused(() => here.rollback(), 12, /it is a copy without sizes and digests/);
  });

  test("[D4] the folder of the receipts is for the account that deploys alone, where a system has modes", async () => {
    const { here } = station(runner);
    await here.deploy(here.swap());
    const mode = lstatSync(join(at.swap(here.root), "receipts")).mode & 0o777;
    expect(process.platform === "win32" ? 0o700 : mode).toBe(0o700);
  });
});

test("[D8, E3] JSON of deploy and rollback says what a copy says", async () => {
  const { here, kept, look } = station(PLAYED[0] as (typeof PLAYED)[number]);
  const said: string[] = [];
  const run = async (...words: string[]) => {
    const { out } = await cli([...words, `--root=${here.root}`, "--format=json"], { now: new Date().toISOString() });
    expect(JSON.parse(out)).toMatchObject({ schema: "tierwright/receipt/v1" });
    said.push(out);
    look();
  };
  const bundle = here.swap();
  await run("deploy", bundle);
  await run("deploy", bundle);
  await run("deploy", here.settings({ tier: "pilot" }), "--switch-environment", "--accept-drift");
  await run("rollback");
  expect(guessed(said.join("\n"), kept.values(), treesOf(here.root))).toBeNull();
  expect(said.join("\n")).toMatch(/connector-2506\.jar/);
});
