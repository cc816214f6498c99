import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { captureSeries } from "../../../src/record/sweep/captures.ts";
import { namePattern } from "../../../src/record/sweep/file-names.ts";
import { type LogFiles, logSeries } from "../../../src/record/sweep/logs.ts";
import { type Entry, limitPlan, type Series, type Wish } from "../../../src/record/sweep/plan.ts";
import type { Planned } from "../../../src/record/sweep/remove.ts";
import { apply } from "../../../src/record/sweep/sweep.ts";
import { runs } from "../../support/runs.ts";
import { type Node, RacingWorld } from "./support/racing-world.ts";

const TODAY = "2026-11-22";
const DAY0 = Date.parse(`${TODAY}T00:00:00Z`) / 86_400_000;
const WISH: Wish = { today: TODAY, olderThan: 30, keep: 1, now: DAY0 * 86_400_000 };

const pattern = namePattern("/logs/client-%d{yyyy-MM-dd}-%i.log", false);
const LOGS: readonly LogFiles[] = [
  { what: "client", name: "MAIN", active: "/logs/client.log", activeGoes: false, pattern },
  {
    what: "client",
    name: "DEEP",
    active: "/logs/deep.log",
    activeGoes: false,
    pattern: namePattern("/logs/$${date:yyyy-MM}/deep-%i.log", false),
  },
  { what: "connector", name: "", active: "/temp/connectorLogs.log", activeGoes: true, pattern: null },
];
const STARTED =
  '{"event":"started","schema":"tierwright/capture-events/v1","version":"1","id":"a","at":"2026-01-01T00:00:00Z","pid":7,"relays":[]}\n';

/** Logs, captures, and what lies beside them and must never go. */
function world(windows: boolean): RacingWorld {
  const disk = new RacingWorld(windows);
  const old = DAY0 - 100;
  disk.put("/logs/client.log", "file", "active", old);
  disk.put("/logs/deep.log", "file", "active", old);
  for (const n of [1, 2, 3, 4]) disk.put(`/logs/client-2026-01-0${n}-1.log`, "file", "x".repeat(n), old + n);
  disk.put("/logs/2026-01/deep-1.log", "file", "deep", old);
  disk.put("/logs/2026-01/deep-2.log", "file", "deep", old);
  disk.put("/logs/notes.txt", "file", "mine", old);
  disk.put("/temp/connectorLogs.log", "file", "connector", old);
  // as large and as old as those in the plan, so that only their identity tells them apart
  disk.put("/other/client-2026-01-01-1.log", "file", "y", old + 1);
  disk.put("/other/client-2026-01-02-1.log", "file", "yy", old + 2);
  disk.put("/other/deep-1.log", "file", "DEEP", old);
  disk.put("/other/connectorLogs.log", "file", "CONNECTOR", old);
  disk.put("/store/a/events.ndjson", "file", `${STARTED}{"event":"stopped","t":1,"signal":"SIGINT"}\n`, old);
  disk.put("/store/a/0001.c2s.raw", "file", "secret", old);
  disk.put("/store/b/events.ndjson", "file", STARTED.replace("7", "9"), old);
  return disk;
}

const PLACES = [
  ...["/logs", "/logs/2026-01", "/temp", "/store", "/store/a", "/other"],
  ...["/logs/client.log", "/logs/client-2026-01-01-1.log", "/logs/client-2026-01-02-1.log", "/logs/2026-01/deep-1.log"],
  ...["/other/client-2026-01-01-1.log", "/temp/connectorLogs.log", "/store/a/0001.c2s.raw", "/store/a/events.ndjson", "/aside"],
] as const;

