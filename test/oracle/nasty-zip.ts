import { crc32, deflateRawSync } from "node:zlib";
import { CENTRAL, centralRecord, DEFLATE, endRecord, LOCAL, localRecord } from "../../src/kernel/archive/records.ts";
import type { BundleManifest } from "../../src/deploy/bundle/manifest.ts";
import { many, numbered } from "./nasty.ts";

type Entry = readonly [name: string, content: Buffer, method?: number];

/** A zip of any names and contents; nothing is judged. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const pieces: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content, method = 0] of entries) {
    const bytes = method === DEFLATE ? deflateRawSync(content) : content;
    const sums = { crc32: crc32(content), size: content.length };
    const local = localRecord(Buffer.from(name), sums);
    const record = centralRecord(Buffer.from(name), sums, at);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(bytes.length, 18);
    record.writeUInt16LE(method, 10);
    record.writeUInt32LE(bytes.length, 20);
    pieces.push(local, bytes);
    central.push(record);
    at += local.length + bytes.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...pieces, directory, endRecord(entries.length & 0xffff, directory.length, at)]);
}

const NOTHING = Buffer.alloc(0);
const entries = (count: number, name: (i: number) => string): Entry[] =>
  Array.from({ length: count }, (_, i) => [name(i), NOTHING]);

/** Archives by what they have in excess; `size` is about that of the file. */
export const ZIPS: readonly (readonly [name: string, zip: (size: number) => Buffer])[] = [
  ["entries", (size) => zipOf(entries(Math.min(65_535, size / 100), (i) => `f${i}`))],
  ["entries of one name", (size) => zipOf(entries(Math.min(65_535, size / 100), () => "plugin.xml"))],
  [
    "entries of one name in other letters",
    (size) =>
      zipOf(entries(size / 120, (i) => [..."abcdefghijklmnop"].map((c, b) => ((i >> b) & 1 ? c.toUpperCase() : c)).join(""))),
  ],
  ["folders in folders", (size) => zipOf(entries(size / 1000, (i) => `${many("d/", 400)}f${i}`))],
  [
    "each entry below the one before",
    (size) => zipOf(entries(Math.min(4000, Math.sqrt(size)), (i) => `${"d/".repeat(Math.min(i, 100))}f`)),
  ],
  ["one long name", () => zipOf([[many("n", 65_000), NOTHING]])],
  ["names of dots", (size) => zipOf(entries(size / 400, (i) => `${many("../", 120)}${i}`))],
  ["names of Windows devices", (size) => zipOf(entries(size / 120, (i) => `nul.${i}`))],
  ["names that end in blanks", (size) => zipOf(entries(size / 400, (i) => `${i}${many(" ", 120)}`))],
  ["a bomb", () => zipOf([["plugin/plugin.xml", Buffer.alloc(60_000_000, 0x20), DEFLATE]])],
  ["bombs", () => zipOf(Array.from({ length: 20 }, (_, i): Entry => [`b${i}`, Buffer.alloc(16_000_000), DEFLATE]))],
  ["end records", (size) => Buffer.from(many("PK\x05\x06", size), "latin1")],
  [
    "end records that fit",
    (size) => Buffer.concat([Buffer.from(many("PK\x05\x06".padEnd(22, "\0"), size), "latin1"), endRecord(0, 0, 0)]),
  ],
  ["central records", (size) => Buffer.from(many("PK\x01\x02".padEnd(CENTRAL.size, "\0"), size), "latin1")],
  ["local headers", (size) => Buffer.from(many("PK\x03\x04".padEnd(LOCAL.size, "\0"), size), "latin1")],
  [
    "entries that share their bytes",
    (size) => {
      const local = localRecord(Buffer.from("a"), { crc32: 0, size: 0 });
      const central = Array.from({ length: Math.min(65_535, size / 50) }, (_, i) =>
        centralRecord(Buffer.from(`a${i}`), { crc32: 0, size: 0 }, 0),
      );
      const directory = Buffer.concat(central);
      return Buffer.concat([local, directory, endRecord(central.length, directory.length, local.length)]);
    },
  ],
  ["zeros", (size) => Buffer.alloc(size)],
];

const hex = "0".repeat(64);
type Changed = { -readonly [K in keyof BundleManifest]?: unknown };

