import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "../deploy/swap/support/installation.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { RUNNERS } from "../deploy/swap/support/runners.ts";
import { everything, receipts } from "../deploy/swap/support/snapshot.ts";
import { INTERNAL } from "../deploy/swap/support/tampered.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";

const posix = process.platform !== "win32";

/** Places where a deploy or a rollback writes, reads or looks. */
const PLACES: Readonly<Record<string, (root: string) => string>> = {
  "the client file": at.client,
  "log4j2.xml": at.log4j2,
  "the connector's settings": at.conf,
  "the second profile": (root) => at.profiles(root)[1] ?? "",
  "plugin.xml": (root) => join(at.live(root), "plugin.xml"),
  "the tool's version": (root) => join(at.install(root), "bin", "tool.properties"),
  "the Java release": (root) => join(at.install(root), "jre", "release"),
  "the journal": (root) => join(at.swap(root), "journal.json"),
  "the journal's temporary file": (root) => join(at.swap(root), "journal.json.tmp"),
  "the newest attempt": (root) => join(at.swap(root), "receipts", "attempt.json"),
  "the attempt's temporary file": (root) => join(at.swap(root), "receipts", "attempt.json.tmp"),
  "a receipt's temporary file": (root) => join(at.swap(root), "receipts", "000002-20260101T000000Z-000000.json.tmp"),
  "a receipt": (root) => join(at.swap(root), "receipts", "000002-20260101T000000Z-000000.json"),
  "a run": (root) => join(at.swap(root), "20260101T000000Z-000000"),
  "the quarantine": (root) => join(at.swap(root), "strays"),
  "what is staged ahead": (root) => join(at.swap(root), "ready"),
  "the plug-in folder": at.live,
};

/** What lies there instead; `away` is a folder of somebody else. */
const THINGS: Readonly<Record<string, (path: string, away: string) => void>> = {
  "a folder": (path) => mkdirSync(path),
  "a folder with a file": (path) => {
    mkdirSync(path);
    writeFileSync(join(path, "x"), "x");
  },
  "a link to a file of somebody else": (path, away) => symlinkSync(join(away, "victim.txt"), path),
  "a link to a folder of somebody else": (path, away) => symlinkSync(away, path, "junction"),
  "a link to nothing": (path, away) => symlinkSync(join(away, "nothing"), path),
  "a link to itself": (path) => symlinkSync(path, path),
  "a second name of a file of somebody else": (path, away) => linkSync(join(away, "victim.txt"), path),
  "an empty file": (path) => writeFileSync(path, ""),
};

/** What the other runner meets: it needs minutes for each. */
const SLOW = ["a link to a file of somebody else", "a second name of a file of somebody else"];

