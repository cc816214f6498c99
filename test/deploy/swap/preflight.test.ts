import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import type { SwapWorld, ToolProcess } from "../../../src/platform/machine.ts";
import { toolRunningStop, missingFolders, preflight } from "../../../src/deploy/swap/inspect/preflight.ts";
import { Layout } from "../../../src/deploy/swap/protocol/layout.ts";
import { targetsOf, type Where } from "../../../src/deploy/swap/protocol/targets.ts";
import { swapParts } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { memoryWorld, sampleBundle, sampleReceipt, sampleState } from "./support/sample-records.ts";

const ROOT = resolve("/root");
const below: Where = { root: ROOT, install: null, clientFile: null, cwd: ROOT };
const none = { acceptDrift: false, switchEnvironment: false, allowDowngrade: null };
const manifestOf = (more: Partial<BundleManifest> = {}): BundleManifest => swapParts({ manifest: more }).manifest;
const manifest = manifestOf();
const targets = targetsOf(manifest, below);
const layout = new Layout(targets.swap, { root: ROOT, windows: false, named: [] });
const conf = join(targets.live, manifest.plugin.conf);
const logger = join(targets.live, manifest.plugin.logger ?? "");
const [stray = ""] = targets.strays;
const PROCESS: ToolProcess = { pid: 7, name: "tool.exe", user: "jane", path: "C:\\Tool\\bin", started: null };

const machine = () =>
  new MemoryFiles()
    .file(join(targets.live, "plugin.xml"), '<plugin id="com.example.connector"/>')
    .file(conf, "a=1\n")
    .file(logger, "l=1\n")
    .file(targets.client, "c=1\n")
    .folder(dirname(targets.log4j2 ?? ""))
    .folder(dirname(targets.profiles[0]?.path ?? ""))
    .folder(dirname(targets.profiles[1]?.path ?? ""));

const look = (files: MemoryFiles, more: Partial<SwapWorld> = {}, of = manifest, where = below) =>
  preflight(memoryWorld(files, more), of, targetsOf(of, where), where, layout, none);

const settings = manifestOf({ kind: "settings", files: [], tree: null });

describe("what preflight finds", () => {
  test("[D3] the live files decoded, the folder as it lies, stale copies, processes; nothing is written", async () => {
    const files = machine()
      .file(stray, "stray")
      .folder(targets.strays[1] ?? "");
    files.file(join(targets.plugins, "copy", "plugin.xml"), '<plugin id="com.example.connector"/>');
    const found = await look(files, { processes: () => Promise.resolve([PROCESS]) });
    expect(found).toMatchObject({ receipt: null, flags: [], processes: [PROCESS] });
    expect(found.conf).toEqual({ path: conf, bytes: Buffer.from("a=1\n"), values: new Map([["a", "1"]]) });
    expect(found.logger?.values).toEqual(new Map([["l", "1"]]));
    expect(found.client?.values).toEqual(new Map([["c", "1"]]));
    expect(found.tree?.files.map(({ path }) => path)).toEqual([
      "conf/connector.properties",
      "conf/logger.properties",
      "plugin.xml",
    ]);
    expect(found.strays).toEqual([join(targets.plugins, "copy"), stray]);
    expect(files.done).toEqual([]);
    // settings leave what lies beside alone
    expect((await look(files, {}, settings)).strays).toEqual([]);
  });

  test("[D3] what is not there is null, and so is the logger of a connector without one", async () => {
    const files = machine();
    for (const path of [conf, logger, targets.client, join(targets.live, "plugin.xml")]) files.entries.delete(path);
    expect(await look(files)).toMatchObject({ conf: null, logger: null, client: null });
    const plugin = { ...manifest.plugin, logger: null };
    expect(await look(machine(), {}, manifestOf({ plugin }))).toMatchObject({ logger: null });
  });

  test("[D8] secrets are those of the bundle and of the receipts, by file", async () => {
    const of = manifestOf({ values: [{ file: "connector", key: "m", secret: "NAME", unit: false }] });
    const state = sampleState({ secrets: [{ file: "client", key: "r" }] });
    const receipt = sampleReceipt({
      state,
      bundle: sampleBundle({ serial: 1 }),
      install: targets.install,
      paths: { client: targets.client },
    });
    const files = machine().file(layout.receipt(receipt.sequence, receipt.run), JSON.stringify(receipt));
    expect((await look(files, {}, of)).secrets).toEqual({ connector: new Set(["m"]), client: new Set(["r"]), logger: new Set() });
  });
});

