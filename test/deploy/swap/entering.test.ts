import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plainWindowsPath, samePath } from "../../../src/deploy/swap/protocol/paths.ts";
import { trial } from "./support/faulty-world.ts";
import type { Fault } from "./support/fault.ts";
import { at, below, INSTALL } from "./support/installation.ts";
import { inProcess } from "./support/in-process.ts";
import { RUNNERS } from "./support/runners.ts";
import { everything, livePairs, receipts, wantedPairs } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

const stuck: Fault = {
  what: "operation",
  at: 0,
  how: "scan",
  scan: { path: "/plugins/com.example.connector", milliseconds: null },
};

/** Spellings of one installation that Windows takes for the same folder. */
const SPELLINGS = [
  `${INSTALL}\\`,
  "C:/Program Files/Tool 2024x",
  "C:/Program Files/Tool 2024x/",
  "c:\\Program Files\\Tool 2024x",
  "C:\\Program Files\\.\\Tool 2024x\\.",
  "C:\\Program Files\\Other\\..\\Tool 2024x",
  "C:\\\\Program Files\\\\Tool 2024x",
  `\\\\?\\${INSTALL}`,
  "\\\\?\\C:\\Program Files\\Tool 2024x\\",
  `${INSTALL}.`,
] as const;

describe.each(RUNNERS)("$name", (runner) => {
  test("[D3, D6] one installation in several spellings is one: already there, and never a second copy of itself", async () => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap();
    await here.done(here.deploy(bundle, { install: SPELLINGS[0] }));
    for (const install of SPELLINGS) {
      const { code, out, err } = await here.deploy(bundle, { install });
      expect({ install, code, err }).toEqual({ install, code: 0, err: "" });
      expect(out).toMatch(/already there/i);
    }
    expect(receipts(here.root)).toHaveLength(1);
    await here.done(here.rollback({ install: SPELLINGS[2] }));
  });

  test.each(
    eachNth(4, [
      "C:/Program Files/Tool 2024x/plugins",
      "C:\\\\Program Files\\\\Tool 2024x\\\\plugins\\\\",
      "C:/Program Files/Tool 2024x/bin/../plugins/",
      "\\\\\\\\?\\\\C:\\\\Program Files\\\\Tool 2024x\\\\plugins",
      "plugins",
    ]),
  )(
    '[D6] -Dmd.plugins.dir="%s": the live folder is not its own second copy, and one beside it goes into quarantine',
    async (list) => {
      const here = new Workstation(runner, "hand-made");
      const copy = join(at.plugins(here.root), "copy");
      here.change(() => {
        writeFileSync(
          join(at.install(here.root), "bin", "tool.properties"),
          `version=2024x Refresh3\nJAVA_ARGS=-Xmx4g "-Dmd.plugins.dir=${list}"\n`.replace(
            '"-Dmd.plugins.dir=',
            '-Dmd.plugins.dir="',
          ),
        );
      });
      await here.done(here.deploy(here.swap()));
      mkdirSync(copy);
      writeFileSync(join(copy, "plugin.xml"), '<plugin id="com.example.connector"/>\n');
      expect((await here.deploy(here.swap({ release: "2606" }))).code).toBe(0);
      expect(existsSync(copy)).toBe(false);
      expect(livePairs(here.root)).toEqual(wantedPairs("production"));
    },
  );

  test.each(
    eachNth(4, [
      ["the plug-ins", (root: string) => at.plugins(root)],
      ["the client file", (root: string) => join(at.client(root), "..")],
      ["the second profile", (root: string) => below(root, "C:\\Users\\Public")],
    ] as const),
  )("[D3] the folder of %s cannot be written: 10 before anything is, with words, and no patience is lost", async (_, folder) => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap();
    const tried = await here.deploy(bundle);
    expect(tried.code).toBe(0);
    const number = tried.events
      .filter((event) => event.kind === "operation")
      .findIndex((event) => event.name === "probe" && event.path === folder(here.root));
    expect(number).toBeGreaterThan(-1);
    const again = new Workstation(runner, "hand-made");
    const fault: Fault = { what: "operation", at: number + 1, how: "EACCES" };
    const { err } = await again.refused(() => again.deploy(bundle, {}, fault), 10, /cannot write into that folder/);
    expect(err).toContain(folder(again.root));
  });

  test("[D3] rights are asked for by a rollback, too", async () => {
    const first = new Workstation(runner, "hand-made");
    await first.done(first.deploy(first.swap()));
    const { events } = await first.done(first.rollback());
    const probe = events.filter((event) => event.kind === "operation").findIndex((event) => event.name === "probe");
    expect(probe).toBeGreaterThan(-1);
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const fault: Fault = { what: "operation", at: probe + 1, how: "EACCES" };
    await here.refused(() => here.rollback({}, fault), 10, /cannot write into that folder/);
    await here.done(here.rollback());
  });

  test.each(
    eachNth(4, [
      [".swap", (root: string) => at.swap(root)],
      ["the installation", (root: string) => at.install(root)],
    ] as const),
  )("[D3] %s is a link or junction: refused as one, and nothing is written through it, not even the lock", async (_, place) => {
    const here = new Workstation(runner, "hand-made");
    const path = place(here.root);
    const elsewhere = join(here.folder, "elsewhere");
    here.change(() => {
      if (existsSync(path)) renameSync(path, elsewhere);
      else mkdirSync(elsewhere);
      symlinkSync(elsewhere, path, "junction");
    });
    const before = everything(elsewhere);
    for (const act of [() => here.deploy(here.swap()), () => here.rollback({ install: INSTALL })]) {
      await here.refused(act, 10, /is a link or junction/);
      expect(everything(elsewhere)).toEqual(before);
    }
  });

  test("[D3] a folder that is staged ahead has longer paths than one that is installed", async () => {
    const here = new Workstation(runner, "hand-made");
    const name = `lib/${"x".repeat(150)}.jar`;
    const long = here.swap({ files: { [`plugin/${name}`]: "PK" } });
    await here.refused(() => here.deploy(long, { stage: true }), 10, /259 characters/);
    expect((await here.deploy(long)).code).toBe(0);
  });

  test("[D4] a folder of our own is removed without following a link in it", async () => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap();
    const outside = join(here.folder, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "theirs.txt"), "theirs");
    await here.killedAt("plan", bundle);
    const [run = ""] = Object.keys(everything(at.swap(here.root))).filter((path) => /^\d{8}T[^/]*$/.test(path));
    symlinkSync(outside, join(at.swap(here.root), run, "new", "link"), "junction");
    await here.done(here.deploy(bundle));
    expect(existsSync(join(at.swap(here.root), run))).toBe(false);
    expect(readFileSync(join(outside, "theirs.txt"), "utf8")).toBe("theirs");
  });
});