const place = fc.constantFrom(...PLACES);
/** What somebody else does, at some operation of the sweep. */
const event = fc.record({
  at: fc.nat(160),
  what: fc.oneof(
    fc.record({ kind: fc.constant("move" as const), from: place, to: place }),
    fc.record({ kind: fc.constant("write" as const), from: place, to: fc.constant("") }),
    fc.record({ kind: fc.constant("drop" as const), from: place, to: fc.constant("") }),
    fc.record({ kind: fc.constantFrom("link" as const, "junction" as const), from: place, to: place }),
    fc.record({ kind: fc.constant("file" as const), from: place, to: fc.constant("") }),
    fc.record({ kind: fc.constant("pipe" as const), from: place, to: fc.constant("") }),
    fc.record({ kind: fc.constant("exchange" as const), from: place, to: place }),
    fc.record({ kind: fc.constant("same" as const), from: place, to: place }),
    fc.record({ kind: fc.constant("lock" as const), from: place, to: fc.constant("") }),
  ),
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

function happen(disk: RacingWorld, { kind, from, to }: Event["what"]): void {
  if (kind === "move") disk.move(from, to);
  else if (kind === "write") disk.write(from, "!", DAY0);
  else if (kind === "drop") disk.drop(from);
  else if (kind === "same") disk.hardLink(from, to);
  else if (kind === "exchange") {
    // a folder is moved aside and a junction to another takes its name
    disk.move(from, "/aside");
    disk.put(from, "junction", to);
  } else if (kind === "lock") {
    const node = disk.find(from, false);
    if (node) disk.locked.add(node.inode);
  } else disk.put(from, kind, kind === "file" ? "planted" : to, DAY0 - 90);
}

function planOf(disk: RacingWorld, wish = WISH): readonly Series[] {
  return limitPlan([
    ...LOGS.map((log) => logSeries(disk, log, wish)),
    captureSeries(disk, "/store", wish, { running: new Set(["b"]), led: new Set(), unknown: new Set() }),
  ]);
}

const planned = (series: readonly Series[]): readonly Planned[] =>
  series.flatMap(({ entries }) => entries.flatMap(({ removal }) => removal?.files ?? []));

describe("[H4] nothing outside the plan is deleted, whatever another program does meanwhile", () => {
  test.each([false, true])(
    "links, junctions, renames and writes between any two operations (names without case: %s)",
    (windows) => {
      fc.assert(
        fc.property(fc.array(event, { maxLength: 8 }), fc.nat(60), (events, start) => {
          const disk = world(windows);
          const due = [...events].sort((a, b) => a.at - b.at);
          disk.meanwhile = () => {
            while (due[0] && due[0].at <= disk.operations) happen(disk, (due.shift() as Event).what);
          };
          disk.operations = start;
          const series = planOf(disk);
          expect(disk.taken).toEqual([]);
          const wanted = planned(series);
          const folders = series.flatMap(({ entries }) => entries.flatMap(({ removal }) => removal?.folder ?? []));
          const swept = apply(disk, series);
          for (const { folder, name, node, was: then, raced } of disk.taken) {
            if (node.kind === "folder") {
              expect(folders.map(({ was }) => was.inode)).toContain(node.inode);
              continue;
            }
            const own = wanted.filter((one) => one.name === name && one.folderWas.inode === folder.inode);
            expect(own, `${name} went from a folder that was not planned`).toHaveLength(1);
            if (!raced) {
              const [{ was } = { was: null }] = own;
              expect(then).toEqual(was);
            }
          }
          expect(swept).toHaveLength(series.flatMap(({ entries }) => entries.filter(({ removal }) => removal)).length);
        }),
        { numRuns: runs(4000) },
      );
    },
  );

  test("without interference exactly the planned files are deleted", () => {
    const disk = world(false);
    const series = planOf(disk);
    expect(planned(series).map(({ folder, name }) => `${folder}/${name}`)).toEqual([
      "/logs/client-2026-01-01-1.log",
      "/logs/client-2026-01-02-1.log",
      "/logs/client-2026-01-03-1.log",
      "/logs/2026-01/deep-1.log",
      "/store/a/0001.c2s.raw",
      "/store/a/events.ndjson",
    ]);
    const swept = apply(disk, series);
    expect(swept.map(({ outcome }) => outcome.kind)).toEqual(Array(5).fill("deleted"));
    expect(disk.taken).toHaveLength(7);
    for (const stays of ["/logs/client.log", "/logs/notes.txt", "/other/deep-1.log", "/store/b/events.ndjson", "/logs/2026-01"])
      expect(disk.find(stays), stays).not.toBeNull();
  });

  test("a folder of another name that holds the very same file is not the planned one", () => {
    const disk = world(false);
    const series = planOf(disk);
    disk.drop("/other/client-2026-01-01-1.log");
    disk.hardLink("/logs/client-2026-01-01-1.log", "/other/client-2026-01-01-1.log");
    happen(disk, { kind: "exchange", from: "/logs", to: "/other" });
    const client = apply(disk, series).filter(({ entry }) => entry.path.startsWith("/logs/"));
    expect(client.map(({ outcome }) => outcome.kind)).toEqual(["moved", "stopped", "stopped", "moved"]);
    expect(disk.find("/other/client-2026-01-01-1.log")).not.toBeNull();
  });

  test("a folder that is opened in the moment when a junction takes its name is not the planned one, though it holds the very same file", () => {
    const disk = world(false);
    const series = planOf(disk);
    disk.drop("/other/client-2026-01-01-1.log");
    disk.hardLink("/logs/client-2026-01-01-1.log", "/other/client-2026-01-01-1.log");
    const first = disk.operations + 1;
    disk.meanwhile = () => {
      if (disk.operations === first + 1) happen(disk, { kind: "exchange", from: "/logs", to: "/other" });
    };
    expect(apply(disk, series)[0]?.outcome.kind).toBe("moved");
    expect(disk.taken.filter(({ name }) => name.startsWith("client"))).toEqual([]);
  });

  test("a folder now reached through a junction is left alone, although it is the same folder", () => {
    const disk = world(false);
    const series = [logSeries(disk, LOGS[2] as LogFiles, { ...WISH, keep: 0 })];
    happen(disk, { kind: "exchange", from: "/temp", to: "/aside" });
    expect(apply(disk, series).map(({ outcome }) => outcome.kind)).toEqual(["moved"]);
  });

  /** Every single deed at every single operation of a sweep: the fuzz draws several at once. */
  test("each interference at each operation", () => {
    const deeds: readonly Event["what"][] = [
      { kind: "exchange", from: "/logs", to: "/other" },
      { kind: "exchange", from: "/logs/2026-01", to: "/other" },
      { kind: "exchange", from: "/temp", to: "/other" },
      { kind: "link", from: "/logs/client-2026-01-01-1.log", to: "/other/client-2026-01-01-1.log" },
      { kind: "write", from: "/logs/client-2026-01-01-1.log", to: "" },
      { kind: "move", from: "/other/client-2026-01-01-1.log", to: "/logs/client-2026-01-02-1.log" },
    ];
    const outside = (disk: RacingWorld): readonly (Node | null)[] =>
      ["client-2026-01-01-1.log", "deep-1.log", "connectorLogs.log"].map((name) => disk.find(`/other/${name}`));
    let late = 0;
    for (const deed of deeds)
      for (let at = 1; at < 140; at++) {
        const disk = world(false);
        const before = outside(disk);
        disk.meanwhile = () => {
          if (disk.operations === at) happen(disk, deed);
        };
        const series = planOf(disk);
        const known = new Set(planned(series).map(({ was }) => was.inode));
        apply(disk, series);
        if (deed.kind !== "move") expect(outside(disk), `${deed.kind} at ${at}`).toEqual(before);
        const wrong = disk.taken.filter(({ node, raced }) => node.kind !== "folder" && !raced && !known.has(node.inode));
        expect(wrong, `${deed.kind} at ${at}`).toEqual([]);
        late += disk.taken.filter(({ raced }) => raced).length;
      }
    // the deeds do reach the one moment that no system call closes
    expect(late).toBeGreaterThan(0);
  });
});

describe("[H4] the limit of one sweep", () => {
  const capture = (days: number, files: number): Entry => ({
    path: `/store/${days}`,
    bytes: files,
    modified: -days,
    days,
    why: { kind: "old" } as Entry["why"],
    removal: { files: Array(files).fill({}), folder: null } as unknown as Entry["removal"],
  });
  const deleted = (...entries: Entry[]) =>
    limitPlan([{ entries } as unknown as Series], 10).flatMap(({ entries: all }) =>
      all.filter(({ removal }) => removal).map(({ days }) => days),
    );

  test("the oldest are deleted up to the limit, and the next one at the next sweep", () => {
    expect(deleted(capture(40, 6), capture(90, 4), capture(50, 5))).toEqual([90, 50]);
  });

  test("the oldest capture is deleted even if it alone has more files than one sweep deletes", () => {
    expect(deleted(capture(90, 11), capture(40, 1))).toEqual([90]);
  });
});
