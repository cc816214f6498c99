import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import { toolEvidence } from "../../../src/deploy/swap/inspect/evidence.ts";
import { findInstallation } from "../../../src/deploy/swap/inspect/find.ts";
import type { Where } from "../../../src/deploy/swap/protocol/targets.ts";
import { swapParts } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { INSTALL } from "./support/sample-records.ts";

const ROOT = resolve("/root");
const where: Where = { root: ROOT, install: null, clientFile: null, cwd: ROOT };

const manifestOf = (more: Partial<BundleManifest> = {}): BundleManifest => swapParts({ manifest: more }).manifest;

describe("the tool", () => {
  const versionFrom = { file: "bin\\etc\\tool.properties", pattern: "^version=(.+)$" };
  const manifest = manifestOf({ tool: { name: "Tool", row: "2024x", versionFrom } });
  const evidence = (files: MemoryFiles, of = manifest) => toolEvidence(files, INSTALL, of);
  const release = join(INSTALL, "jre", "release");
  const file = join(INSTALL, "bin", "etc", "tool.properties");

  test("[D7] row and Java are what the tool's own files say, as far as they are there", () => {
    expect(evidence(new MemoryFiles())).toEqual({ expected: "2024x", found: null, proven: false, java: null });
    const files = new MemoryFiles().file(release, 'A=1\nJAVA_VERSION="17.0.9"\n').file(file, "x\r\nversion=2024X \r\ny");
    expect(evidence(files)).toEqual({ expected: "2024x", found: "2024X", proven: true, java: "17.0.9" });
    files.file(release, "A=1\n").file(file, "nothing");
    expect(evidence(files)).toEqual({ expected: "2024x", found: null, proven: false, java: null });
    files.file(release, "JAVA_VERSION=11\n");
    expect(evidence(files, manifestOf({ tool: { name: null, row: "r", versionFrom: null } }))).toEqual({
      expected: "r",
      found: null,
      proven: false,
      java: "11",
    });
  });

  test("[D7] two different rows in that file prove nothing, one row in two spellings and a comment do", () => {
    const of = (text: string) => evidence(new MemoryFiles().file(file, text));
    for (const text of ["version=2022x\nversion=2024x\n", "version=2024x\nversion=2022x\n", "#version=2024x\n"])
      expect(of(text)).toMatchObject({ found: null, proven: false });
    for (const text of ["version=2024x\nversion=2024X \n", "#version=2022x\nversion=2024x\n"])
      expect(of(text)).toMatchObject({ found: "2024x", proven: true });
  });

  test("[D7] another row is refused; what does not look like a row is not repeated", () => {
    const says = (text: string) => () => evidence(new MemoryFiles().file(file, `version=${text}\n`));
    expect(says("2022x")).toThrow(
      "the installed tool reports '2022x' (bin\\etc\\tool.properties), but the bundle is for '2024x'",
    );
    expect(says("password=x")).toThrow("reports something else (not shown: it does not look like a row) (bin");
  });

  test("[D7] a link on the way to that file is not followed; a pattern that cannot be used is refused", () => {
    const files = new MemoryFiles().file(file, "version=2022x\n");
    files.link(join(INSTALL, "bin"), resolve("/elsewhere"));
    expect(evidence(files).found).toBeNull();
    const top = manifestOf({ tool: { name: null, row: "2024x", versionFrom: { file: "tool.txt", pattern: "^(.+)$" } } });
    expect(evidence(new MemoryFiles().file(join(INSTALL, "tool.txt"), "2024x"), top).found).toBe("2024x");
    // the installation itself may be reached by a link that the person named
    const behind = new MemoryFiles().file(join(INSTALL, "tool.txt"), "2024x").link(INSTALL, resolve("/real"));
    expect(evidence(behind, top).found).toBe("2024x");
    const wrong = manifestOf({ tool: { name: null, row: "2024x", versionFrom: { ...versionFrom, pattern: "(" } } });
    expect(() => evidence(new MemoryFiles().file(file, "x"), wrong)).toThrow(/versionFrom\.pattern '\(' cannot be used: it /);
  });
});

describe("the installation that is meant", () => {
  const of = (...paths: readonly string[]) => new MemoryFiles(Object.fromEntries(paths.map((path) => [path, null])));
  const found = (files: MemoryFiles, at: Where = where, programs: readonly string[] = []) =>
    findInstallation(files, at, programs);
  const deep = (count: number) => join(ROOT, ...Array.from({ length: count }, (_, i) => `f${i}`));

  test("[D8] it is the one below the root, at most five folders deep, with receipts or an unfinished run", () => {
    expect(found(of(join(deep(5), ".swap", "receipts")))).toBe(deep(5));
    expect(() => found(of(join(deep(6), ".swap", "receipts")))).toThrow(`found in ${ROOT}`);
    expect(found(of(join(ROOT, ".swap", "receipts")))).toBe(ROOT);
    expect(found(new MemoryFiles().file(join(deep(1), ".swap", "journal.json"), ""))).toBe(deep(1));
    expect(() => found(of(join(deep(1), ".swap")))).toThrow(/no Tierwright-managed installation/);
    const file = new MemoryFiles().file(join(deep(1), ".swap", "receipts"), "");
    expect(() => found(file)).toThrow(/no Tierwright-managed installation/);
    expect(found(file, { ...where, install: "named" })).toBe(join(ROOT, "named"));
  });

  test("[D8] more than one is refused with their names", () => {
    const [a, b] = [join(ROOT, "a"), join(ROOT, "b")];
    const two = of(join(b, ".swap", "receipts"), join(a, ".swap", "receipts"));
    expect(() => found(two)).toThrow(expect.objectContaining({ message: "2 installations were found", details: [a, b] }));
  });

  test("[D8] without a root the program folders and what lies right in them are searched", () => {
    const native = { ...where, root: null };
    const [x86, x64] = [resolve("/programs86"), resolve("/programs")];
    const one = of(join(x64, "tool", ".swap", "receipts"), x86);
    expect(found(one, native, [x86, x64])).toBe(join(x64, "tool"));
    const deeper = of(join(x64, "vendor", "tool", ".swap", "receipts"));
    expect(() => found(deeper, native, [x86, x64])).toThrow(`found in ${x86}, ${x64}`);
    expect(() => found(one, native)).toThrow("found in the program folders of Windows");
  });

  test("[D8] a folder of another user is passed over; another failure is none of that", () => {
    const files = of(join(ROOT, "a", "secret"), join(ROOT, "b", ".swap", "receipts"));
    files.denied.set(join(ROOT, "a"), "EACCES");
    expect(found(files)).toBe(join(ROOT, "b"));
    files.denied.set(join(ROOT, "a"), "EIO");
    expect(() => found(files)).toThrow("EIO");
  });
});