test("[D3] started from inside the plug-in folder it leaves the folder; one that the prompt goes on holding is reported as what it is", async () => {
  const here = new Workstation(inProcess, "hand-made");
  const left: string[] = [];
  const leave = (folder: string) => {
    left.push(folder);
    return join(folder, "lib");
  };
  trial.overrides = { leave };
  await here.done(here.deploy(here.swap()));
  expect(left).toEqual([at.live(here.root)]);
  trial.overrides = { leave };
  const { code, err } = await here.deploy(here.swap({ release: "2606" }), {}, stuck);
  expect(err).toMatch(/started inside it .*lib/);
  expect(err).not.toMatch(/a program has/);
  expect(code).toBe(1618);
});

test("[D3] a file that cannot be read while the tool runs: the process that may have it open is named", async () => {
  const here = new Workstation(inProcess, "hand-made");
  const tool = { pid: 4711, name: "javaw.exe", user: "jane", path: "C:\\Tool\\jre\\bin\\javaw.exe", started: null };
  trial.overrides = { processes: () => Promise.resolve([tool]) };
  const fault: Fault = {
    what: "operation",
    at: 0,
    how: "scan",
    scan: { path: "connector.properties", milliseconds: null, alone: true },
  };
  const { code, err } = await here.deploy(here.swap(), {}, fault);
  expect(err).toMatch(/connector\.properties[\s\S]*javaw\.exe \(process 4711, user jane\)/);
  expect(code).toBe(1618);
});

test("[D3] a quotation mark that a backslash swallowed is explained", async () => {
  const here = new Workstation(inProcess, "hand-made");
  const { code, err } = await here.deploy(here.swap(), { install: 'C:\\X" --what-if' });
  expect(err).toMatch(/contains a quote[\s\S]*--install "C:\\X"/);
  expect(code).toBe(2);
});

test("[D3] paths have one spelling", () => {
  expect(plainWindowsPath("c:")).toBe("C:\\");
  expect(plainWindowsPath("C:\\..\\..\\x")).toBe("C:\\x");
  expect(plainWindowsPath("//srv/share/../a/./b/")).toBe("\\\\srv\\share\\a\\b");
  expect(plainWindowsPath("\\\\?\\UNC\\srv\\share\\a")).toBe("\\\\srv\\share\\a");
  expect(samePath("C:\\Tool", "c:/TOOL/", true)).toBe(true);
  expect(samePath("/opt/tool", "/opt/Tool", false)).toBe(false);
});
