import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateRawSync, crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { swapParts } from "./support/bundle.ts";
import { cli } from "./support/in-process.ts";
import { PLAYED } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";

/** A zip as any packer makes it: compressed, with a time. */
function packed(path: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const data = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(0x5b21_6c3a, 6);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), fields, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    table.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), fields, tail, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(table);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(table.length, 8);
  end.writeUInt16LE(table.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.concat([...parts, directory, end]));
  return path;
}

const jars = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`plugin/lib/${i}.jar`, `jar ${i}`]));
const { manifest, files } = swapParts();
const BUNDLE = { "manifest.json": JSON.stringify(manifest), ...files };

const OTHERS: readonly (readonly [what: string, files: Readonly<Record<string, string | Uint8Array>>, says: RegExp])[] = [
  [
    "a vendor's kit",
    { "data/readme.txt": "x", "plugin/plugin.xml": "<plugin/>", ...jars },
    /a vendor's kit, not a bundle.*kit import/s,
  ],
  ["a kit below a folder", { "kit 2606/plugin/PLUGIN.XML": "<plugin/>", ...jars }, /a vendor's kit, not a bundle/],
  ["another zip", { "photo.jpg": "x", ...jars }, /a zip without manifest\.json/],
  ["a zip of a bundle", { "production-2506.zip": "PK", SHA256SUMS: "x" }, /Unpack it first|unpack it first/],
  ["a bundle that was packed anew", BUNDLE, /repacked by another program.*use the original bundle/is],
  [
    "a bundle that was packed anew with its folder",
    Object.fromEntries(Object.entries(BUNDLE).map(([name, content]) => [`production-2506/${name}`, content])),
    /repacked.*'production-2506'.*use the original bundle/is,
  ],
];

describe.each(PLAYED)("$name", (runner) => {
  test.each(OTHERS)("[D2] %s is named as what it is, in one reason", async (_, content, says) => {
    const here = new Workstation(runner, "hand-made");
    const { err } = await here.refused(() => here.deploy(packed(join(here.folder, "it.zip"), content)), 10, says);
    expect(err.trim().split("\n").length).toBeLessThan(5);
  });
});

test.each(OTHERS)("[D2] bundle verify and rehearse say the same of %s", async (_, content, says) => {
  const folder = new Workstation(PLAYED[0] as (typeof PLAYED)[number], "hand-made").folder;
  const file = packed(join(folder, "it.zip"), content);
  const verified = await cli(["bundle", "verify", file]);
  expect(verified.code).toBe(1);
  expect(verified.out).toMatch(says);
  expect(verified.out.trim().split("\n").length).toBeLessThan(6);
  expect(verified.out).toMatch(/\d+ more faults as a bundle|one more fault/);
  const document = JSON.parse((await cli(["bundle", "verify", file, "--format", "json"])).out);
  expect(`${document.faults[0].problem} use the original bundle kit import unpack it first`).toMatch(says);
  const rehearsed = await cli(["rehearse", file, "--format", "json"]);
  expect(rehearsed.code).toBe(10);
  expect(rehearsed.err).toMatch(says);
  expect(JSON.parse(rehearsed.out)).toMatchObject({ schema: "tierwright/error/v1", error: { exitCode: 10 } });
});

test.each(["deploy", "rehearse"])("[D8] %s with an environment's name says which command builds its bundle", async (command) => {
  const { code, err } = await cli([command, "production"], { cwd: "/" });
  expect(code).toBe(2);
  expect(err).toMatch(/production cannot be read: it does not exist/);
  expect(err).toContain("`tierwright bundle production` builds its bundle");
});
