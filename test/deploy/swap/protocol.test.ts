import { join, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { treeDigest } from "../../../src/deploy/bundle/tree.ts";
import { linkOnTheWay, refuseLinks, wayFault } from "../../../src/deploy/swap/protocol/links.ts";
import {
  DeployStop,
  failureWords,
  inUseStop,
  isHeld,
  looksInUse,
  missingRight,
  refuseOnReadError,
  refusal,
} from "../../../src/deploy/swap/protocol/outcome.ts";
import { foldedPath, isWindowsPath, plainWindowsPath, samePath } from "../../../src/deploy/swap/protocol/paths.ts";
import { isChanged } from "../../../src/deploy/swap/protocol/plan.ts";
import { isProfile, nativePath, targetsOf, type Where } from "../../../src/deploy/swap/protocol/targets.ts";
import { filesBelow, listTree, recordOf, sameTree, stampBelow } from "../../../src/deploy/swap/protocol/tree.ts";
import { swapParts } from "./support/bundle.ts";
import { contentOf, profileText } from "./support/releases.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { INSTALL, memoryWorld, record } from "./support/sample-records.ts";

const ROOT = resolve("/root");
const of = (code: string, more: object = {}) => Object.assign(new Error(`${code}: first\nsecond`), { code, ...more });

describe("failures in words", () => {
  test("[D3] a file in use, a missing right and other failures are reported apart", () => {
    for (const code of ["EACCES", "EPERM", "EBUSY"]) expect(looksInUse(of(code))).toBe(true);
    expect(looksInUse(of("EIO"))).toBe(false);
    for (const windows of [true, false]) {
      expect(isHeld(of("EBUSY"), windows)).toBe(true);
      expect(isHeld(of("EACCES"), windows)).toBe(windows);
      expect(isHeld(of("EIO"), windows)).toBe(false);
    }
    const right = (more: object, code = "EACCES") =>
      missingRight(of(code, more))?.replace(/^this account lacks the right (.*): run this.*$/, "$1");
    expect(right({ syscall: "rename", path: "/a", dest: "/b" })).toBe(
      "to write in the folders of /a and /b, and in the folder that is moved",
    );
    expect(right({ syscall: "unlink", path: "/a" })).toMatch(/^to remove \/a: to write in its folder/);
    expect(right({ syscall: "rmdir", path: "/a" })).toBe("to remove /a: to write in the folder above it");
    expect(right({ syscall: "mkdir", path: "/a" }, "EPERM")).toBe("to create folders next to /a");
    expect(right({ syscall: "scandir", path: "/a" })).toBe("to list /a");
    expect(right({ syscall: "open", path: "/a" })).toBe("to open /a");
    expect(right({ syscall: "x", path: "/a" })).toBe("to use /a");
    expect(right({})).toBe("for that");
    expect(missingRight(of("EBUSY"))).toBeNull();
    expect(missingRight(of("EIO"))).toBeNull();
  });

  test("[D3] the path is named where the system names one, and never more than a line", () => {
    expect(failureWords(of("EIO"))).toBe("the disk reports an input/output error");
    expect(failureWords(of("EIO", { path: "/a" }))).toBe("/a: the disk reports an input/output error");
    expect(failureWords(of("EBUSY", { path: "/a", dest: "/b" }))).toBe("/a cannot be moved to /b: it is in use");
    expect(failureWords(of("EODD"))).toBe("EODD");
    expect(failureWords(new Error("first\nsecond"))).toBe("first");
    expect(failureWords("text")).toBe("an unknown failure");
    expect(failureWords(null)).toBe("an unknown failure");
    expect(failureWords(refusal("why", ""))).toBe("why");
    const MiB = 1024 * 1024;
    expect(failureWords(of("ERR_FS_FILE_TOO_LARGE", { path: "/a", size: MiB + 1, largest: MiB }))).toBe(
      "/a: it has 2 MiB, and at most 1 MiB are read",
    );
    expect(failureWords(of("ERR_FS_FILE_TOO_LARGE"))).toBe("it has 0 MiB, and at most 0 MiB are read");
  });

  test("[D3] what only reads and fails is a refusal; in use is one to try again; a fault of the program is itself", async () => {
    const ended = (error: unknown) => refuseOnReadError(() => Promise.reject(error)).catch((stop: unknown) => stop);
    expect(await refuseOnReadError(() => 7)).toBe(7);
    const stop = new DeployStop(12, "m", null);
    expect(await ended(stop)).toBe(stop);
    const own = new Error("own");
    expect(await ended(own)).toBe(own);
    expect(await ended(of("EBUSY", { path: "/a" }))).toMatchObject({
      code: 1618,
      message: "/a: it is in use; another program has it open",
      help: expect.stringMatching(/; nothing was written$/),
    });
    expect(await ended(of("EACCES", { path: "/a", syscall: "open" }))).toMatchObject({
      code: 10,
      help: expect.stringMatching(/^this account lacks the right to open \/a: .*; nothing was written$/),
    });
    expect(await ended(of("EIO"))).toMatchObject({ code: 10, help: "fix that and run this again; nothing was written" });
    expect(inUseStop(of("EBUSY"), "then", ["a"])).toMatchObject({ code: 1618, details: ["a"], drift: [] });
    expect(refusal("m", "h")).toMatchObject({ code: 10, message: "m", help: "h", details: [], drift: [] });
  });
});

describe("Windows paths", () => {
  test("[D3] one spelling of each", () => {
    const spelt: readonly (readonly [string, string])[] = [
      ["c:/a//b\\", "C:\\a\\b"],
      ["C:", "C:\\"],
      ["C:\\a\\.\\b\\..\\c", "C:\\a\\c"],
      ["C:\\..\\..\\a", "C:\\a"],
      ["C:\\a. \\b ..", "C:\\a\\b"],
      ["C:\\...\\x", "C:\\...\\x"],
      ["\\\\server\\share\\a\\..\\..\\..\\b", "\\\\server\\share\\b"],
      ["//server./share./a.", "\\\\server.\\share.\\a"],
      ["\\\\?\\C:\\a", "C:\\a"],
      ["\\\\.\\c:\\a", "C:\\a"],
      ["\\\\?\\UNC\\server\\share\\a", "\\\\server\\share\\a"],
      ["//?/unc/server/share", "\\\\server\\share"],
    ];
    for (const [path, plain] of spelt) expect([path, plainWindowsPath(path)]).toEqual([path, plain]);
    for (const path of ["C:\\a", "z:", "\\\\server\\share", "//server/share"]) expect(isWindowsPath(path)).toBe(true);
    for (const path of ["/a", "a\\b", "\\a", "\\\\\\a", "1:\\a"]) expect(isWindowsPath(path)).toBe(false);
    expect(samePath("C:\\A\\", "c:/a", true)).toBe(true);
    expect(samePath("C:\\A", "C:\\a", false)).toBe(false);
    expect(samePath("/A", "/a", true)).toBe(true);
    expect(samePath("/A", "/a", false)).toBe(false);
    expect(foldedPath("/A/./b", true)).toBe("/a/./b");
    expect(foldedPath("C:\\A\\.", false)).toBe("C:\\A\\.");
  });

  test("[D3] below a root the drive is a folder; without one the path is itself", () => {
    const at = (path: string, root: string | null = ROOT) =>
      nativePath(path, { root, cwd: INSTALL, install: null, clientFile: null });
    expect(at("C:\\a\\b")).toBe(join(ROOT, "C", "a", "b"));
    expect(at("\\\\server\\share\\a")).toBe(join(ROOT, "UNC", "server", "share", "a"));
    expect(at("c:/a", null)).toBe("C:\\a");
    expect(at("a/b")).toBe(join(INSTALL, "a", "b"));
    expect(at(resolve("/x"))).toBe(resolve("/x"));
  });
});

describe("targets", () => {
  const where: Where = { root: ROOT, install: null, clientFile: null, cwd: ROOT };
  const { manifest } = swapParts();
  const of2 = (paths: Partial<typeof manifest.paths> = {}, more: Partial<Where> = {}) =>
    targetsOf({ ...manifest, paths: { ...manifest.paths, ...paths } }, { ...where, ...more });

  test("[D3] each place as the manifest says it, and the installation as Windows names it", () => {
    const c = (...parts: readonly string[]) => join(ROOT, "C", ...parts);
    const tool = c("Program Files", "Tool 2024x");
    expect(of2()).toEqual({
      install: tool,
      plugins: join(tool, "plugins"),
      live: join(tool, "plugins", "com.example.connector"),
      swap: join(tool, ".swap"),
      client: c("ProgramData", "Vendor", "Client", "CommonClient.properties"),
      log4j2: c("ProgramData", "Vendor", "Client", "log4j2.xml"),
      profiles: [
        { id: "profile-1", path: join(tool, "profiles", "PLM_Profile.mdzip") },
        { id: "profile-2", path: c("Users", "Public", "PLM_Profile.mdzip") },
      ],
      strays: [join(tool, "plugins", "PLM_Profile.mdzip"), c("Users", "Public", "Documents", "PLM_Profile.mdzip")],
      roots: [join(tool, "plugins"), join(ROOT, "D", "shared", "plugins")],
      knownProfiles: [contentOf(profileText("2506"))],
      windowsInstall: "C:\\Program Files\\Tool 2024x",
    });
    const other = contentOf("another");
    expect(of2({ knownProfiles: [other] }).knownProfiles).toEqual([other, contentOf(profileText("2506"))]);
    expect(of2({ profile: null, knownProfiles: [other] }).knownProfiles).toEqual([]);
    expect(of2({ roots: ["{install}\\plugins", "{install}/plugins"] }).roots).toEqual([join(tool, "plugins")]);
    expect(of2({ log4j2: null }).log4j2).toBeNull();
    expect(["profile-1", "client"].map((id) => isProfile({ id }))).toEqual([true, false]);
  });

  test("[D3] --install and --client-file: log4j2.xml goes along where both lie in one folder", () => {
    const other = of2({}, { install: "d:\\other", clientFile: "E:\\x\\my.properties" });
    expect(other.install).toBe(join(ROOT, "D", "other"));
    expect(other.windowsInstall).toBe("D:\\other");
    expect(other.client).toBe(join(ROOT, "E", "x", "my.properties"));
    expect(other.log4j2).toBe(join(ROOT, "E", "x", "log4j2.xml"));
    expect(other.profiles[0]?.path).toBe(join(ROOT, "D", "other", "profiles", "PLM_Profile.mdzip"));
    expect(of2({}, { install: "tool" }).windowsInstall).toBe("C:\\Program Files\\Tool 2024x");
    const apart = of2({ log4j2: "C:\\Logs\\log4j2.xml" }, { clientFile: "E:\\x\\my.properties" });
    expect(apart.log4j2).toBe(join(ROOT, "C", "Logs", "log4j2.xml"));
    const cased = of2({ log4j2: "c:\\PROGRAMDATA\\Vendor\\client\\log4j2.xml" }, { clientFile: "E:\\x\\my.properties" });
    expect(cased.log4j2).toBe(join(ROOT, "E", "x", "log4j2.xml"));
    const native = of2({}, { clientFile: join("below", "my.properties") });
    expect(native.client).toBe(join(ROOT, "below", "my.properties"));
    expect(native.log4j2).toBe(join(ROOT, "below", "log4j2.xml"));
  });
});

describe("links", () => {
  test("[D3] what is there has to be of its kind", () => {
    const files = new MemoryFiles().file(join(ROOT, "f"), "").link(join(ROOT, "l"), ROOT);
    const refuse = (name: string, kind: "file" | "folder") => () =>
      refuseLinks({ files }, [join(ROOT, "none"), join(ROOT, name)], kind);
    expect(refuse("f", "file")).not.toThrow();
    expect(refuse("f", "folder")).toThrow(`${join(ROOT, "f")} is a file, and a folder is expected`);
    expect(refuse("l", "file")).toThrow(`${join(ROOT, "l")} is a link or junction`);
    expect(() => refuseLinks({ files }, [ROOT], "folder")).not.toThrow();
  });

  test("[D3] the way to a path: below the root, or on Windows from the drive on", () => {
    const path = join(ROOT, "a", "b", "c");
    const way = (files: MemoryFiles, root: string | null, windows = false) => linkOnTheWay({ files, windows }, path, root);
    const link = (name: string) => new MemoryFiles().link(join(ROOT, name), ROOT);
    expect(way(new MemoryFiles(), ROOT)).toBeNull();
    expect(way(new MemoryFiles().folder(join(ROOT, "a", "b")), ROOT)).toBeNull();
    expect(way(link("a"), ROOT)).toBe(join(ROOT, "a"));
    expect(way(link(join("a", "b")), ROOT)).toBe(join(ROOT, "a", "b"));
    expect(way(new MemoryFiles().file(join(ROOT, "a"), ""), ROOT)).toBe(join(ROOT, "a"));
    // the path itself, the root and what lies above are not asked
    expect(way(link(join("a", "b", "c")), ROOT)).toBeNull();
    expect(way(new MemoryFiles().link(ROOT, INSTALL), ROOT)).toBeNull();
    expect(way(link("a"), resolve("/other"))).toBeNull();
    expect(way(link("a"), ROOT.slice(0, -1))).toBeNull();
    expect(way(link("a"), null)).toBeNull();
    expect(way(link("a"), null, true)).toBe(join(ROOT, "a"));
    expect(way(new MemoryFiles().link(ROOT, INSTALL), null, true)).toBe(ROOT);
    expect(way(new MemoryFiles().special(resolve("/")), null, true)).toBeNull();
    const world = { files: link("a"), windows: false };
    expect(wayFault(world, [join(ROOT, "x", "y"), path], ROOT)).toBe(
      `${join(ROOT, "a")}, on the way to ${path}, is a link or not a folder: what is written there would be stored elsewhere`,
    );
    expect(wayFault(world, [join(ROOT, "x", "y")], ROOT)).toBeNull();
  });
});

describe("trees", () => {
  const machine = () =>
    new MemoryFiles()
      .file(join(ROOT, "b"), "1")
      .file(join(ROOT, "a", "z"), "2", 5)
      .file(join(ROOT, "a.x"), "3")
      .folder(join(ROOT, "empty"));

  test("[D4] every file by its path, ordinally, whatever the system lists first", () => {
    expect(filesBelow(machine(), ROOT)).toEqual([
      { path: "a.x", size: 1, modified: 1 },
      { path: "a/z", size: 1, modified: 5 },
      { path: "b", size: 1, modified: 1 },
    ]);
    const listed = listTree(machine(), ROOT);
    const rows = [
      { path: "a.x", ...record("3") },
      { path: "a/z", ...record("2") },
      { path: "b", ...record("1") },
    ];
    expect(listed).toEqual({ files: rows, record: { sha256: treeDigest(rows), files: 3 }, stamp: stampBelow(machine(), ROOT) });
    expect(listTree(new MemoryFiles(), ROOT)).toBeNull();
    expect(stampBelow(new MemoryFiles().file(ROOT, ""), ROOT)).toBeNull();
    expect(listTree(new MemoryFiles().file(ROOT, ""), ROOT)).toBeNull();
    expect(stampBelow(machine(), ROOT)).not.toBe(stampBelow(machine().file(join(ROOT, "b"), "1", 2), ROOT));
    expect(recordOf([])).toEqual({ sha256: treeDigest([]), files: 0 });
  });

  test("[D4] a link or special file is refused, or told where that is asked; one that is deleted meanwhile is none", () => {
    const link = join(ROOT, "l");
    expect(() => listTree(machine().link(link, INSTALL), ROOT)).toThrow(`${link} is a link or special file`);
    const odd: string[] = [];
    expect(listTree(machine().special(link), ROOT, odd)?.files).toHaveLength(3);
    expect(odd).toEqual([link]);
    const gone = machine();
    const { stat } = gone;
    gone.stat = (path) => (path === join(ROOT, "b") ? null : stat.call(gone, path));
    expect(filesBelow(gone, ROOT).map(({ path }) => path)).toEqual(["a.x", "a/z"]);
  });

  test("[D4] two trees are the same by their digest; none is the same as none", () => {
    const [a, b] = [recordOf([]), { ...recordOf([]), files: 7 }];
    expect(sameTree(a, b)).toBe(true);
    expect(sameTree(a, { ...a, sha256: "x" })).toBe(false);
    expect([sameTree(null, null), sameTree(a, null), sameTree(null, a)]).toEqual([true, false, false]);
  });

  test("[D8] a value counts as changed where it differs, and a secret always", () => {
    expect(isChanged({ key: "a", before: "1", after: "1" })).toBe(false);
    expect(isChanged({ key: "a", before: "1", after: null })).toBe(true);
    expect(isChanged({ key: "a", before: null, after: null, secret: true })).toBe(true);
    expect(memoryWorld(machine()).windows).toBe(false);
    expect(sep).toHaveLength(1);
  });
});