describe("what preflight refuses", () => {
  test("[D3] a read-only file that the run would write: of a swap those outside the folder, of settings both", async () => {
    const reads = async (path: string, of: BundleManifest) => {
      const files = machine().file(path, contentOf(path));
      files.readOnly.add(path);
      return look(files, {}, of).then(
        () => "fine",
        (error: Error) => error.message,
      );
    };
    const contentOf = (path: string) => (path === conf ? "a=1\n" : "x");
    const says = (path: string) => `${path} is read-only, but must be written together with the others`;
    const log4j2 = targets.log4j2 ?? "";
    expect(await reads(targets.client, manifest)).toBe(says(targets.client));
    expect(await reads(log4j2, manifest)).toBe(says(log4j2));
    expect(await reads(targets.profiles[1]?.path ?? "", manifest)).toBe(says(targets.profiles[1]?.path ?? ""));
    expect(await reads(conf, manifest)).toBe("fine");
    expect(await reads(conf, settings)).toBe(says(conf));
    expect(await reads(log4j2, settings)).toBe("fine");
    expect(await reads(targets.client, settings)).toBe(says(targets.client));
  });

  test("[D3] a disk with less room than the new folder and a tenth more, and a megabyte", async () => {
    const of = manifestOf({ files: [{ path: "plugin/lib/a.jar", size: 10_000_000, sha256: "" }] });
    const free = (bytes: number | null) => look(machine(), { free: () => bytes }, of);
    await expect(free(12_000_000)).resolves.toBeDefined();
    await expect(free(null)).resolves.toBeDefined();
    await expect(free(11_999_999)).rejects.toThrow(
      `${targets.install} has 12 MB free, but 12 MB are needed to stage the new folder next to the old one`,
    );
    await expect(free(1_000_000)).rejects.toThrow("has 1 MB free, but 12 MB are needed");
    await expect(look(machine(), { free: () => 999_999 }, settings)).rejects.toThrow("has 1 MB free, but 1 MB are needed");
  });

  test("[D3] a tool that is not installed is refused without a root alone; the folders of a swap have to be there then", async () => {
    const native: Where = { ...below, root: null, install: join(ROOT, "C", "Program Files", "Tool 2024x") };
    const paths = {
      ...manifest.paths,
      client: join(ROOT, "c", "client.properties"),
      log4j2: null,
      profiles: [],
      strays: [],
      roots: [],
    };
    const of = manifestOf({ paths });
    const there = machine().folder(join(ROOT, "c"));
    await expect(look(there, {}, of, native)).resolves.toBeDefined();
    await expect(look(new MemoryFiles(), {}, of, native)).rejects.toThrow(`the tool is not installed in ${native.install}`);
    await expect(look(machine(), {}, of, native)).rejects.toThrow(
      expect.objectContaining({
        message: `${join(ROOT, "c")} does not exist, but a file must be written there`,
        details: [join(ROOT, "c")],
      }),
    );
    await expect(look(new MemoryFiles(), {}, of)).resolves.toBeDefined();
  });

  test("[D3] a link where a folder or file of the run is, or on the way to one", async () => {
    for (const path of [targets.live, targets.plugins, targets.swap, layout.at("ready"), layout.at("strays")]) {
      const files = machine();
      for (const item of [...files.entries.keys()]) if (item.startsWith(path)) files.entries.delete(item);
      await expect(look(files.link(path, ROOT))).rejects.toThrow(`${path} is a link or junction`);
    }
    for (const path of [targets.client, targets.log4j2 ?? "", targets.profiles[0]?.path ?? ""])
      await expect(look(machine().link(path, ROOT))).rejects.toThrow(`${path} is a link or junction`);
    const above = dirname(stray.replace("plugins", "other"));
    const strays = manifestOf({ paths: { ...manifest.paths, strays: ["{install}\\other\\x.mdzip"] } });
    await expect(look(machine().link(above, ROOT), {}, strays)).rejects.toThrow(
      /on the way to .*x\.mdzip, is a link or not a folder/,
    );
  });

  test("[D3] a long path stops a swap, and settings stage nothing", async () => {
    const long = [{ path: `plugin/${"n".repeat(240)}`, size: 1, sha256: "" }];
    await expect(look(machine(), {}, manifestOf({ files: long }))).rejects.toThrow(/would be longer than the 259 characters/);
    await expect(look(machine(), {}, { ...settings, files: long })).resolves.toBeDefined();
  });

  test("[D3] a second copy in another root stops a swap, and settings bring no plug-in", async () => {
    const files = machine().file(join(ROOT, "D", "shared", "plugins", "x", "plugin.xml"), '<plugin id="com.example.connector"/>');
    await expect(look(files)).rejects.toThrow(/a second copy of com\.example\.connector/);
    await expect(look(files, {}, settings)).resolves.toBeDefined();
  });

  test("[D3] a file that a program holds is one to try again, with the programs that run there; another failure is none", async () => {
    const processes = () => Promise.resolve([PROCESS, { ...PROCESS, user: null }]);
    const files = machine();
    files.denied.set(conf, "EBUSY");
    await expect(look(files, { processes })).rejects.toMatchObject({
      code: 1618,
      details: ["tool.exe (process 7, user jane): C:\\Tool\\bin", "tool.exe (process 7): C:\\Tool\\bin"],
    });
    for (const code of ["EACCES", "EIO"]) {
      files.denied.set(conf, code);
      await expect(look(files, { processes, windows: true })).rejects.toThrow(code);
    }
  });

  test("[D3] a tool that runs is reported with its processes and 1618", () => {
    expect(toolRunningStop([PROCESS], "C:\\Tool")).toMatchObject({
      code: 1618,
      message: "the tool is running from C:\\Tool: its plug-in folder cannot be replaced",
      details: ["tool.exe (process 7, user jane): C:\\Tool\\bin"],
    });
  });
});

