import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { gate } from "../../../src/kernel/archive/gate.ts";
import { readZip } from "../../../src/kernel/archive/reader.ts";
import { stepOf } from "../../support/runs.ts";
import { type Case, NAMES, named } from "./hostile-names.ts";
import { extra, long, type Made, type MadeEnd, refusals, sourceOf, zip64End, zipBytes } from "./zip-bytes.ts";

const hi = Buffer.from("hi");
const one = (made: Partial<Made>, end: MadeEnd = {}): Buffer => zipBytes([{ name: "a", data: hi, ...made }], end);

const FULL = 0xffffffff;
const unicodePath = extra(0x7075, Buffer.concat([Buffer.alloc(5), Buffer.from("b")]));

/** Two entries of one header: what a bomb saves its bytes with. */
function overlapping(): Buffer {
  return zipBytes([
    { name: "a", data: hi },
    { name: "b", data: hi, central: { offset: 0 } },
  ]);
}

/** The layout of a bomb as by Fifield: each entry reaches over all headers behind it, all end in the same compressed kernel. */
function quotedBomb(layers: number): Buffer {
  const kernel = deflateRawSync(Buffer.alloc(1024 * 1024), { level: 9 });
  const made: Made[] = [];
  for (let i = 0; i < layers; i++) made.push({ name: `f${i}`, data: Buffer.alloc(0) });
  const bare = zipBytes([...made.slice(0, -1), { name: `f${layers - 1}`, data: Buffer.alloc(1024 * 1024), deflate: true }]);
  const end = 32 * layers + kernel.length;
  return zipBytes(
    made.map((entry, i) => ({ ...entry, fields: { method: 8 }, central: { size: 1024 * 1024, compressed: end - 32 * (i + 1) } })),
    { beforeCentral: bare.subarray(32 * layers, end) },
  );
}

const BYTES: readonly Case[] = [
  ["a wrong checksum", one({ fields: { crc: 1 } }), "a", "its checksum is d8932aac, the archive declares 00000001"],
  ["a checksum that differs in its own header", one({ local: { crc: 1 } }), "a", "differ in checksum"],
  ["another name in its own header", one({ local: { name: Buffer.from("b") } }), "a", "differ in name"],
  ["another method in its own header", one({ local: { method: 8 } }), "a", "differ in method"],
  ["another size in its own header", one({ local: { size: 3 } }), "a", "differ in size"],
  ["other flags in its own header", one({ local: { flags: 0 } }), "a", "differ in flags"],
  ["a stored size that is too small", one({ fields: { size: 1 } }), "a", "is stored and says 2 bytes in the archive, 1 outside"],
  ["a stored size that is too large", one({ fields: { size: 3 } }), "a", "is stored and says 2 bytes in the archive, 3 outside"],
  ["an encrypted entry", one({ fields: { flags: 0x0801 } }), "a", "is encrypted"],
  ["a strongly encrypted entry", one({ fields: { flags: 0x0840 } }), "a", "is encrypted"],
  ["a masked header", one({ fields: { flags: 0x2800 } }), "a", "is encrypted"],
  ["an unknown method", one({ fields: { method: 12 } }), "a", "is compressed by method 12"],
  ["a symbolic link", one({ central: { external: 0xa1ff0000 } }), "a", "is a symbolic link"],
  [
    "a symbolic link that says it was made on DOS",
    one({ central: { madeBy: 20, external: 0xa1ff0000 } }),
    "a",
    "is a symbolic link",
  ],
  ["a pipe", one({ central: { external: 0x11a40000 } }), "a", "is a pipe"],
  ["a device file", one({ central: { external: 0x21a40000 } }), "a", "is a device"],
  ["a setuid program", one({ central: { external: 0x89ed0000 } }), "a", "with the rights of its owner"],
  ["a Windows reparse point", one({ central: { madeBy: 20, external: 0x400 } }), "a", "is a link (a reparse point of Windows)"],
  ["a folder with contents", one({ name: "a/", central: { external: 0x41ed0000 } }), "a/", "is a folder and has 2 bytes"],
  ["a file mode on a folder's name", one({ name: "a/" }), "a/", "a file by its mode and a folder by its name"],
  ["another part of the archive", one({ central: { disk: 1 } }), "a", "lies in another part"],
  ["an offset to no header", one({ central: { offset: 1 } }), "a", "at a place where no entry begins"],
  ["an offset outside of the file", one({ central: { offset: 0xfffffff0 } }), "a", "at a place where no entry begins"],
  ["a size beyond the file", one({ fields: { compressed: 5000, size: 5000 } }), "a", "reaches beyond the place"],
  ["entries that share bytes", overlapping(), "b", "shares bytes of the archive"],
  [
    "a name that is not UTF-8",
    one({ fields: { name: Buffer.from([0xe4]), flags: 0 } }),
    "\ufffd",
    "has a name that is not UTF-8",
  ],
  ["a second name in an extra field", one({ central: { extra: unicodePath } }), "a", "has a second name in an extra field"],
  ["a second name in its own header", one({ local: { extra: unicodePath } }), "a", "in an extra field of its own header"],
  ["extra fields that are cut off", one({ central: { extra: Buffer.from([1, 0, 9, 0, 1]) } }), "a", "overlap or are cut off"],
  ["a descriptor that is not there", one({ fields: { flags: 0x0808 } }), "a", "after its contents, and they are not there"],
  [
    "a zip64 field that is too short",
    one({ central: { size: FULL, extra: extra(1, Buffer.alloc(4)) } }),
    "a",
    "zip64 field that is too short",
  ],
  [
    "a zip64 size beyond all files",
    one({ central: { compressed: FULL, extra: extra(1, long(2 ** 60)) } }),
    "a",
    "reaches beyond",
  ],
  [
    "zip64 sizes that are no numbers of this world",
    one({ central: { size: FULL, extra: extra(1, long(2 ** 63)) } }),
    "a",
    "is stored and says",
  ],
];

