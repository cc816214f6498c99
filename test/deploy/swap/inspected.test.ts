import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import { checkBindings } from "../../../src/deploy/swap/inspect/bindings.ts";
import { findCopies, secondCopies } from "../../../src/deploy/swap/inspect/copies.ts";
import { targetsOf, type Where } from "../../../src/deploy/swap/protocol/targets.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { swapParts } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { sampleBundle, sampleReceipt } from "./support/sample-records.ts";

const ROOT = resolve("/root");
const where: Where = { root: ROOT, install: null, clientFile: null, cwd: ROOT };
const none = { acceptDrift: false, switchEnvironment: false, allowDowngrade: null };

const manifestOf = (more: Partial<BundleManifest> = {}): BundleManifest => swapParts({ manifest: more }).manifest;
const targets = targetsOf(manifestOf(), where);

describe("what a bundle is bound to", () => {
  const files = new MemoryFiles().file(join(targets.live, "plugin.xml"), '<plugin id="com.example.connector"/>');
  const receipt = (more: Parameters<typeof sampleBundle>[0]) => sampleReceipt({ bundle: sampleBundle({ serial: 5, ...more }) });
  const check = (manifest: BundleManifest, last: Receipt | null, allowed: Parameters<typeof checkBindings>[4] = none) =>
    checkBindings(files, manifest, targets, last, allowed);

  test("[D6] environment, serial and connector are compared with the last receipt; what was allowed is a flag", () => {
    const same = manifestOf({ serial: 5 });
    expect(check(same, null)).toEqual([]);
    expect(check(same, receipt({}))).toEqual([]);
    expect(check(same, sampleReceipt({ bundle: null }))).toEqual([]);
    // another environment, whatever its serial is
    for (const serial of [4, 5, 6]) {
      const last = receipt({ environment: "pilot", serial });
      expect(() => check(same, last)).toThrow(/environment 'pilot' is installed, and the bundle is of 'production'/);
      expect(check(same, last, { ...none, switchEnvironment: true })).toEqual([{ flag: "--switch-environment", reason: null }]);
    }
    expect(() => check(manifestOf({ serial: 4 }), receipt({}))).toThrow(
      /\(serial 4\) is older than the installed one \(serial 5\)/,
    );
    expect(check(manifestOf({ serial: 4 }), receipt({}), { ...none, allowDowngrade: "why" })).toEqual([
      { flag: "--allow-downgrade", reason: "why" },
    ]);
    // a swap brings another connector, settings do not
    const other = receipt({ connector: "2406" });
    expect(check(same, other)).toEqual([]);
    expect(() => check(manifestOf({ serial: 5, kind: "settings" }), other)).toThrow(
      /connector 2406 is installed, but these settings/,
    );
    expect(check(manifestOf({ serial: 5, kind: "settings" }), receipt({}))).toEqual([]);
  });

  test("[D6] the folder has to be that of the same plug-in; an empty place is one for a swap alone", () => {
    const of = (descriptor: string) => new MemoryFiles().file(join(targets.live, "plugin.xml"), descriptor);
    const empty = new MemoryFiles();
    expect(checkBindings(empty, manifestOf(), targets, null, none)).toEqual([]);
    expect(() => checkBindings(empty, manifestOf({ kind: "settings" }), targets, null, none)).toThrow(/has no plug-in/);
    const other = of('<plugin id="com.other"/>');
    expect(() => checkBindings(other, manifestOf(), targets, null, none)).toThrow(/'com\.other'.*'com\.example\.connector'/);
    expect(() => checkBindings(of("<plugin/>"), manifestOf(), targets, null, none)).toThrow(/is 'without an id', but/);
  });
});

