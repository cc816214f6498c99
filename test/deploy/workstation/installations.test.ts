import { describe, expect, test } from "vitest";
import { RECEIPT_SCHEMA, type Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { Installations } from "../../../src/deploy/workstation/installations.ts";

const BUNDLE = {
  name: "demo-2506.zip",
  sha256: "a".repeat(64),
  manifest: "b".repeat(64),
  environment: "demo",
  connector: "2506",
  serial: 5,
  commit: null,
  compiler: "tierwright 0.1.0",
};

/** A receipt of a settings bundle; its state has one value. */
function receipt(change: Partial<Receipt> = {}, value = "27000@lic.example.com"): Receipt {
  return {
    schema: RECEIPT_SCHEMA,
    sequence: 1,
    run: "20261101T080000Z-0a1b2c",
    result: "done",
    code: 0,
    kind: "settings",
    at: "2026-11-01T08:00:00Z",
    machine: "WS-0001",
    user: "EXAMPLE\\engineer",
    runner: "deploy.ps1 0.1.0",
    bundle: BUNDLE,
    install: "C:\\Tool",
    plugin: { folder: "plugin", id: "plugin", conf: "conf/connector.properties", logger: null },
    paths: { client: "C:\\client.properties" },
    tool: { expected: "2024x", found: "2024x", proven: true, java: null },
    key: null,
    state: { tree: null, values: [{ file: "connector", key: "LicenseDir", value }], files: [], secrets: [], keep: [] },
    before: null,
    undo: null,
    strays: [],
    kept: [],
    drift: [],
    replaced: [],
    flags: [],
    error: null,
    notes: [],
    ...change,
  };
}

const bytes = (one: Receipt) => Buffer.from(JSON.stringify(one));

/** What is known of receipts by the names of their files, read in this order. */
function known(receipts: Readonly<Record<string, Receipt>>) {
  const installations = new Installations();
  for (const [name, one] of Object.entries(receipts)) expect(installations.addFile({ name, bytes: bytes(one) })).toBeNull();
  return { all: installations.all(), conflicts: installations.conflicts };
}

describe("the receipts of a fleet", () => {
  test("[D8] keep one state and one bundle for all machines that have them, and no user", () => {
    const machines = Array.from({ length: 50 }, (_, i) => [`${i}.json`, receipt({ machine: `WS-${i}` })] as const);
    const { all } = known(Object.fromEntries(machines));
    expect(all).toHaveLength(50);
    expect(new Set(all.map(({ stands }) => stands?.side)).size).toBe(1);
    expect(new Set(all.map(({ stands }) => stands?.bundle)).size).toBe(1);
    expect(JSON.stringify(all.map(({ last }) => ({ ...last, side: null })))).not.toContain("engineer");
    const { all: two } = known({ a: receipt(), b: receipt({ machine: "WS-0002" }, "27000@old.example.com") });
    expect(new Set(two.map(({ stands }) => stands?.side)).size).toBe(2);
  });

  test("[D8] the newest is what the documents say, whatever the names of the files and their order say", () => {
    const old = receipt({ sequence: 1, at: "2026-11-01T08:00:00Z", run: "20261101T080000Z-0a1b2c" }, "27000@old.example.com");
    const now = receipt({ sequence: 2, at: "2026-11-02T08:00:00Z", run: "20261102T080000Z-0a1b2c" });
    for (const named of [
      { "WS-0001-20261109T000000Z-ffffff.json": old, "WS-0001-20261001T000000Z-000000.json": now },
      { "a.json": now, "b.json": old },
    ]) {
      const [installation] = known(named).all;
      expect(installation?.stands?.sequence).toBe(2);
      expect(installation?.runs.map(({ sequence }) => sequence)).toEqual([1, 2]);
    }
  });

  test("[D8] a machine is one in any case of its name; two folders on it are two installations", () => {
    expect(known({ a: receipt(), b: receipt({ machine: "ws-0001", sequence: 2 }) }).all).toHaveLength(1);
    expect(known({ a: receipt(), b: receipt({ install: "D:\\Tool" }) }).all).toHaveLength(2);
  });

  describe("[D8] a machine that was set up again starts its numbers again, and its newest receipt is one of the new folder", () => {
    const run = (at: string, change: Partial<Receipt> = {}) =>
      receipt({ at, run: at.replace(/[-:]/g, "").replace("Z", "Z-0a1b2c"), ...change });
    const before = [1, 2, 3].map((day) =>
      run(`2026-10-0${day}T08:00:00Z`, { sequence: day, bundle: { ...BUNDLE, sha256: "c".repeat(64) } }),
    );
    const failed = { result: "refused", code: 10, state: null } as const;
    const of = (...receipts: readonly Receipt[]) => known(Object.fromEntries(receipts.map((one) => [one.run, one]))).all[0];

    test("a lower number that was written later", () => {
      const installation = of(run("2026-11-01T08:00:00Z"), ...before);
      expect([installation?.stands?.at, installation?.since]).toEqual(["2026-11-01T08:00:00Z", "2026-11-01T08:00:00Z"]);
      expect(installation?.runs).toHaveLength(4);
      // an equal bundle and state of the old folder is not the same stay
      const same = of(run("2026-10-01T08:00:00Z"), run("2026-11-01T08:00:00Z"));
      expect(same?.since).toBe("2026-11-01T08:00:00Z");
    });

    test("a first run that failed leaves an unknown state, and not that of the folder before it", () => {
      const installation = of(...before, run("2026-11-01T08:00:00Z", { ...failed, sequence: 0 }));
      expect([installation?.stands, installation?.since, installation?.last.at]).toEqual([null, null, "2026-11-01T08:00:00Z"]);
      const then = of(...before, run("2026-11-01T08:00:00Z", { ...failed, sequence: 0 }), run("2026-11-01T09:00:00Z"));
      expect(then?.stands?.at).toBe("2026-11-01T09:00:00Z");
    });

    test("a wrong clock alone is no new folder: the number decides", () => {
      expect(of(run("2026-11-03T08:00:00Z"), run("2026-11-01T08:00:00Z", { sequence: 2 }))?.stands?.sequence).toBe(2);
      const failedFirst = of(run("2026-11-01T07:00:00Z", { ...failed, sequence: 0 }), run("2026-11-01T08:00:00Z"));
      expect([failedFirst?.stands?.sequence, failedFirst?.last.sequence]).toEqual([1, 1]);
      const failedLater = of(run("2026-11-01T08:00:00Z"), run("2026-11-01T09:00:00Z", { ...failed, sequence: 1 }));
      expect([failedLater?.stands?.sequence, failedLater?.last.result]).toEqual([1, "refused"]);
    });
  });

  test("[D8] a receipt that was copied twice counts once; two that differ in number and time alike are a conflict", () => {
    const twice = known({ "monday/a.json": receipt(), "tuesday/a.json": receipt() });
    expect([twice.all[0]?.runs.length, twice.conflicts]).toEqual([1, []]);
    const other = receipt({ run: "20261101T080000Z-ffffff" }, "27000@old.example.com");
    const { all, conflicts } = known({ "a.json": receipt(), "b.json": other });
    expect(conflicts).toEqual([{ machine: "WS-0001", at: "2026-11-01T08:00:00Z", used: "a.json", other: "b.json" }]);
    expect([all[0]?.runs.length, all[0]?.stands?.file]).toEqual([2, "a.json"]);
    // the same run with other contents is no copy of it
    expect(known({ "a.json": receipt(), "b.json": receipt({}, "27000@old.example.com") }).conflicts).toHaveLength(1);
  });

  test("[D8] since when a machine is what it is: the first of the runs in a row with this bundle and state", () => {
    const at = (day: number, change: Partial<Receipt> = {}, value?: string) =>
      receipt({ sequence: day, at: `2026-11-0${day}T08:00:00Z`, run: `2026110${day}T080000Z-0a1b2c`, ...change }, value);
    const failed = { result: "refused", code: 10, state: null } as const;
    const sinceOf = (...receipts: readonly Receipt[]) =>
      known(Object.fromEntries(receipts.map((one) => [one.run, one]))).all[0]?.since;
    expect(sinceOf(at(1), at(2), at(3))).toBe("2026-11-01T08:00:00Z");
    expect(sinceOf(at(1), at(2, {}, "27000@old.example.com"), at(3))).toBe("2026-11-03T08:00:00Z");
    expect(sinceOf(at(1), at(2, failed), at(3))).toBe("2026-11-01T08:00:00Z");
    expect(sinceOf(at(1), at(2, { bundle: { ...BUNDLE, sha256: "c".repeat(64) } }))).toBe("2026-11-02T08:00:00Z");
    expect(sinceOf(at(1, failed))).toBeNull();
  });

  test("[D8] a file that is no receipt is told with why, and changes nothing", () => {
    const installations = new Installations();
    expect(installations.addFile({ name: "a.json", bytes: Buffer.from("{") })).toMatch(/^line 1, column \d+: /);
    expect(installations.addFile({ name: "b.json", why: "access denied" })).toBe("access denied");
    expect(installations.all()).toEqual([]);
  });
});
