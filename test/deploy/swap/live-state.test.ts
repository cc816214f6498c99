import { join, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { treeDigest } from "../../../src/deploy/bundle/tree.ts";
import { keptFaults, refuseKept } from "../../../src/deploy/swap/inspect/kept-values.ts";
import { differences } from "../../../src/deploy/swap/inspect/live-state.ts";
import { Layout } from "../../../src/deploy/swap/protocol/layout.ts";
import type { Where } from "../../../src/deploy/swap/protocol/targets.ts";
import type { Judged } from "../../../src/kernel/records/read.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import {
  CLIENT,
  INSTALL,
  LIVE,
  memoryWorld,
  NOWHERE,
  record,
  sampleReceipt,
  sampleState,
  SWAP,
} from "./support/sample-records.ts";

const ROOT = resolve("/root");
const where: Where = { root: ROOT, install: null, clientFile: null, cwd: ROOT };

describe("kept values", () => {
  const said = (text: string, key: string, compiled: Record<string, string> | null = null) =>
    keptFaults(Buffer.from(text), [key], compiled && new Map(Object.entries(compiled))).map((fault) => fault.text);

  test("[C7] a key that names a directory, by its name or by what the bundle would write there, is a whole path", () => {
    expect(said("A_DIR=x\n", "A_DIR")).toEqual([
      "A_DIR is written as 'x', which Java reads as 'x': it is relative: it lies below the tool's own folder",
    ]);
    for (const key of ["DIRECTORY", "TCIntImportWorkingDir", "my_dir"]) expect(said(`${key}=x\n`, key)).toHaveLength(1);
    expect(said("PLACE=x\n", "PLACE")).toEqual([]);
    expect(said("PLACE=x\n", "PLACE", { PLACE: "C:\\a" })).toHaveLength(1);
    expect(said("PLACE=x\n", "PLACE", { PLACE: "y" })).toEqual([]);
    expect(said("PLACE=x\n", "PLACE", { PLACE: "" })).toEqual([]);
    expect(said("PLACE=x\n", "PLACE", { OTHER: "C:\\a" })).toEqual([]);
    expect(said("OTHER=x\n", "A_DIR")).toEqual([]);
  });

  test("[C7] nothing, or spaces, is a fault where something is needed", () => {
    const empty = "it is empty or only spaces";
    expect(said("A_DIR=\n", "A_DIR")).toEqual([`A_DIR is written as '', which Java reads as '': ${empty}`]);
    expect(said("PLACE=\n", "PLACE")).toEqual([]);
    expect(said("PLACE=\n", "PLACE", { PLACE: "" })).toEqual([]);
    expect(said("PLACE=\\u0020\n", "PLACE", { PLACE: "y" })[0]).toContain(empty);
    expect(said("PLACE=\\u0020\n", "PLACE", { PLACE: "" })).toEqual([]);
  });

  test("[C7] a single backslash is reported by what Java makes of it, in any value that begins like a path", () => {
    expect(said("PLACE=C:\\temp\n", "PLACE")).toEqual([
      "PLACE is written as 'C:\\temp', which Java reads as 'C:<TAB>emp': a single backslash turns the letter after it into a control character",
    ]);
    expect(said("PLACE=C:\\name\\rest\\form\n", "PLACE")[0]).toContain("'C:<LF>ame<CR>est<FF>orm'");
    expect(said("PLACE=C:\\Data\n", "PLACE")).toEqual([
      "PLACE is written as 'C:\\Data', which Java reads as 'C:Data': a single backslash is dropped, so it names another folder than intended",
    ]);
    expect(said("PLACE=C\\:\\\\Data\n", "PLACE")).toEqual([]);
    expect(said("PLACE=some\\text\n", "PLACE")).toEqual([]);
    for (const spelt of ["some\\data", "\\data"])
      expect(said(`A_DIR=${spelt}\n`, "A_DIR")[0]).toContain("a single backslash is dropped");
  });

  test("[C7] a deploy that would keep them is refused with each line; one that keeps nothing is not", () => {
    const live = (text: string) => ({ path: CLIENT, bytes: Buffer.from(text), values: new Map() });
    expect(refuseKept(null, ["A_DIR"], null)).toBeUndefined();
    expect(refuseKept(live("A_DIR=C:/x\n"), ["A_DIR"], null)).toBeUndefined();
    const refused = (text: string) => () => refuseKept(live(text), ["A_DIR", "B_DIR"], null);
    expect(refused("A_DIR=x\n")).toThrow(`${CLIENT} has a value that this deploy would keep (workstation.keep)`);
    expect(refused("A_DIR=x\n\nB_DIR=y\n")).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`${CLIENT} has 2 values that this deploy would keep`),
        details: [expect.stringMatching(/^line 1: A_DIR is/), expect.stringMatching(/^line 3: B_DIR is/)],
      }),
    );
  });
});

