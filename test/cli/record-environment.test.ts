import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openBundle } from "../../src/deploy/bundle/open.ts";
import { readingFile } from "../../src/platform/file-bytes.ts";
import type { RecordingWorld } from "../../src/platform/wire.ts";
import { EXAMPLE_SIGN_IN } from "../../src/compiler/rules/sso/example-sign-in.ts";
import { git } from "../support/git.ts";
import { cli } from "../support/host.ts";
import { all, closeTiers, DNS, get, installedIn, recorded, stage, world } from "./record-scene.ts";
import { eachNth } from "../support/runs.ts";

/* The environment that leads through relays, the bundles there and back, and the workstation that they are installed on. */

afterEach(closeTiers);

describe("record start ENV", () => {
  test("[G6] [G1] both installed files name the tier before, the relays meanwhile, and the tier again after it; what went through is recorded", async () => {
    const at = await stage();
    const { cwd, root, port, files } = at;
    const before = { all: all(root), installed: installedIn(root) };
    expect(before.installed).toEqual({
      TC_SERVER_URL: `http://plm.example.com:${port}/tc`,
      URL: `http://plm.example.com:${port}/tc`,
      BOOTSTRAP_URLS: `http://files.example.com:${files},http://plm.example.com:${port}`,
    });
    const { document, code } = await recorded(at, async (document) => {
      const { relays, bundle } = document;
      const [signIn, transfer] = relays.map(({ listen }: { listen: string }) => `http://${listen}`);
      expect(relays).toHaveLength(2);
      const { code, err } = await cli(["deploy", bundle.there, "--switch-environment", "--root", root], { cwd });
      expect([code, err]).toEqual([0, ""]);
      expect(installedIn(root)).toEqual({
        TC_SERVER_URL: `${signIn}/tc`,
        URL: `${signIn}/tc`,
        BOOTSTRAP_URLS: `${transfer},${signIn}`,
      });
      expect(await get(installedIn(root).TC_SERVER_URL ?? "")).toBe("you asked for /tc");
      expect(await get(`${transfer}/tc/fms`)).toBe("you asked for /tc/fms");
    });
    expect(code).toBe(0);
    const back = await cli(["deploy", document.bundle.back, "--switch-environment", "--root", root], { cwd });
    expect([back.code, back.err]).toEqual([0, ""]);
    expect(installedIn(root)).toEqual(before.installed);
    expect(all(root)).toEqual(before.all);
    const capture = join(document.store, document.id);
    const requests = readdirSync(capture).filter((name) => name.endsWith(".c2s.raw"));
    expect(requests.map((name) => readFileSync(join(capture, name), "latin1").split("\r\n")[0])).toEqual([
      "GET /tc HTTP/1.1",
      "GET /tc/fms HTTP/1.1",
    ]);
  });

  test("[B9] the environment '(recording)' is there while it is recorded and gone afterwards; nothing that lists environments knows it", async () => {
    const at = await stage();
    const yaml = join(at.cwd, "environments/demo.recording/environment.yaml");
    const { code, document } = await recorded(at, async ({ relays }) => {
      const text = readFileSync(yaml, "utf8");
      expect(text).toContain('description: "demo (recording)"');
      expect(text).toContain('derivedFrom: "demo"');
      expect(text).not.toContain(`http://plm.example.com:${at.port}`);
      expect(text).toContain("webClient: https://plm.example.com:3000/awc");
      expect(text).toContain(`signIn: "http://${relays[0].listen}/tc"`);
      expect((await cli(["check", "demo.recording"], { cwd: at.cwd })).code).toBe(0);
      expect((await cli(["check", "--format", "json"], { cwd: at.cwd })).out).not.toContain("recording");
      expect((await cli(["bundle", "demo.recording", "--settings", "--serial", "1"], { cwd: at.cwd })).code).toBe(2);
    });
    expect([code, document.title]).toEqual([0, "demo (recording)"]);
    expect(existsSync(dirname(yaml))).toBe(false);
  });

  test.each<readonly [words: string, ignore: string]>([
    ["names no recordings", ""],
    ["takes everything below environments back in", "*\n!environments/\n!environments/**\n"],
    ["has one of its own in the environment", ""],
  ])("[B9] git ignores its folder by itself, also where the .gitignore of the repository %s", async (words, ignore) => {
    const at = await stage();
    const folder = join(at.cwd, "environments/demo.recording");
    writeFileSync(join(at.cwd, ".gitignore"), `${ignore}/captures/\n`);
    if (words.includes("of its own")) writeFileSync(join(at.cwd, "environments/demo/.gitignore"), "notes.txt\n!*.yaml\n");
    git(at.cwd, "init", "-q");
    const { code } = await recorded(at, async () => {
      expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("*\n");
      git(at.cwd, "add", "-A", "environments");
      const added = git(at.cwd, "ls-files", "environments").split("\n");
      expect(added).toContain("environments/demo/environment.yaml");
      expect(added.filter((path) => path.includes(".recording"))).toEqual([]);
      expect((await cli(["check", "demo.recording"], { cwd: at.cwd })).code).toBe(0);
    });
    expect([code, existsSync(folder)]).toEqual([0, false]);
  });

  test("[G1] record stop ends it from another window, without a signal; a second start meanwhile is refused", async () => {
    const at = await stage();
    const { cwd, root } = at;
    let stop: { code: number; out: string; err: string } | null = null;
    const { code, err } = await recorded(
      at,
      async (document, recording) => {
        const again = await cli(["record", "start", "demo", "--store", "captures", "--serial", "5"], {
          cwd,
          recording,
          dns: DNS,
        });
        expect([again.code, again.out]).toEqual([2, ""]);
        expect(again.err).toContain(`demo is already being recorded: ${document.id}`);
        void cli(["record", "stop", "--store", "captures", "--root", root, "--format", "json"], { cwd, recording: world() }).then(
          (ran) => {
            stop = ran;
          },
        );
        // it is `record stop` that ends it
        await new Promise<void>((resolve) => setTimeout(resolve, 0));
      },
      [],
      "file",
    );
    expect(code).toBe(0);
    expect(err).toContain("no exchange: the tool was not switched: its files still point at the tier");
    await expect.poll(() => stop, { timeout: 30_000 }).not.toBeNull();
    expect(root).toBeTruthy();
    expect(stop).toMatchObject({ code: 0 });
    expect(JSON.parse((stop as unknown as { out: string }).out)).toMatchObject({
      state: "stopped",
      workstation: { state: "back" },
      next: [],
    });
    expect(existsSync(join(cwd, "environments/demo.recording"))).toBe(false);
  });

  test("[G3] [G6] status counts exchanges before what is broken, says why there are none, and says when the workstation was not taken back", async () => {
    const at = await stage();
    const { cwd, root } = at;
    const status = async (recording: RecordingWorld, ...more: string[]) => {
      const { code, out } = await cli(["record", "status", "--store", "captures", "--root", root, ...more], { cwd, recording });
      return { code, out: out.replace(/\s+/g, " ") };
    };
    const { document } = await recorded(at, async (document, recording) => {
      const silent = JSON.parse((await status(recording, "--format", "json")).out);
      expect(silent).toMatchObject({ state: "running", exchanges: 0, workstation: { state: "back", leads: [] } });
      expect(silent.says).toBe("no exchange: the tool was not switched: its files still point at the tier");
      expect((await cli(["deploy", document.bundle.there, "--switch-environment", "--root", root], { cwd })).code).toBe(0);
      const switched = JSON.parse((await status(recording, "--format", "json")).out);
      expect(switched).toMatchObject({ workstation: { state: "there" } });
      expect(switched.says).toMatch(/^no exchange: the tool is switched but not running/);
      expect(switched.workstation.leads.map(({ key }: { key: string }) => key)).toEqual([
        "TC_SERVER_URL",
        "URL",
        "BOOTSTRAP_URLS",
        "BOOTSTRAP_URLS",
      ]);
      await get(`http://${document.relays[0].listen}/tc`);
      const { code, out } = await status(recording);
      expect(code).toBe(0);
      expect(out).toContain("1 exchange, none of them broken");
      expect(out).toContain("clients: Apache-HttpClient/4.5.13 (Java/17.0.9) (1 exchange)");
      expect(out).not.toMatch(/broken: 0/);
    });
    const left = await status(world());
    expect(left.code).toBe(1);
    expect(left.out).toContain("this workstation still points at a relay that no longer runs: the tool cannot connect");
    expect(left.out).toContain(`tierwright deploy ${document.bundle.back} --switch-environment --root ${root}`);
    expect((await cli(["deploy", document.bundle.back, "--switch-environment", "--root", root], { cwd })).code).toBe(0);
    expect((await status(world())).code).toBe(0);
  });

  test.each(
    eachNth(4, [
      ["the switcher's alone", ["Python-urllib/3.12"], true],
      ["the switcher's and tierwright's own", ["Python-urllib/3.12", "tierwright/0.1.0"], true],
      ["the switcher's beside the connector's", ["Python-urllib/3.12", "Apache-HttpClient/4.5.13 (Java/17.0.9)"], false],
      ["somebody's whom nobody knows", ["Java/17.0.9"], false],
    ]),
  )("[G3] [G4] a recording with requests of %s: none from the tool is said %s", async (_, agents, said) => {
    const at = await stage();
    const says = "all from the switcher or tierwright itself, none from the tool: the tool was not switched";
    const { err } = await recorded(at, async (document, recording) => {
      for (const agent of agents) await get(`http://${document.relays[0].listen}/tc`, agent);
      const argv = ["record", "status", "--store", "captures", "--root", at.root, "--format", "json"];
      const told = JSON.parse((await cli(argv, { cwd: at.cwd, recording })).out).says as string;
      expect(told).toMatch(/^[12] exchanges?, none of them broken/);
      expect(told.includes(says)).toBe(said);
    });
    expect(err.replace(/\s+/g, " ").includes("none from the tool")).toBe(said);
  });

  test("[G1] outside a git repository no serial is needed: the clock gives the two bundles one", async () => {
    const at = await stage();
    const recording = world();
    const started = Date.now();
    const argv = ["record", "start", "demo", "--store", "captures", "--root", at.root, "--format", "json"];
    const { code, out, err } = await cli(argv, {
      cwd: at.cwd,
      recording,
      dns: DNS,
      clock: () => new Date(),
      written: (text: string) => {
        if (text.endsWith("}\n")) recording.end("SIGINT");
      },
    });
    expect([code, err]).toEqual([0, expect.any(String)]);
    const { bundle } = JSON.parse(out);
    for (const path of [bundle.there, bundle.back]) {
      const serial = readingFile(path, (source) => openBundle(source).manifest?.serial) ?? 0;
      expect(serial * 1000).toBeGreaterThan(started - 60_000);
    }
    expect((await cli(["bundle", "demo", "--settings"], { cwd: at.cwd })).err).toContain("the bundle has no serial");
  });

  test("[G1] what a killed recording left is taken away, by stop and by the next start", async () => {
    const at = await stage();
    const { cwd } = at;
    const yaml = "environments/demo.recording/environment.yaml";
    let kept: Buffer | null = null;
    const { document } = await recorded(at, async () => {
      kept = readFileSync(join(cwd, yaml));
    });
    const capture = join(document.store, document.id);
    const events = readFileSync(join(capture, "events.ndjson"), "utf8");
    // as a kill leaves it
    const kill = (pid: number) => {
      writeFileSync(
        join(capture, "events.ndjson"),
        events.replace(/^.*"event":"stopped".*\n/m, "").replace(/"pid":\d+/, `"pid":${pid}`),
      );
      mkdirSync(dirname(join(cwd, yaml)), { recursive: true });
      writeFileSync(join(cwd, yaml), kept ?? "");
    };
    kill(999_999_999);
    const { code, out } = await cli(["record", "stop", "--store", "captures"], { cwd, recording: world() });
    expect([code, out]).toEqual([0, expect.stringContaining("ended without `record stop`")]);
    expect(existsSync(join(cwd, dirname(yaml)))).toBe(false);
    // the number is another program's by now; nobody has the address
    kill(process.pid);
    const status = await cli(["record", "status", "--store", "captures", "--format", "json"], { cwd, recording: world() });
    expect(JSON.parse(status.out)).toMatchObject({ id: document.id, state: "killed" });
    const next = await recorded(at, async () => undefined);
    expect(next.code).toBe(0);
    expect(next.err).toContain(`recording ${document.id} was killed`);
    expect(next.document.relays).toEqual(document.relays);
    expect(existsSync(join(cwd, dirname(yaml)))).toBe(false);
  });

  test("[G4] probe refuses while its environment is recorded, and asks nobody", async () => {
    const at = await stage();
    await recorded(at, async () => {
      const { code, out, err } = await cli(["probe", "demo", "--only", "tier/same-address"], { cwd: at.cwd, dns: DNS });
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain("demo is being recorded (environments/demo.recording exists)");
    });
    const { err } = await cli(["probe", "demo", "--only", "tier/same-address"], { cwd: at.cwd, dns: DNS });
    expect(err).not.toContain("recorded");
  });

  test("[G6] deploy says that a workstation leads to a recording: when it comes to, when it is looked at, and when something else is installed", async () => {
    const at = await stage();
    const { cwd, root } = at;
    const { document } = await recorded(at, async () => undefined);
    const deploy = (...words: string[]) => cli(["deploy", ...words, "--root", root], { cwd });
    expect((await deploy(document.bundle.there, "--switch-environment")).out).toContain(
      "this workstation connects to a recording",
    );
    expect(await deploy("--verify")).toMatchObject({
      code: 0,
      err: expect.stringContaining("this workstation connects to a recording"),
    });
    const refused = await deploy(document.bundle.back);
    expect([refused.code, refused.err]).toEqual([
      10,
      expect.stringContaining("this workstation still connects to a recording ('demo.recording')"),
    ]);
    const back = await deploy(document.bundle.back, "--switch-environment");
    expect([back.code, back.out.includes("connects to a recording")]).toEqual([0, false]);
    expect((await deploy("--verify")).err).toBe("");
  });

  test("[B9] what somebody changed in the derived environment stays, and is said", async () => {
    const at = await stage();
    const yaml = join(at.cwd, "environments/demo.recording/environment.yaml");
    const { err } = await recorded(at, async () => writeFileSync(yaml, "# mine\n"));
    expect(err).toContain("environments/demo.recording/environment.yaml is kept: it was changed after it was made");
    expect(readFileSync(yaml, "utf8")).toBe("# mine\n");
    const { code, err: refused } = await cli(["record", "start", "demo", "--store", "captures", "--serial", "5"], {
      cwd: at.cwd,
      recording: world(),
      dns: DNS,
    });
    expect([code, refused]).toEqual([2, expect.stringContaining("environments/demo.recording already exists")]);
  });
});

