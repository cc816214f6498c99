import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { descriptor, faultsOf, zip64End, zipBytes } from "./zip-bytes.ts";
import { runs, stepOf } from "../../support/runs.ts";

const text = Buffer.from("key=value\n".repeat(40));
/** A header written before the sums were known, and the sums behind the contents. */
const DESCRIBED = zipBytes([
  { name: "a", data: text, fields: { flags: 0x0808 }, local: { crc: 0, compressed: 0, size: 0 }, after: descriptor(text) },
]);
const BUNDLE = zipBytes([
  { name: "manifest.json", data: Buffer.from("{}\n") },
  { name: "plugin/a.jar", data: text },
  { name: "profile/ö" },
]);
const DEFLATED = zipBytes([
  { name: "kit/", data: Buffer.alloc(0), central: { external: 0x41ed0000 } },
  { name: "kit/a.txt", data: text, deflate: true, fields: { madeBy: 20, flags: 0 }, central: { external: 0x20 } },
  { name: "kit/b.txt", data: Buffer.from("b") },
]);
const ZIP64 = zipBytes([{ name: "a", data: text }], {
  entries: 0xffff,
  size: 0xffffffff,
  offset: 0xffffffff,
  between: (at, size) => zip64End(at + size, { entries: 1, size, offset: at }),
});

describe("[D2] a bundle has one byte form", () => {
  test("the one that is damaged here is one", async () => {
    expect(await faultsOf(BUNDLE, "bundle")).toEqual([]);
  });

  test("every byte of it counts: changed in any bit, it is refused", async () => {
    const taken: string[] = [];
    for (let at = 0; at < BUNDLE.length; at += stepOf(3)) {
      for (let bit = 1; bit < 256; bit <<= 1) {
        const changed = Buffer.from(BUNDLE);
        changed[at] = (changed[at] ?? 0) ^ bit;
        if ((await faultsOf(changed, "bundle")).length === 0) taken.push(`byte ${at} ^ ${bit}`);
      }
    }
    expect(taken).toEqual([]);
  });

  test("with any byte left out or put in, it is refused", async () => {
    for (let at = 0; at <= BUNDLE.length; at++) {
      const more = Buffer.concat([BUNDLE.subarray(0, at), Buffer.from([at & 255]), BUNDLE.subarray(at)]);
      expect(await faultsOf(more, "bundle"), `one more byte at ${at}`).not.toEqual([]);
      if (at === BUNDLE.length) break;
      const less = Buffer.concat([BUNDLE.subarray(0, at), BUNDLE.subarray(at + 1)]);
      expect(await faultsOf(less, "bundle"), `without byte ${at}`).not.toEqual([]);
    }
  });
});

describe("[D2] an archive that was cut off", () => {
  test.each([
    ["a bundle", BUNDLE],
    ["a kit with compressed files", DEFLATED],
    ["a kit with zip64 records", ZIP64],
    ["a kit with a descriptor", DESCRIBED],
  ])("is refused wherever it ends: %s", async (_, bytes) => {
    expect(await faultsOf(bytes, "kit")).toEqual([]);
    for (let length = 0; length < bytes.length; length++) {
      expect(await faultsOf(bytes.subarray(0, length), "kit"), `${length} of ${bytes.length} bytes`).not.toEqual([]);
    }
  });
});

describe("[D2] a damaged kit", () => {
  test.each([
    ["stored", BUNDLE],
    ["compressed", DEFLATED],
    ["zip64", ZIP64],
    ["with a descriptor", DESCRIBED],
  ])("never gives more than it says, an unexpected error or an endless run: %s", async (_, bytes) => {
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const damaged = Buffer.from(bytes);
        for (const [at, value] of changes) damaged[at] = value;
        if ((await faultsOf(damaged, "kit")).length > 0) refused++;
      }),
      { numRuns: runs(2000) },
    );
    expect(refused).toBeGreaterThan(runs(2000) / 2);
  });

  test("random bytes behind a plausible beginning are refused", async () => {
    const bytes = fc.tuple(fc.constantFrom("PK\x03\x04", "PK\x05\x06", "PK\x01\x02", ""), fc.uint8Array({ maxLength: 200 }));
    await fc.assert(
      fc.asyncProperty(bytes, async ([head, rest]) => {
        expect(await faultsOf(Buffer.concat([Buffer.from(head, "latin1"), rest]), "kit")).not.toEqual([]);
      }),
    );
  });
});