const END: readonly Case[] = [
  ["no bytes at all", Buffer.alloc(0), null, "is not a complete zip archive"],
  ["other bytes", Buffer.from("#!/bin/sh\n".repeat(9)), null, "is not a complete zip archive"],
  ["bytes behind its end", one({}, { behind: hi }), null, "is not a complete zip archive"],
  ["bytes before all offsets", Buffer.concat([hi, one({})]), null, "bytes were added or are missing"],
  ["an end record in its comment", one({}, { comment: zipBytes([]) }), null, "more than one end record"],
  ["the mark of an end record in its comment", one({}, { comment: Buffer.from("PK\x05\x06") }), null, "more than one end record"],
  ["several parts", one({}, { disk: 1 }), null, "is one part of an archive in several parts"],
  ["entries on another part", one({}, { here: 0, entries: 1 }), null, "is one part of an archive in several parts"],
  ["fewer entries than announced", one({}, { entries: 2 }), null, "record 2 is not one"],
  ["more entries than announced", one({}, { entries: 0 }), null, "more in its list of entries than the 0"],
  ["a list elsewhere", one({}, { offset: 5 }), null, "elsewhere than it declares"],
  ["a list of another size", one({}, { size: 5 }), null, "elsewhere than it declares"],
  ["bytes between its list and its end", one({}, { between: () => hi }), null, "elsewhere than it declares"],
  [
    "a zip64 record that contradicts",
    one({}, { between: (at, size) => zip64End(at + size, { entries: 1, size, offset: at + 1 }) }),
    null,
    "two different things",
  ],
  [
    "a zip64 locator to nowhere",
    one({}, { between: (at, size) => zip64End(at + size, { entries: 1, size, offset: at }, 2 ** 50) }),
    null,
    "outside of the file",
  ],
  [
    "a zip64 locator to other bytes",
    one({}, { between: (at, size) => zip64End(at + size, { entries: 1, size, offset: at }, 0) }),
    null,
    "where none is",
  ],
  [
    "a zip64 number of entries beyond the cap",
    one({}, { entries: 0xffff, between: (at, size) => zip64End(at + size, { entries: 1_000_000, size, offset: at }) }),
    null,
    "has 1000000 entries; at most 65535",
  ],
];

