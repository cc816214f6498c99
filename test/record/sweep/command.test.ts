import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import net from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { Git } from "../../../src/platform/git.ts";
import { recordingWorld } from "../../../src/platform/recording-world.ts";
import type { SweepFiles } from "../../../src/platform/machine.ts";
import { sweepWorld } from "../../../src/platform/sweep-world.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder } from "../../support/repository.ts";

const NOW = "2026-11-21T12:00:00Z";
const LOG4J2 = `<Configuration><Appenders>
<RollingFile name="MAIN" fileName="C:/logs/client.log" filePattern="C:/logs/client-%d{yyyy-MM-dd}-%i.log"/>
</Appenders></Configuration>`;

function put(path: string, days: number, content = "x".repeat(1000)): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, content);
  const at = Date.parse(NOW) / 1000 - days * 86_400;
  utimesSync(path, at, at);
  return path;
}

/** A folder with a log4j2.xml, its active log, and three rolled ones, the last of them young. */
function logs(): string {
  const folder = mkdtempSync(join(temporaryFolder(), "logs-"));
  put(join(folder, "log4j2.xml"), 0, LOG4J2);
  put(join(folder, "client.log"), 0);
  for (const [name, days] of [
    ["2026-01-01-1", 90],
    ["2026-01-02-1", 89],
    ["2026-11-20-1", 1],
  ] as const)
    put(join(folder, `client-${name}.log`), days);
  put(join(folder, "letter.doc"), 900);
  return folder;
}

interface Document {
  readonly summary: Readonly<Record<string, number>>;
  readonly places: readonly {
    readonly closed: { readonly reason: string; readonly says: string } | null;
    readonly files: readonly { path: string; goes: boolean; reason: string; outcome: { kind: string; says: string } | null }[];
  }[];
}

const recording = recordingWorld({ env: () => undefined, openGit: (folder, use) => Git.open(folder, use) });

async function sweep(words: readonly string[], files: Partial<SweepFiles> = {}, cwd = temporaryFolder()) {
  const real = sweepWorld();
  const world = { ...real, files: { ...real.files, ...files } };
  const { code, out, err } = await cli(["logs", "sweep", "--format", "json", ...words], {
    cwd,
    now: NOW,
    sweep: world,
    recording,
  });
  return { code, err, ...(out === "" ? { summary: {}, places: [] } : (JSON.parse(out) as Document)) };
}

const became = ({ places }: Document) =>
  Object.fromEntries(
    places.flatMap(({ files }) =>
      files.map(({ path, outcome, reason }) => [path.replace(/.*[\\/]/, ""), outcome?.kind ?? reason]),
    ),
  );
const failure = (code: string) => Object.assign(new Error(code), { code });

