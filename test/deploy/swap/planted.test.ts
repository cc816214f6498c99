import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { machineWorld } from "../../../src/platform/swap-world.ts";
import { at } from "./support/installation.ts";
import { RUNNERS } from "./support/runners.ts";
import { everything, snapshot } from "./support/snapshot.ts";
import { INTERNAL, SWITCH, tampered, touched } from "./support/tampered.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

const posix = process.platform !== "win32";

describe.each(RUNNERS)("$name", (runner) => {
  test("[D4] a link, a pipe and a folder under the old, known name of a temporary file are neither written through nor waited for", async () => {
    for (const plant of ["link", "pipe", "folder"]) {
      const here = new Workstation(runner, "hand-made");
      const victim = join(here.folder, "victim");
      writeFileSync(victim, "precious");
      const name = join(dirname(at.client(here.root)), ".CommonClient.properties.tierwright-new");
      if (plant === "link") symlinkSync(victim, name);
      else if (plant === "folder") mkdirSync(name);
      else if (posix) execFileSync("mkfifo", [name]);
      const ended = await here.deploy(here.swap());
      expect({ code: ended.code, err: ended.err }).toEqual({ code: 0, err: "" });
      expect(readFileSync(victim, "utf8")).toBe("precious");
    }
  });

  test.runIf(posix)("[D4] modes of what is replaced are kept, and copies of it are no more readable", async () => {
    const here = new Workstation(runner, "hand-made");
    for (const path of [at.client(here.root), at.conf(here.root), ...at.profiles(here.root)]) chmodSync(path, 0o600);
    await here.done(here.deploy(here.swap()));
    for (const path of [at.client(here.root), at.conf(here.root), ...at.profiles(here.root)])
      expect(statSync(path).mode & 0o777, path).toBe(0o600);
    const [run = ""] = readdirSync(at.swap(here.root)).filter((item) => /^\d{8}T/.test(item));
    const files = join(at.swap(here.root), run, "files");
    for (const name of readdirSync(files).filter((item) => /^(client|profile)/.test(item)))
      expect(statSync(join(files, name)).mode & 0o077, name).toBe(0);
    await here.done(here.rollback());
    for (const path of [at.client(here.root), at.conf(here.root), ...at.profiles(here.root)])
      expect(statSync(path).mode & 0o777, path).toBe(0o600);
  });

  test.runIf(posix)("[D4] only the account that deploys may look into work folders and quarantine", async () => {
    const here = new Workstation(runner, "hand-made");
    const alone = (path: string) => expect(statSync(join(at.swap(here.root), path)).mode & 0o777, path).toBe(0o700);
    const runs = () => readdirSync(at.swap(here.root)).filter((item) => /^\d{8}T/.test(item));
    const first = here.swap();
    await here.deploy(first, { stage: true });
    for (const name of readdirSync(join(at.swap(here.root), "ready"))) alone(`ready/${name}`);
    await here.done(here.deploy(first));
    for (const run of runs()) alone(run);
    writeFileSync(join(at.live(here.root), "mine.txt"), "private", { mode: 0o600 });
    await here.done(here.deploy(here.swap({ release: "2606" }), { acceptDrift: true }));
    for (const run of runs()) alone(run);
    alone("strays");
    const [quarantine = ""] = readdirSync(join(at.swap(here.root), "strays")).filter((item) => /^\d{8}T/.test(item));
    alone(`strays/${quarantine}`);
    const copies = readdirSync(join(at.swap(here.root), "strays", quarantine)).filter((name) => name.includes("mine.txt"));
    expect(copies).toHaveLength(1);
    expect(statSync(join(at.swap(here.root), "strays", quarantine, copies[0] ?? "")).mode & 0o777).toBe(0o600);
    await here.done(here.rollback());
    for (const run of runs()) alone(run);
  });

  test("[D8] a receipt's copy is written anew: a link or pipe that lies under its name is replaced, and a folder is reported", async () => {
    const here = new Workstation(runner, "hand-made");
    const [share, victim] = [join(here.folder, "share"), join(here.folder, "victim")];
    const bundle = here.swap();
    await here.done(here.deploy(bundle, { receiptCopy: share }));
    const [name = ""] = readdirSync(share);
    const copy = join(share, name);
    const receipt = readFileSync(copy, "utf8");
    writeFileSync(victim, "precious");
    const plants = { link: () => symlinkSync(victim, copy), pipe: () => execFileSync("mkfifo", [copy]) };
    for (const plant of posix ? (["link", "pipe"] as const) : (["link"] as const)) {
      rmSync(copy);
      plants[plant]();
      const ended = await here.deploy(bundle, { receiptCopy: share });
      expect({ code: ended.code, err: ended.err }).toEqual({ code: 0, err: "" });
      expect(ended.out).toContain("receipt copied");
      expect(readFileSync(victim, "utf8")).toBe("precious");
      expect(lstatSync(copy).isFile()).toBe(true);
      expect(readFileSync(copy, "utf8")).toBe(receipt);
    }
    rmSync(copy);
    mkdirSync(copy);
    const ended = await here.deploy(bundle, { receiptCopy: share });
    expect(ended.out).toContain("the receipt could not be copied");
    expect(ended.code).toBe(0);
    expect(readdirSync(share)).toEqual([name]);
  });

  test("[D4, D7] a link on the way to a target is refused before anything is written, by deploy, rollback and recovery alike", async () => {
    const linked = (path: string) => {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path, "junction");
    };
    const folders = (root: string) => [
      dirname(at.client(root)),
      join(root, "C", "ProgramData"),
      join(root, "C", "Users", "Public"),
      join(root, "C"),
    ];
    for (const pick of [0, 1, 2, 3]) {
      const here = new Workstation(runner, "hand-made");
      linked(folders(here.root)[pick] ?? "");
      await here.refused(() => here.deploy(here.swap()), 10, /is a link or (junction|not a folder)/);
    }
    for (const step of [null, "files:client"]) {
      const { here, bundle, reset } = await tampered(runner, step);
      for (const pick of [0, 1, 2]) {
        reset();
        linked(folders(here.root)[pick] ?? "");
        const before = everything(here.root);
        for (const act of step === null ? [() => here.rollback()] : [() => here.deploy(bundle, SWITCH), () => here.rollback()]) {
          const ended = await act();
          expect(ended.err).toMatch(/is a link or (junction|not a folder)/);
          expect(ended.code).toBe(12);
          expect(touched(before, here.root)).toBe("");
        }
      }
    }
  });

  test("[D4, D7] a link in the place of a folder below .swap is refused by every run that would write there, and nothing goes through it", async () => {
    for (const [name, stage] of [
      ["ready", true],
      ["ready", false],
      ["ready/{bundle}", true],
      ["ready/{bundle}/new", true],
      ["strays", false],
      ["receipts", true],
      ["receipts", false],
    ] as const) {
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      const bundle = here.swap({ release: "2606", tier: "pilot" });
      await here.done(here.deploy(bundle, { ...SWITCH, stage: true }));
      const ready = join(at.swap(here.root), "ready");
      const path = join(at.swap(here.root), ...name.replace("{bundle}", readdirSync(ready)[0] ?? "").split("/"));
      const elsewhere = join(here.folder, "elsewhere");
      if (existsSync(path)) renameSync(path, elsewhere);
      else mkdirSync(elsewhere);
      symlinkSync(elsewhere, path, "junction");
      const before = everything(elsewhere);
      const ended = await here.deploy(bundle, { ...SWITCH, stage });
      expect(ended.err, name).toMatch(/is a link/);
      expect(ended.code, name).toBe(name === "receipts" ? 12 : 10);
      expect(everything(elsewhere), name).toEqual(before);
    }
  });

  const damages: Readonly<Record<string, (run: string) => void>> = {
    "a truncated client.old": (run) => truncateSync(join(run, "files", "client.old"), 0),
    "a cut client.old": (run) => truncateSync(join(run, "files", "client.old"), 30),
    "a missing client.old": (run) => rmSync(join(run, "files", "client.old")),
    "client.old as a folder": (run) => {
      rmSync(join(run, "files", "client.old"));
      mkdirSync(join(run, "files", "client.old"));
    },
    "client.old as a link": (run) => {
      renameSync(join(run, "files", "client.old"), join(run, "files", "real"));
      symlinkSync(join(run, "files", "real"), join(run, "files", "client.old"));
    },
    "exchanged backups": (run) => {
      renameSync(join(run, "files", "client.old"), join(run, "x"));
      renameSync(join(run, "files", "profile-1.old"), join(run, "files", "client.old"));
      renameSync(join(run, "x"), join(run, "files", "profile-1.old"));
    },
    "a changed jar": (run) => writeFileSync(join(run, "old", "plugin.xml"), "changed"),
    "a jar more": (run) => writeFileSync(join(run, "old", "more.jar"), "PK"),
    "a file less": (run) => rmSync(join(run, "old", "plugin.xml")),
    "no kept folder": (run) => rmSync(join(run, "old"), { recursive: true }),
    "a link in the kept folder": (run) => symlinkSync(run, join(run, "old", "link")),
    "a file in place of the kept folder": (run) => {
      rmSync(join(run, "old"), { recursive: true });
      writeFileSync(join(run, "old"), "");
    },
  };

  test.each(eachNth(6, Object.keys(damages)))(
    "[D5] a kept state with %s: 12, nothing is touched, and both stay together",
    async (name) => {
      const { here, swap, run, reset } = await tampered(runner, null);
      damages[name]?.(join(swap, run));
      const before = everything(here.root);
      const ended = await here.rollback();
      expect(ended.err).toMatch(/cannot be used to restore|after its run/);
      expect(ended.code).toBe(12);
      expect(touched(before, here.root)).toBe("");
      reset();
    },
  );

  test.each(eachNth(6, Object.keys(damages)))(
    "[D4, D5] an interrupted run whose kept state has %s: 12, nothing is touched",
    async (name) => {
      const { here, bundle, swap, run } = await tampered(runner, "enter");
      damages[name]?.(join(swap, run));
      const before = everything(here.root);
      for (const act of [() => here.deploy(bundle, SWITCH), () => here.rollback()]) {
        const ended = await act();
        expect(ended.err).not.toMatch(INTERNAL);
        expect(ended.code).toBe(12);
        expect(touched(before, here.root)).toBe("");
      }
      expect(existsSync(at.live(here.root))).toBe(false);
      expect(snapshot(here.root)).toBeDefined();
    },
  );

  test("[D5] a receipt of an earlier version, without the digest of its plan, is read with a note; a changed plan of it still names no other place", async () => {
    const { here, swap, run, old, reset } = await tampered(runner, null);
    const name = readdirSync(join(swap, "receipts")).filter((item) => item.includes(run))[0] ?? "";
    const path = join(swap, "receipts", name);
    const strip = () => {
      const receipt = JSON.parse(readFileSync(path, "utf8")) as { undo: Record<string, unknown> };
      delete receipt.undo.sha256;
      writeFileSync(path, JSON.stringify(receipt));
    };
    strip();
    const ended = await here.rollback();
    expect({ code: ended.code, err: ended.err }).toEqual({ code: 0, err: "" });
    expect(ended.out).toContain("has no digest of its plan");
    expect(here.state).toEqual(old);
    reset();
    strip();
    const victim = join(here.root, "C", "Users", "Public", "Documents", "readme.txt");
    const planPath = join(swap, run, "plan.json");
    const plan = JSON.parse(readFileSync(planPath, "utf8")) as { files: { id: string; path: string }[] };
    for (const file of plan.files) if (file.id === "client") file.path = victim;
    writeFileSync(planPath, JSON.stringify(plan));
    const before = everything(here.root);
    const refused = await here.rollback();
    expect(refused.err).toContain("is not a place of this installation");
    expect(refused.code).toBe(12);
    expect(touched(before, here.root)).toBe("");
  });
});

