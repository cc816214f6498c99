import { describe, expect, test } from "vitest";
import { type LockedRelease, foreignBuilds } from "../../../src/compiler/kit/foreign-jars.ts";
import type { LockedFile } from "../../../src/compiler/kit/lock.ts";

/*
 * Whose a jar is, by the digests of the locks. A kit is written as its names with their contents: `plm-a-2506.jar = one`.
 */

type Kit = readonly string[];

function lockedFile(text: string): LockedFile {
  const [path = "", content = ""] = text.split(" = ");
  return { path: path.includes("/") ? path : `plugin/lib/${path}`, size: content === "empty" ? 22 : 100, sha256: content };
}

function found(kits: Readonly<Record<string, Kit>>, imported: Readonly<Record<string, string>> = {}): readonly string[] {
  const releases = new Map<string, LockedRelease<LockedFile>>();
  for (const [name, kit] of Object.entries(kits)) {
    const date = imported[name];
    releases.set(name, {
      name,
      lock: { source: { name: `${name}.zip`, ...(date === undefined ? {} : { imported: date }) }, files: kit.map(lockedFile) },
    });
  }
  const short = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  return foreignBuilds(releases).flatMap(({ release, of, whole, jars }) =>
    whole
      ? [`${release} is ${of}`]
      : jars.map(({ file, original }) => `${release}: ${short(file.path)} is ${short(original.path)} of ${of}`),
  );
}

const OLD: Kit = ["plm-connector-2506.jar = c5", "plm-sso-2506.jar = s5", "json-lite-1.9.4.jar = j19"];
const NEW: Kit = ["plm-connector-2606.jar = c6", "plm-sso-2606.jar = s6", "json-lite-2.1.0.jar = j21"];
/** Kits whose jars carry no release in their names. */
const PLAIN_OLD: Kit = ["connector.jar = c5", "sso.jar = s5", "json.jar = j"];
const PLAIN_NEW: Kit = ["connector.jar = c6", "sso.jar = s6", "json.jar = j"];

describe("[C6] a kit that is another release's under new names", () => {
  test.each<[title: string, kit: Kit]>([
    [
      "the release in each name is another",
      ["plm-connector-2606.jar = c5", "plm-sso-2606.jar = s5", "json-lite-1.9.4.jar = j19"],
    ],
    ["no name is left", ["a.jar = c5", "b.jar = s5", "c.jar = j19"]],
    [
      "with names of another maker, in another folder",
      ["x/acme-core-2606.jar = c5", "x/acme-login-2606.jar = s5", "x/json-2.1.0.jar = j19"],
    ],
    ["with one jar left out", ["plm-connector-2606.jar = c5", "plm-sso-2606.jar = s5"]],
    ["the release's own name is not in them", ["plm-connector.jar = c5", "plm-sso.jar = s5", "json-lite.jar = j19"]],
  ])("is found where %s", (_, kit) => {
    expect(found({ "2506": OLD, "2606": kit })).toEqual(["2606 is 2506"]);
  });

  test("is found if no name contains a release, not even the folder's", () => {
    expect(found({ "13.3": PLAIN_OLD, "14.1": ["a.jar = c5", "b.jar = s5"] })).toEqual(["14.1 is 13.3"]);
    expect(
      found({ "13.3": ["plm-a-13.3.jar = a", "plm-b-13.3.jar = b"], "14.1": ["plm-a-14.1.jar = a", "plm-b-14.1.jar = b"] }),
    ).toEqual(["14.1 is 13.3"]);
    expect(found({ "2506": PLAIN_OLD, "2606": PLAIN_OLD })).toEqual(["2606 is 2506"]);
  });

  test("is the one that was imported later, also where its release is the earlier one", () => {
    const copy = ["plm-connector-2506.jar = c6", "plm-sso-2506.jar = s6", "json-lite-2.1.0.jar = j21"];
    expect(found({ "2506": copy, "2606": NEW }, { "2506": "2026-10-01", "2606": "2026-09-01" })).toEqual(["2506 is 2606"]);
  });

  test("is not the release whose own jars the other one took", () => {
    const days = { "2506": "2026-10-01", "2606": "2026-09-01" };
    const kits = { "2506": ["plm-connector-2506.jar = c5"], "2606": ["plm-connector-2606.jar = c6", "extra.jar = c5"] };
    for (const imported of [{}, days, { "2506": "2026-10-01" }])
      expect(found(kits, imported)).toEqual(["2606: extra.jar is plm-connector-2506.jar of 2506"]);
  });

  test.each<[title: string, kits: Readonly<Record<string, Kit>>]>([
    ["two releases of their own", { "2506": OLD, "2606": NEW }],
    ["a hot fix of one release", { "2506": OLD, "2506-HF1": [...OLD.slice(1), "plm-connector-2506.jar = c5b"] }],
    ["one kit under two names of one release", { "2506": OLD, "2506-pilot": OLD }],
    ["one kit under a name that says no release", { "2506": OLD, next: OLD }],
    ["a kit of libraries alone", { "2506": OLD, "2606": ["json-lite-1.9.4.jar = j19"] }],
    ["kits without a jar", { "2506": ["a.txt = x"], "2606": ["b.txt = x"] }],
  ])("is not seen in %s", (_, kits) => {
    expect(found(kits)).toEqual([]);
  });
});

