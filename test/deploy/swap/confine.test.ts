import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type Confines, pathsOf, planFault, receiptFault } from "../../../src/deploy/swap/records/confine.ts";
import type { PlannedFile, SwapPlan } from "../../../src/deploy/swap/protocol/plan.ts";
import type { Targets } from "../../../src/deploy/swap/protocol/targets.ts";
import {
  CLIENT,
  EARLIER,
  INSTALL,
  LIVE,
  plannedClient,
  record,
  RUN,
  samplePlan,
  sampleReceipt,
  sampleState,
  SWAP,
} from "./support/sample-records.ts";

const PLUGINS = join(INSTALL, "plugins");
const LOG4J2 = resolve("/client/log4j2.xml");
const PROFILE = join(INSTALL, "profiles", "p.mdzip");
const STRAY = resolve("/stray/p.mdzip");
const OTHER = resolve("/etc/passwd");

const targets: Targets = {
  install: INSTALL,
  plugins: PLUGINS,
  live: LIVE,
  swap: SWAP,
  client: CLIENT,
  log4j2: LOG4J2,
  profiles: [{ id: "profile-1", path: PROFILE }],
  strays: [STRAY],
  knownProfiles: [],
  roots: [],
  windowsInstall: "C:\\tool",
};
const receipt = sampleReceipt({
  state: sampleState({ files: [{ id: "profile-1", path: PROFILE, ...record("p") }] }),
  strays: [{ path: STRAY, to: "strays/x", sha256: "" }],
});
const byBundle: Confines = { install: INSTALL, root: null, windows: false, named: [], targets, receipts: [] };
const byReceipts: Confines = { install: INSTALL, root: null, windows: false, named: [], targets: null, receipts: [receipt] };

const beside = (path: string, name = path.replace(/^.*[\\/]/, "")) =>
  join(dirname(path), `.${name}.0123456789abcdef.tierwright-new`);
const file = (id: string, path: string, as: PlannedFile["as"], more: Partial<PlannedFile> = {}): PlannedFile => ({
  ...plannedClient(),
  id,
  path,
  as,
  temp: beside(path),
  staged: `${RUN}/files/${id}.new`,
  backup: `${RUN}/files/${id}.old`,
  values: [],
  ...more,
});
const fault = (more: Partial<SwapPlan>, confines: Confines = byBundle): string | null =>
  planFault(samplePlan(more), RUN, confines);
const ofFile = (item: PlannedFile, confines: Confines = byBundle) => fault({ files: [item] }, confines);

describe("a plan is of this run and this installation", () => {
  test("[D4] the one that a run writes is, by the bundle's places and by those of the receipts", () => {
    expect(fault({})).toBeNull();
    expect(fault({}, byReceipts)).toBeNull();
    expect(fault({ run: EARLIER })).toBe(`it is the plan of run ${EARLIER}`);
    expect(fault({ install: OTHER })).toBe(`it is of the installation '${OTHER}', and this is '${INSTALL}'`);
    expect(fault({ files: [plannedClient(), plannedClient()] })).toBe("it lists a file twice");
    expect(fault({ tree: null, files: [] })).toBeNull();
  });

  test("[D4] Windows' names have no case, and other systems' do", () => {
    const windows = { ...byBundle, windows: true };
    expect(fault({ install: INSTALL.toUpperCase() }, windows)).toBeNull();
    expect(fault({ install: INSTALL.toUpperCase() })).toMatch(/^it is of the installation/);
    expect(ofFile(file("client", join(dirname(CLIENT), "COMMONCLIENT.properties"), "pairs"), windows)).toBeNull();
    expect(ofFile(file("client", join(dirname(CLIENT), "COMMONCLIENT.properties"), "pairs"))).toMatch(/is not a place/);
  });
});

