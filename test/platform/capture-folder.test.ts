import { readdirSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CaptureFiles } from "../../src/platform/capture-folder.ts";
import type { WriteSome } from "../../src/platform/write-file.ts";
import { temporaryFolder } from "../support/repository.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const full = () => Object.assign(new Error("full"), { code: "ENOSPC" });

function folder(write?: WriteSome) {
  const path = temporaryFolder();
  const failures: unknown[] = [];
  const files = new CaptureFiles("one", path, (error) => void failures.push(error), write);
  return { path, files, failures, text: (name: string) => readFileSync(join(path, name), "utf8") };
}

test("[G2] a write that takes a part is followed by the rest", () => {
  const sizes: number[] = [];
  const { files, text } = folder((descriptor, bytes, offset, length) => {
    sizes.push(length);
    return writeSync(descriptor, bytes, offset, Math.min(length, 4));
  });
  const file = files.open("0001.c2s.raw");
  file.append(Buffer.from("0123456789"));
  expect(text("0001.c2s.raw")).toBe("0123456789");
  expect(sizes).toEqual([10, 6, 2]);
  files.close();
});

test("[G2] a disk that fills up in the middle of a write is an error, and what it took stays", () => {
  let room = 4;
  const { files, text } = folder((descriptor, bytes, offset, length) => {
    if (room === 0) throw full();
    const count = writeSync(descriptor, bytes, offset, Math.min(length, room));
    room -= count;
    return count;
  });
  const file = files.open("0001.c2s.raw");
  expect(() => file.append(Buffer.from("0123456789"))).toThrow("full");
  expect(text("0001.c2s.raw")).toBe("0123");
  files.close();
});

test("a write that takes nothing is an error", () => {
  const { files } = folder(() => 0);
  expect(() => files.open("0001.c2s.raw").append(Buffer.from("a"))).toThrow("nothing was written");
  files.close();
});

test("[G2] events are whole lines in their order, one write for each turn", async () => {
  let writes = 0;
  const { files, text } = folder((...args) => {
    writes += 1;
    return writeSync(...args);
  });
  for (const line of ["a", "b", "c"]) files.note(line);
  await turn();
  files.note("d");
  files.close();
  expect(text("events.ndjson")).toBe("a\nb\nc\nd\n");
  expect(writes).toBe(2);
});

test("[G2] an event that was written in part is taken back, so that the next one is readable", async () => {
  let fails = false;
  const { files, failures, text } = folder((descriptor, bytes, offset, length) => {
    if (!fails) return writeSync(descriptor, bytes, offset, length);
    if (offset > 0) throw full();
    return writeSync(descriptor, bytes, offset, 2);
  });
  files.note("first");
  await turn();
  fails = true;
  files.note("second");
  await turn();
  expect(failures).toHaveLength(1);
  fails = false;
  files.note("third");
  files.close();
  expect(text("events.ndjson")).toBe("first\nthird\n");
});

test("[G5] no file is open to others, whatever the umask, and none that lies there is opened", () => {
  const before = process.platform === "win32" ? null : process.umask(0);
  try {
    const { files, path } = folder();
    files.open("0001.c2s.raw").close();
    if (before !== null) for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
    expect(() => files.open("0001.c2s.raw")).toThrow(/EEXIST/);
    files.close();
  } finally {
    if (before !== null) process.umask(before);
  }
});

test("a file is closed once: its number may be another's by then", () => {
  const { files } = folder();
  const one = files.open("a");
  one.close();
  const other = files.open("b");
  one.close();
  expect(() => other.append(Buffer.from("x"))).not.toThrow();
  expect(() => one.append(Buffer.from("x"))).toThrow("closed");
  other.close();
  files.close();
});

test("a capture of nothing goes away with its folder, one with bytes stays", () => {
  const [none, some] = [folder(), folder()];
  none.files.note("never written");
  none.files.abandon();
  expect(() => statSync(none.path)).toThrow(/ENOENT/);
  some.files.open("0001.c2s.raw").close();
  some.files.abandon();
  expect(readdirSync(some.path)).toEqual(["0001.c2s.raw"]);
});