describe("what lies there against the receipt", () => {
  const layout = new Layout(SWAP, NOWHERE);
  const conf = join(LIVE, "conf", "connector.properties");
  const logger = join(LIVE, "conf", "logger.properties");
  const jar = { path: "lib/a.jar", ...record("jar") };
  const rows = [
    { path: "conf/connector.properties", ...record("a=1\n") },
    { path: "conf/logger.properties", ...record("l=1\n") },
    jar,
  ];
  const state = sampleState({
    tree: { sha256: treeDigest(rows), files: rows },
    values: [
      { file: "connector", key: "a", value: "1" },
      { file: "logger", key: "l", value: "1" },
      { file: "client", key: "c", value: "1" },
    ],
    files: [
      { id: "client", path: CLIENT, ...record("c=1\n") },
      { id: "profile-1", path: join(INSTALL, "profile.mdzip"), ...record("profile") },
    ],
  });
  const receipt = sampleReceipt({ state });
  const machine = () =>
    new MemoryFiles()
      .file(conf, "a=1\n")
      .file(logger, "l=1\n")
      .file(join(LIVE, "lib", "a.jar"), "jar")
      .file(CLIENT, "c=1\nother=2\n")
      .file(join(INSTALL, "profile.mdzip"), "profile");
  const found = (files: MemoryFiles, of: Judged<Receipt> = receipt) =>
    differences(memoryWorld(files), layout, of, { ...where, root: null }).map(({ kind, file, key }) =>
      `${kind} ${file.replace(INSTALL + sep, "")}${key === null ? "" : ` ${key}`}`.replaceAll("\\", "/"),
    );
  const inLive = (path: string) => `plugins/com.example.connector/${path}`;

  test("[D9] nothing differs where everything is as installed, spelt as it may be", () => {
    expect(found(machine())).toEqual([]);
    expect(found(machine().file(conf, "# a comment\na : 1"))).toEqual([]);
  });

  test("[D9] missing, changed, foreign files and links of the folder; conf and logger are compared decoded", () => {
    expect(found(machine().file(join(LIVE, "lib", "a.jar"), "JAR"))).toEqual([`changed ${inLive("lib/a.jar")}`]);
    expect(found(machine().file(join(LIVE, "lib", "b.jar"), "jar"))).toEqual([`foreign ${inLive("lib/b.jar")}`]);
    expect(found(machine().link(join(LIVE, "lib", "b.jar"), CLIENT))).toEqual([`link ${inLive("lib/b.jar")}`]);
    const gone = machine();
    gone.entries.delete(join(LIVE, "lib", "a.jar"));
    expect(found(gone)).toEqual([`missing ${inLive("lib/a.jar")}`]);
    expect(found(machine().link(LIVE, INSTALL))).toEqual([`link ${inLive("").slice(0, -1)}`]);
    expect(found(machine().file(conf, "a=2\nz=1\n").file(logger, "l=2\n"))).toEqual([
      `value ${inLive("conf/connector.properties")} a`,
      `value ${inLive("conf/connector.properties")} z`,
      `value ${inLive("conf/logger.properties")} l`,
    ]);
    expect(found(machine().file(conf, "a=\\u00zz\n"))).toEqual([`unreadable ${inLive("conf/connector.properties")}:1`]);
  });

  test("[D9] of the client file the expected keys alone count; a profile is its bytes", () => {
    expect(found(machine().file(CLIENT, "c=2\nother=3\n"))).toEqual([`value ${CLIENT.replaceAll("\\", "/")} c`]);
    const none = machine();
    none.entries.delete(CLIENT);
    expect(found(none)).toEqual([`missing ${CLIENT.replaceAll("\\", "/")}`]);
    const without = sampleReceipt({ state: { ...state, values: state.values.filter(({ file }) => file !== "client") } });
    expect(found(none, without)).toEqual([]);
    const secrets = [{ file: "client" as const, key: "s" }];
    expect(found(none, sampleReceipt({ state: { ...state, values: [], secrets } }))).toContain(
      `missing ${CLIENT.replaceAll("\\", "/")}`,
    );
    expect(found(machine().file(join(INSTALL, "profile.mdzip"), "edited"))).toEqual(["changed profile.mdzip"]);
    const profile = machine();
    profile.entries.delete(join(INSTALL, "profile.mdzip"));
    expect(found(profile)).toEqual(["missing profile.mdzip"]);
  });

  test("[D9, C7] secrets and kept keys are not compared; a secret that is deleted, or a kept value nobody could use, is reported", () => {
    const of = sampleReceipt({ state: { ...state, secrets: [{ file: "connector", key: "s" }], keep: ["K_DIR"] } });
    expect(found(machine().file(conf, "a=1\ns=hidden\nK_DIR=C:/x\n"), of)).toEqual([]);
    expect(found(machine().file(conf, "a=1\nK_DIR=x\n"), of)).toEqual([
      `value ${inLive("conf/connector.properties")} s`,
      `kept ${inLive("conf/connector.properties")}:2 K_DIR`,
    ]);
    // kept keys are of the connector's file alone
    expect(found(machine().file(logger, "l=1\nK_DIR=x\n").file(conf, "a=1\ns=1\n"), of)).toEqual([
      `value ${inLive("conf/logger.properties")} K_DIR`,
    ]);
    const [gone] = differences(memoryWorld(machine()), layout, of, { ...where, root: null });
    expect(gone).toMatchObject({ key: "s", secret: true, expected: null, found: null });
  });

  test("[D9] a value that the bundle decides is reported on both sides, hidden where it looks like a secret; of others the name", () => {
    const both = (files: MemoryFiles, of: Judged<Receipt>) =>
      differences(memoryWorld(files), layout, of, { ...where, root: null }).map(({ expected, found: is }) => [expected, is]);
    expect(both(machine().file(conf, "b=2\n"), receipt)).toEqual([
      ["(hidden)", null],
      [null, "(hidden)"],
    ]);
    const decided = [{ file: "connector" as const, key: "a", value: "1", decided: true }, ...state.values.slice(1)];
    expect(both(machine().file(conf, "a=2\n"), sampleReceipt({ state: { ...state, values: decided } }))).toEqual([["1", "2"]]);
    const named = [{ file: "connector" as const, key: "b" }];
    expect(both(machine().file(conf, "a=1\nb=2\n"), sampleReceipt({ state: { ...state, named } }))).toEqual([]);
    const values = [...state.values, { file: "connector" as const, key: "A_PASSWORD", value: "x" }];
    expect(both(machine().file(conf, "a=1\nA_PASSWORD=y\n"), sampleReceipt({ state: { ...state, values } }))).toEqual([
      ["(hidden)", "(hidden)"],
    ]);
  });

  test("[D9] a connector without a logger has none to compare", () => {
    const plugin = { ...receipt.plugin, logger: null };
    const tree = { sha256: treeDigest(rows.slice(0, 1)), files: rows.slice(0, 1) };
    const files = machine();
    files.entries.delete(logger);
    files.entries.delete(join(LIVE, "lib", "a.jar"));
    const values = state.values.filter(({ file }) => file !== "logger");
    expect(found(files, sampleReceipt({ plugin, state: { ...state, tree, values } }))).toEqual([]);
    expect(found(files, sampleReceipt({ plugin, state: { ...state, tree } }))).toEqual([]);
  });

  test("[D9] an unfinished run and a receipt without a state are reported; second copies and stale profiles only where a bundle stands", () => {
    const unfinished = machine().file(layout.journal, "{}");
    expect(found(unfinished)).toEqual(["unfinished .swap/journal.json"]);
    expect(found(unfinished, sampleReceipt({ state: null }))).toEqual([
      "unfinished .swap/journal.json",
      "no-state .swap/receipts",
    ]);
    const more = join(INSTALL, "more");
    const stray = join(INSTALL, "stray.mdzip");
    const paths = { client: CLIENT, roots: [more], strays: [stray] };
    const files = machine()
      .file(join(INSTALL, "plugins", "copy", "plugin.xml"), `<plugin id="${receipt.plugin.id}"/>`)
      .file(join(more, "x", "plugin.xml"), `<plugin id="${receipt.plugin.id}"/>`)
      .file(stray, "stale");
    expect(found(files, sampleReceipt({ state, paths }))).toEqual([
      "second-copy plugins/copy",
      "copy-elsewhere more/x",
      "loose-profile stray.mdzip",
    ]);
    expect(found(files)).toEqual(["second-copy plugins/copy"]);
    expect(found(files, sampleReceipt({ state, paths, bundle: null }))).toEqual([]);
    expect(found(machine().file(stray, "profile"))).toEqual(["loose-profile stray.mdzip"]);
    expect(found(machine().folder(stray), sampleReceipt({ state, paths }))).toEqual([]);
    const settings = sampleReceipt({ state: { ...state, tree: null }, paths });
    expect(found(files, settings).filter((line) => !line.startsWith("foreign"))).toEqual([]);
  });
});