describe("folders that a run makes", () => {
  const missing = (files: MemoryFiles, swap: boolean, of = targets) => missingFolders(memoryWorld(files), of, swap);

  test("[D3] those on the way to what it writes, outermost first, each once", () => {
    const { plugins, client, profiles, log4j2 } = targets;
    const chain = (folder: string): string[] => (folder === dirname(folder) ? [] : [...chain(dirname(folder)), folder]);
    const all = new Set(
      [dirname(client), plugins, ...profiles.map(({ path }) => dirname(path)), dirname(log4j2 ?? "")].flatMap(chain),
    );
    const top = resolve("/");
    expect(new Set(missing(new MemoryFiles({ [top]: null }), true))).toEqual(all);
    expect(missing(new MemoryFiles({ [top]: null }), true)).toHaveLength(all.size);
    expect(missing(new MemoryFiles({ [top]: null }), false)).toEqual(chain(dirname(client)));
    expect(missing(machine(), true)).toEqual([]);
    expect(missing(machine(), false)).toEqual([]);
    // a drive that is not there has nothing above it
    expect(missing(new MemoryFiles(), false)).toEqual(chain(dirname(client)));
    const elsewhere = { ...targets, log4j2: join(ROOT, "logs", "log4j2.xml") };
    expect(missing(machine(), true, elsewhere)).toEqual([join(ROOT, "logs")]);
    expect(missing(machine(), false, elsewhere)).toEqual([]);
    expect(missing(machine(), true, { ...targets, log4j2: null })).toEqual([]);
  });
});