describe("[H4] logs sweep", () => {
  test("deletes nothing without --apply, and with it only the planned files", async () => {
    const root = logs();
    const before = readdirSync(root).map((name) => [name, statSync(join(root, name)).mtimeMs]);
    const plan = await sweep(["--root", root]);
    expect(plan.code).toBe(0);
    expect(plan.summary).toEqual({ files: 2, bytes: 2000, deleted: 0, freed: 0, notDone: 0 });
    expect(readdirSync(root).map((name) => [name, statSync(join(root, name)).mtimeMs])).toEqual(before);
    const done = await sweep(["--root", root, "--apply"]);
    expect(done.code).toBe(0);
    expect(done.summary).toEqual({ files: 2, bytes: 2000, deleted: 2, freed: 2000, notDone: 0 });
    expect(readdirSync(root).sort()).toEqual(["client-2026-11-20-1.log", "client.log", "letter.doc", "log4j2.xml"]);
    expect((await sweep(["--root", root, "--apply"])).summary.files).toBe(0);
  });

  test("age is counted in whole days to --today, and --keep leaves the newest of a log", async () => {
    const root = logs();
    const going = async (...words: string[]) => (await sweep(["--root", root, ...words])).summary.files;
    expect(await going("--older-than", "89")).toBe(1);
    expect(await going("--older-than", "88")).toBe(2);
    expect(await going("--older-than", "90")).toBe(0);
    expect(await going("--older-than", "90", "--today", "2026-11-22")).toBe(1);
    expect(await going("--older-than", "0", "--keep", "1")).toBe(2);
    expect(await going("--older-than", "0", "--keep", "2")).toBe(1);
    const early = await sweep(["--root", root, "--today", "2026-11-01", "--older-than", "0"]);
    expect(became(early)["client-2026-11-20-1.log"]).toBe("future");
  });

  test("a file that a program has open is reported and skipped, and the rest is deleted", async () => {
    const { within } = sweepWorld().files;
    const root = logs();
    const held: SweepFiles["within"] = (folder, use) =>
      within(folder, (open) =>
        use({
          ...open,
          remove: (name) => {
            if (name.includes("01-01")) throw failure("EBUSY");
            open.remove(name);
          },
        }),
      );
    const done = await sweep(["--root", root, "--apply"], { within: held });
    expect(done.code).toBe(0);
    expect(became(done)).toMatchObject({ "client-2026-01-01-1.log": "in-use", "client-2026-01-02-1.log": "deleted" });
    expect(done.summary).toMatchObject({ deleted: 1, notDone: 1 });
  });

  test("a file that cannot be deleted is reported, the rest is deleted, and the exit code is 1", async () => {
    const { within } = sweepWorld().files;
    const root = logs();
    const denied: SweepFiles["within"] = (folder, use) =>
      within(folder, (open) =>
        use({
          ...open,
          remove: (name) => {
            if (name.includes("01-01")) throw failure("EPERM");
            open.remove(name);
          },
        }),
      );
    const done = await sweep(["--root", root, "--apply"], { within: denied });
    expect(done.code).toBe(1);
    expect(became(done)).toMatchObject({ "client-2026-01-01-1.log": "failed", "client-2026-01-02-1.log": "deleted" });
    expect(JSON.stringify(done.places)).toContain("not deleted: the operating system does not permit it");
  });

  test("an open file is kept by the plan already, if the system reports it", async () => {
    const plan = await sweep(["--root", logs()], { inUse: (path) => path.includes("01-02") });
    expect(became(plan)).toMatchObject({ "client-2026-01-02-1.log": "in-use" });
    expect(plan.summary.files).toBe(1);
  });

  test("a copy of a workstation is swept by its drives, the connector's log once nothing writes to it", async () => {
    const root = mkdtempSync(join(temporaryFolder(), "workstation-"));
    put(join(root, "C/logs/client.log"), 0);
    put(join(root, "C/logs/client-2026-01-01-1.log"), 90);
    const connector = put(join(root, "C/Temp/connectorLogs.log"), 40);
    put(join(root, "C/Temp/connectorLogs.log.1"), 90);
    put(join(root, "C/Temp/connectorLogs.log.old"), 90);
    const log4j2 = put(join(root, "log4j2.xml"), 0, LOG4J2);
    const words = ["--root", root, "--log4j2", log4j2, "--connector-log", "C:\\Temp\\connectorLogs.log"];
    const done = await sweep([...words, "--apply"]);
    expect(became(done)).toEqual({
      "client.log": "active",
      "client-2026-01-01-1.log": "deleted",
      "connectorLogs.log": "deleted",
      "connectorLogs.log.1": "deleted",
    });
    put(connector, 1);
    expect(became(await sweep(words))).toMatchObject({ "connectorLogs.log": "young" });
  });

  test("the site's paths and keepDays are used if the command runs in its repository", async () => {
    const cwd = mkdtempSync(join(temporaryFolder(), "repository-"));
    put(
      join(cwd, "environments/site.yaml"),
      0,
      `apiVersion: tierwright/v1
kind: Site
tool: { install: 'C:\\Tool {tool}' }
connector: { folder: c, conf: c }
client: { file: 'C:\\bhm\\c.properties', log4j2: 'C:\\bhm\\log4j2.xml' }
log: { connector: 'C:/Temp/connectorLogs.log' }
defaults: { logging: { keepDays: 89 } }
`,
    );
    put(join(cwd, "ws/C/bhm/log4j2.xml"), 0, LOG4J2);
    put(join(cwd, "ws/C/logs/client.log"), 0);
    put(join(cwd, "ws/C/logs/client-2026-01-01-1.log"), 90);
    put(join(cwd, "ws/C/logs/client-2026-01-02-1.log"), 89);
    const plan = await sweep(["--root", "ws"], {}, cwd);
    expect(became(plan)).toMatchObject({ "client-2026-01-01-1.log": "old", "client-2026-01-02-1.log": "young" });
    expect(plan.places.map(({ closed }) => closed?.reason ?? null)).toEqual([null, "absent"]);
  });

  test.each([
    ["no log beside the rolled ones", (root: string) => ["--root", join(root, "empty")], 2, "no-marker"],
    ["no log4j2.xml", (root: string) => ["--root", join(root, "bare")], 2, "no-settings"],
  ])("a place is closed for %s, and the exit code says that nothing is known", async (_, words, code, reason) => {
    const root = logs();
    put(join(root, "empty/log4j2.xml"), 0, LOG4J2);
    put(join(root, "empty/client-2026-01-01-1.log"), 90);
    mkdirSync(join(root, "bare"));
    const plan = await sweep([...words(root), "--apply"]);
    expect(plan.code).toBe(code);
    expect(plan.places.map(({ closed }) => closed?.reason)).toEqual([reason]);
    expect(readFileSync(join(root, "empty/client-2026-01-01-1.log"), "utf8")).not.toBe("");
  });

  test("the root of a disk and a home folder are never swept", async () => {
    const root = logs();
    const real = sweepWorld();
    const { code, out } = await cli(["logs", "sweep", "--root", root, "--apply"], {
      now: NOW,
      cwd: root,
      sweep: { ...real, tops: [root] },
    });
    expect(code).toBe(2);
    expect(out).toContain("the root of a disk or a home folder is never swept");
    expect(readdirSync(root)).toHaveLength(6);
  });

  test("a root that is a link is refused", async () => {
    const root = logs();
    symlinkSync(root, `${root}-link`);
    const { code, err } = await sweep(["--root", `${root}-link`, "--apply"]);
    expect(code).toBe(2);
    expect(err).toContain("is not a folder");
    expect(readdirSync(root)).toHaveLength(6);
  });

  test.each([
    [["--older-than", "a week"], "--older-than 'a week' is not a number of days"],
    [["--older-than", "-1"], "is not a number of days"],
    [["--older-than", "99999"], "is not a number of days"],
    [["--keep", "all"], "--keep 'all' is not a number of files"],
    [["--root", "nowhere"], "does not exist"],
    [["--log4j2", "nowhere.xml"], "it does not exist"],
    [["extra"], "extra"],
  ])("%j is answered in words, with exit code 2", async (words, says) => {
    const root = logs();
    const { code, err } = await sweep([...(words.includes("--root") ? [] : ["--root", root]), ...words, "--apply"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
    expect(readdirSync(root)).toHaveLength(6);
  });

  describe("on the machine itself, lookups of the environment and of Java's temporary folder have this machine's values", () => {
    const lookups = async (path: string, env: Readonly<Record<string, string>>, words: readonly string[] = []) => {
      const root = logs();
      const file = put(join(root, "named.xml"), 0, LOG4J2.replaceAll("C:/logs/", path));
      const { code, out } = await cli(["logs", "sweep", "--format", "json", "--log4j2", file, ...words], {
        cwd: temporaryFolder(),
        now: NOW,
        sweep: sweepWorld(),
        recording,
        env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace("ROOT", root)])),
      });
      const [place] = (JSON.parse(out) as Document).places.filter(({ files, closed }) => files.length > 0 || closed);
      return { code, reason: place?.closed?.reason ?? null, goes: place?.files.filter(({ goes }) => goes).length };
    };
    const swept = { code: 0, reason: null, goes: 2 };

    test.each([
      ["a variable", "${env:PLM_LOGS}/", { PLM_LOGS: "ROOT" }],
      ["another case of the prefix", "${ENV:PLM_LOGS}/", { PLM_LOGS: "ROOT" }],
      ["a default that the variable overrules", "${env:PLM_LOGS:-/nowhere}/", { PLM_LOGS: "ROOT" }],
      ["a default that holds a variable", "${env:NOBODY_SET_IT:-${env:PLM_LOGS}}/", { PLM_LOGS: "ROOT" }],
    ])("%s", async (_, path, env) => {
      expect(await lookups(path, env)).toEqual(swept);
    });

    test.each([
      ["a variable that is not set", "${env:PLM_LOGS}/"],
      ["another property of Java", "${sys:plm.logs}/"],
    ])("%s names no file", async (_, path) => {
      expect((await lookups(path, {})).reason).toBe("unnamed");
    });

    test("below a root this machine's variables are not used", async () => {
      const root = logs();
      expect((await lookups("${env:PLM_LOGS}/", { PLM_LOGS: "ROOT" }, ["--root", root])).reason).toBe("unnamed");
    });

    test("Java's temporary folder is /tmp here, and ends in a backslash on Windows", async () => {
      const file = put(
        join(temporaryFolder(), "t.xml"),
        0,
        LOG4J2.replaceAll("C:/logs/", "${sys:java.io.tmpdir}tierwright-none/"),
      );
      const named = async (windows: boolean) => {
        const { out } = await cli(["logs", "sweep", "--format", "json", "--log4j2", file], {
          cwd: temporaryFolder(),
          now: NOW,
          sweep: { ...sweepWorld(), windows },
          recording,
          env: { TMP: "D:\\tmp" },
        });
        return (JSON.parse(out) as { places: readonly { folder: string }[] }).places[0]?.folder;
      };
      expect([await named(false), await named(true)]).toEqual(["/tmptierwright-none", "D:\\tmp\\tierwright-none"]);
    });
  });

  test("without a site and options no log is known", async () => {
    const { code, err } = await cli(["logs", "sweep", "--root", "."], {
      cwd: mkdtempSync(join(temporaryFolder(), "x-")),
      now: NOW,
    });
    expect({ code, err }).toEqual({ code: 2, err: "" });
    const log4j2 = put(join(temporaryFolder(), "broken.xml"), 0, "<Configuration>");
    const broken = await cli(["logs", "sweep", "--log4j2", log4j2, "--root", dirname(log4j2)], { now: NOW });
    expect(broken.code).toBe(2);
    expect(broken.err).toContain("log4j would not load this file");
  });
});

