import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import type { SwapWorld } from "../../../src/platform/machine.ts";
import type { Found } from "../../../src/deploy/swap/inspect/preflight.ts";
import type { ProvenBundle } from "../../../src/deploy/swap/protocol/bundle.ts";
import type { Judged } from "../../../src/kernel/records/read.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { recordOf } from "../../../src/deploy/swap/protocol/tree.ts";
import { planInstall, receiptPaths, stagingStop } from "../../../src/deploy/swap/run/install.ts";
import { expectedTree, filesAfter, planOf, plannedStrays, secretsOf, stateOf } from "../../../src/deploy/swap/stage/compose.ts";
import type { Staged } from "../../../src/deploy/swap/stage/stage.ts";
import type { FileChange } from "../../../src/deploy/swap/stage/staged-files.ts";
import { sha256 } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { CLIENT, INSTALL, LIVE, memoryWorld, record, RUN, sampleReceipt, sampleState } from "./support/sample-records.ts";
import { failing, layout } from "./support/transactions.ts";
import { LOG4J2, PROFILE, STRAY, targets, value, WHERE, bundleOf, liveFile, none } from "./support/sample-bundle.ts";

const allowed = { acceptDrift: false, switchEnvironment: false, allowDowngrade: null };

describe("what is planned, and what will stand", () => {
  const staged = (more: Partial<Staged> = {}): Staged => ({ tree: null, changes: [], kept: [], foreign: [], notes: [], ...more });
  const rows = [
    { path: "conf/connector.properties", ...record("a=2\n") },
    { path: "conf/logger.properties", ...record("l=1\n") },
  ];
  const tree = { files: rows, conf: Buffer.from("a=2\ns=x\n"), logger: Buffer.from("l=1\n") };
  const change = (id: string, after: string | null): FileChange => ({
    id,
    path: id === "client" ? CLIENT : join(INSTALL, id),
    as: "pairs",
    before: null,
    after: after === null ? null : Buffer.from(after),
    values: [],
  });
  const facts = { run: RUN, at: "", runner: "", sequence: 1 };

  test("[D4] the folder is exchanged only where it becomes another", () => {
    const { manifest } = bundleOf();
    const files = new MemoryFiles({ [INSTALL]: null, [join(INSTALL, "plugins")]: null, [join(CLIENT, "..")]: null });
    const planned = (found: Partial<Found>, of: Staged, kind: BundleManifest["kind"] = "swap") =>
      planOf(memoryWorld(files), { ...manifest, kind }, targets, { ...none, ...found }, of, facts, []);
    const before = { files: [], record: recordOf([]), stamp: "" };
    expect(planned({}, staged({ tree }))).toMatchObject({
      run: RUN,
      kind: "swap",
      tree: { live: LIVE, staged: `${RUN}/new`, backup: `${RUN}/old`, before: null, after: recordOf(rows) },
      files: [],
      made: [],
    });
    expect(planned({ tree: before }, staged({ tree })).tree?.before).toEqual(before.record);
    expect(planned({ tree: { ...before, record: recordOf(rows) } }, staged({ tree })).tree).toBeNull();
    expect(planned({}, staged()).tree).toBeNull();
    const bare = new MemoryFiles({ [INSTALL]: null });
    const made = (kind: BundleManifest["kind"]) =>
      planOf(memoryWorld(bare), { ...manifest, kind }, targets, none, staged(), facts, []).made;
    expect(made("swap")).toContain(join(INSTALL, "plugins"));
    expect(made("settings")).not.toContain(join(INSTALL, "plugins"));
  });

  test("[D4] stale copies are numbered and proven; secrets are known of properties files alone", () => {
    const files = new MemoryFiles().file(STRAY, "stray").folder(join(INSTALL, "plugins", "copy"));
    expect(plannedStrays(memoryWorld(files), RUN, [STRAY, join(INSTALL, "plugins", "copy")], () => "digest")).toEqual([
      { path: STRAY, to: `strays/${RUN}/1-p.mdzip`, folder: false, sha256: sha256("stray") },
      { path: join(INSTALL, "plugins", "copy"), to: `strays/${RUN}/2-copy`, folder: true, sha256: "digest" },
    ]);
    const known = { connector: new Set(["a"]), client: new Set(["c"]) };
    expect(["connector", "client", "log4j2", "profile-1"].map((id) => secretsOf(known, id))).toEqual([
      known.connector,
      known.client,
      undefined,
      undefined,
    ]);
  });

  test("[D9] a tree that is carried on is what was brought, conf and logger as they will be", () => {
    const { plugin } = bundleOf().manifest;
    const receipt = sampleReceipt({ state: sampleState({ tree: { sha256: "", files: rows } }) });
    const own = { conf: Buffer.from("a=7\n"), logger: null };
    const lies = [{ path: "z", ...record("z") }];
    expect(expectedTree(plugin, receipt, lies, own)).toEqual([
      { path: "conf/connector.properties", ...record("a=7\n") },
      rows[1],
    ]);
    expect(expectedTree(plugin, null, lies, own)).toEqual(lies);
    expect(expectedTree(plugin, { ...receipt, bundle: null }, lies, own)).toEqual(lies);
    expect(expectedTree({ ...plugin, folder: "com.other" }, receipt, lies, own)).toEqual(lies);
    expect(expectedTree(plugin, sampleReceipt({ state: null }), null, own)).toBeNull();
    const logger = expectedTree(plugin, receipt, null, { conf: null, logger: Buffer.from("l=7\n") });
    expect(logger).toEqual([rows[0], { path: "conf/logger.properties", ...record("l=7\n") }]);
  });

  test("[D9] files outside are as the changes make them, else as the receipt has them: none is read because a receipt names it", () => {
    const item = (id: string) => ({ id, path: join(INSTALL, id), ...record("before") });
    expect(filesAfter([item("a"), item("b"), item("d")], [change("a", "new"), change("d", null)])).toEqual([
      { id: "a", path: join(INSTALL, "a"), ...record("new") },
      item("b"),
    ]);
  });

  const state = (manifest: Partial<BundleManifest>, found: Partial<Found>, of: Partial<Staged>, files = new MemoryFiles()) =>
    stateOf(memoryWorld(files), bundleOf(manifest).manifest, targets, { ...none, ...found }, staged(of), []);

  test("[D8] after a swap: every key of conf and logger, the decided ones of the client file, never a secret's value", () => {
    const secrets = { connector: new Set(["s"]), client: new Set<string>(), logger: new Set<string>() };
    const files = new MemoryFiles().file(LOG4J2, "log").file(PROFILE, "p");
    const changes = [change("client", "c=2\no=5\nPASSWORD=y\n"), { ...change("profile-1", "new"), path: PROFILE }];
    expect(state({ keep: ["k"] }, { secrets }, { tree, changes }, files)).toEqual({
      tree: { sha256: recordOf(rows).sha256, files: rows },
      values: [
        { file: "connector", key: "a", value: "2" },
        { file: "logger", key: "l", value: "1" },
        { file: "client", key: "c", value: "2", decided: true },
      ],
      files: [
        { id: "client", path: CLIENT, ...record("c=2\no=5\nPASSWORD=y\n") },
        { id: "log4j2", path: LOG4J2, ...record("log") },
        { id: "profile-1", path: PROFILE, ...record("new") },
      ],
      secrets: [{ file: "connector", key: "s" }],
      keep: ["k"],
    });
    const bare = state({}, { client: liveFile(CLIENT, "c=1\n") }, { tree: { ...tree, logger: null } });
    expect(bare.values.map(({ file, key }) => `${file} ${key}`)).toEqual(["connector a", "connector s", "client c"]);
    expect(bare.files).toEqual([]);
    expect(state({}, {}, { changes: [change("client", null)] }).files).toEqual([]);
  });

  test("[D9] after a switch: what stood on stands on, with keys that were decided and kept before", () => {
    const receipt = sampleReceipt({
      state: sampleState({
        tree: { sha256: "", files: rows },
        values: [value("client", "was", "1"), value("connector", "x", "1")].map(({ file, key, value: of }) => ({
          file,
          key,
          value: of,
        })),
        files: [
          { id: "profile-1", path: PROFILE, ...record("brought") },
          { id: "log4j2", path: LOG4J2, ...record("before") },
          { id: "client", path: CLIENT, ...record("before") },
        ],
        keep: ["k", "m"],
      }),
    });
    const found = {
      receipt,
      conf: liveFile("conf", "a=1\n"),
      logger: liveFile("logger", "l=3\n"),
      client: liveFile(CLIENT, "c=1\nwas=7\no=1\n"),
    };
    const files = new MemoryFiles().file(LOG4J2, "now").file(PROFILE, "edited");
    const changes = [change("connector", "a=2\n"), change("client", "c=2\nwas=7\no=1\n")];
    const bundle: Partial<BundleManifest> = { kind: "settings", keep: ["n", "k"] };
    const without = { ...targets, log4j2: null, profiles: [] };
    const after = stateOf(memoryWorld(files), bundleOf(bundle).manifest, without, { ...none, ...found }, staged({ changes }), []);
    expect(after.values).toEqual([
      { file: "client", key: "c", value: "2", decided: true },
      { file: "client", key: "was", value: "7", decided: true },
    ]);
    // nothing says that a bundle brought these values
    expect(after.named).toEqual([
      { file: "connector", key: "a" },
      { file: "logger", key: "l" },
    ]);
    expect(after.files).toEqual([
      { id: "client", path: CLIENT, ...record("c=2\nwas=7\no=1\n") },
      { id: "profile-1", path: PROFILE, ...record("brought") },
      { id: "log4j2", path: LOG4J2, ...record("before") },
    ]);
    expect(after.keep).toEqual(["n", "k", "m"]);
    expect(after.tree?.files).toEqual([
      { path: "conf/connector.properties", ...record("a=2\n") },
      { path: "conf/logger.properties", ...record("l=3\n") },
    ]);
    // a swap decides anew
    expect(state({ keep: ["n"] }, { ...found }, { tree, changes }).keep).toEqual(["n"]);
    expect(state({}, found, { tree, changes }).values.map(({ key }) => key)).not.toContain("was");
    expect(state({ kind: "settings" }, {}, {})).toMatchObject({ tree: null, values: [], files: [], keep: [] });
  });

  test("[D9] a settings bundle knows no place of a stale copy: those of the state that stands on hold", () => {
    const standing = sampleReceipt({ paths: { client: "x", strays: ["theirs"] } });
    expect(receiptPaths(targets)).toEqual({ client: CLIENT, roots: [], strays: [STRAY] });
    expect(receiptPaths(targets, standing).strays).toEqual(["theirs"]);
    expect(receiptPaths(targets, sampleReceipt()).strays).toEqual([STRAY]);
  });

  test("[D8] the receipt of an install: places and key of what stands, where the bundle brings none", () => {
    const pinned = { sha256: sha256("key"), pem: "PEM" };
    const own = { sha256: sha256("own"), pem: "OWN" };
    const standing = sampleReceipt({ paths: { client: "x", strays: ["theirs"] }, key: pinned });
    const options = { where: WHERE, allowed, whatIf: false, stageOnly: false, runner: "r" };
    const receipt = (kind: BundleManifest["kind"], stands: Judged<Receipt> | null, key: ProvenBundle["key"] = null) => {
      const found = { ...none, receipt: stands };
      const context = { targets, layout, run: RUN, found, recovered: null, drift: [], replaced: [], noticed: [] };
      const files = new MemoryFiles({ [layout.at(RUN)]: null });
      const { plan, receipt } = planInstall(memoryWorld(files), { ...bundleOf({ kind }), key }, options, context, staged());
      expect(plan.kind).toBe(kind);
      return { strays: receipt?.paths.strays, key: receipt?.key };
    };
    expect(receipt("settings", standing)).toEqual({ strays: ["theirs"], key: pinned });
    expect(receipt("swap", standing)).toEqual({ strays: [STRAY], key: pinned });
    expect(receipt("swap", standing, own)).toEqual({ strays: [STRAY], key: own });
    expect(receipt("settings", null)).toEqual({ strays: [STRAY], key: null });
  });

  test("[D3] why a build could not be made ready", () => {
    const says = (code: string, windows = false) => stagingStop({ windows } as SwapWorld, failing(code));
    expect(says("EBUSY")).toMatchObject({ code: 1618, help: expect.stringContaining("the installation is as it was") });
    expect(says("EACCES", true)).toMatchObject({ code: 1618 });
    expect(says("EACCES")).toMatchObject({ code: 10, help: expect.stringMatching(/^run this with the right to write/) });
    expect(says("EIO")).toMatchObject({
      code: 10,
      message: "the new build could not be staged: the disk reports an input/output error",
      help: "fix that and run this again; the installation is as it was",
    });
  });
});