describe.each(RUNNERS)("$name", (runner) => {
  test.each(runner.name === "built-in" ? Object.keys(THINGS) : SLOW)(
    "[D3, D4] %s in any place of an installation: an end in words, and nothing of somebody else is touched",
    async (name) => {
      const ends: string[] = [];
      for (const [place, pathOf] of Object.entries(PLACES)) {
        const here = new Workstation(runner, "hand-made");
        const away = join(here.folder, "away");
        mkdirSync(away);
        writeFileSync(join(away, "victim.txt"), "precious");
        if (posix) chmodSync(join(away, "victim.txt"), 0o640);
        await here.done(here.deploy(here.swap()));
        const path = pathOf(here.root);
        mkdirSync(dirname(path), { recursive: true });
        if (lstatSync(path, { throwIfNoEntry: false })) renameSync(path, join(here.folder, "was"));
        THINGS[name]?.(path, away);
        const next = here.swap({ release: "2606" });
        const said = [
          await here.verify(),
          await here.deploy(next, { acceptDrift: true }),
          await here.rollback({ whatIf: true }),
          await here.rollback(),
        ];
        for (const { code, out, err } of said) {
          expect({ place, internal: INTERNAL.exec(out + err)?.[0] ?? null }).toEqual({ place, internal: null });
          expect([0, 10, 11, 12], `${place}: ${err}`).toContain(code);
        }
        ends.push(`${place}: ${said.map(({ code }) => code).join(" ")}`);
        expect(everything(away), place).toEqual({ "victim.txt": expect.any(String) });
        expect(readFileSync(join(away, "victim.txt"), "utf8"), place).toBe("precious");
        if (posix) expect(statSync(join(away, "victim.txt")).mode & 0o7777, place).toBe(0o640);
      }
      if (process.env.TIERWRIGHT_ENDS) console.log(name, ends);
      expect(ends).toHaveLength(Object.keys(PLACES).length);
    },
  );

  test.each(["a folder", "a link to a file of somebody else", "a link to nothing"])(
    "[D5] %s in the place of a target: a rollback is refused before anything is exchanged, and so is the look at it",
    async (name) => {
      for (const place of ["the client file", "log4j2.xml", "the second profile", "the plug-in folder"]) {
        if (place === "the plug-in folder" && name === "a folder") continue; // that is what belongs there
        const here = new Workstation(runner, "hand-made");
        const away = join(here.folder, "away");
        mkdirSync(away);
        writeFileSync(join(away, "victim.txt"), "precious");
        await here.done(here.deploy(here.swap()));
        const path = PLACES[place]?.(here.root) ?? "";
        renameSync(path, join(here.folder, "was"));
        THINGS[name]?.(path, away);
        for (const whatIf of [true, false])
          await here.refused(() => here.rollback({ whatIf }), 10, /is a (link|folder)[\s\S]*(put|Put) an ordinary/);
        rmSync(path, { recursive: true });
        renameSync(join(here.folder, "was"), path);
        await here.done(here.rollback());
      }
    },
  );

  test.runIf(posix)("[D4] a mode that runs a file as its owner is not given to the new one", async () => {
    const here = new Workstation(runner, "hand-made");
    chmodSync(at.client(here.root), 0o6755);
    await here.done(here.deploy(here.swap()));
    expect(statSync(at.client(here.root)).mode & 0o7777).toBe(0o755);
  });

  test("[D5, D8] ways back that lead in a circle, or to a run of the future, end", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    await here.done(here.deploy(here.swap({ release: "2606" })));
    const folder = join(at.swap(here.root), "receipts");
    const [first, second] = receipts(here.root) as unknown as {
      run: string;
      undo: { plan: string; sha256: string };
      at: string;
    }[];
    const put = (receipt: { run: string }) => {
      const name = readdirSync(folder).find((each) => each.includes(receipt.run)) ?? "";
      writeFileSync(join(folder, name), JSON.stringify(receipt));
    };
    if (!first || !second) throw new Error("two receipts were expected");
    put({ ...first, undo: second.undo, at: "2099-01-01T00:00:00Z" } as never);
    put({ ...second, undo: first.undo, at: "2099-01-01T00:00:00Z" } as never);
    const codes: (number | null)[] = [];
    for (let i = 0; i < 4; i++) {
      const { code, err } = await here.rollback();
      expect(err).not.toMatch(INTERNAL);
      codes.push(code);
    }
    expect(codes.at(-1)).not.toBe(0);
    expect(codes.every((code) => [0, 10, 12].includes(code ?? -1))).toBe(true);
    expect((await here.deploy(here.swap({ release: "2606" }), { acceptDrift: true })).code).toBe(0);
  });
});

// deploy.ps1 off Windows would wait for its other end (SECURITY.md)
test.runIf(posix)("[D4] a pipe in any place holds nobody up", async () => {
  for (const [place, pathOf] of Object.entries(PLACES)) {
    const here = new Workstation(inProcess, "hand-made");
    await here.done(here.deploy(here.swap()));
    const path = pathOf(here.root);
    if (existsSync(path)) rmSync(path, { recursive: true });
    execFileSync("mkfifo", [path]);
    for (const act of [here.verify(), here.deploy(here.swap({ release: "2606" }), { acceptDrift: true }), here.rollback()]) {
      const { code, err } = await act;
      expect(INTERNAL.exec(err)?.[0] ?? null, `${place}: ${err}`).toBeNull();
      expect([0, 10, 11, 12], place).toContain(code);
    }
  }
});
