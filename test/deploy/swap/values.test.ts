import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import { refuseLongPaths } from "../../../src/deploy/swap/inspect/path-lengths.ts";
import { refuseUnwritable } from "../../../src/deploy/swap/inspect/rights.ts";
import type { FileRole } from "../../../src/compiler/model/files.ts";
import type { StateValue } from "../../../src/deploy/swap/protocol/receipt.ts";
import {
  broughtValues,
  differing,
  driftOf,
  expectedValues,
  knownSecrets,
  loadValues,
  namedRows,
  plannedValue,
  secretsIn,
  stateValues,
  type Values,
} from "../../../src/deploy/swap/inspect/values.ts";
import { swapParts } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { sampleReceipt, sampleState } from "./support/sample-records.ts";

const manifestOf = (more: Partial<BundleManifest> = {}): BundleManifest => swapParts({ manifest: more }).manifest;

describe("path lengths", () => {
  const INSTALLED = `C:\\${"t".repeat(100)}`;
  const told = (manifest: BundleManifest, install = INSTALLED): readonly string[] => {
    try {
      refuseLongPaths(manifest, { windowsInstall: install });
      return [];
    } catch (error) {
      const { message, details } = error as { message: string; details: readonly string[] };
      return [message, ...details];
    }
  };
  const paths = { ...manifestOf().paths, client: "C:\\c", log4j2: null, profiles: [] };
  const files = (name: string) => [{ path: `plugin/${name}`, size: 1, sha256: "" }];
  const inPlace = (name: string) => `${INSTALLED}\\plugins\\com.example.connector\\${name}`;
  const staged = (name: string) => `${INSTALLED}\\.swap\\20000101T000000Z-000000\\new\\${name}`;

  test("[D3] 259 characters are the most, in place and while it is staged, and the longest way is reported", () => {
    const plugin = { ...manifestOf().plugin, folder: "x".repeat(60) };
    const place = (name: string) => `${INSTALLED}\\plugins\\${plugin.folder}\\${name}`;
    const fits = "n".repeat(259 - place("").length);
    expect(told(manifestOf({ paths, plugin, files: files(fits) }))).toEqual([]);
    expect(told(manifestOf({ paths, plugin, files: files(`${fits}n`) }))).toEqual([
      "a path would be longer than the 259 characters that Windows allows",
      `${place(`${fits}n`)}: 260 characters in its place`,
    ]);
    const short = "n".repeat(260 - staged("").length);
    expect(told(manifestOf({ paths, files: files(short) }))).toEqual([
      "a path would be longer than the 259 characters that Windows allows",
      `${inPlace(short)}: 260 characters while it is staged`,
    ]);
  });

  test("[D3] files outside the folder: while they are written, and as a copy in quarantine", () => {
    const long = (length: number) => `C:\\${"f".repeat(length - 3)}`;
    // '.', 16 drawn hex digits, '.tierwright-new'
    const written = 1 + 1 + 16 + ".tierwright-new".length;
    expect(told(manifestOf({ paths: { ...paths, client: "C:\\c", log4j2: null }, files: [] }))).toEqual([]);
    const deep = `C:\\${"d".repeat(220)}\\`;
    const name = "x".repeat(259 - written - deep.length);
    expect(told(manifestOf({ paths: { ...paths, client: deep + name }, files: [] }))).toEqual([]);
    expect(told(manifestOf({ paths: { ...paths, client: `${deep}${name}x` }, files: [] }))).toEqual([
      "a path would be longer than the 259 characters that Windows allows",
      `${deep}${name}x: 260 characters while it is written`,
    ]);
    const kept = (id: string) => `${INSTALLED}\\.swap\\strays\\20000101T000000Z-000000\\edited-${id}-`;
    for (const [id, more] of [
      ["client", (path: string) => ({ client: path })],
      ["log4j2", (path: string) => ({ log4j2: path })],
      ["profile-1", (path: string) => ({ profiles: [path] })],
      ["profile-9", (path: string) => ({ profiles: [...Array.from({ length: 8 }, () => "C:\\p"), path] })],
    ] as const) {
      const leaf = long(262 - kept(id).length).slice(3);
      expect(leaf.length + kept(id).length).toBe(259);
      expect(told(manifestOf({ paths: { ...paths, ...more(`C:\\${leaf}`) }, files: [] }))).toEqual([]);
      expect(told(manifestOf({ paths: { ...paths, ...more(`C:\\${leaf}x`) }, files: [] }))).toEqual([
        "a path would be longer than the 259 characters that Windows allows",
        `C:\\${leaf}x: 260 characters as a copy in quarantine`,
      ]);
    }
  });

  test("[D3] the receipt is reported, too, and of many paths five and how many there are besides", () => {
    const [only, line] = told(manifestOf({ paths, files: [] }), `C:\\${"t".repeat(202)}`);
    expect(only).toContain("a path would be longer");
    expect(line).toMatch(/^the receipt in .*: 260 characters while it is written$/);
    expect(told(manifestOf({ paths, files: [] }), `C:\\${"t".repeat(201)}`)).toEqual([]);
    const many = (count: number) =>
      manifestOf({ paths, files: Array.from({ length: count }, (_, i) => files("n".repeat(200 + i))).flat() });
    expect(told(many(5))).toHaveLength(6);
    expect(told(many(6)).at(-1)).toBe("and 1 more");
    expect(told(many(7)).at(-1)).toBe("and 2 more");
    expect(told(many(7))[0]).toMatch(/^7 paths would/);
    expect(told(many(7))).toHaveLength(7);
  });
});