describe("[D4] the machine's own files", () => {
  const { files } = machineWorld(
    { now: () => new Date(), run: async () => ({ code: 0, stdout: "", stderr: "" }) } as never,
    () => undefined,
  );

  test.runIf(posix)("are made anew over a planted link or pipe, read without following or waiting", () => {
    const here = new Workstation(RUNNERS[0] as never, "nothing");
    const [victim, name] = [join(here.folder, "victim"), join(here.folder, "name")];
    writeFileSync(victim, "precious", { mode: 0o640 });
    symlinkSync(victim, name);
    expect(() => files.read(name)).toThrow();
    expect(() => files.hash(name)).toThrow();
    files.write(name, [Buffer.from("new")]);
    expect(readFileSync(victim, "utf8")).toBe("precious");
    expect(lstatSync(name).isFile()).toBe(true);
    rmSync(name);
    execFileSync("mkfifo", [name]);
    expect(() => files.read(name)).toThrow();
    files.write(name, [Buffer.from("new")], victim);
    expect(readFileSync(name, "utf8")).toBe("new");
    expect(statSync(name).mode & 0o777).toBe(0o640);
    truncateSync(name, 600 * 1024 * 1024);
    expect(() => files.read(name)).toThrow(expect.objectContaining({ code: "ERR_FS_FILE_TOO_LARGE", path: name }));
    rmSync(name);
    mkdirSync(name);
    expect(() => files.write(name, [Buffer.from("x")])).toThrow();
  });
});
