import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeFiles } from "../../support/repository.ts";
import { secondCopies } from "../../../src/deploy/swap/inspect/copies.ts";
import { targetsOf } from "../../../src/deploy/swap/protocol/targets.ts";
import type { SwapFiles } from "../../../src/platform/machine.ts";
import { swapFiles } from "../../../src/platform/swap-files.ts";
import { swapParts } from "./support/bundle.ts";
import { trial } from "./support/faulty-world.ts";
import { inProcess } from "./support/in-process.ts";
import { at, below } from "./support/installation.ts";
import { confText, PATHS } from "./support/releases.ts";
import { RUNNERS } from "./support/runners.ts";
import { livePairs, receipts, wantedPairs } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

const edit = (path: string, from: string | RegExp, to: string) => {
  const text = readFileSync(path, "utf8");
  if (text.replace(from, to) === text) throw new Error(`${path} does not hold ${String(from)}`);
  writeFileSync(path, text.replace(from, to));
};

describe.each(RUNNERS)("$name", (runner) => {
  const installed = async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    return here;
  };

  test("[D3] another environment is refused, and installed with the flag, which the receipt keeps", async () => {
    const here = await installed();
    const pilot = here.swap({ tier: "pilot" });
    await here.refused(() => here.deploy(pilot), 10, /environment 'production'.*'pilot'/i);
    await here.done(here.deploy(pilot, { switchEnvironment: true }));
    expect(livePairs(here.root)).toEqual(wantedPairs("pilot"));
    expect(receipts(here.root).at(-1)?.flags).toEqual([{ flag: "--switch-environment", reason: null }]);
  });

  test("[D3] an older serial is refused, and installed with a reason, which the receipt keeps", async () => {
    const here = await installed();
    const older = here.swap({ serial: 5 });
    await here.refused(() => here.deploy(older), 10, /serial 5/);
    await here.done(here.deploy(older, { allowDowngrade: "the vendor asked for it" }));
    expect(receipts(here.root).at(-1)?.flags).toEqual([{ flag: "--allow-downgrade", reason: "the vendor asked for it" }]);
  });

  test("[D3] another plug-in id in the folder is refused, and so is a settings bundle without a plug-in", async () => {
    const here = new Workstation(runner, "hand-made");
    here.change((root) => edit(join(at.live(root), "plugin.xml"), 'id="com.example.connector"', 'id="com.example.other"'));
    await here.refused(() => here.deploy(here.swap()), 10, /com\.example\.other/);
    const bare = new Workstation(runner, "tool");
    await bare.refused(() => bare.deploy(bare.settings()), 10, /has no plug-in/);
  });

  test("[D7] another tool row is refused; a row that is spelled otherwise is proven; none is reported as not proven", async () => {
    const here = new Workstation(runner, "hand-made");
    const tool = join(at.install(here.root), "bin", "tool.properties");
    here.change(() => edit(tool, "2024x Refresh3", "2024x Refresh2"));
    await here.refused(() => here.deploy(here.swap()), 10, /'2024x Refresh2'/);
    here.change(() => edit(tool, "2024x Refresh2", "2024X-R3"));
    await here.done(here.deploy(here.swap()));
    expect(receipts(here.root)[0]?.tool).toEqual({ expected: "2024x Refresh3", found: "2024X-R3", proven: true, java: "17.0.9" });
    const without = new Workstation(runner, "hand-made");
    const file = join(at.install(without.root), "bin", "tool.properties");
    without.change(() => writeFileSync(file, "nothing=1\n"));
    const { out } = await without.done(without.deploy(without.swap()));
    expect(out).toMatch(
      /^ +the pattern of tool\.versionFrom in site\.yaml does not find exactly one row in bin\\tool\.properties$/m,
    );
    expect(receipts(without.root)[0]?.tool).toMatchObject({ found: null, proven: false });
    expect(receipts(without.root)[0]?.notes).toEqual(["tool row not proven: 2024x Refresh3 is expected"]);
    without.change(() => rmSync(file));
    const missing = await without.done(without.deploy(without.swap({ release: "2606" })));
    expect(missing.out).toMatch(
      /^ +tool\.versionFrom in site\.yaml names bin\\tool\.properties, which is not a file of this installation$/m,
    );
    const unnamed = without.settings({
      release: "2606",
      manifest: { tool: { name: null, row: "2024x Refresh3", versionFrom: null } },
    });
    const { out: told } = await without.done(without.deploy(unnamed));
    expect(told).toMatch(/^ +to have it checked, set tool\.versionFrom in site\.yaml to a file of the tool that names its row$/m);
  });

  test("[D3] a value that somebody changed in conf, logger or client file is drift: refused with the list, installed when accepted", async () => {
    const here = await installed();
    edit(at.conf(here.root), "LOG_LEVEL=INFO", "LOG_LEVEL=TRACE\nADDED=1");
    edit(join(at.live(here.root), "conf", "logger.properties"), "level=INFO", "level=FINE");
    edit(at.client(here.root), /CLIENT_PORT=\d+/, "CLIENT_PORT=9999");
    const next = here.swap({ release: "2606" });
    const { err } = await here.refused(() => here.deploy(next), 10, /4 value/);
    for (const line of [
      "LOG_LEVEL is (hidden); expected (hidden)",
      "ADDED is (hidden); expected no value",
      "logger.level is (hidden)",
      "CLIENT_PORT is '9999'",
    ])
      expect(err).toContain(line);
    await here.done(here.deploy(next, { acceptDrift: true }));
    const receipt = receipts(here.root).at(-1);
    expect(receipt?.drift).toHaveLength(4);
    expect(receipt?.flags).toEqual([{ flag: "--accept-drift", reason: null }]);
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
  });

  test("[D3] what the carried conf says is expected of a hand-made installation", async () => {
    const here = new Workstation(runner, "hand-made");
    const expected = [{ key: "LOCAL_EDIT", value: "otherwise" }];
    await here.refused(
      () => here.deploy(here.swap({ manifest: { expect: expected } })),
      10,
      /LOCAL_EDIT is \(hidden\); expected \(hidden\)/,
    );
  });

  test("[D3] keep keys keep the machine's value through swaps and are no drift", async () => {
    const here = new Workstation(runner, "hand-made");
    const keep = { manifest: { keep: ["STAGING_DIR", "NOT_THERE"] } };
    await here.done(here.deploy(here.swap(keep)));
    expect(readFileSync(at.conf(here.root), "utf8")).toContain("STAGING_DIR=D\\:\\\\mine\n");
    edit(at.conf(here.root), "D\\:\\\\mine", "E\\:\\\\moved");
    await here.done(here.deploy(here.swap({ ...keep, release: "2606" })));
    expect(readFileSync(at.conf(here.root), "utf8")).toContain("STAGING_DIR=E\\:\\\\moved\n");
    expect(receipts(here.root).at(-1)?.kept).toEqual(["STAGING_DIR"]);
    await here.done(here.verify());
  });

  test("[D3] a secret keeps the machine's own value, and is refused where the machine has none; no receipt and no output holds it", async () => {
    const here = new Workstation(runner, "hand-made");
    const secret = {
      values: [{ file: "connector", key: "TC_SECRET", secret: "/sso/secret", unit: false }] as const,
      conf: confText("2506", "production", [["TC_SECRET", "@secret(/sso/secret)"]]),
    };
    await here.refused(() => here.deploy(here.swap(secret)), 10, /TC_SECRET/);
    here.change(() => edit(at.conf(here.root), "LOCAL_EDIT=", "TC_SECRET=hunter2\nLOCAL_EDIT="));
    const done = await here.done(here.deploy(here.swap(secret)));
    expect(readFileSync(at.conf(here.root), "utf8")).toContain("TC_SECRET=hunter2\n");
    expect(done.out + JSON.stringify(receipts(here.root))).not.toContain("hunter2");
    edit(at.conf(here.root), "hunter2", "hunter3");
    await here.done(here.verify());
    // settings name no secret; the receipt before does
    const switched = await here.done(
      here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true, acceptDrift: true }),
    );
    const back = await here.done(here.rollback());
    expect(switched.out + back.out + JSON.stringify(receipts(here.root))).not.toContain("hunter");
    await here.done(here.deploy(here.settings({ tier: "pilot" }), { switchEnvironment: true }));
    await here.done(here.verify());
  });

  test("[D6] a second copy in UTF-16, or with an id of character references, is seen; another plug-in's is not", async () => {
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
    const here = new Workstation(runner, "hand-made");
    here.change((root) => {
      const put = (folder: string, descriptor: string | Buffer) =>
        writeFiles(join(at.plugins(root), folder), { "plugin.xml": descriptor, "lib/old.jar": "PK" });
      put("copy one", utf16('<?xml version="1.0" encoding="UTF-16"?><plugin id="com.example.connector"/>'));
      put("copy two", utf16('<plugin id="com.example.connector"/>').swap16());
      put("copy three", '<plugin id="com&#46;example&#x2E;&#x63;onnector"/>\n');
      put("other one", utf16('<plugin id="com.example.other"/>'));
      put("other two", '<plugin id="com&amp;#46;example.connector"/>\n');
    });
    expect((await here.deploy(here.swap())).code).toBe(0);
    const left = readdirSync(at.plugins(here.root)).filter((name) => /^(?:copy|other) /.test(name));
    expect(left).toEqual(["other one", "other two"]);
  });

  test("[D6] a second copy of the plug-in: in plugins it goes into quarantine, in any other root the run is refused", async () => {
    const copy = { "plugin.xml": '<plugin id="com.example.connector"/>\n', "lib/old.jar": "PK" };
    const here = new Workstation(runner, "hand-made");
    here.change((root) => writeFiles(join(at.plugins(root), "connector backup"), copy));
    expect((await here.deploy(here.swap())).code).toBe(0);
    expect(Object.keys(here.state).filter((path) => path.includes("connector backup"))).toEqual([]);
    for (const root of ["D/shared/plugins", "C/Users/jane/AppData/Local/.tool/2024x/plugins", "F/args/plugins"]) {
      const other = new Workstation(runner, "hand-made");
      other.change((top) => {
        writeFiles(join(top, ...root.split("/"), "copy"), copy);
        edit(
          join(at.install(top), "bin", "tool.properties"),
          "-Dapp=1",
          "-Dmd.plugins.dir=F:\\\\\\\\args\\\\\\\\plugins -Dapp=1",
        );
      });
      await other.refused(() => other.deploy(other.swap({ paths: { roots: PATHS.roots } })), 10, /second copy/);
    }
  });
});

