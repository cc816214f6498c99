import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { logTime } from "../../../src/diagnose/causes/log-time.ts";
import { isLogName, otherParts } from "../../../src/diagnose/causes/siblings.ts";
import { unpack } from "../../../src/diagnose/causes/unpacked.ts";
import { fileChunks } from "../../../src/platform/ordinary-file.ts";
import { type Made, zipBytes } from "../../kernel/archive/zip-bytes.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder, writeFiles } from "../../support/repository.ts";

const LOST = "Communication with the server was lost while an operation was in progress.";
const logOf = (hour: string, message = LOST) =>
  `2026-03-04 ${hour}:12:12,001 INFO  [main] c.e.Session - Login Successfull
2026-03-04 ${hour}:12:12,201 INFO  [main] c.e.Session - loginToTeamcenter(): Finished
2026-03-04 ${hour}:12:13,482 ERROR [main] c.e.Session - getTypeDescriptions
${message}
`;
const LOG = logOf("10");

async function diagnose(argv: readonly string[], files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const cwd = temporaryFolder();
  writeFiles(cwd, files);
  const { code, out, err } = await cli(["diagnose", ...argv], { cwd });
  return { cwd, code, out, err };
}

async function told(argv: readonly string[], files: Readonly<Record<string, string | Uint8Array>>) {
  const { code, out, err } = await diagnose([...argv, "--format", "json"], files);
  expect([code, err]).toEqual([1, ""]);
  return JSON.parse(out);
}

describe("[H1] a log that is packed by gzip", () => {
  test("is read like any other", async () => {
    const { sources, causes } = await told(["a.log.1.gz"], { "a.log.1.gz": gzipSync(LOG) });
    expect(sources).toMatchObject([{ file: "a.log.1.gz", bytes: LOG.length, errors: 1, notes: [] }]);
    expect(causes).toMatchObject([{ id: "tier/backend-lost", line: 4 }]);
  });

  test("and ends too early: what came before is read, and that is said", async () => {
    const packed = gzipSync(Array.from({ length: 3_000 }, (_, i) => `${LOG}${Math.sin(i)}\n`).join(""));
    const { sources, causes } = await told(["a.gz"], { "a.gz": packed.subarray(0, packed.length / 2) });
    expect(sources[0].notes).toEqual(["the gzip file ends too early; what came before was read"]);
    expect(causes[0].count).toBeGreaterThan(500);
    expect((await diagnose(["a.gz"], { "a.gz": packed.subarray(0, packed.length / 2) })).out).toContain("ends too early");
  });

  test.each([
    ["a gzip file in it", gzipSync(gzipSync(LOG)), /a gzip file in a gzip file/],
    ["a tar archive in it", gzipSync(Buffer.concat([Buffer.alloc(257, 97), Buffer.from("ustar\0")])), /a tar archive; unpack it/],
    ["nothing in it", gzipSync(""), /is empty: no sign-in attempt/],
    [
      "damage from the beginning",
      Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255]),
      /it is a gzip file that is damaged/,
    ],
  ])("%s: words and exit code 2", async (_, bytes, words) => {
    const { code, out, err } = await diagnose(["a.gz"], { "a.gz": bytes });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(words);
  });

  test("a bomb is read to a limit and no further, a piece at a time", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    let [size, largest, why]: [number, number, string | null] = [0, 0, null];
    const said = (words: string) => {
      why = words;
    };
    for await (const chunk of unpack([bomb], 8 * 1024 * 1024, said)) {
      size += chunk.length;
      largest = Math.max(largest, chunk.length);
    }
    expect(why).toBe("is larger than is read");
    expect(size).toBeLessThan(32 * 1024 * 1024);
    expect(largest).toBeLessThan(1024 * 1024);
  });
});

