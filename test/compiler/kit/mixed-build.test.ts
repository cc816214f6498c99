import { describe, expect, test } from "vitest";
import { libraryOf, mixedBuilds } from "../../../src/compiler/kit/mixed-build.ts";
import { sampleKit } from "./kits.ts";

const whys = (paths: readonly string[], release = "2606") => mixedBuilds(paths, release).map(({ why }) => why);

describe("jars of two builds", () => {
  test.each([
    ["two releases of one maker", ["lib/plm-client-2506.jar", "lib/plm-sso-2606.jar"]],
    ["one library of another release among many", ["lib/plm-a-2606.jar", "lib/plm-b-2606.jar", "lib/plm-c-2506.0.1.jar"]],
    ["one library in two versions", ["lib/json-lite-1.9.4.jar", "lib/json-lite-2.1.0.jar"]],
    ["one library in two versions, in two folders and cases", ["lib/Json-1.0.jar", "ext/json-1.1.jar"]],
  ])("[C6] are found: %s", (_, paths) => {
    expect(whys(paths)).toHaveLength(1);
  });

  test.each([
    ["the libraries of other makers have versions of their own", ["lib/plm-a-2606.jar", "lib/json-1404.jar", "lib/xml-2506.jar"]],
    ["a classifier is no version", ["lib/netty-4.1.jar", "lib/netty-4.1-linux.jar"]],
    ["a number inside a name is no release", ["lib/log4j-1.2-api-2.20.jar", "lib/log4j-core-2.20.jar"]],
    ["files that are no jars", ["doc/plm-2506.txt", "doc/plm-2606.txt"]],
    ["month 13 is none", ["lib/plm-a-2613.jar", "lib/plm-b-2606.jar"]],
    ["no jars at all", []],
  ])("[C6] are not seen where %s", (_, paths) => {
    expect(whys(paths)).toEqual([]);
  });

  test("[C6] the sample's kits are of one build each, and together they are two", () => {
    const [old, now] = [Object.keys(sampleKit("2506")), Object.keys(sampleKit("2606"))];
    expect([whys(old, "2506"), whys(now)]).toEqual([[], []]);
    expect(whys([...old, ...now]).join("; ")).toMatch(/json-lite is there as 1\.9\.4 and 2\.1\.0/);
    expect(mixedBuilds([...old, ...now], "2606").flatMap(({ paths }) => paths)).toContain("plugin/lib/plm-sso-2506.jar");
  });

  test("a jar's name gives library and version", () => {
    expect(libraryOf("lib/json-lite-1.9.4.jar")).toEqual({ library: "json-lite", version: "1.9.4" });
    expect(libraryOf("lib/plain.jar")).toEqual({ library: "plain", version: null });
  });
});