const zeros = Buffer.alloc((100 / stepOf(4)) * 1024 * 1024);
const small = deflateRawSync(Buffer.from("hello ".repeat(100)));
const deflated = (fields: Made["fields"], data: Uint8Array = small): Buffer =>
  zipBytes([
    { name: "a", data, fields: { method: 8, compressed: data.length, size: 600, crc: crc32("hello ".repeat(100)), ...fields } },
  ]);

const BOMBS: readonly Case[] = [
  ["megabytes of zeros", one({ data: zeros, deflate: true }), "a", "more than 200 times"],
  [
    "megabytes of zeros that say 1 MB",
    one({ data: zeros, deflate: true, fields: { size: 1 << 20 } }),
    "a",
    "more than the 1048576 bytes",
  ],
  ["layers that quote each other", quotedBomb(10), "f1", "shares bytes of the archive"],
  [
    "a compressed file that is larger than it says",
    deflated({ size: 599 }),
    "a",
    "holds more than the 599 bytes that it declares",
  ],
  ["a compressed file that is smaller than it says", deflated({ size: 601 }), "a", "holds 600 bytes and declares 601"],
  ["a compressed file with a wrong checksum", deflated({ crc: 7 }), "a", "the archive declares 00000007"],
  ["compressed data that ends too early", deflated({}, small.subarray(0, -1)), "a", "compressed data ends too early"],
  ["compressed data that is none", deflated({}, Buffer.alloc(9, 0xff)), "a", "or is not DEFLATE data"],
  ["bytes behind compressed data", deflated({}, Buffer.concat([small, hi])), "a", "has 2 bytes hidden after its contents"],
  [
    "3 MB behind compressed data",
    deflated({}, Buffer.concat([small, Buffer.alloc(3 << 20)])),
    "a",
    "bytes hidden after its contents",
  ],
];

describe("[D2] a kit is refused for", () => {
  test.each([...NAMES, ...BYTES, ...END, ...BOMBS])("%s", async (_, bytes, entry, reason) => {
    const found = await refusals(bytes, "kit");
    expect(found.some((line) => line.includes(reason) && (entry === null || line.startsWith(`${entry}: `)))).toBe(true);
  });
});

describe("[D2] a bundle is refused for", () => {
  const COMPRESSED = "is compressed; a bundle's files are stored as they are";
  test.each([...NAMES, ...BYTES, ...END, ...BOMBS])("%s", async (_, bytes, __, reason) => {
    const found = await refusals(bytes, "bundle");
    // contents are not looked at where the form is refused already
    expect(found.some((line) => line.includes(reason) || line.endsWith(COMPRESSED))).toBe(true);
  });

  const only: readonly (readonly [string, Buffer, string])[] = [
    ["compression", one({ deflate: true }), "a: is compressed; a bundle's files are stored as they are"],
    [
      "a folder",
      one({ name: "a/", data: Buffer.alloc(0), central: { external: 0x41ed0000 } }),
      "a/: is a folder; a bundle has files only",
    ],
    ["a comment", one({}, { comment: hi }), "has a comment"],
    ["a backslash", named("a\\b"), "a\\b: holds '\\': folders are separated by '/' here"],
    ["bytes before the first entry", one({ before: hi }), "a: 2 bytes before it belong to no entry"],
    ["bytes between entries", zipBytes([{ name: "a" }, { name: "b", before: hi }]), "b: 2 bytes before it belong to no entry"],
    ["bytes before the list", one({}, { beforeCentral: hi }), "has 2 bytes before its list of entries that belong to no entry"],
    [
      "zip64 records",
      one({}, { between: (at, size) => zip64End(at + size, { entries: 1, size, offset: at }) }),
      "has zip64 records",
    ],
    ["another maker", one({ central: { madeBy: 0x031e } }), "a: made-by is 0x31e; in a bundle it is 0x314"],
    ["another version", one({ fields: { needed: 10 } }), "a: version needed is 0xa; in a bundle it is 0x14"],
    ["another version in its own header", one({ local: { needed: 10 } }), "a: its own header has another version or time"],
    ["another time", one({ fields: { time: 1 } }), "a: time is 0x1; in a bundle it is 0x0"],
    ["another date", one({ fields: { date: 0x22 } }), "a: date is 0x22; in a bundle it is 0x21"],
    [
      "another mode",
      one({ central: { external: 0x81ed0000 } }),
      "a: external attributes is 0x81ed0000; in a bundle it is 0x81a40000",
    ],
    ["internal attributes", one({ central: { internal: 1 } }), "a: internal attributes is 0x1; in a bundle it is 0x0"],
    ["extra fields", one({ central: { extra: extra(9, hi) } }), "a: length of extra fields is 0x6; in a bundle it is 0x0"],
    ["extra fields in its own header", one({ local: { extra: extra(9, hi) } }), "a: has extra fields in its own header"],
    ["a comment on a file", one({ central: { comment: hi } }), "a: length of comment is 0x2; in a bundle it is 0x0"],
    ["no mark of UTF-8", one({ fields: { flags: 0 } }), "a: flags is 0x0; in a bundle it is 0x800"],
  ];
  test.each(only)("%s, which a kit may have", async (_, bytes, line) => {
    expect((await refusals(bytes, "bundle")).join("\n")).toContain(line);
    expect(await refusals(bytes, "kit")).toEqual([]);
  });

  test("entries that lie in another order than they are listed", async () => {
    const [a, b] = [zipBytes([{ name: "a" }]), zipBytes([{ name: "b" }])];
    const swapped = zipBytes([
      { name: "a", central: { name: Buffer.from("b"), offset: 32 } },
      { name: "b", central: { name: Buffer.from("a"), offset: 0 } },
    ]);
    expect(a.length).toBe(b.length);
    expect(await refusals(swapped, "bundle")).toEqual(["lists its entries in another order than they lie"]);
    expect(await refusals(swapped, "kit")).toEqual([]);
  });
});