describe("the files of a plan", () => {
  const conf = join(LIVE, "conf", "c.properties");

  test.each([
    ["client", CLIENT, "pairs"],
    ["connector", conf, "pairs"],
    ["log4j2", LOG4J2, "log4j2"],
    ["profile-1", PROFILE, "bytes"],
  ] as const)("[D4] the %s file lies where the bundle says, and is changed in its own way", (id, path, as) => {
    expect(ofFile(file(id, path, as))).toBeNull();
    const not = (where: string) => `the ${id} file '${where}' is not a place of this installation`;
    expect(ofFile(file(id, OTHER, as))).toBe(not(OTHER));
    // absolute, and without a way back up
    const up = `${dirname(path)}/x/../${path.replace(/^.*[\\/]/, "")}`;
    expect(ofFile(file(id, up, as))).toBe(not(up));
    expect(ofFile(file(id, "relative", as))).toBe(not("relative"));
    for (const other of ["pairs", "bytes", "log4j2"] as const)
      if (other !== as) expect(ofFile(file(id, path, other))).toBe(`the ${id} file cannot be changed as '${other}'`);
  });

  test("[D4] a file that the bundle names no place for is none of this installation", () => {
    const without = { ...byBundle, targets: { ...targets, log4j2: null } };
    expect(ofFile(file("log4j2", LOG4J2, "log4j2"), without)).toMatch(/is not a place/);
    expect(ofFile(file("profile-2", PROFILE, "bytes"))).toMatch(/is not a place/);
    // the plug-in folder is not below itself, nor is one whose name begins like it
    expect(ofFile(file("connector", LIVE, "pairs"))).toMatch(/is not a place/);
    expect(ofFile(file("connector", `${LIVE}2/c.properties`, "pairs"))).toMatch(/is not a place/);
  });

  test("[D4] without a bundle the receipts say where: the client's place, files of states, any plug-in folder that stood", () => {
    expect(ofFile(file("client", CLIENT, "pairs"), byReceipts)).toBeNull();
    expect(ofFile(file("profile-1", PROFILE, "bytes"), byReceipts)).toBeNull();
    expect(ofFile(file("profile-2", PROFILE, "bytes"), byReceipts)).toMatch(/is not a place/);
    expect(ofFile(file("profile-1", CLIENT, "bytes"), byReceipts)).toMatch(/is not a place/);
    expect(ofFile(file("log4j2", LOG4J2, "log4j2"), byReceipts)).toMatch(/is not a place/);
    expect(ofFile(file("connector", conf, "pairs"), byReceipts)).toBeNull();
    expect(ofFile(file("connector", join(PLUGINS, "com.other", "c"), "pairs"), byReceipts)).toMatch(/is not a place/);
    const none = { ...byReceipts, receipts: [sampleReceipt({ state: null })] };
    expect(ofFile(file("profile-1", PROFILE, "bytes"), none)).toMatch(/is not a place/);
    expect(ofFile(file("client", CLIENT, "pairs"), none)).toBeNull();
  });

  test("[D4] below a root where there is one, when only records say the place", () => {
    const confines = (root: string) => ({ ...byReceipts, root });
    expect(fault({ tree: null, files: [plannedClient()] }, confines(resolve("/client")))).toBeNull();
    expect(fault({ tree: null, files: [plannedClient()] }, confines(resolve("/clien")))).toMatch(/is not a place/);
    expect(fault({ tree: null, files: [plannedClient()] }, { ...byBundle, root: resolve("/elsewhere") })).toBeNull();
  });

  test("[D4] its temporary file lies beside it, under a name of its own", () => {
    const temp = (path: string) => ofFile(plannedClient({ temp: path }));
    expect(temp(beside(CLIENT))).toBeNull();
    // that of 0.1.0 had no drawn part
    expect(temp(join(dirname(CLIENT), ".CommonClient.properties.tierwright-new"))).toBeNull();
    for (const wrong of [
      OTHER,
      join(dirname(CLIENT), "x", ".CommonClient.properties.0123456789abcdef.tierwright-new"),
      join(dirname(CLIENT), ".log4j2.xml.0123456789abcdef.tierwright-new"),
      join(dirname(CLIENT), ".CommonClient.properties.0123456789abcdef.new"),
      join(dirname(CLIENT), "CommonClient.properties.0123456789abcdef.tierwright-new"),
    ])
      expect(temp(wrong)).toBe(`'${wrong}' is not a temporary file next to '${CLIENT}'`);
  });

  test("[D4] its new and old bytes are those of its run, and of a side that has none there are none", () => {
    expect(ofFile(plannedClient({ staged: `${EARLIER}/files/client.new` }))).toBe(
      "the new bytes of the client file are not those of its run",
    );
    expect(ofFile(plannedClient({ backup: `${RUN}/files/client.new` }))).toBe(
      "the old bytes of the client file are not those of its run",
    );
    expect(ofFile(plannedClient({ staged: null }))).toMatch(/^the new bytes/);
    expect(ofFile(plannedClient({ backup: null }))).toMatch(/^the old bytes/);
    expect(ofFile(plannedClient({ after: null }))).toMatch(/^the new bytes/);
    expect(ofFile(plannedClient({ before: null }))).toMatch(/^the old bytes/);
    expect(ofFile(plannedClient({ after: null, staged: null }))).toBeNull();
    expect(ofFile(plannedClient({ before: null, backup: null }))).toBeNull();
  });
});

