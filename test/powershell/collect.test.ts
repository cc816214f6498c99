import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentOf } from "../../src/kernel/archive/content.ts";
import { readZip } from "../../src/kernel/archive/reader.ts";
import { sourceOf } from "../deploy/bundle/support.ts";
import { driveFiles, scene } from "../author/adopt/scene.ts";
import { examined } from "../live/doctor/scene.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";
import { type Start, at } from "../deploy/swap/support/installation.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { everything } from "../deploy/swap/support/snapshot.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { scriptPath, shellHere } from "./shell.ts";

/** Names and contents of a zip. */
async function filesOf(path: string): Promise<ReadonlyMap<string, string>> {
  const source = sourceOf(readFileSync(path));
  const files = new Map<string, string>();
  for (const entry of readZip(source).entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of contentOf(source, entry)) chunks.push(chunk);
    files.set(entry.name, Buffer.concat(chunks).toString("latin1"));
  }
  return files;
}

test("[D3] -Collect gathers what a diagnosis needs, changes nothing, and holds no secret", { timeout: 120_000 }, async () => {
  const here = new Workstation(inProcess, "tool");
  await here.done(here.deploy(here.swap()));
  appendFileSync(at.conf(here.root), "KEY_STORE_PASSWORD=hunter1\n#old.password=hunter2\nMIRROR=https://bob:hunter3@host/x\n");
  appendFileSync(at.client(here.root), "apiToken=hunter4\nJAVA=-Djavax.net.ssl.trustStorePassword=hunter5 -Dx=y\n");
  appendFileSync(
    at.conf(here.root),
    "# was jane:hunter6@db.example.com\n!\thttps\\://jane\\:hunter7@h/x\nLINK=https://b.example.com/c?sv=1&sig=hunter8\n",
  );
  const log4j2 = readFileSync(at.log4j2(here.root), "latin1");
  const secrets = [
    '<Property name="dbPassword">hunter9</Property><Property value="hunter10" name="api.token"/><password>hunter11</password>',
    "<JDBC url='jdbc:postgresql://u:hunter12@db/x' userPassword='hunter13'/><!-- http://u:hunter14@h/ --><Url>amqp://u:hunter15@h</Url>",
    '<Property name="dir" value="C:/Temp"/><Property key="level" value="info"/>',
  ];
  writeFileSync(at.log4j2(here.root), log4j2.replace("</Configuration>", `${secrets.join("\n")}</Configuration>`), "latin1");
  const before = everything(here.root);
  const shell = shellHere();
  const out = join(here.folder, "collected.zip");
  const words = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", scriptPath("deploy.ps1")];
  const env = {
    ...process.env,
    TC_GATEWAY: "https://u:hunter16@h/x",
    TC_TRACE: "-Dx.token=hunter17 -Dy=1",
    FMS_HOME: "/opt/fms",
    TC_SAS_TOKEN: "hunter18",
    CT_REQ_RESP_JSON_DIR: "C:\\Temp\\dump",
    TEMP: "C:\\Temp",
  };
  const collect = () => spawnSync(shell, [...words, "-Root", here.root, "-Collect", out], { encoding: "utf8", env });
  const first = collect();
  expect([first.status, first.stderr]).toEqual([0, ""]);
  const files = await filesOf(out);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      "connector/connector.properties",
      "client/CommonClient.properties",
      "client/log4j2.xml",
      "files.txt",
      "notes.txt",
    ]),
  );
  expect(
    [...files].filter(([, text]) => /hunter\d/.test(text)).map(([name, text]) => [name, text.match(/.*hunter\d+/)?.[0]]),
  ).toEqual([]);
  expect(files.get("client/log4j2.xml")).toContain('<Property name="dir" value="C:/Temp"/><Property key="level" value="info"/>');
  expect(files.get("environment.txt")).toContain("FMS_HOME=/opt/fms");
  expect(files.get("connector/connector.properties")).toContain("KEY_STORE_PASSWORD=(hidden)");
  expect(files.get("files.txt")).toMatch(/^[0-9a-f]{64} {2}\d+ {2}.*plugin\.xml$/m);
  expect(files.get("environment.txt")).toMatch(/^CT_REQ_RESP_JSON_DIR=C:\\Temp\\dump$/m);
  expect(files.get("environment.txt")).toMatch(/^PATH=/m);
  expect(everything(here.root)).toEqual(before);
  const again = collect();
  expect([again.status, again.stderr]).toEqual([10, expect.stringContaining("is there already")]);
  const nowhere = spawnSync(shell, [...words, "-Root", out, "-Collect", `${out}.zip`], { encoding: "utf8" });
  expect([nowhere.status, nowhere.stderr]).toEqual([2, expect.stringContaining("No installation is there: correct -Root;")]);
});