/** What a manifest may have in excess, as changes of a sound one. */
export const MANIFESTS: readonly (readonly [name: string, change: (size: number) => Changed])[] = [
  [
    "files",
    (size) => ({ files: Array.from({ length: size / 110 }, (_, i) => ({ path: `plugin/f${i}`, size: 0, sha256: hex })) }),
  ],
  [
    "files of one path",
    (size) => ({ files: Array.from({ length: size / 110 }, () => ({ path: "plugin/f", size: 0, sha256: hex })) }),
  ],
  ["a path of folders", (size) => ({ files: [{ path: many("a/", size), size: 0, sha256: hex }] })],
  [
    "values",
    (size) => ({
      values: Array.from({ length: size / 70 }, (_, i) => ({ file: "client", key: `K${i}`, value: "", unit: true })),
    }),
  ],
  [
    "values of one key",
    (size) => ({ values: Array.from({ length: size / 70 }, () => ({ file: "client", key: "K", value: "", unit: true })) }),
  ],
  ["a value of blanks", (size) => ({ values: [{ file: "client", key: "K", value: many(" ", size), unit: true }] })],
  ["a value of backslashes", (size) => ({ values: [{ file: "client", key: "K", value: many("\\", size / 2), unit: true }] })],
  [
    "a value of control characters",
    (size) => ({ values: [{ file: "client", key: "K", value: many("\u0001", size / 6), unit: true }] }),
  ],
  ["empty values", (size) => ({ values: Array.from({ length: size / 3 }, () => ({})) })],
  ["empty files", (size) => ({ files: Array.from({ length: size / 3 }, () => ({})) })],
  ["profiles", (size) => ({ paths: { profiles: Array.from({ length: size / 12 }, (_, i) => `C:\\${i}`) } })],
  ["kept keys", (size) => ({ keep: Array.from({ length: size / 10 }, (_, i) => `K${i}`) })],
  ["kept keys of one name", (size) => ({ keep: Array.from({ length: size / 5 }, () => "K") })],
  [
    "edits",
    (size) => ({ log4j2: Array.from({ length: size / 60 }, (_, i) => ({ what: "level", name: `l${i}`, value: "INFO" })) }),
  ],
  ["expected values", (size) => ({ expect: Array.from({ length: size / 35 }, (_, i) => ({ key: `K${i}`, value: "" })) })],
  [
    "carried keys",
    (size) => ({ carried: { from: "x", keys: Array.from({ length: size / 10 }, (_, i) => `K${i}`), added: [], dropped: [] } }),
  ],
  ["unknown keys", (size) => Object.fromEntries(Array.from({ length: size / 15 }, (_, i) => [`k${i}`, 1]))],
  ["a long environment", (size) => ({ environment: many("e", size) })],
  ["an id of spaces", (size) => ({ plugin: { folder: "x", id: many(" ", size), conf: "x", logger: null } })],
  [
    "an install path of backslashes",
    (size) => ({
      paths: {
        install: `C:${many("\\a", size)}`,
        client: "C:\\x",
        log4j2: null,
        profile: null,
        profiles: [],
        roots: [],
        strays: [],
      },
    }),
  ],
  [
    "strays",
    (size) => ({
      paths: {
        install: "C:\\x",
        client: "C:\\y",
        log4j2: null,
        profile: null,
        profiles: [],
        roots: [],
        strays: Array.from({ length: size / 20 }, (_, i) => `{install}\\${i}`),
      },
    }),
  ],
  [
    "a pattern of groups",
    (size) => ({ tool: { name: null, row: "x", versionFrom: { file: "x", pattern: many("(a*)*", size) } } }),
  ],
  ["numbers", (size) => ({ serial: Array.from({ length: size / 2 }, () => 1) })],
];

/** JSON texts that are no manifest. */
export const JSONS: readonly (readonly [name: string, text: (size: number) => string])[] = [
  ["open lists", (size) => many("[", size)],
  ["open objects", (size) => many('{"a":', size)],
  ["lists in lists, closed", (size) => many("[", size / 2) + many("]", size / 2)],
  ["one key over and over", (size) => `{${many('"a":1,', size)}"a":1}`],
  ["keys", (size) => `{${numbered(size, (i) => `"k${i}":1,`)}"a":1}`],
  ["__proto__ in __proto__", (size) => many('{"__proto__":', size)],
  ["a string", (size) => `"${many("a", size)}"`],
  ["a string of escapes", (size) => `"${many("\\u0041", size)}"`],
  ["a string left open", (size) => `"${many("\\\\", size)}`],
  ["a number", (size) => many("1", size)],
  ["a number of exponents", (size) => `1e${many("9", size)}`],
  ["blanks", (size) => many(" \n", size)],
];