describe("the folder of a plan", () => {
  const { tree } = samplePlan();
  const exchange = (more: Partial<NonNullable<typeof tree>>, kind: SwapPlan["kind"] = "swap", confines: Confines = byBundle) =>
    fault({ kind, files: [], tree: tree && { ...tree, ...more } }, confines);
  const back = { staged: `${EARLIER}/old` };

  test("[D4] it is the plug-in folder; settings exchange none", () => {
    expect(exchange({})).toBeNull();
    expect(exchange({}, "settings")).toBe("a settings switch exchanges no plug-in folder");
    for (const live of [PLUGINS, join(LIVE, "x"), `${PLUGINS}/x/../${LIVE.slice(PLUGINS.length + 1)}`, OTHER])
      expect(exchange({ live })).toBe(`'${live}' is not the plug-in folder of this installation`);
    expect(exchange({ ...back }, "rollback", byReceipts)).toBeNull();
    expect(exchange({ ...back, live: join(PLUGINS, "com.other") }, "rollback", byReceipts)).toMatch(/is not the plug-in folder/);
  });

  test("[D4] what enters a swap was staged by its run; what a rollback brings was put away by another one", () => {
    const wrong = "the folders of the exchange are not those of its run";
    expect(exchange({ staged: `${EARLIER}/new` })).toBe(wrong);
    expect(exchange({ backup: `${EARLIER}/old` })).toBe(wrong);
    expect(exchange({ staged: `${RUN}/old` })).toBe(wrong);
    expect(exchange({ staged: null, after: null })).toBe(wrong);
    expect(exchange(back, "rollback")).toBeNull();
    expect(exchange({ staged: null, after: null }, "rollback")).toBeNull();
    expect(exchange({ staged: `${RUN}/old` }, "rollback")).toBe(wrong);
    expect(exchange({ staged: `${EARLIER}/new` }, "rollback")).toBe(wrong);
    expect(exchange({ ...back, backup: `${EARLIER}/old` }, "rollback")).toBe(wrong);
    const odd = "the folder to install is missing or unexpected";
    expect(exchange({ ...back, after: null }, "rollback")).toBe(odd);
    expect(exchange({ staged: null }, "rollback")).toBe(odd);
    expect(exchange({ after: null })).toBe(odd);
  });
});