describe("second copies", () => {
  const ID = "com.example.connector";
  const XML = `<plugin id="${ID}"/>`;
  const copyIn = (...folders: readonly string[]) => {
    const files = new MemoryFiles();
    for (const folder of folders) files.file(join(folder, "plugin.xml"), XML);
    return files;
  };
  const find = (files: MemoryFiles) => findCopies({ files, windows: false }, ID, { ...targets, roots: [] }, where);

  test.each([
    ["the whole option in quotation marks", '"-Dmd.plugins.dir=C:\\\\\\\\a b;C:\\\\\\\\c"'],
    ["its value in quotation marks", '-Dmd.plugins.dir="C:\\\\\\\\a b;C:\\\\\\\\c"'],
    ["none, up to the next space", "-Dmd.plugins.dir=C:\\\\\\\\a;;C:\\\\\\\\c -Dx=1"],
  ])("[D6] the roots of JAVA_ARGS are looked through: %s", (_, option) => {
    const first = option.includes("a b") ? "a b" : "a";
    const copies = [join(ROOT, "C", first, "x"), join(ROOT, "C", "c", "y")];
    const files = copyIn(...copies);
    files.file(join(targets.install, "bin", "tool.properties"), `JAVA_ARGS=-Xmx1g ${option}\n`);
    expect(find(files)).toEqual({ beside: [], elsewhere: copies });
    files.file(join(targets.install, "bin", "tool.properties"), "OTHER=1\n");
    expect(find(files)).toEqual({ beside: [], elsewhere: [] });
    // only what is a properties file of the tool
    files.file(join(targets.install, "bin", "tool.PROPERTIES"), `JAVA_ARGS=${option}\n`);
    expect(find(files).elsewhere).toEqual(copies);
    files.entries.delete(join(targets.install, "bin", "tool.PROPERTIES"));
    files.file(join(targets.install, "bin", "tool.txt"), `JAVA_ARGS=${option}\n`);
    expect(find(files).elsewhere).toEqual([]);
  });

  test("[D6] a path in JAVA_ARGS that is not absolute starts from the tool's folder, and an empty one is none", () => {
    const files = copyIn(join(targets.install, "more", "x"), join(targets.install, "y"));
    files.file(join(targets.install, "bin", "tool.properties"), "JAVA_ARGS=-Dmd.plugins.dir=;more;\n");
    expect(find(files).elsewhere).toEqual([join(targets.install, "more", "x")]);
  });

  test.each(["EACCES", "EPERM"])(
    "[D6] what this account may not read of other users (%s) is left out; other failures are not",
    (code) => {
      const user = join(ROOT, "C", "Users", "jane");
      const plugins = join(user, "AppData", "Local", ".tool", "1", "plugins");
      const files = copyIn(join(plugins, "copy"), join(targets.plugins, "copy"));
      expect(find(files)).toEqual({ beside: [join(targets.plugins, "copy")], elsewhere: [join(plugins, "copy")] });
      for (const denied of [plugins, join(user, "AppData", "Local"), join(ROOT, "C", "Users")]) {
        files.denied.set(denied, code);
        expect(find(files)).toEqual({ beside: [join(targets.plugins, "copy")], elsewhere: [] });
        files.denied.set(denied, "EIO");
        expect(() => find(files)).toThrow("EIO");
        files.denied.clear();
      }
      files.denied.set(targets.plugins, code);
      expect(() => find(files)).toThrow(code);
    },
  );

  test("[D6] folders without a dot beside the users' tools, the live folder and other plug-ins are none", () => {
    const local = join(ROOT, "C", "Users", "jane", "AppData", "Local");
    const files = copyIn(join(local, "tool", "1", "plugins", "copy"), targets.live);
    files.file(join(targets.plugins, "other", "plugin.xml"), '<plugin id="com.other"/>');
    files.link(join(targets.plugins, "nowhere"), join(ROOT, "gone")).folder(join(targets.plugins, "empty"));
    expect(find(files)).toEqual({ beside: [], elsewhere: [] });
    expect(secondCopies({ files, windows: false }, ID, targets, where)).toEqual([]);
  });
});