describe("[C6] a jar of another release under a new name", () => {
  test.each<[title: string, old: Kit, now: Kit, says: string]>([
    ["any name", OLD, [...NEW, "extra.jar = s5"], "2606: extra.jar is plm-sso-2506.jar of 2506"],
    [
      "the name of this release",
      OLD,
      [...NEW.slice(0, 1), "plm-sso-2606.jar = s5", "json-lite-2.1.0.jar = j21"],
      "2606: plm-sso-2606.jar is plm-sso-2506.jar of 2506",
    ],
    ["a name that is no jar's", OLD, [...NEW, "plugin/data/blob.bin = s5"], "2606: blob.bin is plm-sso-2506.jar of 2506"],
    ["another jar's name", OLD, [...NEW, "plm-panel-2606.jar = s5"], "2606: plm-panel-2606.jar is plm-sso-2506.jar of 2506"],
    ["a name without its release", OLD, [...NEW, "plm-sso.jar = s5"], "2606: plm-sso.jar is plm-sso-2506.jar of 2506"],
    ["no release in any name", PLAIN_OLD, [...PLAIN_NEW, "extra.jar = s5"], "2606: extra.jar is sso.jar of 2506"],
    [
      "the name of this release, where the other kit's names say none",
      PLAIN_OLD,
      ["plm-connector-2606.jar = c6", "sso-2606.jar = s5", "json.jar = j"],
      "2606: sso-2606.jar is sso.jar of 2506",
    ],
    [
      "the name of this release and of another library",
      PLAIN_OLD,
      ["plm-connector-2606.jar = c6", "plm-login-2606.jar = s5", "json.jar = j"],
      "2606: plm-login-2606.jar is sso.jar of 2506",
    ],
    [
      "a library's other version",
      OLD,
      [...NEW.slice(0, 2), "json-lite-2.1.0.jar = j19"],
      "2606: json-lite-2.1.0.jar is json-lite-1.9.4.jar of 2506",
    ],
    ["a later release in an earlier kit", [...OLD, "extra.jar = s6"], NEW, "2506: extra.jar is plm-sso-2606.jar of 2606"],
    [
      "a jar of the maker that says no release",
      [...OLD, "plm-core.jar = k"],
      [...NEW, "extra.jar = k"],
      "2606: extra.jar is plm-core.jar of 2506",
    ],
  ])("is found: %s", (_, old, now, says) => {
    expect(found({ "2506": old, "2606": now })).toEqual([says]);
  });

  test("is found of each release that it came from", () => {
    const mixed = ["plm-connector-2606.jar = c6", "a.jar = s5", "b.jar = s4"];
    expect(found({ "2406": ["plm-sso-2406.jar = s4", "plm-x-2406.jar = x4"], "2506": OLD, "2606": mixed })).toEqual([
      "2606: b.jar is plm-sso-2406.jar of 2406",
      "2606: a.jar is plm-sso-2506.jar of 2506",
    ]);
  });

  test.each<[title: string, old: Kit, now: Kit]>([
    ["a library that both have", [...OLD, "gson.jar = g"], [...NEW, "gson.jar = g"]],
    ["a library in another folder and other letters", [...OLD, "gson-2.8.jar = g"], [...NEW, "ext/GSON-2.8.JAR = g"]],
    ["a library that got its version", [...OLD, "gson.jar = g"], [...NEW, "gson-2.8.9.jar = g"]],
    ["a version that is written out", [...OLD, "gson-2.8.jar = g"], [...NEW, "gson-2.8.0.jar = g"]],
    ["a library under the name of its bundle", [...OLD, "gson-2.8.jar = g"], [...NEW, "com.example.gson_2.8.0.jar = g"]],
    ["a library that is there twice", [...OLD, "gson.jar = g", "ext/google.jar = g"], [...NEW, "ext/google.jar = g"]],
    [
      "a library that was moved into the one maker's names",
      [...PLAIN_OLD, "gson.jar = g"],
      [...PLAIN_NEW, "google-json.jar = g"],
    ],
    ["jars without an entry", [...OLD, "a.jar = empty"], [...NEW, "plm-sso-stub.jar = empty"]],
    ["files that are no jars", [...OLD, "doc/plm-2506.txt = t"], [...NEW, "doc/plm-2606.txt = t"]],
  ])("is not seen in %s", (_, old, now) => {
    expect(found({ "2506": old, "2606": now })).toEqual([]);
  });
});
