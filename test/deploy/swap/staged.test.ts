import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SwapWorld } from "../../../src/platform/machine.ts";
import type { Found } from "../../../src/deploy/swap/inspect/preflight.ts";
import { loadValues } from "../../../src/deploy/swap/inspect/values.ts";
import type { Judged } from "../../../src/kernel/records/read.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import type { Targets } from "../../../src/deploy/swap/protocol/targets.ts";
import { listTree } from "../../../src/deploy/swap/protocol/tree.ts";
import { bytesOf, changesOf, makeFolders, stage, stageFiles } from "../../../src/deploy/swap/stage/stage.ts";
import {
  type FileChange,
  log4j2Change,
  machineFile,
  pairsChange,
  plannedFile,
  profileChange,
} from "../../../src/deploy/swap/stage/staged-files.ts";
import { sha256, swapParts } from "./support/bundle.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { LOG4J2_TEXT } from "./support/releases.ts";
import { CLIENT, LIVE, memoryWorld, record, RUN, sampleReceipt, sampleState, SWAP } from "./support/sample-records.ts";
import { layout } from "./support/transactions.ts";
import { LOG4J2, PROFILE, targets, value, secret, bundleOf, FILES, liveFile, none, text } from "./support/sample-bundle.ts";

describe("the bytes of a file on this machine", () => {
  test("[C7] conf and logger as compiled, with the machine's own values of kept keys and secrets", () => {
    const { manifest } = bundleOf({ keep: ["k", "gone"], values: [secret("connector", "s"), secret("logger", "t")] });
    const machine = (file: "connector" | "logger", compiled: string, live: string | null) => {
      const { bytes, kept } = machineFile(
        manifest,
        file,
        Buffer.from(compiled),
        live === null ? null : loadValues("f", Buffer.from(live)),
      );
      return [bytes.toString(), kept];
    };
    expect(machine("connector", "k=1\ns=@secret(NAME)\n", "k=7\ns=own\n")).toEqual(["k=7\ns=own\n", ["k"]]);
    expect(machine("logger", "k=1\nt=@secret(NAME)\n", "k=7\nt=own\n")).toEqual(["k=1\nt=own\n", []]);
    expect(() => machine("connector", "k=1\n", "k=7\n")).toThrow("1 secret is not set on this machine");
    expect(() => machine("connector", "k=1\n", null)).toThrow(/not set on this machine/);
    expect(() => machine("connector", "k=1\n", "k=7\ns=changeme\n")).toThrow(/not set on this machine/);
    const plain = bundleOf({ keep: ["k"], values: [] }).manifest;
    const compiled = Buffer.from("k=1\n");
    expect(machineFile(plain, "connector", compiled, null)).toEqual({ bytes: compiled, kept: [] });
    expect(machineFile(plain, "connector", compiled, new Map()).bytes).toBe(compiled);
  });

  test("[D3] the client file keeps what nobody decides, and the spelling of what is right already", () => {
    const { manifest } = bundleOf({
      values: [value("client", "c", "2"), value("client", "d", "3"), value("connector", "a", "9"), secret("client", "s")],
    });
    const change = (live: string | null, compiled: string | null = "c=2\n") =>
      text(
        pairsChange(
          manifest,
          "client",
          CLIENT,
          live === null ? null : liveFile(CLIENT, live),
          compiled === null ? null : Buffer.from(compiled),
        ),
      );
    expect(change("# x\nc : 2\nd=1\no=5\n")).toEqual({
      id: "client",
      path: CLIENT,
      as: "pairs",
      before: "# x\nc : 2\nd=1\no=5\n",
      after: "# x\nc : 2\nd=3\no=5\n",
      alone: true,
      values: [
        { key: "c", before: "2", after: "2" },
        { key: "d", before: "1", after: "3" },
      ],
    });
    expect(change("c=2\nd=3\n")).toBeNull();
    expect(change("d=3\n")?.values[0]).toEqual({ key: "c", before: null, after: "2" });
    expect(() => change(null)).toThrow(/not set on this machine/);
    expect(() => change(null, null)).toThrow(`${CLIENT} does not exist, and the bundle has none to install`);
    const plain = bundleOf().manifest;
    expect(text(pairsChange(plain, "client", CLIENT, null, Buffer.from("c=1\no=5\n")))).toMatchObject({
      before: null,
      after: "c=2\no=5\n",
    });
    // one that already says the same is still one that is not there
    expect(text(pairsChange(plain, "client", CLIENT, null, Buffer.from("c=2\n")))).toMatchObject({
      before: null,
      after: "c=2\n",
    });
  });

  test("[D3] log4j2.xml is edited where it can be; what cannot be set is a note, and without one the compiled file is used", () => {
    const { manifest } = bundleOf({
      log4j2: [
        { what: "trigger", name: "MAIN", value: "50 MB" },
        { what: "level", name: "", value: "debug" },
        { what: "level", name: "none", value: "debug" },
        { what: "trigger", name: "NONE", value: "1 MB" },
      ],
    });
    const { change, notes } = log4j2Change(manifest, LOG4J2, Buffer.from(LOG4J2_TEXT), null);
    const edited = LOG4J2_TEXT.replace("10 MB", "50 MB").replace('level="info"', 'level="debug"');
    expect(text(change)).toEqual({ id: "log4j2", path: LOG4J2, as: "log4j2", before: LOG4J2_TEXT, after: edited, values: [] });
    expect(notes).toEqual([
      expect.stringMatching(/log4j2\.xml: level none is not set to debug: /),
      expect.stringMatching(/log4j2\.xml: trigger NONE is not set to 1 MB: /),
    ]);
    expect(log4j2Change(manifest, LOG4J2, Buffer.from(edited), null).change).toBeNull();
    expect(log4j2Change(manifest, LOG4J2, null, null)).toEqual({ change: null, notes: [] });
    expect(text(log4j2Change(manifest, LOG4J2, null, Buffer.from("<x/>")).change)).toMatchObject({ before: null, after: "<x/>" });
    const bare = LOG4J2_TEXT.replace('<Root level="info">', "<Root>");
    const root = bundleOf({ log4j2: [{ what: "level", name: "", value: "zzz zzz" }] }).manifest;
    const odd = log4j2Change(root, LOG4J2, Buffer.from(bare.replace(/<Root>[\s\S]*<\/Root>/, "")), null);
    expect(odd.notes).toEqual([expect.stringContaining("level root is not set to")]);
    expect(text(profileChange("profile-1", PROFILE, null, Buffer.from("p")))).toEqual({
      id: "profile-1",
      path: PROFILE,
      as: "bytes",
      before: null,
      after: "p",
      values: [],
    });
    expect(profileChange("profile-1", PROFILE, Buffer.from("p"), Buffer.from("p"))).toBeNull();
  });

  test("[D4] a plan names the bytes of both sides and a temporary file that nobody can know; of a secret the key alone", () => {
    const change: FileChange = {
      id: "client",
      path: CLIENT,
      as: "pairs",
      before: Buffer.from("a=1\n"),
      after: Buffer.from("a=2\n"),
      values: [{ key: "a", before: "1", after: "2" }],
    };
    const tokens = ["012345", "6789ab", "cdef01"];
    const token = () => tokens.shift() ?? "";
    expect(plannedFile(change, RUN, token, new Set(["a"]))).toEqual({
      id: "client",
      path: CLIENT,
      as: "pairs",
      temp: join(CLIENT, "..", ".CommonClient.properties.0123456789abcdef.tierwright-new"),
      before: record("a=1\n"),
      after: record("a=2\n"),
      staged: `${RUN}/files/client.new`,
      backup: `${RUN}/files/client.old`,
      values: [{ key: "a", before: null, after: null, secret: true }],
    });
    expect(plannedFile({ ...change, before: null, after: null }, RUN, () => "", undefined)).toMatchObject({
      before: null,
      after: null,
      staged: null,
      backup: null,
      values: change.values,
    });
  });
});