test("[D6] another user's folder that this account may not read does not stop a deploy", async () => {
  const here = new Workstation(inProcess, "hand-made");
  const users = below(here.root, "C:\\Users\\jane\\AppData\\Local");
  trial.before = (event) => {
    if (event.path.startsWith(users)) throw Object.assign(new Error("denied"), { code: "EPERM" });
  };
  await here.done(here.deploy(here.swap()));
});

test("[D6] a root that Windows spells with other letters is the live folder's own, not a second copy", () => {
  const { root } = new Workstation(inProcess, "hand-made");
  // a system whose names have no case: the other spelling leads to the same folder
  const same = (path: string) => path.replace("PLUGINS", "plugins");
  const files: SwapFiles = {
    ...swapFiles,
    stat: (path) => swapFiles.stat(same(path)),
    list: (path) => swapFiles.list(same(path)),
    read: (path) => swapFiles.read(same(path)),
  };
  const where = { root, install: null, clientFile: null, cwd: root };
  const { manifest } = swapParts({ paths: { roots: ["{install}\\PLUGINS", "{install}\\plugins"] } });
  const copies = (windows: boolean) => secondCopies({ files, windows }, manifest.plugin.id, targetsOf(manifest, where), where);
  expect(copies(true)).toEqual([]);
  expect(() => copies(false)).toThrow(/second copy/);
});
