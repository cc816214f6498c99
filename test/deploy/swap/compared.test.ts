import { withOwn } from "../../../src/kernel/records/read.ts";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import type { Found } from "../../../src/deploy/swap/inspect/preflight.ts";
import type { ProvenBundle } from "../../../src/deploy/swap/protocol/bundle.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { listTree, recordOf } from "../../../src/deploy/swap/protocol/tree.ts";
import {
  alreadyThere,
  compareLive,
  leftAsIs,
  refuseDrift,
  refuseUnpinned,
  refuseUnusable,
} from "../../../src/deploy/swap/run/compare-live.ts";
import { sha256 } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { LOG4J2_TEXT } from "./support/releases.ts";
import {
  CLIENT,
  EARLIER,
  INSTALL,
  LIVE,
  memoryWorld,
  record,
  sampleBundle,
  sampleReceipt,
  sampleState,
} from "./support/sample-records.ts";
import { layout } from "./support/transactions.ts";
import { LOG4J2, PROFILE, STRAY, targets, WHERE, value, secret, bundleOf, liveFile, none } from "./support/sample-bundle.ts";

describe("a bundle against what lies there", () => {
  const conf = (content: string) => liveFile(join(LIVE, "conf", "connector.properties"), content);
  const keys = (list: readonly { file: string; key: string }[]) => list.map(({ file, key }) => `${file} ${key}`);
  const compared = (manifest: Partial<BundleManifest>, found: Partial<Found>) => {
    const { drift, replaced } = compareLive(bundleOf(manifest), { ...none, ...found });
    return { drift: keys(drift), replaced: keys(replaced) };
  };

  test("[D6] with a receipt what nobody expected is drift; without one a swap lists what it replaces", () => {
    const live = { conf: conf("a=1\nx=1\n"), logger: liveFile("l", "l=9\n"), client: liveFile(CLIENT, "c=1\n") };
    expect(compared({}, live)).toEqual({ drift: [], replaced: ["connector a", "connector x", "logger l"] });
    expect(compared({ kind: "settings" }, live)).toEqual({ drift: [], replaced: [] });
    const state = sampleState({
      values: [
        { file: "connector", key: "a", value: "5" },
        { file: "client", key: "c", value: "5" },
      ],
      keep: ["kept"],
    });
    const receipt = sampleReceipt({ state });
    expect(compared({}, { ...live, receipt })).toEqual({
      drift: ["connector a", "connector x", "logger l", "client c"],
      replaced: [],
    });
    // kept by the bundle or by the receipt, or a secret
    const kept = { ...live, conf: conf("a=5\nx=1\nkept=1\nhere=1\n"), logger: null, client: null, receipt };
    const secrets = { ...none.secrets, connector: new Set(["x"]) };
    expect(compared({ keep: ["here"] }, { ...kept, secrets }).drift).toEqual([]);
    expect(compared({}, { ...kept, conf: null, logger: liveFile("l", "kept=1\nl=1\n") }).drift).toEqual(["logger kept"]);
    expect(compared({}, {})).toEqual({ drift: [], replaced: [] });
    // what is right already is none
    expect(compared({}, { conf: conf("a=2\n"), receipt })).toEqual({ drift: [], replaced: [] });
    const settings = { kind: "settings" as const, values: [value("connector", "a", "1"), secret("connector", "s")] };
    expect(compared(settings, { conf: conf("a=1\n"), receipt }).drift).toEqual([]);
    expect(compared({ ...settings, values: [value("client", "a", "1")] }, { conf: conf("a=1\n"), receipt }).drift).toEqual([
      "connector a",
    ]);
  });

  test("[D6] drift is refused with every value, unless it was accepted", () => {
    const row = (key: string) => ({ file: "connector" as const, key, expected: "1", found: null });
    expect(() => refuseDrift([], bundleOf().manifest, false)).not.toThrow();
    expect(() => refuseDrift([row("a")], bundleOf().manifest, true)).not.toThrow();
    expect(() => refuseDrift([row("a")], bundleOf().manifest, false)).toThrow(
      expect.objectContaining({
        code: 10,
        message: "a value was changed locally since the last deploy",
        details: ["connector: a is absent; expected '1'"],
        drift: [row("a")],
      }),
    );
    expect(() => refuseDrift([row("a"), row("b")], bundleOf().manifest, false)).toThrow("2 values were changed locally");
  });

  test("[C7] a value that a swap keeps has to be one that the connector can use", () => {
    const unusable = (manifest: Partial<BundleManifest>) => () =>
      refuseUnusable(bundleOf(manifest), { ...none, conf: conf("A_DIR=x\n") });
    expect(unusable({ keep: ["A_DIR"] })).toThrow(/has a value that this deploy would keep/);
    expect(unusable({ keep: [] })).not.toThrow();
    expect(unusable({ keep: ["A_DIR"], kind: "settings" })).not.toThrow();
  });

  test("[D6] a key that was checked with once stays", () => {
    const key = { sha256: sha256("key"), pem: "PEM" };
    const pinned = sampleReceipt({ key });
    const says =
      (more: Partial<ProvenBundle>, receipt: Receipt | null = pinned) =>
      () =>
        refuseUnpinned({ ...bundleOf(), ...more }, receipt);
    expect(says({}, null)).not.toThrow();
    expect(says({}, sampleReceipt())).not.toThrow();
    expect(says({ vouched: [key.sha256] })).not.toThrow();
    expect(says({ signedBy: (pem) => pem === "PEM" })).not.toThrow();
    expect(says({})).toThrow(
      `an earlier install was verified with key ${key.sha256.slice(0, 16)}..., but this bundle is not signed with it`,
    );
    const other = { sha256: sha256("other"), pem: "OTHER" };
    expect(says({ key: other, vouched: [other.sha256], signedBy: () => true })).toThrow(
      /but this bundle is signed with another key/,
    );
  });

  /** A machine on which the bundle of this file was installed. */
  const installed = () => {
    const files = new MemoryFiles()
      .file(join(LIVE, "conf", "connector.properties"), "a=2\n")
      .file(join(LIVE, "conf", "logger.properties"), "l=1\n")
      .file(join(LIVE, "lib", "x.jar"), "jar")
      .file(CLIENT, "c=2\n")
      .file(PROFILE, "profile")
      .folder(layout.receipts);
    return files;
  };
  const rows = [
    { path: "conf/connector.properties", ...record("a=2\n") },
    { path: "conf/logger.properties", ...record("l=1\n") },
    { path: "lib/x.jar", ...record("jar") },
  ];
  const receipt = sampleReceipt({
    run: EARLIER,
    bundle: sampleBundle({ manifest: sha256("manifest") }),
    state: sampleState({
      tree: { sha256: recordOf(rows).sha256, files: rows },
      values: [
        { file: "connector", key: "a", value: "2" },
        { file: "logger", key: "l", value: "1" },
        { file: "client", key: "c", value: "2" },
      ],
      files: [{ id: "profile-1", path: PROFILE, ...record("profile") }],
    }),
  });
  const foundOn = (files: MemoryFiles, more: Partial<Found> = {}): Found => ({
    ...none,
    receipt,
    tree: listTree(files, LIVE),
    conf: conf(files.read(join(LIVE, "conf", "connector.properties")).toString()),
    logger: liveFile("l", files.read(join(LIVE, "conf", "logger.properties")).toString()),
    client: liveFile(CLIENT, files.read(CLIENT).toString()),
    ...more,
  });
  const there = (files: MemoryFiles, more: Partial<Found> = {}, bundle = bundleOf(), of = targets) =>
    alreadyThere(memoryWorld(files), layout, bundle, foundOn(files, more), of, WHERE);

  test("[D3] a bundle is there already when nothing at all would change, and the receipt says so", () => {
    expect(there(installed())).toBe(true);
    expect(there(installed(), { receipt: null })).toBe(false);
    expect(there(installed(), { receipt: withOwn(receipt, { bundle: null }) })).toBe(false);
    expect(there(installed(), { receipt: withOwn(receipt, { bundle: sampleBundle({ manifest: sha256("another") }) }) })).toBe(
      false,
    );
    expect(there(installed(), {}, bundleOf(), { ...targets, install: join(INSTALL, "other") })).toBe(false);
    expect(there(installed(), { strays: [STRAY] })).toBe(false);
    expect(there(installed().file(join(LIVE, "lib", "x.jar"), "JAR"))).toBe(false);
    expect(there(installed().file(join(LIVE, "lib", "y.jar"), "jar"))).toBe(false);
    expect(there(installed().file(join(LIVE, "conf", "connector.properties"), "a=3\n"))).toBe(false);
    expect(there(installed().file(join(LIVE, "conf", "connector.properties"), "a=2\nb=1\n"))).toBe(false);
    expect(there(installed().file(join(LIVE, "conf", "connector.properties"), "# x\na : 2"))).toBe(true);
    expect(there(installed().file(join(LIVE, "conf", "logger.properties"), "l=2\n"))).toBe(false);
    expect(there(installed().file(CLIENT, "c=1\n"))).toBe(false);
    expect(there(installed().file(PROFILE, "edited"))).toBe(false);
    const renamed = installed();
    renamed.rename(join(LIVE, "lib", "x.jar"), join(LIVE, "lib", "z.jar"));
    expect(there(renamed)).toBe(false);
    const another = withOwn(receipt, {
      state: receipt.state && { ...receipt.state, tree: { sha256: "", files: rows.slice(1) } },
    });
    expect(there(installed(), { receipt: another })).toBe(false);
    // another key vouches for it now
    const key = { sha256: sha256("key"), pem: "PEM" };
    expect(there(installed(), {}, { ...bundleOf(), key })).toBe(false);
    expect(there(installed(), { receipt: withOwn(receipt, { key }) }, { ...bundleOf(), key })).toBe(true);
    expect(there(installed(), { receipt: withOwn(receipt, { key }) })).toBe(true);
    // logging is set with an install, and not proven
    const logging = bundleOf({ log4j2: [{ what: "level", name: "", value: "debug" }] });
    expect(there(installed().file(LOG4J2, LOG4J2_TEXT), {}, logging)).toBe(true);
    const settings = bundleOf({ kind: "settings", tree: null }, {});
    expect(there(installed(), {}, settings)).toBe(true);
    expect(there(installed().file(join(LIVE, "lib", "y.jar"), "jar"), {}, settings)).toBe(false);
  });

  test("[D9] what settings leave as it is although it is wrong is reported; where there is nothing else to do it ends with 12", () => {
    const settings = bundleOf({ kind: "settings", tree: null }, {});
    const left = (files: MemoryFiles, bundle = settings, more: Partial<Found> = {}) =>
      leftAsIs(memoryWorld(files), layout, bundle, foundOn(files, more), targets, WHERE);
    const odd = () => installed().file(join(LIVE, "lib", "y.jar"), "jar");
    const message = `${INSTALL} differs from receipt ${EARLIER}, which a settings bundle cannot fix`;
    const line = `${join(LIVE, "lib", "y.jar")}: not part of this build`;
    expect(left(installed())).toEqual([]);
    expect(left(odd(), bundleOf())).toEqual([]);
    expect(left(odd(), settings, { receipt: null })).toEqual([]);
    expect(left(installed().file(CLIENT, "c=7\n"))).toEqual([]);
    const changes = bundleOf({ kind: "settings", tree: null, values: [value("client", "c", "3")] }, {});
    expect(left(odd(), changes)).toEqual([message, line, expect.stringContaining("or find out who changed it")]);
    expect(left(odd(), { ...settings, manifestSha256: sha256("another") })[0]).toBe(message);
    expect(() => left(odd())).toThrow(expect.objectContaining({ code: 12, message, details: [line] }));
    // the advice is about the state that these settings leave, whatever was installed before
    const from = (installedBefore: string, environment: string) => {
      const before = withOwn(receipt, { bundle: receipt.bundle && { ...receipt.bundle, environment: installedBefore } });
      const another = { ...bundleOf({ kind: "settings", tree: null, environment }, {}), manifestSha256: sha256("another") };
      return left(odd(), another, { receipt: before }).at(-1);
    };
    expect(from("pilot.recording", "pilot")).toMatch(/`tierwright bundle pilot`; .*`tierwright deploy FOLDER\/pilot-2506\.zip/);
    expect(from("pilot", "pilot.recording")).toMatch(/^end the recording with `tierwright record stop pilot/);
  });
});