describe("rights", () => {
  test("[D3] each folder is tried once; one that is missing is not; a refusal names the folder once", () => {
    const [a, b, c] = [resolve("/a"), resolve("/b"), resolve("/c")];
    const files = new MemoryFiles({ [a]: null, [b]: null });
    refuseUnwritable(files, [a, b, a, c]);
    expect(files.done).toEqual([`probe ${a}`, `probe ${b}`]);
    files.denied.set(b, "EACCES");
    expect(() => refuseUnwritable(files, [a, b])).toThrow(
      `${b}: access denied: this account cannot write into that folder, but its files must be replaced`,
    );
    // a system that does not name the path
    files.probe = () => {
      throw Object.assign(new Error("denied"), { code: "EPERM" });
    };
    expect(() => refuseUnwritable(files, [a])).toThrow(`${a}: the operating system does not permit it: this account`);
  });
});

describe("values of a machine", () => {
  const map = (values: Record<string, string>) => new Map(Object.entries(values));
  const empty: ReadonlySet<string> = new Set();

  test("[D8] a plan holds both sides of a value, and none of a secret's", () => {
    const row = { key: "a", before: "1", after: "2" };
    expect(plannedValue(row, empty)).toEqual(row);
    const hidden = { key: "a", before: null, after: null, secret: true };
    expect(plannedValue(row, new Set(["a"]))).toEqual(hidden);
    expect(plannedValue({ ...row, before: null }, new Set(["a"]))).toEqual(hidden);
    expect(plannedValue({ ...row, after: null }, new Set(["a"]))).toEqual(hidden);
    expect(plannedValue({ key: "a", before: null, after: null }, new Set(["a"]))).toEqual({
      key: "a",
      before: null,
      after: null,
    });
  });

  test("[D8] a state lists what the bundle decides or brings along by key, never a secret, and names the rest", () => {
    const values = map({ c: "3", b: "1", a: "2", PASSWORD: "x", s: "y" });
    const rows = [
      { file: "connector", key: "a", value: "2" },
      { file: "connector", key: "b", value: "1", decided: true },
    ];
    const brought = { decided: new Set(["b", "PASSWORD"]), values: map({ a: "2", c: "another", s: "y" }) };
    expect(stateValues("connector", values, new Set(["s"]), brought)).toEqual(rows);
    expect(namedRows("connector", values, new Set(["s"]), brought, [])).toEqual([{ file: "connector", key: "c" }]);
    expect(namedRows("connector", values, new Set(["s"]), brought, ["c"])).toEqual([]);
    expect(broughtValues(sampleState({ values: [...rows] as StateValue[] }), "connector")).toEqual({
      decided: new Set(["b"]),
      values: map({ a: "2", b: "1" }),
    });
  });

  test("[D8] secrets are known by the bundle and by every receipt, for their own file", () => {
    const manifest = manifestOf({
      values: [
        { file: "connector", key: "m", secret: "NAME", unit: false },
        { file: "connector", key: "plain", value: "1", unit: false },
        { file: "client", key: "other", secret: "NAME", unit: false },
      ],
    });
    const state = sampleState({
      secrets: [
        { file: "connector", key: "r" },
        { file: "client", key: "c" },
      ],
    });
    const receipts = [sampleReceipt({ state }), sampleReceipt({ state: null })];
    expect([...knownSecrets(manifest, receipts, "connector")]).toEqual(["m", "r"]);
    expect([...knownSecrets(null, receipts, "client")]).toEqual(["c"]);
    expect([...knownSecrets(manifest, [], "client")]).toEqual(["other"]);
  });

  test("[D8] secrets of a file are named: all of them, or of the client file those that are decided or known", () => {
    const values = map({ a: "1", k: "2", PASSWORD: "3", TOKEN: "4-x" });
    expect(secretsIn(values, new Set(["k"]))).toEqual(["k", "PASSWORD", "TOKEN"]);
    expect(secretsIn(values, new Set(["k"]), new Set(["a", "TOKEN"]))).toEqual(["k", "TOKEN"]);
  });

  test("[D8] drift is what nobody expected and nobody would write; what is left alone is none", () => {
    const decided = new Set(["a", "PASSWORD"]);
    const keys = (file: FileRole, ...[now, was, will, leave]: [Values, Values, Values, ReadonlySet<string>]) =>
      driftOf({ file, live: now, expected: was, decided }, will, leave).map(({ key }) => key);
    const live = map({ same: "1", changed: "2", next: "3", added: "4", left: "5" });
    const expected = map({ same: "1", changed: "1", next: "1", gone: "1", left: "1" });
    const next = map({ next: "3", changed: "9", gone: "9" });
    expect(keys("connector", live, expected, next, new Set(["left"]))).toEqual(["added", "changed", "gone"]);
    expect(keys("client", live, expected, next, new Set(["left"]))).toEqual(["changed", "gone"]);
    expect(
      driftOf({ file: "connector", live: map({ b: "2" }), expected: map({ a: "1" }), decided }, map({ a: "9" }), empty),
    ).toEqual([
      { file: "connector", key: "a", expected: "1", found: null },
      { file: "connector", key: "b", expected: null, found: "(hidden)" },
    ]);
    expect(
      driftOf({ file: "connector", live: map({ PASSWORD: "2" }), expected: map({ PASSWORD: "1" }), decided }, map({}), empty),
    ).toEqual([{ file: "connector", key: "PASSWORD", expected: "(hidden)", found: "(hidden)" }]);
    expect(
      differing(
        { file: "connector", live, expected: map({ same: "1", next: "4" }), decided },
        live.keys(),
        new Set(["left"]),
      ).map(({ key }) => key),
    ).toEqual(["added", "changed", "next"]);
    const two = { file: "connector", live: map({ b: "1", a: "1" }), expected: map({ b: "2" }), decided } as const;
    expect(differing(two, two.live.keys(), empty)).toEqual([
      { file: "connector", key: "a", expected: null, found: "1" },
      { file: "connector", key: "b", expected: "(hidden)", found: "(hidden)" },
    ]);
  });

  test("[D6] what is expected comes from the receipt, else for the connector's file from what was carried", () => {
    const manifest = manifestOf({ expect: [{ key: "a", value: "carried" }] });
    const state = sampleState({ values: [{ file: "client", key: "a", value: "receipt" }] });
    expect(expectedValues(manifest, sampleReceipt({ state }), "client")).toEqual(map({ a: "receipt" }));
    expect(expectedValues(manifest, sampleReceipt({ state }), "connector")).toEqual(map({}));
    expect(expectedValues(manifest, null, "connector")).toEqual(map({ a: "carried" }));
    expect(expectedValues(manifest, sampleReceipt({ state: null }), "connector")).toEqual(map({ a: "carried" }));
    expect(expectedValues(manifest, null, "client")).toBeNull();
    expect(expectedValues(manifestOf(), null, "connector")).toBeNull();
  });

  test("[D3] what Java could not load, or reads otherwise for its byte order mark, is refused with its place", () => {
    expect(loadValues("f", Buffer.from("a=1\nb : 2"))).toEqual(map({ a: "1", b: "2" }));
    expect(() => loadValues("f", Buffer.from("a=1\nb=\\u00zz\n"))).toThrow(
      /^f:2:\d+: java\.util\.Properties cannot load this file: /,
    );
    expect(() => loadValues("f", Buffer.from("\ufeffa=1\n"))).toThrow("f starts with a byte order mark");
  });
});