describe("what a plan moves away and makes", () => {
  const stray = (path: string, to: string, confines: Confines = byBundle) =>
    fault({ tree: null, files: [], strays: [{ path, to, folder: false, sha256: "" }] }, confines);
  const kept = (name: string) => `strays/${RUN}/1-${name}`;

  test("[D4] a stale copy lies at a place that is known, or beside the plug-in folder, never in it", () => {
    for (const confines of [byBundle, byReceipts]) {
      expect(stray(STRAY, kept("p.mdzip"), confines)).toBeNull();
      expect(stray(join(PLUGINS, "copy"), kept("copy"), confines)).toBeNull();
      for (const path of [OTHER, LIVE, join(LIVE, "lib"), INSTALL, `${PLUGINS}/x/../../y`])
        expect(stray(path, kept(path.replace(/^.*[\\/]/, "")), confines)).toBe(
          `the stale copy '${path}' is not a place of this installation`,
        );
    }
    const profile = byBundle.targets?.profiles[0]?.path ?? "";
    const beside = join(dirname(profile), "copy.bin");
    expect(stray(beside, kept("copy.bin"))).toBeNull();
    expect(stray(join(dirname(profile), "Documents", "copy.bin"), kept("copy.bin"))).toBeNull();
    expect(stray(profile, kept(profile.replace(/^.*[\\/]/, "")))).toMatch(/is not a place/);
    const folder = { path: beside, to: kept("copy.bin"), folder: true, sha256: "" };
    expect(fault({ tree: null, files: [], strays: [folder] }, byBundle)).toMatch(/is not a place/);
    expect(stray(`${LIVE} backup`, kept("com.example.connector backup"))).toBeNull();
    expect(stray(STRAY, kept("p.mdzip"), { ...byReceipts, receipts: [] })).toMatch(/is not a place/);
  });

  test("[D4] it goes into the quarantine of its run, under its number", () => {
    for (const to of [`strays/${EARLIER}/1-p.mdzip`, `strays/${RUN}/2-p.mdzip`, `strays/${RUN}/1-q.mdzip`, "../x"])
      expect(stray(STRAY, to)).toBe(`'${to}' is not the quarantine of '${STRAY}'`);
    const two = [STRAY, join(PLUGINS, "copy")].map((path, i) => ({
      path,
      to: `strays/${RUN}/${i + 1}-${path.replace(/^.*[\\/]/, "")}`,
      folder: i === 1,
      sha256: "",
    }));
    expect(fault({ strays: two })).toBeNull();
  });

  test("[D4] a folder that is made lies on the way to what is exchanged", () => {
    const made = (path: string, confines: Confines = byBundle, more: Partial<SwapPlan> = {}) =>
      fault({ made: [path], ...more }, confines);
    for (const path of [dirname(CLIENT), PLUGINS, INSTALL, dirname(PROFILE), dirname(LOG4J2)]) expect(made(path)).toBeNull();
    for (const path of [dirname(OTHER), CLIENT, join(PLUGINS, "x"), `${INSTALL}/x/..`, "relative"])
      expect(made(path)).toBe(`'${path}' is not a folder that a run makes`);
    const logs = { ...targets, log4j2: resolve("/logs/log4j2.xml") };
    expect(made(resolve("/logs"), { ...byBundle, targets: logs })).toBeNull();
    expect(made(resolve("/logs"))).toMatch(/is not a folder/);
    expect(made(resolve("/logs"), { ...byBundle, targets: { ...targets, log4j2: null } })).toMatch(/is not a folder/);
    const place = resolve("/place/p.mdzip");
    expect(
      made(dirname(place), { ...byBundle, targets: { ...targets, profiles: [{ id: "profile-1", path: place }] } }),
    ).toBeNull();
    const live = join(resolve("/l"), "live");
    expect(made(resolve("/l"), { ...byBundle, targets: { ...targets, live } }, { tree: null })).toBeNull();
    // without a bundle: on the way to the plug-ins and to what the plan exchanges, or anywhere below the root
    for (const path of [dirname(CLIENT), PLUGINS, INSTALL]) expect(made(path, byReceipts)).toBeNull();
    expect(made(resolve("/client/other"), byReceipts)).toMatch(/is not a folder/);
    const whole = { ...byReceipts, root: dirname(INSTALL) };
    expect(made(resolve("/client/other"), whole)).toBeNull();
    expect(made(resolve("/client/other"), { ...byBundle, root: dirname(INSTALL) })).toMatch(/is not a folder/);
  });

  test("[D4] every path that is written, moved or removed is listed, so that each way to it is looked at", () => {
    const strays = [{ path: STRAY, to: kept("p.mdzip"), folder: false, sha256: "" }];
    expect(pathsOf(samplePlan({ strays }), SWAP)).toEqual([
      LIVE,
      CLIENT,
      STRAY,
      ...["files/x", "new/x", "old/x"].map((name) => join(SWAP, RUN, name)),
      join(SWAP, "receipts", "x"),
      join(SWAP, "strays", RUN, "x"),
    ]);
    expect(pathsOf(samplePlan({ tree: null }), SWAP)).not.toContain(LIVE);
  });
});

test("[D5] a receipt names this installation and places below its root", () => {
  expect(receiptFault(receipt, byReceipts)).toBeNull();
  expect(receiptFault(sampleReceipt({ state: null }), byReceipts)).toBeNull();
  expect(receiptFault(sampleReceipt({ install: OTHER }), byReceipts)).toBe(
    `it is of the installation '${OTHER}', and this is '${INSTALL}'`,
  );
  expect(receiptFault(receipt, { ...byReceipts, root: resolve("/client") })).toBe(
    `'${PROFILE}' is not a place of this installation`,
  );
  expect(receiptFault(receipt, { ...byReceipts, root: INSTALL })).toBe(`'${CLIENT}' is not a place of this installation`);
  expect(receiptFault(sampleReceipt({ paths: { client: "relative" } }), byReceipts)).toBe(
    "'relative' is not a place of this installation",
  );
});
