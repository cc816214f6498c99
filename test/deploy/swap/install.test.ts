import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeFiles } from "../../support/repository.ts";
import { at, below, withStrays } from "./support/installation.ts";
import { contentOf, LOG4J2_TEXT, profileText } from "./support/releases.ts";
import { PLAYED } from "./support/runners.ts";
import { liveFiles, livePairs, receipts, type Snapshot, wantedPairs } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

const FILES_2606 = [
  "conf/connector.properties",
  "conf/logger.properties",
  "lib/connector-2606.jar",
  "lib/rest-client.jar",
  "lib/tc-soa-14.3.jar",
  "mapping/mapping.xml",
  "plugin.xml",
];
const profilesOf = (root: string) => at.profiles(root).map((path) => (existsSync(path) ? readFileSync(path, "utf8") : null));

const filesOf = (state: Snapshot) => Object.fromEntries(Object.entries(state).filter(([, hash]) => hash !== "folder"));

describe.each(PLAYED)("$name", (runner) => {
  test("[D3, D4] a first install into an empty root makes everything; repeating it changes nothing", async () => {
    const here = new Workstation(runner, "nothing");
    const bundle = here.swap({ release: "2606" });
    await here.done(here.deploy(bundle));
    expect(liveFiles(here.root)).toEqual(FILES_2606);
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
    expect(profilesOf(here.root)).toEqual([profileText("2606"), profileText("2606")]);
    const before = here.state;
    const again = await here.done(here.deploy(bundle));
    expect(again.out).toMatch(/already there/i);
    expect(here.state).toEqual(before);
    expect(receipts(here.root)).toHaveLength(1);
    await here.done(here.verify());
  });

  test("[D3, D6] taking over a hand-made installation replaces the folder whole, lists what it replaced, and keeps the old one", async () => {
    const here = new Workstation(runner, "hand-made");
    const before = here.state;
    const done = await here.done(here.deploy(here.swap()));
    expect(liveFiles(here.root)).not.toContain("lib/connector-2306.jar");
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
    expect(done.out).toContain("LOCAL_EDIT was (hidden), is absent");
    const client = readFileSync(at.client(here.root), "utf8");
    expect(client).toContain("   other.key : some\\tvalue\r\n");
    expect(client).toContain("! last\r\nempty.key\r\n");
    expect(readFileSync(at.log4j2(here.root), "utf8")).toBe(`\ufeff${LOG4J2_TEXT.replace("10 MB", "50 MB")}`);
    await here.done(here.rollback());
    expect(here.state).toEqual(before);
  });

  test("[D3, D5] an upgrade leaves no old jar; a rollback takes tree and pairs back together, byte for byte", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const before = here.state;
    await here.done(here.deploy(here.swap({ release: "2606", tier: "pilot" }), { switchEnvironment: true }));
    expect(liveFiles(here.root)).toEqual(FILES_2606);
    expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
    await here.done(here.verify());
    await here.done(here.rollback());
    expect(here.state).toEqual(before);
    await here.done(here.verify());
  });

  test("[D5] a settings bundle switches the 14 pairs and nothing else; a rollback takes both files back", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const before = here.state;
    await here.done(here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true }));
    expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
    const changed = Object.entries(here.state)
      .filter(([path, hash]) => before[path] !== hash)
      .map(([path]) => path.split("/").at(-1));
    expect(changed.sort()).toEqual(["CommonClient.properties", "connector.properties"]);
    await here.done(here.verify());
    await here.done(here.rollback());
    expect(here.state).toEqual(before);
  });

  test("[D5] a rollback of the first install leaves the workstation as it was; one more is refused", async () => {
    const here = new Workstation(runner, "tool");
    const before = here.state;
    await here.done(here.deploy(here.swap()));
    await here.done(here.rollback());
    expect(filesOf(here.state)).toEqual(filesOf(before));
    await here.refused(() => here.rollback(), 10, /no earlier state|kept no backup/);
  });

  test("[D6] strays in plugins and in Public Documents go into quarantine, and the receipt says where they lie", async () => {
    const here = new Workstation(runner, "hand-made");
    here.change((root) => withStrays(root));
    const strays = [
      below(here.root, "{install}\\plugins\\PLM_Profile.mdzip"),
      below(here.root, "C:\\Users\\Public\\Documents\\PLM_Profile.mdzip"),
    ];
    await here.done(here.deploy(here.swap()));
    expect(strays.map((path) => existsSync(path))).toEqual([false, false]);
    const kept = receipts(here.root)[0]?.strays as { to: string; path: string }[];
    expect(kept.map(({ path }) => path)).toEqual(strays);
    expect(kept.map(({ to }) => readFileSync(`${at.swap(here.root)}/${to}`, "utf8"))).toEqual(["stray 1", "stray 2"]);
  });

  test("[C8] [D3] copies of a known profile under any name go into quarantine; other files of those folders stay", async () => {
    const here = new Workstation(runner, "hand-made");
    const put = (path: string, text: string) => writeFiles(here.root, { [path]: text });
    const known = { knownProfiles: [contentOf("profile of 2306\n")] };
    const tool = "C/Program Files/Tool 2024x";
    const strays = [
      [`${tool}/plugins/backup.bin`, profileText("2406")], // what lies in its place by hand
      [`${tool}/plugins/x.mdzip`, profileText("2506")], // what the bundle brings
      ["D/shared/plugins/p", profileText("2506")],
      [`${tool}/profiles/PLM_Profile.mdzip.old`, "profile of 2306\n"], // of another release of the repository
      [`${tool}/profiles/Documents/a`, profileText("2506")],
      ["C/Users/Public/PLM_Profile (1).mdzip", profileText("2506")],
      ["C/Users/Public/Documents/b.mdzip", profileText("2406")],
    ] as const;
    const others = [
      [`${tool}/plugins/readme.txt`, "profile of 2x06\n"],
      [`${tool}/profiles/PLM_Profile_Extension.mdzip`, "another profile\n"],
      ["C/Users/Public/Documents/deeper/b.mdzip", profileText("2406")],
      [`${tool}/plugins/com.other/lib/p.mdzip`, profileText("2406")],
    ] as const;
    here.change(() => {
      for (const [path, text] of [...strays, ...others]) put(path, text);
    });
    expect(await here.deploy(here.swap({ paths: known }))).toMatchObject({ code: 0, err: "" });
    expect(strays.filter(([path]) => existsSync(join(here.root, path)))).toEqual([]);
    for (const [path, text] of others) expect(readFileSync(join(here.root, path), "utf8")).toBe(text);
    for (const path of at.profiles(here.root)) expect(readFileSync(path, "utf8")).toBe(profileText("2506"));
    const kept = receipts(here.root)[0]?.strays as { to: string; path: string }[];
    expect(kept.map(({ path }) => path).sort()).toEqual(strays.map(([path]) => join(here.root, path)).sort());
    expect(await here.verify()).toMatchObject({ code: 0, err: "" });
  });
});
