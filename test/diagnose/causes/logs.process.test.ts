import { spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { zipBytes } from "../../kernel/archive/zip-bytes.ts";
import { builtCli, runBuilt } from "../../cli/built.ts";
import { notRun } from "../../support/not-run.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";

/* The built command on logs as they lie on workstations: in every encoding, packed, in parts, while somebody writes to them; and on what is no log. */

const LOST =
  "Communication with the server was lost while an operation was in progress. The server has probably terminated abnormally.";
const LINES = [
  "2026-03-04 10:12:12,001 INFO  [main] c.e.Session - loginToTeamcenter(): Started",
  "2026-03-04 10:12:13,001 INFO  [main] c.e.Session - Größe: Login Successfull",
  "2026-03-04 10:12:13,101 INFO  [main] c.e.Session - loginToTeamcenter(): Finished",
  "2026-03-04 10:12:13,482 ERROR [main] c.e.Session - request failed",
  LOST,
];
const text = (end: string) => LINES.join(end); // the last line has no end

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

interface Found {
  readonly code: number | null;
  readonly causes: readonly { readonly id: string; readonly line: number }[];
  readonly attempts: readonly { readonly outcome: string }[];
  readonly sources: readonly { readonly encoding: string; readonly notes: readonly string[] }[];
}

function diagnosed(cwd: string, ...words: readonly string[]): Found {
  const { code, out, err } = runBuilt(command, ["diagnose", ...words, "--format", "json"], { cwd });
  expect(err).toBe("");
  return { code, ...JSON.parse(out) };
}

const told = ({ code, causes, attempts }: Found) => ({
  code,
  causes: causes.map(({ id, line }) => `${id}:${line}`),
  attempts: attempts.map(({ outcome }) => outcome),
});
const SAME = { code: 1, causes: ["tier/backend-lost:5"], attempts: ["success"] };

describe("[H1,H2] one log, however it is written", () => {
  const utf16 = (end: string) => Buffer.from(text(end), "utf16le");
  test.each<readonly [what: string, bytes: Uint8Array, encoding: string]>([
    ["UTF-8, line feeds", Buffer.from(text("\n")), "utf-8"],
    ["UTF-8, CRLF, with a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text("\r\n"))]), "utf-8"],
    ["UTF-8, carriage returns alone", Buffer.from(text("\r")), "utf-8"],
    ["UTF-16 with its mark", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16("\r\n")]), "utf-16le"],
    ["UTF-16 without one", utf16("\r\n"), "utf-16le"],
    ["UTF-16, the other way", Buffer.concat([Buffer.from([0xfe, 0xff]), utf16("\r\n").swap16()]), "utf-16be"],
    ["Windows-1252", Buffer.from(text("\r\n"), "latin1"), "windows-1252"],
    ["packed by gzip", gzipSync(text("\r\n")), "utf-8"],
    ["packed by gzip, UTF-16", gzipSync(utf16("\n")), "utf-16le"],
  ])("%s", (_, bytes, encoding) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "a.log"), bytes);
    const found = diagnosed(cwd, "a.log");
    expect(told(found)).toEqual(SAME);
    expect(found.sources[0]?.encoding).toBe(encoding);
  });

  test("in parts that were rolled, one of them packed, in the order of their times", () => {
    const cwd = temporaryFolder();
    const [first, second] = [LINES.slice(0, 2), LINES.slice(2)];
    writeFiles(cwd, { "a.log": `${second.join("\n")}\n`, "a-2026-03-03-1.log.gz": gzipSync(`${first.join("\n")}\n`) });
    const { code, causes, attempts } = diagnosed(cwd, "a.log", "a-2026-03-03-1.log.gz");
    expect([code, causes.map(({ id }) => id)]).toEqual([1, ["tier/backend-lost"]]);
    expect(attempts.map(({ outcome }) => outcome)).not.toContain("failure");
  });

  test("while another program writes to it", async () => {
    const cwd = temporaryFolder();
    const path = join(cwd, "a.log");
    writeFileSync(path, `${text("\n")}\n`);
    const script =
      "setInterval(() => require('fs').appendFileSync(process.argv[1], '2026-03-04 10:13:00,000 INFO [main] c.e.S - tick\\n'), 1)";
    const writer = spawn(process.execPath, ["-e", script, path], { stdio: "ignore" });
    try {
      expect(told(diagnosed(cwd, "a.log"))).toEqual(SAME);
    } finally {
      const gone = new Promise((done) => writer.once("exit", done));
      writer.kill("SIGKILL");
      await gone;
    }
    appendFileSync(path, "half a li");
    expect(told(diagnosed(cwd, "a.log"))).toEqual(SAME);
  });
});

/** Bytes of a file that is all text, and larger than any memory that the command may have. */
function large(path: string, size: number): void {
  const line = Buffer.from(
    "2026-03-04 10:12:12,001 DEBUG [main] c.e.Wire - nothing of any interest stands here at all\n".repeat(10_000),
  );
  const file = openSync(path, "w");
  try {
    for (let written = 0; written < size; written += line.length) writeSync(file, line);
    writeSync(file, text("\n"));
  } finally {
    closeSync(file);
  }
}

describe("[H1] bad input", () => {
  test("a file of 1 GB is read within a heap of 64 MB", { timeout: 120_000 }, () => {
    const cwd = temporaryFolder();
    large(join(cwd, "large.log"), 1024 * 1024 * 1024);
    const options = { cwd, nodeOptions: ["--max-old-space-size=64"], hangsAfter: 100_000 };
    const { code, out, err } = runBuilt(command, ["diagnose", "large.log"], options);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toContain("tier/backend-lost");
  });

  const archive = zipBytes([{ name: "a.log", data: Buffer.from(text("\n")) }]);
  test.each<readonly [what: string, words: readonly string[], says: RegExp]>([
    ["an empty log", ["empty.log"], /no sign-in attempt in this file: not started, or another log/],
    ["a directory", ["folder"], /it is a folder, a file is expected/],
    ["a binary", ["a.bin"], /it is no text/],
    ["an archive that was cut", ["--from", "cut.zip"], /is not a complete zip archive/],
    ["a packed log that was cut at once", ["cut.log.gz"], /ends too early, and nothing came out of it/],
    ["a gigabyte of nothing", ["zeros.log"], /it is no text/],
    ["a file without rights", ["secret.log"], /access denied/],
  ])("%s: words, exit code 2, and nothing is written", (what, words, says) => {
    if (what === "a file without rights" && process.platform === "win32") notRun("rights of files, which Windows does not have");
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      "empty.log": "",
      "folder/a.txt": "",
      "a.bin": Uint8Array.from({ length: 5000 }, (_, i) => (i * 89) % 256),
      "cut.zip": archive.subarray(0, archive.length - 30),
      "cut.log.gz": gzipSync(text("\n")).subarray(0, 12),
      "secret.log": text("\n"),
      "zeros.log": "",
    });
    const zeros = openSync(join(cwd, "zeros.log"), "r+");
    ftruncateSync(zeros, 1024 * 1024 * 1024);
    closeSync(zeros);
    chmodSync(join(cwd, "secret.log"), 0);
    const before = readdirSync(cwd, { recursive: true });
    const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
    if (nobody.uid !== undefined) chownSync(cwd, nobody.uid, nobody.uid);
    const { code, out, err } = runBuilt(command, ["diagnose", ...words], { cwd, ...nobody });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(says);
    expect(err).not.toMatch(/\n\s+at /);
    expect(readdirSync(cwd, { recursive: true })).toEqual(before);
  });
});