test("[H5] doctor looks at what -Collect gathered as it looks at the copy itself", { timeout: 120_000 }, async () => {
  const here = new Workstation(inProcess, "tool");
  await here.done(here.deploy(here.swap()));
  writeFileSync(join(at.live(here.root), "lib", "old.jar"), "PK");
  writeFileSync(join(at.plugins(here.root), "stray.mdzip"), readFileSync(at.profiles(here.root)[0] ?? ""));
  const documents = join(at.profiles(here.root).at(-1) ?? "", "..", "Documents");
  mkdirSync(documents, { recursive: true });
  writeFileSync(join(documents, "old copy.zip"), readFileSync(at.profiles(here.root)[0] ?? ""));
  mkdirSync(join(at.plugins(here.root), "backup"));
  copyFileSync(join(at.live(here.root), "plugin.xml"), join(at.plugins(here.root), "backup", "plugin.xml"));
  const out = join(here.folder, "WS-001.zip");
  const words = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", scriptPath("deploy.ps1")];
  const { status, stderr } = spawnSync(shellHere(), [...words, "-Root", here.root, "-Collect", out], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  const repository = temporaryFolder();
  const copy = await examined(here.root, [], { repository });
  const archive = await examined("", ["--from", out], { repository });
  const states = ({ document }: typeof copy) =>
    document.checks.flatMap(({ id, state, says }: { id: string; state: string; says: string }) =>
      /^(variables|tool.in-effect|sso)/.test(id) ? [] : [[id, state === "skip" ? says : state]],
    );
  expect(states(archive)).toEqual(states(copy));
  for (const id of ["plugin/last-swap", "plugin/second-copies", "profile/strays"])
    expect([id, archive.of(id).state]).toEqual([id, "fail"]);
  const strays = archive.of("profile/strays").details.map((line: string) => line.split(" is the profile")[0]?.split("\\").at(-1));
  expect(strays.sort()).toEqual(["old copy.zip", "stray.mdzip"]);
  expect(archive.of("variables/required").state).toBe("fail");
});

/** Lives of a workstation, each ended by another kind of receipt. */
const LIVES: readonly (readonly [name: string, start: Start, live: (here: Workstation) => Promise<unknown>])[] = [
  ["swap", "tool", () => Promise.resolve()],
  ["settings", "tool", (here) => here.done(here.deploy(here.settings({ serial: 1_790_009_999 })))],
  ["rollback of a swap", "tool", (here) => upgraded(here).then(() => here.done(here.rollback()))],
  [
    "rollback of settings",
    "tool",
    async (here) => {
      await here.done(here.deploy(here.settings({ serial: 1_790_009_999, conf: "LATER=1\n" })));
      await here.done(here.rollback());
    },
  ],
  ["rollback to what was made by hand", "hand-made", (here) => here.done(here.rollback())],
];
const upgraded = (here: Workstation) => here.done(here.deploy(here.swap({ release: "2606" })));

describe("[D9] [H5] a doctor's look at an archive says of the last run what a look at the workstation says", () => {
  test.each(LIVES)("%s", { timeout: 120_000 }, async (_, start, live) => {
    const here = new Workstation(inProcess, start);
    await here.done(here.deploy(here.swap()));
    await live(here);
    const repository = temporaryFolder();
    const lastSwap = async (words: readonly string[], root = "") => {
      const { state, says, details } = (await examined(root, words, { repository })).of("plugin/last-swap");
      return { state, says, details: details.map((line: string) => line.split(/[\\/]/).at(-1)).sort() };
    };
    let archives = 0;
    const collected = () => {
      const out = join(here.folder, `WS-00${++archives}.zip`);
      const words = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", scriptPath("deploy.ps1")];
      const { status, stderr } = spawnSync(shellHere(), [...words, "-Root", here.root, "-Collect", out], { encoding: "utf8" });
      expect([status, stderr]).toEqual([0, ""]);
      return out;
    };
    const clean = await lastSwap([], here.root);
    const archive = collected();
    expect(clean.state).toBe("pass");
    expect(await lastSwap(["--from", archive])).toEqual(clean);

    const unpacked = join(here.folder, "former");
    writeFiles(unpacked, Object.fromEntries([...(await filesOf(archive))].map(([name, text]) => [name, former(name, text)])));
    const known = await lastSwap(["--from", unpacked]);
    expect(known).toMatchObject({
      state: "skip",
      says: expect.stringMatching(/^the archive hides the digests of \d+ files/),
      details: [],
    });

    writeFileSync(join(at.live(here.root), "plugin.xml"), "<plugin/>");
    writeFileSync(join(at.live(here.root), "lib", "old.jar"), "PK");
    const changed = await lastSwap([], here.root);
    expect(changed.details).toEqual(["old.jar: not part of this build", "plugin.xml: changed since it was installed"]);
    expect(await lastSwap(["--from", collected()])).toEqual(changed);
    writeFileSync(join(unpacked, "files.txt"), (await filesOf(join(here.folder, "WS-002.zip"))).get("files.txt") ?? "");
    expect((await lastSwap(["--from", unpacked])).details).toEqual([
      expect.stringMatching(/^\d+ files: not known, because the archive hides the digests$/),
      "old.jar: not part of this build",
    ]);
  });
});

/** A receipt as deploy.ps1 once collected it: the digest of each file of the plug-in folder is hidden unless a swap installed it. */
function former(name: string, text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  if (!name.startsWith("swap/receipts/")) return bytes;
  const receipt = JSON.parse(bytes.toString("utf8"));
  for (const file of receipt.state.tree.files) Object.assign(file, { size: 0, sha256: "(hidden)" });
  return Buffer.from(JSON.stringify(receipt));
}

test("[B7] a workstation without a receipt is collected with -Install and -ClientFile, and adopted", {
  timeout: 240_000,
}, async () => {
  const plugins = "C/Program Files/2024x Refresh3/plugins";
  const { at: inside, json } = scene({
    ...driveFiles("root"),
    [`root/${plugins}/other/conf/other.properties`]: "URL=https://x\n",
    "root/C/ProgramData/Example/MBSE/bhm/log4j2.xml": '<Configuration status="warn"/>',
  });
  const root = inside("root");
  const out = inside("WS-001.zip");
  const install = ["-Install", "C:\\Program Files\\2024x Refresh3"];
  const client = ["-ClientFile", "C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties"];
  const words = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", scriptPath("deploy.ps1"), "-Root", root];
  const collect = (...given: string[]) => {
    const { status, stderr } = spawnSync(shellHere(), [...words, "-Collect", out, ...given], { encoding: "utf8" });
    return [status, stderr];
  };
  const refusal = (said: string) => [10, expect.stringContaining(said)];
  expect(collect(...install)).toEqual(refusal("nothing names the client file: give -ClientFile FILE"));
  expect(collect(...install, "-ClientFile", "C:\\x.properties")).toEqual(refusal("x.properties is not there"));
  const nowhere = join(root, "C", "Tool", "plugins", "*", "conf");
  expect(collect("-Install", "C:\\Tool", ...client)).toEqual(
    refusal(`no .properties file with TC_SERVER_URL is in ${nowhere}: correct -Install.`),
  );
  const old = join(root, plugins, "old", "conf");
  mkdirSync(old, { recursive: true });
  copyFileSync(
    join(root, plugins, "com.example.plm.connector", "conf", "connector.properties"),
    join(old, "connector.properties"),
  );
  expect(collect(...install, ...client)).toEqual(refusal("2 files could be the connector's settings: "));
  rmSync(old, { recursive: true });
  expect(existsSync(out)).toBe(false);
  expect(collect(...install, ...client)).toEqual([0, ""]);
  expect([...(await filesOf(out)).keys()]).toEqual(
    expect.arrayContaining([
      "connector/connector.properties",
      "connector/logger.properties",
      "client/CommonClient.properties",
      "client/log4j2.xml",
    ]),
  );
  const { environments } = await json(["--from", out]);
  expect(environments).toMatchObject([{ workstations: ["WS-001"], written: true }]);
});

describe("[B7] an archive that lacks a settings file is no success, and the run says which and why", () => {
  const CONF = "connector/connector.properties";
  const CLIENT = "client/CommonClient.properties";
  const cases = [
    [CONF, at.conf],
    [CLIENT, at.client],
  ] as const;
  const gone = [cases.slice(0, 1), cases.slice(1), cases];
  const ways = gone.flatMap((lacking) => [true, false].flatMap((receipt) => [{ lacking, receipt, bundle: !receipt }]));
  test.each(ways)("$lacking.length gone, receipt $receipt, -Bundle $bundle", { timeout: 120_000 }, async (way) => {
    const here = new Workstation(inProcess, "tool");
    const bundle = here.swap();
    await here.done(here.deploy(bundle));
    for (const [, path] of way.lacking) rmSync(path(here.root));
    if (!way.receipt) rmSync(at.swap(here.root), { recursive: true });
    const out = join(here.folder, "lacking.zip");
    const words = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", scriptPath("deploy.ps1")];
    const given = ["-Root", here.root, "-Collect", out, ...(way.bundle ? ["-Bundle", bundle] : [])];
    const { status, stderr } = spawnSync(shellHere(), [...words, ...given], { encoding: "utf8" });
    expect(status).toBe(12);
    expect(stderr).toContain(`The archive lacks ${way.lacking.map(([name]) => name).join(" and ")}, so`);
    for (const [, path] of way.lacking) expect(stderr).toContain(`${path(here.root)}: not there`);
    const files = await filesOf(out);
    for (const [name] of cases) expect(files.has(name), name).toBe(!way.lacking.some(([lacking]) => lacking === name));
  });
});
