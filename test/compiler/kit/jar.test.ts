import { describe, expect, test } from "vitest";
import { jarFacts } from "../../../src/compiler/kit/jar.ts";
import { zipBytes } from "../../kernel/archive/zip-bytes.ts";
import { classBytes, jar, sampleKit } from "./kits.ts";

const source = (bytes: Buffer) => ({ size: bytes.length, read: (at: number, length: number) => bytes.subarray(at, at + length) });
const versionOf = (bytes: Buffer) => jarFacts(source(bytes)).classVersion;

describe("class-file versions of a jar", () => {
  test.each([true, false])("[C5] the highest counts (compressed: %s)", (deflate) => {
    expect(jarFacts(source(jar({ "a/A.class": 52, "a/B.class": 65, "a/C.class": 61 }, deflate)))).toEqual({
      classVersion: 65,
      classes: 3,
      fault: null,
    });
  });

  test("[C5] classes for newer runtimes only and module descriptors do not raise the floor", () => {
    expect(
      versionOf(jar({ "A.class": 52, "META-INF/versions/21/A.class": 65, "module-info.class": 53, "a/module-info.class": 61 })),
    ).toBe(52);
  });

  test("[C5] a large compressed class is looked at without unpacking it", () => {
    const data = Buffer.concat([classBytes(65), Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 251))]);
    expect(versionOf(zipBytes([{ name: "A.class", data, deflate: true }]))).toBe(65);
  });

  test("[C5] a jar without classes, and a file of that name that is no class, say nothing", () => {
    expect(versionOf(zipBytes([{ name: "a.txt", data: Buffer.from("a") }]))).toBeNull();
    expect(versionOf(zipBytes([{ name: "A.class", data: Buffer.from("no class at all") }]))).toBeNull();
    expect(versionOf(zipBytes([{ name: "A.class", data: Buffer.alloc(3) }]))).toBeNull();
  });

  test("[C6] a file that is not a jar is reported as such, without a failure", () => {
    expect(jarFacts(source(Buffer.from("not a zip"))).fault).toContain("zip");
  });

  test.each([
    ["2506", 61],
    ["2606", 65],
  ] as const)("[C5] the sample's jars of %s hold classes of version %i", (release, wanted) => {
    const bytes = sampleKit(release)[`plugin/lib/plm-connector-${release}.jar`];
    expect(bytes && versionOf(bytes)).toBe(wanted);
  });
});