describe("[H1] a log that is being written", () => {
  test("is read to the size that it had", () => {
    const path = join(temporaryFolder(), "a.log");
    appendFileSync(path, "x".repeat(100));
    let size = 0;
    for (const chunk of fileChunks(path, true)) {
      size += chunk.length;
      appendFileSync(path, "y".repeat(100));
    }
    expect(size).toBe(100);
  });

  test("its last line may have no end", async () => {
    const { sources, causes } = await told(["a.log"], {
      "a.log": `${LOG}2026-03-04 11:00:00,000 ERROR [main] c.e.Model - ${LOST.slice(0, 60)}`,
    });
    expect(sources[0]).toMatchObject({ records: 4, errors: 2, last: "2026-03-04 11:00:00,000" });
    expect(causes).toMatchObject([{ id: "tier/backend-lost", count: 1 }]);
  });
});

describe("[H1] a log in parts", () => {
  const parts = { "c.log": logOf("12"), "c.log.1": logOf("11"), "c.log.2.gz": gzipSync(logOf("10")), "d.log": logOf("09") };

  test("is told in the order of its times, whatever the order of its names", async () => {
    for (const names of [["c.log", "c.log.1", "c.log.2.gz"], ["c.log*"]]) {
      const { sources, attempts } = await told(names, parts);
      expect(sources.map(({ file }: { file: string }) => file)).toEqual(["c.log.2.gz", "c.log.1", "c.log"]);
      expect(attempts.map(({ at }: { at: string }) => at.slice(11, 13))).toEqual(["10", "11", "12"]);
    }
  });

  test("parts that were not named are", async () => {
    const { out } = await diagnose(["c.log", "c.log.1"], parts);
    expect(out.replace(/\s+/g, " ")).toContain("which were not read: c.log.2.gz");
    expect((await diagnose(["d.log"], parts)).out).not.toContain("not read");
  });

  test.each([
    ["c.log", ["c.log.1", "c.log.12.gz", "c-2026-03-04.log", "c.log.2026-03-04", "c.2026-03-04-1.log.gz", "C.LOG.3"]],
    ["c-2026-03-04.log", ["c.log", "c-2026-03-05.log"]],
    ["c1.log", ["c.log", "c2.log"]],
    ["c-1.txt", ["c.txt", "c_2.txt"]],
    ["d2.txt", []],
    ["case2.txt", []],
  ])("other parts of %s", (log, others) => {
    const strangers = [
      "cc.log",
      "c.log.bak",
      ...(log.startsWith("c-1") ? [] : ["c.txt"]),
      "c",
      "d.log.1",
      "d3.txt",
      "case3.txt",
      "catalogue.log",
    ];
    expect(otherParts(log, [log, ...others, ...strangers])).toEqual(others);
  });

  test.each([
    ["2026-03-04 10:12:13,482", "2026-03-04T10:12:13.482Z", false],
    ["2026-03-04T10:12:13.482+01:00", "2026-03-04T09:12:13.482Z", true],
    ["2026-03-04T10:12:13Z", "2026-03-04T10:12:13.000Z", true],
    ["04.03.2026 10:12:13", "2026-03-04T10:12:13.000Z", false],
    ["4 Mar 2026 10:12 PM", "2026-03-04T22:12:00.000Z", false],
  ])("the time %s", (at, wanted, zone) => expect(logTime(at)).toEqual({ ms: Date.parse(wanted), zone }));

  test.each(["10:12:13", "03/04/2026 10:12", "4 Foo 2026 10:12", ""])("no time that one could rely on: %s", (at) =>
    expect(logTime(at)).toBeNull(),
  );
});

