import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeFileAtomic, writeNamedFile } from "../../src/platform/atomic.ts";
import { temporaryFolder } from "../support/repository.ts";

const folder = temporaryFolder;
const posix = process.platform !== "win32";
const root = posix && process.getuid?.() === 0;
if (!posix) console.log("Links, permissions and their failures are tested on systems other than Windows only.");
if (root) console.log("This user may write every file: the refusal of a read-only file is tested by other users only.");

describe("a file is replaced as a whole", () => {
  test("[A2] its bytes are the new ones, nothing else is left beside it, and a new file is made", () => {
    const dir = folder();
    writeFileAtomic(join(dir, "a.properties"), Buffer.from("one"));
    writeFileAtomic(join(dir, "a.properties"), Buffer.from([0, 255, 10]));
    expect([...readFileSync(join(dir, "a.properties"))]).toEqual([0, 255, 10]);
    expect(readdirSync(dir)).toEqual(["a.properties"]);
  });

  test.runIf(posix)("[A2] its permissions stay, whatever the creation mask", () => {
    const path = join(folder(), "a");
    writeFileSync(path, "old");
    for (const mode of [0o600, 0o640, 0o666, 0o755]) {
      chmodSync(path, mode);
      writeFileAtomic(path, Buffer.from("new"));
      expect(statSync(path).mode & 0o7777).toBe(mode);
    }
  });

  test.runIf(posix)(
    "[A2] a symbolic link stays one, and what it points to is replaced, also through two links and folders",
    () => {
      const dir = folder();
      mkdirSync(join(dir, "real"));
      mkdirSync(join(dir, "links"));
      writeFileSync(join(dir, "real", "a"), "old");
      symlinkSync(join("..", "real", "a"), join(dir, "links", "b"));
      symlinkSync("b", join(dir, "links", "c"));
      writeFileAtomic(join(dir, "links", "c"), Buffer.from("new"));
      expect(readFileSync(join(dir, "real", "a"), "utf8")).toBe("new");
      expect([readlinkSync(join(dir, "links", "c")), lstatSync(join(dir, "links", "b")).isSymbolicLink()]).toEqual(["b", true]);
      expect(readdirSync(join(dir, "links"))).toEqual(["b", "c"]);
    },
  );

  test.runIf(posix)("[A2] a link to a file that does not exist yet makes that file", () => {
    const dir = folder();
    symlinkSync("target", join(dir, "link"));
    writeFileAtomic(join(dir, "link"), Buffer.from("new"));
    expect([readFileSync(join(dir, "target"), "utf8"), readdirSync(dir)]).toEqual(["new", ["link", "target"]]);
  });
});

describe("on failure the old file stands and no temporary file stays", () => {
  test("[A2] a folder in its place", () => {
    const dir = folder();
    mkdirSync(join(dir, "a"));
    expect(() => writeFileAtomic(join(dir, "a"), Buffer.from("x"))).toThrow(expect.objectContaining({ code: "EISDIR" }));
    expect(readdirSync(dir)).toEqual(["a"]);
  });

  test("[A2] a folder that does not exist", () => {
    const path = join(folder(), "none", "a");
    expect(() => writeNamedFile("/", path, Buffer.from("x"))).toThrow(
      expect.objectContaining({ code: 2, message: expect.stringContaining("cannot be written") }),
    );
    expect(existsSync(path)).toBe(false);
  });

  test.runIf(posix)("[A2] links in a circle", () => {
    const dir = folder();
    symlinkSync("b", join(dir, "a"));
    symlinkSync("a", join(dir, "b"));
    expect(() => writeFileAtomic(join(dir, "a"), Buffer.from("x"))).toThrow(expect.objectContaining({ code: "ELOOP" }));
    expect(readdirSync(dir)).toEqual(["a", "b"]);
  });

  test.runIf(posix && !root)("[A2] a read-only file, although its folder would allow the rename", () => {
    const dir = folder();
    writeFileSync(join(dir, "a"), "old", { mode: 0o444 });
    expect(() => writeFileAtomic(join(dir, "a"), Buffer.from("x"))).toThrow(expect.objectContaining({ code: "EACCES" }));
    expect([readFileSync(join(dir, "a"), "utf8"), readdirSync(dir)]).toEqual(["old", ["a"]]);
  });
});