test("[G5] capture prune prints its plan first, and then takes a recording away with all that was made for it", async () => {
  const at = await stage();
  const { document } = await recorded(at, async () => undefined);
  const prune = (...more: string[]) =>
    cli(["capture", "prune", "--store", "captures", "--older-than", "30", "--today", "2029-01-01", ...more], {
      cwd: at.cwd,
      recording: world(),
      now: "2029-01-01T12:00:00Z",
    });
  const capture = join(document.store, document.id);
  const before = readdirSync(capture).sort();
  expect(before).toContain("recording.json");
  expect(before).toContain("demo.recording-settings.zip");
  const plan = await prune();
  expect([plan.code, plan.out]).toEqual([0, expect.stringContaining("add --apply to delete them")]);
  expect(readdirSync(capture).sort()).toEqual(before);
  writeFileSync(join(capture, "notes.txt"), "mine");
  expect((await prune("--apply")).out).toContain("notes.txt");
  expect(readdirSync(capture)).toHaveLength(before.length + 1);
  rmSync(join(capture, "notes.txt"));
  expect((await prune("--apply")).code).toBe(0);
  expect(readdirSync(document.store)).toEqual([]);
});

describe("record start ENV --mode tls", () => {
  test("[G6] no file changes: names lead to the relays, and what this machine looks up is judged", async () => {
    const at = await stage();
    const { cwd } = at;
    const file = join(cwd, "environments/demo/environment.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("http://", "https://"));
    const before = all(at.root);
    const plain = world();
    const recording = { connect: () => plain.connect({ host: "127.0.0.1", port: at.port, tls: null }) };
    const { document } = await recorded(
      at,
      async ({ bundle, authority, relays, next, moved }, running) => {
        expect(bundle).toBeNull();
        expect(readFileSync(authority, "utf8")).toContain("BEGIN CERTIFICATE");
        expect(moved.every(({ tier, relay }: { tier: string; relay: string }) => tier === relay)).toBe(true);
        const [address, port] = relays[0].listen.split(":");
        expect(Number(port)).toBe(at.port);
        expect(next.join("\n")).toContain(`plm.example.com as ${address}`);
        expect(readFileSync(join(cwd, "environments/demo.recording/environment.yaml"), "utf8")).toContain(
          `"plm.example.com": "${address}"`,
        );
        const status = async (dns: Readonly<Record<string, readonly string[]>>) =>
          JSON.parse(
            (await cli(["record", "status", "--store", "captures", "--format", "json"], { cwd, recording: running, dns })).out,
          );
        expect((await status(DNS)).workstation.state).toBe("back");
        const led = { "plm.example.com": [address], "files.example.com": [relays[1].listen.split(":")[0]] };
        expect((await status({ ...DNS, "plm.example.com": led["plm.example.com"] })).workstation.state).toBe("partial");
        expect((await status(led)).workstation.state).toBe("there");
      },
      ["--mode", "tls"],
      "signal",
      recording,
    );
    expect(document.relays.map(({ mode }: { mode: string }) => mode)).toEqual(["tls", "tls"]);
    expect(all(at.root)).toEqual(before);
  });
});

test("[B9] an environment with single sign-on: its sign-in is derived, too, and the login service is said not to be recorded", async () => {
  // the tier of this test speaks http, which goes with a sign-in that is not there yet
  const files = Object.entries(EXAMPLE_SIGN_IN).map(([path, text]) => [path, text.replace("stage: live", "stage: realm")]);
  const at = await stage("", Object.fromEntries(files) as typeof EXAMPLE_SIGN_IN);
  const file = join(at.cwd, "environments/demo/environment.yaml");
  writeFileSync(
    file,
    readFileSync(file, "utf8")
      .replace("connector:", "authentication: sso\nconnector:")
      .replace("workstation:", "workstation:\n  sessionAgent: 'C:\\Agent'"),
  );
  const sso = join(at.cwd, "environments/demo/sso.yaml");
  const keys = "{ loginUrl: 'https://plm.example.com:7001/tcsso', appId: plm, sessionFlag: 'true' }";
  writeFileSync(sso, `${readFileSync(sso, "utf8")}connector: ${keys}\n`);
  const { out } = await cli(["check", "demo", "--format", "github"], { cwd: at.cwd });
  expect(out).not.toContain("::error");
  const ran = await recorded(at, async ({ next }) => {
    expect(readdirSync(join(at.cwd, "environments/demo.recording"))).toContain("sso.yaml");
    expect(next.join("\n")).toMatch(/not recorded: the login service \(https:\/\/\S+\), which a browser opens directly/);
  });
  expect(ran.code).toBe(0);
});

describe("record start ENV refuses, and makes nothing:", () => {
  test.each(
    eachNth(4, [
      ["two ways to record", ["--listen", "127.0.0.1:0"], {}, 2, "demo cannot be combined with --listen"],
      ["a mode that there is not", ["--mode", "loud"], {}, 2, "--mode cannot be 'loud'"],
      ["a name that does not resolve", [], { dns: {} }, 3, "plm.example.com does not resolve"],
      ["a transport with addresses of its own", [], { yaml: [/^ {2}release/m, "  transport: tccs\n  release"] }, 2, "uses TCCS"],
      ["an entry of BOOTSTRAP_URLS that is no address of the web", [], { yaml: [/http:\/\/files/, "iiop://files"] }, 1, "iiop"],
    ] as const),
  )("%s", async (_title, more, given, code, words) => {
    const at = await stage();
    const file = join(at.cwd, "environments/demo/environment.yaml");
    if ("yaml" in given) writeFileSync(file, readFileSync(file, "utf8").replace(given.yaml[0], given.yaml[1]));
    const ran = await cli(["record", "start", "demo", "--store", "captures", "--serial", "5", ...more], {
      cwd: at.cwd,
      recording: world(),
      dns: "dns" in given ? given.dns : DNS,
    });
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err).toContain(words);
    expect(readdirSync(join(at.cwd, "environments"))).toEqual(["demo", "site.yaml"]);
    expect(existsSync(join(at.cwd, "captures"))).toBe(false);
  });
});