const started = (pid: number, port = 1) =>
  `${JSON.stringify({ event: "started", id: "a", pid, relays: [{ role: "one", listen: `127.0.0.1:${port}`, to: "x:1" }] })}\n`;

describe("[H4] captures", () => {
  /** A store of one capture. */
  function store(events: string, days = 90, further: Readonly<Record<string, string>> = {}): string {
    const folder = mkdtempSync(join(temporaryFolder(), "store-"));
    for (const [name, content] of Object.entries({
      "0001.c2s.raw": "secret",
      "0001.s2c.raw": "",
      "events.ndjson": events,
      ...further,
    }))
      put(join(folder, "2026-01-01T00-00-00Z", name), days, content);
    return folder;
  }
  const only = ["--older-than", "30", "--root", "."];
  const swept = async (folder: string, ...words: string[]) => {
    const cwd = mkdtempSync(join(temporaryFolder(), "x-"));
    const found = await sweep([...only, "--store", folder, ...words], {}, cwd);
    return { ...found, one: found.places.at(-1)?.files[0] ?? null };
  };

  test("an ended capture is deleted completely, with its folder", async () => {
    const folder = store(`${started(1)}{"event":"stopped","t":1,"signal":"SIGINT"}\n`);
    const { code, one } = await swept(folder, "--apply");
    expect({ code, kind: one?.outcome?.kind }).toEqual({ code: 0, kind: "deleted" });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a relative --store is a folder of the current folder, as for `record start`, and not of -C", async () => {
    const folder = store(`${started(1)}{"event":"stopped","t":1,"signal":"SIGINT"}\n`);
    mkdirSync(join(folder, "site"));
    const { code } = await sweep([...only, "-C", "site", "--store", ".", "--apply"], {}, folder);
    expect(code).toBe(0);
    expect(readdirSync(folder)).toEqual(["site"]);
  });

  test("[G5] the record of reveals is deleted with its capture", async () => {
    const over = `${started(1)}{"event":"stopped","t":1,"signal":"SIGINT"}\n`;
    const folder = store(over, 90, { "reveals.ndjson": '{"at":"2026-01-01T00:00:00.000Z","exchange":1}\n' });
    expect((await swept(folder, "--apply")).one?.outcome?.kind).toBe("deleted");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a capture of a killed relay is deleted, one of a running relay is kept", async () => {
    const relay = net.createServer();
    relay.listen(0, "127.0.0.1");
    await once(relay, "listening");
    const { port } = relay.address() as net.AddressInfo;
    expect((await swept(store(started(2 ** 22 + 1, port)))).one?.reason).toBe("old");
    expect((await swept(store(started(process.pid, port)), "--apply")).one?.reason).toBe("running");
    relay.close();
    await once(relay, "close");
    // the number of the process is another program's by now
    expect((await swept(store(started(process.pid, port)))).one?.reason).toBe("old");
  });

  test.each([
    ["a file that no relay writes", { "notes.txt": "mine" }, "stranger"],
    ["events that are none", { "events.ndjson": "{}\n" }, "stranger"],
    ["something that was written lately", {}, "young"],
  ])("a capture with %s is kept as a whole", async (_, further, reason) => {
    const folder = store(`${started(1)}{"event":"stopped","t":1,"signal":"SIGINT"}\n`, reason === "young" ? 1 : 90, further);
    expect((await swept(folder, "--apply")).one?.reason).toBe(reason);
    expect(readdirSync(join(folder, "2026-01-01T00-00-00Z")).length).toBeGreaterThan(2);
  });

  test("a link to a store is not followed, and a store without captures is not examined", async () => {
    const folder = store(`${started(1)}{"event":"stopped","t":1,"signal":"SIGINT"}\n`);
    const other = mkdtempSync(join(temporaryFolder(), "other-"));
    symlinkSync(join(folder, "2026-01-01T00-00-00Z"), join(other, "linked"));
    expect((await swept(other, "--apply")).one?.reason).toBe("link");
    expect(readdirSync(join(folder, "2026-01-01T00-00-00Z"))).toHaveLength(3);
    expect((await swept(temporaryFolder())).places.at(-1)?.closed?.reason).toBe("no-marker");
  });

  test("a capture that cannot be deleted completely keeps its marker, so that the next run finds it", async () => {
    const folder = store(`${started(1)}{"event":"stopped","t":1,"signal":"SIGINT"}\n`);
    const { within } = sweepWorld().files;
    const held: SweepFiles["within"] = (at, use) =>
      within(at, (open) =>
        use({
          ...open,
          remove: (name) => {
            if (name === "0001.s2c.raw") throw failure("EBUSY");
            open.remove(name);
          },
        }),
      );
    const done = await sweep(
      [...only, "--store", folder, "--apply"],
      { within: held },
      mkdtempSync(join(temporaryFolder(), "x-")),
    );
    expect(done.code).toBe(0);
    expect(readdirSync(join(folder, "2026-01-01T00-00-00Z")).sort()).toEqual(["0001.s2c.raw", "events.ndjson"]);
    expect((await swept(folder, "--apply")).one?.outcome?.kind).toBe("deleted");
  });
});