describe("[D2] a kit made on Windows", () => {
  test("may separate folders by backslashes", async () => {
    expect(await refusals(named("kit\\plugin\\a.jar", "kit/plugin/b.jar"), "kit")).toEqual([]);
  });

  test.each([
    ["..\\a", "leaves the folder"],
    ["a\\..\\..\\b", "leaves the folder"],
    ["\\\\srv\\share\\a", "is a network path"],
    ["\\a", "is an absolute path"],
    ["C:\\a", "begins with a drive"],
    ["lib\\nul", "Windows keeps that name for a device"],
  ])("is judged by what %j means", async (name, reason) => {
    expect((await refusals(named(name), "kit")).join("\n")).toContain(reason);
  });

  test("has a twin in either spelling", async () => {
    expect((await refusals(named("a\\b", "a/b"), "kit")).join("\n")).toContain("is there twice");
  });
});

test("[D2] every fault of an archive is told, not the first", async () => {
  const bytes = zipBytes([
    { name: "../a" },
    { name: "con", fields: { flags: 0x0801 } },
    { name: "b", central: { external: 0xa1ff0000 } },
    { name: "B" },
  ]);
  const found = await refusals(bytes, "kit");
  expect(found.map((line) => line.split(":")[0])).toEqual(["con", "../a", "con", "b", "B"]);
});

test("[D2] 65,535 entries that share one long header are refused without reading it again and again", () => {
  const padded = zipBytes([{ name: "a", local: { extra: extra(9, Buffer.alloc(65_000)) } }]);
  const record = padded.subarray(padded.indexOf("PK\x01\x02"), padded.indexOf("PK\x05\x06"));
  const list = Buffer.concat(Array.from({ length: 65_535 }, () => record));
  const end = zipBytes([], { entries: 65_535, size: list.length, offset: padded.indexOf("PK\x01\x02") });
  const bytes = Buffer.concat([padded.subarray(0, padded.indexOf("PK\x01\x02")), list, end]);
  let read = 0;
  const source = sourceOf(bytes);
  const counting = (at: number, length: number) => {
    read += length;
    return source.read(at, length);
  };
  const found = gate(readZip({ ...source, read: counting }), "kit");
  expect(found.map(({ problem }) => problem)).toContain(
    "shares bytes of the archive with another entry: it looks like a zip bomb",
  );
  expect(read).toBeLessThan(2 * bytes.length);
});
