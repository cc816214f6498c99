import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { treeDigest } from "../../../src/deploy/bundle/tree.ts";
import { type Back, stateAfter } from "../../../src/deploy/swap/run/state-after.ts";
import type { FileChange } from "../../../src/deploy/swap/stage/staged-files.ts";
import { listTree } from "../../../src/deploy/swap/protocol/tree.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { CLIENT, EARLIER, INSTALL, LIVE, memoryWorld, record, sampleReceipt, sampleState } from "./support/sample-records.ts";
import { BACKUP, exchangeOf, layout, newestOf, planOf, put } from "./support/transactions.ts";

describe("what will stand after going back", () => {
  const rows = (conf: string) => [
    { path: "conf/connector.properties", ...record(conf) },
    { path: "conf/logger.properties", ...record("l=1\n") },
    { path: "x", ...record("x") },
  ];
  const tree = (conf: string) => ({ sha256: treeDigest(rows(conf)), files: rows(conf) });
  const profile = (content: string) => ({ id: "profile-1", path: join(INSTALL, "p"), ...record(content) });
  const client = { id: "client", path: CLIENT, ...record("c=2\n") };
  const earlier = sampleReceipt({
    state: sampleState({
      tree: tree("a=1\n"),
      values: [
        { file: "connector", key: "a", value: "1" },
        { file: "client", key: "c", value: "1" },
      ],
      files: [profile("old profile")],
      secrets: [{ file: "connector", key: "s" }],
      keep: ["k"],
    }),
  });
  const newest = newestOf({
    state: sampleState({
      tree: tree("a=2\n"),
      values: [{ file: "client", key: "d", value: "2" }],
      files: [client, profile("new profile")],
      keep: ["n"],
    }),
    before: { run: EARLIER, tree: null },
  });
  const machine = (folder: string, conf: string) =>
    put(
      new MemoryFiles()
        .file(join(folder, "conf", "connector.properties"), conf)
        .file(join(folder, "conf", "logger.properties"), "l=1\n")
        .file(join(folder, "x"), "x")
        .file(CLIENT, "c=2\nd=2\n")
        .file(join(INSTALL, "p"), "new profile"),
      earlier,
      newest,
    );
  const changes: readonly FileChange[] = [
    { id: "client", path: CLIENT, as: "pairs", before: Buffer.from("c=2\nd=2\n"), after: Buffer.from("c=1\nd=2\n"), values: [] },
  ];
  const stateOn = (files: MemoryFiles, more: Partial<Back> = {}, made: readonly FileChange[] = changes) => {
    const back: Back = { run: "r", runner: "t", plan: planOf(), newest, earlier, recovered: null, warnings: [], ...more };
    const kept = back.plan.tree?.before ? listTree(files, BACKUP) : null;
    return stateAfter(memoryWorld(files), layout, back, kept, made);
  };

  test("[D9] what the bundle of that state put there, whatever lies there now", () => {
    const state = stateOn(machine(BACKUP, "a=7\nforeign=1\ns=hidden\n"));
    expect(state.values).toEqual([
      { file: "connector", key: "a", value: "1" },
      { file: "client", key: "c", value: "1" },
    ]);
    expect(state.secrets).toEqual([{ file: "connector", key: "s" }]);
    expect(state.keep).toEqual(["k"]);
    expect(state.files).toEqual([{ id: "client", path: CLIENT, ...record("c=1\nd=2\n") }, profile("old profile")]);
    // conf and logger as they will lie, the rest as that bundle brought it
    expect(state.tree?.files).toEqual(rows("a=7\nforeign=1\ns=hidden\n"));
  });

  test("[D9] where no bundle stood, the names of what comes back are all that is known", () => {
    const files = machine(BACKUP, "b=2\na=7\nPASSWORD=x\n");
    const state = stateOn(files, { earlier: null });
    expect(state.values).toEqual([]);
    expect(state.named).toEqual([
      { file: "connector", key: "a" },
      { file: "connector", key: "b" },
      { file: "client", key: "d" },
      { file: "logger", key: "l" },
    ]);
    expect(state.secrets).toEqual([{ file: "connector", key: "PASSWORD" }]);
    expect(state.keep).toEqual(["n"]);
    expect(state.files).toEqual([
      { id: "client", path: CLIENT, ...record("c=1\nd=2\n") },
      { id: "profile-1", path: join(INSTALL, "p"), ...record("new profile") },
    ]);
    expect(state.tree?.files.map(({ path }) => path)).toEqual(["conf/connector.properties", "conf/logger.properties", "x"]);
    const bare = { ...earlier, bundle: null };
    expect(stateOn(files, { earlier: bare }).files[1]).toEqual({
      id: "profile-1",
      path: join(INSTALL, "p"),
      ...record("new profile"),
    });
    expect(stateOn(files, { earlier: bare }).keep).toEqual(["k"]);
  });

  test("[D5] after a switch the folder stays; its conf is what the change makes of it", () => {
    const conf: FileChange = { id: "connector", path: "", as: "pairs", before: null, after: Buffer.from("a=1\n"), values: [] };
    const switched = planOf({ tree: null });
    const state = stateOn(machine(LIVE, "a=2\n"), { plan: switched, earlier: null }, [...changes, conf]);
    expect(state.named?.[0]).toEqual({ file: "connector", key: "a" });
    expect(state.tree?.files[0]).toEqual({ path: "conf/connector.properties", ...record("a=1\n") });
    const without = stateOn(machine(LIVE, "a=2\n"), { plan: switched, earlier: null, newest: newestOf({ state: null }) });
    expect(without.tree).toBeNull();
    expect(without).toMatchObject({ files: [], keep: [] });
  });

  test("[D5] where the folder goes again, nothing of it stands; a file that goes has no values", () => {
    const gone = planOf({ tree: exchangeOf({ before: null }) });
    const removed: readonly FileChange[] = [{ ...(changes[0] as FileChange), after: null }];
    const state = stateOn(machine(LIVE, "a=2\n"), { plan: gone, earlier: null }, removed);
    expect(state).toMatchObject({ tree: null, values: [], secrets: [] });
    expect(state.files.map(({ id }) => id)).toEqual(["profile-1"]);
    const none = machine(BACKUP, "a=1\n");
    none.entries.delete(CLIENT);
    expect(stateOn(none, { earlier: null }, []).named?.filter(({ file }) => file === "client")).toEqual([]);
    const plugin = { ...newest.plugin, logger: null };
    expect(
      stateOn(machine(BACKUP, "a=1\n"), { earlier: null, newest: { ...newest, plugin } }).named?.map(({ file }) => file),
    ).toEqual(["connector", "client"]);
  });
});
