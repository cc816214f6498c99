import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ordinal, treeDigest } from "../../../src/deploy/bundle/tree.ts";
import { descriptor, extra, long, type Made, type MadeEnd, zip64End, zipBytes } from "../../kernel/archive/zip-bytes.ts";
import { sha256, swapParts } from "./support/bundle.ts";
import { RUNNERS } from "./support/runners.ts";
import { everything } from "./support/snapshot.ts";
import { INTERNAL } from "./support/tampered.ts";
import { Workstation } from "./support/workstation.ts";

const JAR = "plugin/lib/connector-2506.jar";

/** A bundle whose manifest names just these files with their right hashes, as whoever writes the share can make one. */
function made(more: Readonly<Record<string, string>> = {}): Made[] {
  const { manifest, files } = swapParts();
  const all = { ...files, ...more };
  const names = Object.keys(all).sort(ordinal);
  const rows = names.map((path) => ({
    path,
    size: Buffer.from(all[path] ?? "").length,
    sha256: sha256(all[path] ?? ""),
  }));
  const tree = rows.filter(({ path }) => path.startsWith("plugin/")).map((row) => ({ ...row, path: row.path.slice(7) }));
  const text = JSON.stringify({ ...manifest, files: rows, tree: { sha256: treeDigest(tree), files: tree.length } });
  return [
    { name: "manifest.json", data: Buffer.from(text) },
    ...names.map((name) => ({ name, data: Buffer.from(all[name] ?? "") })),
  ];
}

/** The bundle with fields of one entry changed. */
const entry = (change: Partial<Made> | ((made: Made) => Partial<Made>), name = JAR): Buffer =>
  zipBytes(
    made().map((each) => (each.name === name ? { ...each, ...(typeof change === "function" ? change(each) : change) } : each)),
  );
const end = (change: MadeEnd): Buffer => zipBytes(made(), change);
const named = (name: string): Buffer => zipBytes(made({ [name]: "PK evil" }));
const twice = (name: string, second: string): Buffer => zipBytes([...made(), { name, data: Buffer.from(second) }]);

const STRUCTURE: Readonly<Record<string, () => Buffer>> = {
  "zip64 end records": () =>
    end({ between: (offset, size, entries) => zip64End(offset + size, { entries, size, offset }, offset + size) }),
  "zip64 end records and a plain end of ones": () =>
    end({
      between: (offset, size, entries) => zip64End(offset + size, { entries, size, offset }, offset + size),
      entries: 0xffff,
      size: 0xffffffff,
      offset: 0xffffffff,
    }),
  "a zip64 size of one entry": () =>
    entry(({ data }) => ({
      fields: { size: 0xffffffff, compressed: 0xffffffff, extra: extra(1, long(data?.length ?? 0, data?.length ?? 0)) },
    })),
  "a zip64 extra field beside plain sizes": () =>
    entry(({ data }) => ({ central: { extra: extra(1, long(data?.length ?? 0)) } })),
  "an encrypted entry": () => entry({ fields: { flags: 0x0801 } }),
  "an entry that is encrypted in its own header alone": () => entry({ local: { flags: 0x0801 } }),
  "a strongly encrypted entry": () => entry({ fields: { flags: 0x0840 } }),
  "a masked header": () => entry({ fields: { flags: 0x2800 } }),
  "a data descriptor": () => entry(({ data = Buffer.alloc(0) }) => ({ fields: { flags: 0x0808 }, after: descriptor(data) })),
  "a data descriptor and an empty own header": () =>
    entry(({ data = Buffer.alloc(0) }) => ({
      fields: { flags: 0x0808 },
      local: { crc: 0, size: 0, compressed: 0 },
      after: descriptor(data),
    })),
  "a data descriptor without its flag": () => entry(({ data = Buffer.alloc(0) }) => ({ after: descriptor(data) })),
  "the same entry twice in the table": () => {
    const parts = made();
    const at = parts.findIndex(({ name }) => name === JAR);
    return zipBytes(
      parts.flatMap((part, i) => (i === at ? [part, { ...part, data: Buffer.alloc(0), central: { offset: 0 } }] : [part])),
    );
  },
  "a second content of the same name": () => twice(JAR, "PK evil"),
  "a second manifest": () => twice("manifest.json", "{}"),
  "a manifest in other letters": () => twice("Manifest.json", "{}"),
  "another name in its own header": () => entry({ local: { name: Buffer.from("plugin/lib/connector-2506.JAR") } }),
  "a name in its own header that leads out": () => entry({ local: { name: Buffer.from("../../../../../../../evil1.jar") } }),
  "a size in its own header": () => entry({ local: { size: 1, compressed: 1 } }),
  "a checksum in its own header": () => entry({ local: { crc: 7 } }),
  "a method in its own header": () => entry({ local: { method: 8 } }),
  "an extra field in its own header": () => entry({ local: { extra: extra(0x7075, Buffer.from("\x01\0\0\0\0evil", "latin1")) } }),
  "a Unicode path that is another name": () =>
    entry({ fields: { extra: extra(0x7075, Buffer.from("\x01\0\0\0\0plugin/evil.jar", "latin1")) } }),
  "a comment of an entry": () => entry({ central: { comment: Buffer.from("x") } }),
  "an entry on another volume": () => entry({ central: { disk: 1 } }),
  "a compressed entry": () => entry({ deflate: true }),
  "a link": () => entry({ central: { external: 0xa1ff0000 } }),
  "a folder by its mode": () => entry({ central: { external: 0x41ed0000 } }),
  "a device by its mode": () => entry({ central: { external: 0x21a40000 } }),
  "a program that runs as its owner": () => entry({ central: { external: 0x89ed0000 } }),
  "a file that everybody may write": () => entry({ central: { external: 0x81b60000 } }),
  "DOS attributes": () => entry({ central: { external: 0x81a40006 } }),
  "another time": () => entry({ fields: { time: 1 } }),
  "bytes between two entries": () => entry({ before: Buffer.from("PK hidden") }),
  "bytes before the first entry": () => entry({ before: Buffer.from("MZ") }, "manifest.json"),
  "bytes before the table": () => end({ beforeCentral: Buffer.from("hidden") }),
  "bytes after the table": () => end({ between: () => Buffer.from("hidden") }),
  "a comment": () => end({ comment: Buffer.from("x") }),
  "a comment that is an end record": () => end({ comment: Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]) }),
  "bytes after the end": () => end({ behind: Buffer.from("x") }),
  "a second whole zip after it": () => Buffer.concat([zipBytes(made()), zipBytes(made({ "plugin/evil.jar": "PK" }))]),
  "fewer entries than its end says": () => end({ entries: 99 }),
  "more entries than its end says": () => end({ entries: 3 }),
  "a table that begins later": () => end({ offset: 60 }),
  "a table that is longer": () => end({ size: 10 }),
  "a second volume": () => end({ disk: 1 }),
  "the manifest at its end": () => zipBytes([...made().slice(1), ...made().slice(0, 1)]),
  "two entries in another order": () => zipBytes([...made().slice(0, 1), ...made().slice(1).reverse()]),
  nothing: () => zipBytes([]),
  "a table in another order than its entries": () => {
    const parts = made();
    const sound = zipBytes(parts);
    const table = sound.indexOf(Buffer.from("PK\x01\x02", "latin1"));
    const bytes = Buffer.from(sound);
    const length = (at: number) => 46 + bytes.readUInt16LE(at + 28);
    const [a, b] = [table + length(table), table + length(table) + length(table + length(table))];
    const [first, second] = [sound.subarray(a, b), sound.subarray(b, b + length(b))];
    second.copy(bytes, a);
    first.copy(bytes, a + second.length);
    return bytes;
  },
};

