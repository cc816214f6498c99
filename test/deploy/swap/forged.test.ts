import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { at, below } from "./support/installation.ts";
import { PLAYED } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

type Receipt = Record<string, unknown> & { sequence: number; run: string };

const names = (root: string): string[] => readdirSync(join(at.swap(root), "receipts")).filter((name) => name !== "attempt.json");

/** Gives the newest receipt another number, in its name and in itself. */
function renumber(root: string, number: number): void {
  const folder = join(at.swap(root), "receipts");
  const all = names(root).map((name) => ({ name, receipt: JSON.parse(readFileSync(join(folder, name), "utf8")) as Receipt }));
  const newest = all.reduce((a, b) => (b.receipt.sequence > a.receipt.sequence ? b : a));
  rmSync(join(folder, newest.name));
  const name = `${String(number).padStart(6, "0")}-${newest.receipt.run}.json`;
  writeFileSync(join(folder, name), JSON.stringify({ ...newest.receipt, sequence: number }));
}

const USER = "C:\\Users\\jane\\AppData\\Local\\.tool";

/** A second copy of the plug-in, as a file system shows it behind links: where the tool would find it. */
const HIDDEN: Readonly<Record<string, (root: string, away: string) => void>> = {
  "a root that is a link": (root, away) => link(away, below(root, "D:\\shared\\plugins")),
  "a folder above a root that is a link": (root, away) => link(dirname(away), below(root, "D:\\shared")),
  "a root that is a link to a link": (root, away) => {
    link(away, `${away}-2`);
    link(`${away}-2`, below(root, "D:\\shared\\plugins"));
  },
  "a user's root that is a link": (root, away) => link(away, below(root, `${USER}\\2025x\\plugins`)),
  "a version of a user's tool that is a link": (root, away) => link(dirname(away), below(root, `${USER}\\2025x`)),
  "a folder in a root that is a link": (root, away) => link(join(away, "copy"), below(root, "D:\\shared\\plugins\\copy")),
  "a plugin.xml that is a link": (root, away) =>
    link(join(away, "copy", "plugin.xml"), below(root, "D:\\shared\\plugins\\copy\\plugin.xml")),
  "a list of roots in a properties file that is a link": (root, away) => {
    const more = join(dirname(away), "more.properties");
    writeFileSync(more, `JAVA_ARGS="-Dmd.plugins.dir=${away}"\n`);
    link(more, join(at.install(root), "bin", "more.properties"));
  },
};

function link(to: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(to, path, "junction");
}

describe.each(PLAYED)("$name", (runner) => {
  test("[D5, D8] after receipt 999999 the next ones count on: each stands, is listed and can be undone", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    await here.done(here.deploy(here.swap({ release: "2606", serial: 1_790_100_010 })));
    renumber(here.root, 999_999);
    await here.done(here.deploy(here.swap({ release: "2506", serial: 1_790_100_020 })));
    const second = here.state;
    await here.done(here.deploy(here.swap({ release: "2606", serial: 1_790_100_030 })));
    const third = here.state;
    expect(names(here.root).map((name) => name.split("-")[0])).toEqual(
      expect.arrayContaining(["000001", "999999", "1000000", "1000001"]),
    );
    expect((await here.verify()).code).toBe(0);
    expect((await here.rollback({ list: true })).out).toMatch(/000001[\s\S]*999999[\s\S]*1000000[\s\S]*1000001/);
    // an older serial is refused: the newest receipt is the one that counts
    await here.refused(() => here.deploy(here.swap({ serial: 1_790_100_025 })), 10, /older|serial/);
    expect(here.state).toEqual(third);
    await here.done(here.rollback());
    expect(here.state).toEqual(second);
  });

  test("[D8] a receipt with the last number that a name can have: no run goes on, and the file is named", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    renumber(here.root, 999_999_999_999);
    expect((await here.verify()).code).toBe(0);
    expect((await here.rollback({ list: true })).out).toContain("999999999999");
    const next = here.swap({ release: "2606" });
    for (const act of [() => here.deploy(next), () => here.rollback()])
      await here.refused(act, 12, /999999999999, and no higher one can be given[\s\S]*move it away/);
    renameSync(
      join(at.swap(here.root), "receipts", names(here.root)[0] ?? ""),
      join(at.swap(here.root), "receipts", "9999999999999-20260101T000000Z-000000.json"),
    );
    expect((await here.rollback({ list: true })).code).toBe(10);
  });

  test.each(eachNth(3, Object.keys(HIDDEN)))(
    "[D6, D9] a second copy behind %s is found by deploy and by verify",
    async (name) => {
      const here = new Workstation(runner, "hand-made");
      const away = join(here.folder, "away", "plugins");
      mkdirSync(join(away, "copy"), { recursive: true });
      writeFileSync(join(away, "copy", "plugin.xml"), '<plugin id="com.example.connector"/>\n');
      await here.done(here.deploy(here.swap()));
      HIDDEN[name]?.(here.root, away);
      await here.refused(() => here.deploy(here.swap({ release: "2606" })), 10, /second copy of com\.example\.connector/i);
      const verified = await here.verify();
      expect(`${verified.out}${verified.err}`).toMatch(/second copy of com\.example\.connector/i);
      expect(verified.code).toBe(12);
    },
  );

  test("[D6] roots and files in them that lead nowhere, in a circle, to a file or to a folder hide nothing and stop nothing", async () => {
    const here = new Workstation(runner, "hand-made");
    const local = (name: string) => below(here.root, `${USER}\\${name}\\plugins`);
    here.change(() => {
      link(join(here.folder, "nowhere"), local("a"));
      link(local("b"), local("b"));
      link(at.client(here.root), local("c"));
      link(here.folder, join(local("d"), "copy", "plugin.xml"));
      link(join(here.folder, "nowhere"), join(local("e"), "copy", "plugin.xml"));
      link(at.plugins(here.root), join(local("f"), "copy"));
      link(here.folder, join(at.install(here.root), "bin", "z.properties"));
    });
    await here.done(here.deploy(here.swap()));
    expect((await here.verify()).code).toBe(0);
  });
});