describe("[H1] logs in an archive", () => {
  const zip = (...entries: readonly Made[]) => ({ "logs.zip": zipBytes(entries) });
  const entry = (name: string, data: string | Uint8Array, more: Partial<Made> = {}): Made =>
    ({ name, data: Buffer.from(data as string), ...more }) as Made;

  test("are read each by its path, and the rest is not looked at", async () => {
    const files = zip(
      entry("logs/connector.log", LOG),
      entry("logs/old/connector.log.1.gz", gzipSync(logOf("09"))),
      entry("notes.pdf", "%PDF"),
    );
    const { sources, causes, notRead } = await told(["--from", "logs.zip"], files);
    expect(sources.map(({ file }: { file: string }) => file)).toEqual([
      "logs.zip!/logs/old/connector.log.1.gz",
      "logs.zip!/logs/connector.log",
    ]);
    expect([causes.length, notRead]).toEqual([2, []]);
  });

  test("of an entry that turns out damaged at its end nothing counts, and it is named", async () => {
    const errors = "2026-03-04 10:12:13,482 ERROR [main] c.e.S - failed\nno disk is left\n".repeat(40_000);
    const { unmatched, sources, notRead } = await told(
      ["--from", "logs.zip"],
      zip(entry("a.log", LOG), entry("b.log", errors, { deflate: true, fields: { crc: 1 } })),
    );
    expect(sources.map(({ file }: { file: string }) => file)).toEqual(["logs.zip!/a.log"]);
    expect(notRead.map(({ file }: { file: string }) => file)).toEqual(["logs.zip!/b.log"]);
    expect(JSON.stringify(unmatched)).not.toContain("no disk is left");
  });

  test("what cannot be read is named beside what was", async () => {
    const { out, code } = await diagnose(
      ["--from", "logs.zip"],
      zip(entry("a.log", LOG), entry("b.log", Uint8Array.from([0x4d, 0x5a, 0x90, 0]))),
    );
    expect([code, out.includes("logs.zip!/b.log: not read: it is a program")]).toEqual([1, true]);
  });

  test.each([
    ["none in it", zip(entry("a.properties", "a=b")), /holds no log: of its 1 file none is named like one/],
    [
      "what -Collect gathers",
      zip(entry("environment.txt", "A=b"), entry("notes.txt", "x")),
      /it is what -Collect gathers.*without logs/,
    ],
    ["cut off", { "logs.zip": zipBytes([entry("a.log", LOG)]).subarray(0, 60) }, /is not a complete zip archive/],
    ["no archive", { "logs.zip": LOG }, /is not a complete zip archive|is not a zip/],
    ["only what is no text", zip(entry("a.log", Uint8Array.from([0x4d, 0x5a, 0x90, 0]))), /it is a program/],
    ["an empty file", { "logs.zip": "" }, /logs\.zip/],
  ] as const)("%s: words and exit code 2", async (_, files, words) => {
    const { code, out, err } = await diagnose(["--from", "logs.zip"], files);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(words);
  });

  test("an archive that is named as a log is told how", async () => {
    const { code, err } = await diagnose(["logs.zip"], zip(entry("a.log", LOG)));
    expect([code, err.includes("diagnose --from ARCHIVE")]).toEqual([2, true]);
    expect((await diagnose(["--from", "missing.zip"])).err).toContain("missing.zip");
    const folder = await diagnose(["--from", "logs"], { "logs/a.log": LOG });
    expect([folder.code, folder.err]).toEqual([
      2,
      expect.stringContaining("logs cannot be read: it is a folder, an archive is expected"),
    ]);
  });

  test.each([
    ["logs/connector.log", true],
    ["a\\b\\server.log.2026-03-04", true],
    ["catalina.2026-03-04.log.gz", true],
    ["tcserver_syslog_4711.syslog", true],
    ["connectorLog.txt", true],
    ["environment.txt", false],
    ["connector.properties", false],
    ["catalog.xml", false],
    ["log4j2.xml", false],
    ["logger.properties", false],
  ])("%s: %s", (name, is) => expect(isLogName(name)).toBe(is));
});

describe("[H1] words in the place of a file", () => {
  test.each([
    [["red borders around synced elements"]],
    [["red", "borders", "around", "elements"]],
    [["Session Agent could not be started."]],
    [["why does the tool get 405?"]],
  ])("%j point to --symptom", async (argv) => {
    const { code, err } = await diagnose(argv);
    expect([code, err]).toEqual([2, expect.stringMatching(/there is no file .*--symptom/s)]);
  });

  test.each([[["missing.log"]], [["my logs.log"]]])("%j is a file that is missing", async (argv) => {
    const { code, err } = await diagnose(argv);
    expect([code, err]).toEqual([2, expect.stringContaining("does not exist")]);
  });
});