/** Names that are right in zip and manifest alike, and that Windows would take for something else. */
const NAMES = [
  "plugin/LIB/x.jar",
  "plugin/plugin.XML",
  "plugin/plugin.xml.",
  "plugin/plugin.xml ",
  "plugin/plugin.xml. . ",
  "plugin/plugin.xml:evil",
  "plugin/plugin.xml::$DATA",
  "plugin/lib::$INDEX_ALLOCATION/x.jar",
  "plugin/con",
  "plugin/aux.properties",
  "plugin/com¹.txt",
  "plugin/NUL .jar",
  "plugin/lib/CONOUT$",
  "plugin/x\\..\\..\\evil.jar",
  "plugin\\x.jar",
  "plugin/../../evil.jar",
  "plugin/./x.jar",
  "plugin//x.jar",
  "plugin/lib/",
  "/plugin/x.jar",
  "C:/x.jar",
  "plugin/C:x.jar",
  "//srv/share/x.jar",
  "\\\\?\\C:\\x.jar",
  "plugin/x\0.jar",
  "plugin/x\x1b[2J.jar",
  "plugin/x\u202erj.exe",
  "plugin/x\u2066y",
  "plugin/plugin.xml/x.jar",
  "plugin/a*b.jar",
  "plugin/caf\u00e9.jar|",
  `plugin/${"d/".repeat(40)}x.jar`,
  `plugin/${"x".repeat(250)}.jar`,
  "other/x.jar",
  "x.jar",
  "Plugin/x.jar",
  "manifest.json/x",
];

describe.each(RUNNERS)("$name", (runner) => {
  test("[D2, D3] a bundle made by hand in the usual form is installed", async () => {
    const here = new Workstation(runner, "hand-made");
    const path = join(here.folder, "sound.zip");
    writeFileSync(path, zipBytes(made()));
    await here.done(here.deploy(path));
  });

  const refused = async (here: Workstation, name: string, bytes: Buffer) => {
    const path = join(here.folder, "odd.zip");
    writeFileSync(path, bytes);
    const before = everything(here.folder);
    const { code, err } = await here.deploy(path);
    expect({ name, code, err }).toEqual({ name, code: 10, err: expect.stringMatching(/bundle|zip|archive|manifest/i) });
    expect(err, name).not.toMatch(INTERNAL);
    expect(everything(here.folder), name).toEqual(before);
  };

  test("[D2, D3] right contents in another structure are refused before anything is written", async () => {
    const here = new Workstation(runner, "hand-made");
    for (const [name, bytes] of Object.entries(STRUCTURE)) await refused(here, name, bytes());
  });

  test("[D2, D3] right contents under names that Windows takes for others are refused before anything is written", async () => {
    const here = new Workstation(runner, "hand-made");
    for (const name of NAMES) await refused(here, name, named(name));
  });
});
