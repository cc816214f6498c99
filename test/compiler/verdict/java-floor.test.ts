import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { describe, expect, test } from "vitest";
import { javaFeature, javaFloor } from "../../../src/compiler/verdict/java-floor.ts";
import { release } from "./builders.ts";

describe("Java versions as people write them", () => {
  test.each([
    ["17", 17],
    ["21", 21],
    ["17.0.9", 17],
    ["21+35", 21],
    ["1.8", 8],
    ["1.8.0_392", 8],
    [" 17 ", 17],
    ["seventeen", null],
    ["17x", null],
    ["", null],
  ])("[C5] '%s' is %s", (text, feature) => {
    expect(javaFeature(text)).toBe(feature);
  });
});

describe("the Java floor of a connector", () => {
  test("[C5] of several jars the newest counts, in any order, and 61 is 17, 65 is 21", () => {
    for (const jars of [
      { "a.jar": 61, "b.jar": 65, "c.jar": 52 },
      { "b.jar": 65, "c.jar": 52, "a.jar": 61 },
    ]) {
      const floor = javaFloor(release({ name: "2606", jars }));
      expect(floor?.version).toBe(21);
      expect(floor?.evidence.map((one) => plain(one.words))).toEqual(["b.jar holds classes of version 65, which is Java 21"]);
    }
    expect(javaFloor(release({ name: "2506", jars: { "a.jar": 61 } }))?.version).toBe(17);
  });

  test("[C5] the higher Java of release.yaml and jars applies, and both are reported", () => {
    const low = javaFloor(release({ name: "2606", java: "17", jars: { "a.jar": 65 } }));
    expect(low?.version).toBe(21);
    expect(low?.evidence.map((one) => one.version)).toEqual([17, 21]);
    expect(javaFloor(release({ name: "2606", java: "21", jars: { "a.jar": 61 } }))?.version).toBe(21);
  });

  test("[C5] without a statement and without jars there is none", () => {
    expect(javaFloor(release({ name: "2606" }))).toBeNull();
    expect(javaFloor(release({ name: "2606", java: "latest" }))).toBeNull();
  });
});
