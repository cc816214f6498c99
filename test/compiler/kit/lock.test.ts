import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type KitLock, lockText, parseLock } from "../../../src/compiler/kit/lock.ts";
import { sampleFile } from "./kits.ts";

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const name = fc.oneof(
  fc.constantFrom(
    "true",
    "null",
    "2506",
    "1e5",
    "0x1F",
    "a: b",
    "- a",
    "#a",
    "ä.jar",
    "a b.jar",
    "a'b",
    'a"b',
    "[a]",
    "{a}",
    "*a",
    "&a",
    "~",
  ),
  fc.stringMatching(/^[\w ./+-]{1,30}$/).filter((text) => text.trim() === text && text !== ""),
);

const lock: fc.Arbitrary<KitLock> = fc.record({
  release: fc.constantFrom("2506", "1e3", "2606.1", "x y"),
  source: fc.option(
    fc
      .record({ name, size: fc.nat(), sha256: hash, imported: fc.constant("2026-09-01") })
      .map((full) => full as KitLock["source"] & object),
  ),
  files: fc
    .uniqueArray(fc.record({ path: name, size: fc.nat(), sha256: hash, class: fc.integer({ min: 45, max: 70 }) }), {
      selector: ({ path }) => path,
      maxLength: 6,
    })
    .map((files) => [...files].sort((a, b) => (a.path < b.path ? -1 : 1))),
});

describe("kit.lock.yaml", () => {
  test("[C6] any lock that is written reads back as it was, whatever the names look like to YAML", () => {
    fc.assert(
      fc.property(lock, (wanted) => {
        const { lock: found, problems } = parseLock("kit.lock.yaml", Buffer.from(lockText(wanted)));
        expect(problems).toEqual([]);
        expect({ release: found?.release, source: found?.source }).toEqual({ release: wanted.release, source: wanted.source });
        expect(found?.files.map(({ path, size, sha256, class: version }) => ({ path, size, sha256, class: version }))).toEqual(
          wanted.files,
        );
      }),
    );
  });

  test.each(["2506", "2606"])("[C6] the sample's lock of %s is written byte for byte", (release) => {
    const bytes = sampleFile(`releases/${release}/kit.lock.yaml`);
    const { lock: found } = parseLock("kit.lock.yaml", bytes);
    expect(found?.files.length).toBeGreaterThan(10);
    expect(lockText(found as KitLock)).toBe(bytes.toString("utf8"));
  });

  test("[C6] a file that is no lock has problems in words, with their line", () => {
    const { problems } = parseLock(
      "a/kit.lock.yaml",
      Buffer.from('apiVersion: tierwright/v1\nkind: KitLock\nrelease: "1"\nfiles:\n  - { path: a }\n'),
    );
    expect(problems.join()).toMatch(/^a\/kit\.lock\.yaml:5: .*size/);
    expect(parseLock("kit.lock.yaml", Buffer.from("[")).lock).toBeNull();
  });
});
