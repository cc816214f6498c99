import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeFiles } from "../../support/repository.ts";
import { at, below } from "./support/installation.ts";
import { contentOf, PLUGIN, profileText } from "./support/releases.ts";
import { RUNNERS } from "./support/runners.ts";
import { everything, receipts } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

const ALREADY = /already there/i;
const SWITCH = { switchEnvironment: true };

/** Changes a byte of a file and gives it its old size and time back. */
function tamper(path: string): void {
  const { atime, mtime } = statSync(path);
  const bytes = readFileSync(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  utimesSync(path, atime, mtime);
}

/** Ways in which a plug-in folder is not what was installed, each with the words that name it. */
const LIES: readonly (readonly [string, RegExp, (live: string) => void])[] = [
  ["a foreign jar", /dropped\.jar/, (live) => writeFileSync(join(live, "lib", "dropped.jar"), "PK dropped")],
  ["a changed jar of the same size and time", /connector-2506\.jar/, (live) => tamper(join(live, "lib", "connector-2506.jar"))],
  ["a missing jar", /tc-soa-13\.1\.jar/, (live) => rmSync(join(live, "lib", "tc-soa-13.1.jar"))],
  [
    "a second name that differs by case alone",
    /Connector\.properties/,
    (live) => writeFileSync(join(live, "conf", "Connector.properties"), "x=1\n"),
  ],
  [
    "a jar under another name",
    /connector-2506\.JAR/,
    (live) => renameSync(join(live, "lib", "connector-2506.jar"), join(live, "lib", "connector-2506.JAR")),
  ],
  [
    "a folder where a file was",
    /tc-soa-13\.1\.jar/,
    (live) => {
      rmSync(join(live, "lib", "tc-soa-13.1.jar"));
      mkdirSync(join(live, "lib", "tc-soa-13.1.jar"));
    },
  ],
  ["an empty file more", /empty\.txt/, (live) => writeFileSync(join(live, "empty.txt"), "")],
];

describe.each(RUNNERS)("$name", (runner) => {
  const installed = async (shape: Parameters<Workstation["swap"]>[0] = {}) => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap(shape);
    await here.done(here.deploy(bundle));
    return { here, bundle, live: at.live(here.root), clean: here.state };
  };
  const fails = async (here: Workstation, says: RegExp) => {
    const { code, err } = await here.verify();
    expect(err).toMatch(says);
    expect(code).toBe(12);
    return err;
  };

  test.each(eachNth(4, LIES))(
    "[D9] %s: verify names it, it is never 'already there', and installing again heals it",
    async (_, names, lie) => {
      const { here, bundle, live, clean } = await installed();
      lie(live);
      await fails(here, names);
      const healed = await here.done(here.deploy(bundle));
      expect(healed.out).not.toMatch(ALREADY);
      expect(here.state).toEqual(clean);
      await here.done(here.verify());
      expect((await here.done(here.deploy(bundle))).out).toMatch(ALREADY);
    },
  );

  test("[D9] a foreign file is foreign after a repeated deploy and its rollback, too; it ends in quarantine", async () => {
    const { here, bundle, live, clean } = await installed();
    writeFileSync(join(live, "lib", "foreign.jar"), "PK foreign");
    await here.done(here.deploy(bundle));
    await here.done(here.rollback());
    expect(existsSync(join(live, "lib", "foreign.jar"))).toBe(true);
    await fails(here, /foreign\.jar/);
    expect((await here.done(here.deploy(bundle))).out).not.toMatch(ALREADY);
    expect(here.state).toEqual(clean);
    const strays = receipts(here.root).at(-1)?.strays as { path: string; to: string }[];
    expect(strays.map(({ path }) => path)).toEqual([join(live, "lib", "foreign.jar")]);
    expect(readFileSync(join(at.swap(here.root), strays[0]?.to ?? ""), "utf8")).toBe("PK foreign");
  });

  test("[D9] a settings switch and its rollback do not make a changed tree right", async () => {
    const { here, live } = await installed();
    writeFileSync(join(live, "lib", "foreign.jar"), "PK foreign");
    tamper(join(live, "lib", "tc-soa-13.1.jar"));
    const pilot = here.settings({ tier: "pilot" });
    const switched = await here.done(here.deploy(pilot, SWITCH));
    expect(switched.out).toMatch(/differs from receipt/);
    const err = await fails(here, /foreign\.jar/);
    expect(err).toMatch(/tc-soa-13\.1\.jar/);
    expect(err).toMatch(/pilot-2506\.zip/);
    expect(err).toMatch(
      /build the swap bundle from the current commit, because deploy refuses an older one: `tierwright bundle pilot`; then /,
    );
    const again = await here.deploy(pilot);
    expect(again.err).toMatch(/settings bundle cannot fix/);
    expect(again.code).toBe(12);
    await here.done(here.rollback());
    await fails(here, /foreign\.jar/);
  });

  test.each(
    eachNth(4, [
      [
        "changed",
        /profiles.PLM_Profile\.mdzip: changed since it was installed/,
        (path: string) => writeFileSync(path, "another"),
      ],
      ["missing", /profiles.PLM_Profile\.mdzip: missing/, (path: string) => rmSync(path)],
    ]),
  )("[D9] a settings switch and its rollback do not make a %s profile right", async (_, words, lie) => {
    const { here, bundle, clean } = await installed();
    const [profile = ""] = at.profiles(here.root);
    lie(profile);
    await fails(here, words);
    await here.done(here.deploy(here.settings({ tier: "pilot" }), SWITCH));
    await fails(here, words);
    await here.done(here.rollback());
    await fails(here, words);
    await here.done(here.deploy(bundle));
    expect(here.state).toEqual(clean);
    await here.done(here.verify());
  });

  test("[D6] a loose profile is found by verify after a settings switch and its rollback, too", async () => {
    const { here } = await installed();
    const loose = below(here.root, "{install}\\plugins\\PLM_Profile.mdzip");
    here.change(() => writeFileSync(loose, "stale"));
    await here.done(here.deploy(here.settings({ tier: "pilot" }), SWITCH));
    await fails(here, /stale copy of the profile/);
    await here.done(here.rollback());
    await fails(here, /stale copy of the profile/);
  });

  test("[C8] [D9] verify and detection find a profile that was known, under any name, after settings, upgrade and rollback, too", async () => {
    const { here } = await installed({ paths: { knownProfiles: [contentOf("profile of 2306\n")] } });
    const upgrade = here.swap({ release: "2606" });
    const loose = (path: string, text: string) => {
      const full = below(here.root, path);
      here.change(() => writeFiles(dirname(full), { [basename(full)]: text }));
      return full;
    };
    const stale = async (path: string, text: string) => {
      const full = loose(path, text);
      await fails(here, new RegExp(`${basename(full)}: a stale copy of the profile; the tool would load it`));
      here.change(() => rmSync(full));
    };
    await stale("{install}\\plugins\\x.bin", profileText("2506"));
    await stale("C:\\Users\\Public\\old.mdzip", "profile of 2306\n");
    await here.done(here.deploy(here.settings({ tier: "pilot" }), SWITCH));
    await stale("D:\\shared\\plugins\\y", profileText("2506"));
    await here.done(here.rollback());
    await stale("C:\\Users\\Public\\Documents\\z.mdzip", "profile of 2306\n");
    await here.done(here.deploy(upgrade));
    for (const text of [profileText("2506"), profileText("2606"), "profile of 2306\n"])
      await stale("{install}\\profiles\\copy.txt", text);
    await here.done(here.rollback());
    await stale("{install}\\plugins\\x.mdzip", profileText("2606"));
    for (const path of ["C:\\Users\\Public\\other.mdzip", "{install}\\plugins\\profile.mdzip"]) loose(path, "profile of 2x06\n");
    loose("C:\\Users\\Public\\Downloads\\x.mdzip", profileText("2506"));
    await here.done(here.verify());
  });

  test("[D9] back before a bundle that names other places: the earlier state is looked for where it stands", async () => {
    const { here } = await installed();
    const moved = { client: "C:\\ProgramData\\Vendor\\Client\\Other.properties", strays: [] };
    // the new client file lies where nothing of the state before was, so each end is asked for its code alone
    for (const run of [() => here.deploy(here.swap({ release: "2606", paths: moved })), () => here.verify()])
      expect((await run()).code).toBe(0);
    for (const run of [() => here.rollback(), () => here.verify()]) expect(await run()).toMatchObject({ code: 0, err: "" });
    here.change(() => writeFileSync(below(here.root, "{install}\\plugins\\PLM_Profile.mdzip"), "stale"));
    const err = await fails(here, /stale copy of the profile/);
    expect(err).not.toMatch(/Other\.properties/);
  });

  test("[D9] an upgrade after a settings switch takes its own profile for its own", async () => {
    const { here } = await installed();
    await here.done(here.deploy(here.settings({ tier: "pilot" }), SWITCH));
    const upgraded = await here.done(here.deploy(here.swap({ release: "2606", tier: "pilot" })));
    expect(upgraded.out).not.toMatch(/was changed since/);
    expect(receipts(here.root).at(-1)).toMatchObject({ strays: [] });
    await here.done(here.verify());
  });

  test("[D9] the advice after a failed verify is a command that works: drift is accepted where values differ", async () => {
    const { here, bundle, live, clean } = await installed();
    const conf = at.conf(here.root);
    writeFileSync(conf, readFileSync(conf, "utf8").replace("LOG_LEVEL=INFO", "LOG_LEVEL=DEBUG"));
    writeFileSync(join(live, "lib", "foreign.jar"), "PK foreign");
    const err = await fails(here, /LOG_LEVEL/);
    expect(err).toMatch(/(--accept-drift|-AcceptDrift)/);
    await here.done(here.deploy(bundle, { acceptDrift: true }));
    expect(here.state).toEqual(clean);
    await here.done(here.verify());
    writeFileSync(join(live, "lib", "foreign.jar"), "PK foreign");
    expect(await fails(here, /foreign\.jar/)).not.toMatch(/(--accept-drift|-AcceptDrift)/);
  });

  test("[D9] values that were accepted as drift and come back with a rollback are not what the bundle put there", async () => {
    const { here } = await installed();
    const conf = at.conf(here.root);
    writeFileSync(conf, readFileSync(conf, "utf8").replace("LOG_LEVEL=INFO", "LOG_LEVEL=DEBUG"));
    await here.done(here.deploy(here.swap({ release: "2606" }), { acceptDrift: true }));
    await here.done(here.rollback());
    await fails(here, /LOG_LEVEL is \(hidden\)/);
  });

  test("[D9] the bundle itself is asked, not the receipt alone: a receipt that calls a foreign file its own is found out", async () => {
    const { here, bundle, live, clean } = await installed();
    writeFileSync(join(live, "lib", "foreign.jar"), "PK foreign");
    const folder = join(at.swap(here.root), "receipts");
    const [receipt] = receipts(here.root) as { run: string; state: { tree: { files: object[] } } }[];
    receipt?.state.tree.files.push({
      path: "lib/foreign.jar",
      size: 10,
      sha256: everything(live)["lib/foreign.jar"] ?? "",
    });
    writeFileSync(join(folder, `000001-${receipt?.run}.json`), JSON.stringify(receipt));
    const { code, out } = await here.deploy(bundle);
    expect(out).not.toMatch(ALREADY);
    if (code === 0) expect(here.state).toEqual(clean);
    else expect(code).toBe(12);
  });

  test.runIf(process.platform !== "win32")("[D9] a link in the plug-in folder is named by verify", async () => {
    const { here, live } = await installed();
    rmSync(join(live, "lib", "tc-soa-13.1.jar"));
    symlinkSync(join(live, "lib", "connector-2506.jar"), join(live, "lib", "tc-soa-13.1.jar"));
    await fails(here, /tc-soa-13\.1\.jar/);
  });

  test("[D9] an empty folder holds nothing and does not count", async () => {
    const { here, bundle, live } = await installed();
    mkdirSync(join(live, "logs"));
    await here.done(here.verify());
    expect((await here.done(here.deploy(bundle))).out).toMatch(ALREADY);
  });

  test.each(
    eachNth(4, [
      ["beside the live folder", "{install}\\plugins\\backup of connector", true],
      ["in a root that the manifest names", "D:\\shared\\plugins\\old", false],
      ["in a user's own root", "C:\\Users\\jane\\AppData\\Local\\.tool\\2024x\\plugins\\mine", false],
    ]),
  )("[D6] a second live copy %s is found by verify", async (_, folder, healed) => {
    const { here, bundle } = await installed();
    const copy = below(here.root, folder);
    here.change(() => {
      mkdirSync(copy, { recursive: true });
      writeFileSync(join(copy, "plugin.xml"), `<plugin id="${PLUGIN.id}"/>`);
    });
    const err = await fails(here, /second copy/);
    expect(err).toContain(copy);
    if (!healed) {
      expect(err).toMatch(/move the second copy out/i);
      return;
    }
    here.change(() => undefined);
    const { code, out } = await here.deploy(bundle);
    expect({ code, already: ALREADY.test(out) }).toEqual({ code: 0, already: false });
    await here.verify().then((ended) => expect(ended.code).toBe(0));
  });

  test("[D6] a loose profile is found by verify, and installing again puts it away", async () => {
    const { here, bundle } = await installed();
    const loose = below(here.root, "{install}\\plugins\\PLM_Profile.mdzip");
    here.change(() => writeFileSync(loose, "stale"));
    await fails(here, /stale copy of the profile/);
    await here.deploy(bundle);
    expect(existsSync(loose)).toBe(false);
    await here.done(here.verify());
  });
});