describe("what is staged", () => {
  const machine = () => new MemoryFiles({ [SWAP]: null, [join(CLIENT, "..")]: null });
  const run = (files: MemoryFiles, found: Partial<Found> = {}, bundle = bundleOf(), world: Partial<SwapWorld> = {}) => {
    const on = memoryWorld(files, world);
    return { ...stage(on, bundle, targets, layout, RUN, { ...none, ...found }), told: on.told, done: files.done };
  };
  const inNew = (path: string) => layout.at(`${RUN}/new/${path}`);

  test("[D4] the whole folder, each file like the one that lies there, and both sides of the files outside", () => {
    const files = machine().file(PROFILE, "old profile");
    const { tree, changes, told, done, notes, foreign, kept } = run(files);
    expect(tree?.files.map(({ path }) => path)).toEqual(["conf/connector.properties", "conf/logger.properties", "lib/x.jar"]);
    expect([tree?.conf.toString(), tree?.logger?.toString()]).toEqual(["a=2\n", "l=1\n"]);
    expect(changes.map(({ id }) => id)).toEqual(["client", "profile-1"]);
    expect({ notes, foreign, kept }).toEqual({ notes: [], foreign: [], kept: [] });
    expect(told).toEqual([
      "stage:conf/connector.properties",
      "stage:conf/logger.properties",
      "stage:lib/x.jar",
      "stage:client",
      "stage:profile-1",
    ]);
    expect(done).toEqual([
      `folder ${layout.at(RUN)} for this account alone`,
      `folder ${layout.at(`${RUN}/new`)}`,
      `folder ${inNew("conf")}`,
      `write ${inNew("conf/connector.properties")} like ${join(LIVE, "conf", "connector.properties")}`,
      `write ${inNew("conf/logger.properties")} like ${join(LIVE, "conf", "logger.properties")}`,
      `folder ${inNew("lib")}`,
      `write ${inNew("lib/x.jar")} like ${join(LIVE, "lib", "x.jar")}`,
      `folder ${layout.at(`${RUN}/files`)}`,
      `write ${layout.at(`${RUN}/files/client.new`)} like ${CLIENT}`,
      `write ${layout.at(`${RUN}/files/profile-1.new`)} like ${PROFILE}`,
      `write ${layout.at(`${RUN}/files/profile-1.old`)} like ${PROFILE}`,
    ]);
    const nothing = machine();
    stageFiles(memoryWorld(nothing), layout, RUN, []);
    expect(nothing.done).toEqual([]);
  });

  test("[D4] what was staged ahead is used, but conf and logger, which have the machine's values", () => {
    const ready = layout.ready(sha256("manifest"));
    const files = machine()
      .file(join(ready, "new", "lib", "x.jar"), "jar")
      .file(join(ready, "new", "conf", "connector.properties"), "a=2\n");
    const { done } = run(files);
    expect(done[0]).toBe(`rename ${ready} to ${layout.at(RUN)}`);
    expect(done).not.toContain(`write ${inNew("lib/x.jar")} like ${join(LIVE, "lib", "x.jar")}`);
    expect(done).toContain(`write ${inNew("conf/connector.properties")} like ${join(LIVE, "conf", "connector.properties")}`);
    const torn = machine().file(join(ready, "new", "lib", "x.jar"), "ja");
    expect(run(torn).done).toContain(`write ${inNew("lib/x.jar")} like ${join(LIVE, "lib", "x.jar")}`);
  });

  test("[D4] a staged folder that differs from the bundle is refused, with the file", () => {
    const says = (path: string) => `the staged copy of ${path} differs from the bundle`;
    const ready = layout.ready(sha256("manifest"));
    expect(() => run(machine().file(join(ready, "new", "more.jar"), "x"))).toThrow(says("more.jar"));
    const torn = machine();
    const { write } = torn;
    torn.write = (path, chunks, like) => write.call(torn, path, path.endsWith(".jar") ? [Buffer.from("ja")] : chunks, like);
    expect(() => run(torn)).toThrow(says("lib/x.jar"));
    const lost = machine();
    const { write: put } = lost;
    lost.write = (path, chunks, like) => (path.endsWith(".jar") ? undefined : put.call(lost, path, chunks, like));
    expect(() => run(lost)).toThrow(says("lib/x.jar"));
    const bundle = bundleOf();
    const changed = { ...bundle, read: () => [Buffer.from("other")] };
    expect(() => bytesOf(changed, "plugin/lib/x.jar")).toThrow("plugin/lib/x.jar of the bundle changed while it was read");
    expect(() => bytesOf(bundle, "none")).toThrow(/changed while it was read/);
    expect(bytesOf(bundle, "plugin/lib/x.jar").toString()).toBe("jar");
  });

  test("[C7] conf and logger are staged with the machine's own values", () => {
    const contents = {
      ...FILES,
      "plugin/conf/connector.properties": "a=2\nk=1\n",
      "plugin/conf/logger.properties": "t=@secret(NAME)\n",
    };
    const bundle = bundleOf({ keep: ["k"], values: [secret("logger", "t")] }, contents);
    const files = machine();
    const { tree, kept } = run(files, { conf: liveFile("c", "k=7\n"), logger: liveFile("l", "t=own\n") }, bundle);
    expect(kept).toEqual(["k"]);
    expect([tree?.conf.toString(), tree?.logger?.toString()]).toEqual(["a=2\nk=7\n", "t=own\n"]);
    expect(tree?.files.slice(0, 2)).toEqual([
      { path: "conf/connector.properties", ...record("a=2\nk=7\n") },
      { path: "conf/logger.properties", ...record("t=own\n") },
    ]);
    const changed = { ...bundle, read: (path: string) => (path.endsWith(".jar") ? [Buffer.from("other")] : bundle.read(path)) };
    expect(() => run(machine(), { logger: liveFile("l", "t=own\n") }, changed)).toThrow(/the staged copy of lib\/x\.jar/);
  });

  test("[D4] a connector without a logger has none staged", () => {
    const bundle = bundleOf({ plugin: { ...swapParts().manifest.plugin, logger: null } });
    expect(run(machine(), {}, bundle).tree?.logger).toBeNull();
  });

  const brought = (files: readonly { path: string; size: number; sha256: string }[], more: Partial<Receipt> = {}) =>
    sampleReceipt({
      state: sampleState({ tree: { sha256: "", files }, files: [{ id: "profile-1", path: PROFILE, ...record("brought") }] }),
      ...more,
    });

  test("[D9] what is not of the installed build is copied into quarantine first: edited profiles, foreign files of the folder", () => {
    const files = machine()
      .file(PROFILE, "edited")
      .file(join(LIVE, "lib", "x.jar"), "changed")
      .file(join(LIVE, "lib", "y.jar"), "foreign")
      .file(join(LIVE, "conf", "connector.properties"), "a=9\n")
      .file(join(LIVE, "conf", "logger.properties"), "l=9\n")
      .file(join(LIVE, "z"), "known");
    const receipt = brought([
      { path: "lib/x.jar", ...record("jar") },
      { path: "z", ...record("known") },
    ]);
    const found = { receipt, tree: listTree(files, LIVE), strays: ["one"] };
    const { foreign, notes } = run(files, found);
    const to = (name: string) => `strays/${RUN}/${name}`;
    expect(foreign).toEqual([
      { path: join(LIVE, "lib", "x.jar"), to: to("2-x.jar"), sha256: sha256("changed") },
      { path: join(LIVE, "lib", "y.jar"), to: to("3-y.jar"), sha256: sha256("foreign") },
    ]);
    expect(files.read(layout.at(to("3-y.jar"))).toString()).toBe("foreign");
    expect(files.read(layout.at(to("edited-profile-1-p.mdzip"))).toString()).toBe("edited");
    expect(notes).toEqual([
      `${PROFILE} was changed since; a copy is in quarantine: .swap/${to("edited-profile-1-p.mdzip")}`,
      `${join(LIVE, "lib", "x.jar")} is not part of the installed build; a copy is in quarantine: .swap/${to("2-x.jar")}`,
      `${join(LIVE, "lib", "y.jar")} is not part of the installed build; a copy is in quarantine: .swap/${to("3-y.jar")}`,
    ]);
  });

  test("[D9] nothing goes there where all is as it was brought, or where nothing is known of what was", () => {
    const machineWith = () =>
      machine()
        .file(PROFILE, "brought")
        .file(join(LIVE, "lib", "x.jar"), "jar");
    const quarantined = (receipt: Judged<Receipt> | null, bundle = bundleOf(), files = machineWith()) => {
      const { done, foreign } = run(files, { receipt, tree: listTree(files, LIVE) }, bundle);
      return [foreign.length, done.filter((line) => line.includes("strays")).length];
    };
    const jar = [{ path: "lib/x.jar", ...record("jar") }];
    expect(quarantined(brought(jar))).toEqual([0, 0]);
    expect(quarantined(null, bundleOf(), machineWith().file(PROFILE, "edited"))).toEqual([0, 0]);
    expect(quarantined(brought([], { bundle: null }))).toEqual([0, 0]);
    expect(quarantined(brought([], { plugin: { ...brought([]).plugin, folder: "com.other" } }))).toEqual([0, 0]);
    expect(quarantined(brought([]))[0]).toBe(1);
    // settings bring no folder
    const settings = bundleOf({ kind: "settings", values: [] }, {});
    const files = machineWith();
    const found = {
      receipt: brought([]),
      tree: listTree(files, LIVE),
      conf: liveFile("c", "a=1\n"),
      client: liveFile(CLIENT, "c=1\n"),
    };
    expect(run(files, found, settings)).toMatchObject({ tree: null, foreign: [], changes: [], kept: [] });
  });

  test("[D3] settings change the two files that are read when the tool starts", () => {
    const settings = bundleOf({ kind: "settings", values: [value("client", "c", "2"), value("connector", "a", "2")] }, {});
    const found = { ...none, conf: liveFile("c", "a=1\n"), client: liveFile(CLIENT, "c=1\n") };
    const { changes, notes } = changesOf(memoryWorld(machine()), settings, targets, found);
    expect(changes.map(({ id, path }) => [id, path])).toEqual([
      ["connector", join(LIVE, "conf", "connector.properties")],
      ["client", CLIENT],
    ]);
    expect(notes).toEqual([]);
    const swapped = (more: Partial<Targets>, contents = FILES, paths = {}) =>
      changesOf(
        memoryWorld(machine()),
        bundleOf({ paths: { ...swapParts().manifest.paths, ...paths } }, contents),
        { ...targets, ...more },
        none,
      ).changes.map(({ id }) => id);
    expect(swapped({})).toEqual(["client", "profile-1"]);
    expect(swapped({}, { ...FILES, "client/log4j2.xml": LOG4J2_TEXT })).toEqual(["client", "log4j2", "profile-1"]);
    expect(swapped({ log4j2: null }, { ...FILES, "client/log4j2.xml": LOG4J2_TEXT })).toEqual(["client", "profile-1"]);
    expect(swapped({}, FILES, { profile: null })).toEqual(["client"]);
  });

  test("[D4] folders are made one below the other, where they are not there", () => {
    const files = machine();
    makeFolders(files, join(SWAP, "a", "b"), SWAP);
    makeFolders(files, join(SWAP, "a", "c"), SWAP);
    makeFolders(files, SWAP, SWAP);
    expect(files.done).toEqual([join(SWAP, "a"), join(SWAP, "a", "b"), join(SWAP, "a", "c")].map((path) => `folder ${path}`));
  });
});
