import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { RecordingWorld } from "../../src/platform/wire.ts";
import type { SwapWorld } from "../../src/platform/machine.ts";
import { forgeries, planted, textFields } from "../kernel/records/fields.ts";
import { git } from "../support/git.ts";
import { cli } from "../support/host.ts";
import { sha256 } from "../deploy/swap/support/bundle.ts";
import { closeTiers, recorded, type Stage, stage, world } from "./record-scene.ts";
import { eachNth } from "../support/runs.ts";

/* recording.json is input: whatever a field of it says, no command deletes, reads, binds, resolves or compares anything because of it. */

afterEach(closeTiers);

const SECRET = "TC_SERVER_URL=never-shown-value";

interface Scene extends Stage {
  readonly capture: string;
  readonly id: string;
  readonly record: { readonly derived: readonly { path: string; sha256: string }[] } & Record<string, unknown>;
  /** A file of the same user outside of the repository, and its digest. */
  readonly victim: string;
  readonly digest: string;
  /** Puts back what a kill leaves, with this record. */
  plant(record: unknown): void;
}

/** A recording that was killed: its environment lies in the repository, and its record names what may be taken away. */
async function killed(): Promise<Scene> {
  const at = await stage();
  const yaml = "environments/demo.recording/environment.yaml";
  let derived = Buffer.alloc(0);
  const { document } = await recorded(at, async () => {
    derived = readFileSync(join(at.cwd, yaml));
  });
  const capture = join(document.store, document.id);
  const events = readFileSync(join(capture, "events.ndjson"), "utf8").replace(/^.*"event":"stopped".*\n/m, "");
  const victim = join(at.root, "..", "..", `victim-${Math.abs(at.port)}`, "secret.properties");
  mkdirSync(dirname(victim), { recursive: true });
  writeFileSync(victim, `${SECRET}\n`);
  return {
    ...at,
    capture,
    id: document.id,
    record: JSON.parse(readFileSync(join(capture, "recording.json"), "utf8")),
    victim,
    digest: sha256(readFileSync(victim)),
    plant(record) {
      writeFileSync(join(capture, "events.ndjson"), events.replace(/"pid":\d+/, `"pid":${process.pid}`));
      writeFileSync(join(capture, "recording.json"), JSON.stringify(record));
      mkdirSync(join(at.cwd, dirname(yaml)), { recursive: true });
      writeFileSync(join(at.cwd, yaml), derived);
    },
  };
}

/** What a command asked of the machine. */
interface Asked {
  readonly bound: string[];
  readonly names: string[];
  readonly paths: string[];
}

function spied(): { readonly asked: Asked; readonly given: Parameters<typeof cli>[1] } {
  const asked: Asked = { bound: [], names: [], paths: [] };
  const real = world();
  const recording: RecordingWorld = {
    ...real,
    listen: (at, ...more) => {
      asked.bound.push(`${at.host}:${at.port}`);
      return real.listen(at, ...more);
    },
  };
  const dns = new Proxy({} as Record<string, readonly string[]>, {
    get: (_, name) => {
      asked.names.push(String(name));
      return ["127.0.0.1"];
    },
  });
  const machine = (swap: SwapWorld): SwapWorld => {
    const note = new Proxy(swap.files, {
      get: (files, name) => {
        const own = Reflect.get(files, name) as (...given: unknown[]) => unknown;
        return (...given: unknown[]) => {
          asked.paths.push(String(given[0]));
          return own.apply(files, given);
        };
      },
    });
    return { ...swap, files: note, processes: () => Promise.resolve([]) };
  };
  return { asked, given: { recording, dns, machine } };
}

/** Every command that reads a record of a recording; what MCP offers starts the same ones. */
const readers = ({ root, id }: Scene): Readonly<Record<string, readonly string[]>> => ({
  "record status": ["record", "status", "--store", "captures", ...PLACE(root), "--format", "json"],
  "record stop": ["record", "stop", "--store", "captures", ...PLACE(root)],
  "record stop ID": ["record", "stop", id, "--store", "captures", ...PLACE(root)],
  "capture list": ["capture", "list", "--store", "captures"],
  "capture prune": ["capture", "prune", "--store", "captures", ...PLACE(root), "--older-than", "30"],
  "capture read": ["capture", "read", "last", "--store", "captures"],
  doctor: ["doctor", "demo", "--root", root, "--only", "relay/left-behind,captures/old"],
});

const PLACE = (root: string): readonly string[] => ["--root", root];

const TIER = ["plm.example.com", "files.example.com"];

/** Runs a command on a planted record; throws what it did because of it. */
async function attacked(scene: Scene, argv: readonly string[]) {
  const { asked, given } = spied();
  const env = { XDG_STATE_HOME: join(scene.cwd, "state") };
  const ran = await cli(argv, { ...given, cwd: scene.cwd, env });
  expect([0, 1, 2]).toContain(ran.code);
  expect(`${ran.out}${ran.err}`).not.toContain("never-shown-value");
  expect(`${ran.out}${ran.err}`).not.toContain(scene.digest);
  expect(existsSync(scene.victim)).toBe(true);
  expect(existsSync(join(scene.cwd, "environments/demo/environment.yaml"))).toBe(true);
  expect(existsSync(join(scene.cwd, "environments/site.yaml"))).toBe(true);
  expect(asked.bound.filter((at) => !/^127\.\d+\.\d+\.\d+:\d+$/.test(at))).toEqual([]);
  expect(asked.names.filter((name) => !TIER.includes(name))).toEqual([]);
  const outside = asked.paths.filter((path) => !path.startsWith(scene.root + sep) && path !== scene.root);
  expect(outside).toEqual([]);
  return { ...ran, asked };
}

const hostile = (scene: Scene): Readonly<Record<string, string>> => ({
  ...forgeries(scene.victim),
  "a file of another environment": "environments/demo/environment.yaml",
  "a path upwards from its own folder": "environments/demo.recording/../demo/environment.yaml",
  "the way to a file outside": `environments/demo.recording/../../../../../../../../../../../..${scene.victim}`,
  "another name": "elsewhere.example.invalid",
});

/** What is tried with every field: test/kernel/records/judged.test.ts tries all of it on the judgement itself. */
const FEW = new Set(["an absolute path", "a NUL", "another host", "record status", "record stop ID", "capture prune"]);

const FIELDS = textFields("recording-record").map((field) => [field.join("/"), field] as const);

describe("a record of a recording with another text in", () => {
  test.each(eachNth(4, FIELDS))("[G5] %s: nothing is deleted, read, bound, resolved or shown because of it", async (_, field) => {
    const scene = await killed();
    const own = { ...scene.record, hosts: [{ name: "plm.example.com", address: "127.0.0.9" }], trust: "authority.pem" };
    const digests = [scene.digest, sha256(readFileSync(join(scene.cwd, "environments/demo/environment.yaml")))];
    const whole = field[0] === "derived" || field[0] === "environment";
    for (const [what, text] of Object.entries(hostile(scene))) {
      if (!whole && !FEW.has(what)) continue;
      for (const digest of field[0] === "derived" ? digests : digests.slice(0, 1)) {
        const made = { ...own, derived: [{ ...own.derived[0], sha256: digest }] };
        const forged = planted(made, field, text);
        if (forged === null) throw new Error(`no field ${field.join("/")}`);
        for (const [name, argv] of Object.entries(readers(scene))) {
          if (!FEW.has(name)) continue;
          scene.plant(forged);
          try {
            await attacked(scene, argv);
          } catch (error) {
            throw new Error(`${name}, ${what}: ${(error as Error).message}`);
          }
        }
      }
    }
  });
});

/** Replaces what the events say of the relay's address and process. */
function relisten({ capture }: Scene, listen: string): void {
  const path = join(capture, "events.ndjson");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"listen":"[^"]*"/, `"listen":${JSON.stringify(listen)}`));
}

describe("a store that others may use", () => {
  test("[G5] is shown: nothing of it is bound, resolved, compared, ended or taken away, and the command says so", async () => {
    const scene = await killed();
    const store = dirname(scene.capture);
    for (const open of [store, scene.capture]) {
      scene.plant({ ...scene.record, bundle: null, hosts: [{ name: "plm.example.com", address: "127.0.0.9" }] });
      chmodSync(open, 0o755);
      for (const [name, argv] of Object.entries(readers(scene))) {
        const { asked, code, err } = await attacked(scene, argv);
        expect([name, asked.bound, asked.names]).toEqual([name, [], []]);
        expect([name, existsSync(join(scene.cwd, "environments/demo.recording/environment.yaml"))]).toEqual([name, true]);
        if (name.startsWith("record stop")) expect([code, err]).toEqual([2, expect.stringMatching(/is not trusted: .*mode 755/)]);
        if (name === "capture list" && open === store) expect(err).toMatch(/is not trusted: .*mode 755[\s\S]*help: chmod 700/);
      }
      const status = await attacked(scene, [...(readers(scene)["record status"] ?? [])]);
      expect(JSON.parse(status.out)).toMatchObject({ state: "unknown", environment: "demo", workstation: null, bundle: null });
      expect(JSON.parse(status.out).next).toEqual([]);
      chmodSync(open, 0o700);
    }
  });

  test("[G5] that came with a commit is shown as well, although it is this account's alone: nothing is done because of it", async () => {
    const scene = await killed();
    scene.plant({ ...scene.record, bundle: null, hosts: [{ name: "plm.example.com", address: "127.0.0.9" }] });
    git(scene.cwd, "init", "-q");
    writeFileSync(join(scene.cwd, ".gitignore"), "/captures/\n/environments/demo.recording/\n");
    git(scene.cwd, "add", "-A");
    const derived = join(scene.cwd, "environments/demo.recording/environment.yaml");
    const before = await attacked(scene, readers(scene)["record status"] ?? []);
    expect(JSON.parse(before.out).workstation).not.toBeNull();
    git(scene.cwd, "add", "-f", "captures");
    for (const [name, argv] of Object.entries(readers(scene))) {
      const { asked, code, err } = await attacked(scene, argv);
      expect([name, asked.bound, asked.names, existsSync(derived)]).toEqual([name, [], [], true]);
      if (name.startsWith("record stop")) expect([code, err]).toEqual([2, expect.stringMatching(/is not trusted: git tracks/)]);
      if (name === "capture list") expect(err).toMatch(/is not trusted: git tracks/);
    }
    const prune = [...(readers(scene)["capture prune"] ?? []), "--apply", "--today", "2029-01-01"];
    expect((await attacked(scene, prune)).code).toBe(2);
    expect(existsSync(join(scene.capture, "events.ndjson"))).toBe(true);
  });

  test("[G5] capture prune --apply deletes nothing of it", async () => {
    const scene = await killed();
    const argv = [...(readers(scene)["capture prune"] ?? []), "--apply", "--today", "2029-01-01"];
    chmodSync(dirname(scene.capture), 0o755);
    expect((await attacked(scene, argv)).code).toBe(2);
    expect(existsSync(join(scene.capture, "events.ndjson"))).toBe(true);
  });
});

describe("a store of one's own", () => {
  test.each(
    eachNth(4, ["0.0.0.0:18391", "[::]:18391", "203.0.113.9:18391", "elsewhere.example.invalid:80", "x\u0000:1", "127.0.0.1"]),
  )("[G5] the address %j of its events is no address that is bound", async (listen) => {
    const scene = await killed();
    scene.plant(scene.record);
    relisten(scene, listen);
    for (const name of ["capture list", "record status", "capture prune", "capture read"])
      await attacked(scene, readers(scene)[name] ?? []);
  });

  test("[G5] a value of this workstation's files is compared with none of the record: the answer is the same for every guess", async () => {
    const scene = await killed();
    const answers = new Set<string>();
    for (const back of [`http://plm.example.com:${scene.port}/tc`, "http://elsewhere.example.com/tc", "x"]) {
      scene.plant({ ...scene.record, keys: [{ file: "connector", key: "TC_SERVER_URL", there: "http://127.0.0.1", back }] });
      const { out } = await attacked(scene, readers(scene)["record status"] ?? []);
      answers.add(JSON.stringify(JSON.parse(out).workstation));
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('"state":"back"');
  });

  test("[G5] a derived file behind a link is not taken away, nor what lies there", async () => {
    const scene = await killed();
    const away = join(dirname(scene.victim), "away");
    mkdirSync(away);
    writeFileSync(join(away, "x.yaml"), "mine\n");
    const folder = join(scene.cwd, "environments/demo.recording");
    const derived = [{ path: "environments/demo.recording/sub/x.yaml", sha256: sha256(Buffer.from("mine\n")) }];
    scene.plant({ ...scene.record, derived });
    symlinkSync(away, join(folder, "sub"), "junction");
    const stopped = await attacked(scene, readers(scene)["record stop ID"] ?? []);
    expect(stopped.err).toContain("environments/demo.recording/sub/x.yaml is kept");
    rmSync(folder, { recursive: true });
    symlinkSync(away, folder, "junction");
    scene.plant({ ...scene.record, derived: [{ ...derived[0], path: "environments/demo.recording/x.yaml" }] });
    await attacked(scene, readers(scene)["record stop ID"] ?? []);
    expect(readFileSync(join(away, "x.yaml"), "utf8")).toBe("mine\n");
  });

  test("[G5] a record of another repository takes nothing away there, from this one", async () => {
    const [scene, other] = [await killed(), await killed()];
    other.plant(other.record);
    scene.plant({ ...scene.record, repository: other.cwd });
    const { code, err } = await attacked(scene, readers(scene)["record stop ID"] ?? []);
    expect([code, err]).toEqual([0, expect.stringContaining("was recorded in another repository")]);
    for (const { cwd } of [scene, other])
      expect(existsSync(join(cwd, "environments/demo.recording/environment.yaml"))).toBe(true);
  });

  test("[G5] record start tidies up by no forged record", async () => {
    const scene = await killed();
    const path = "environments/demo.recording/../demo/environment.yaml";
    const digest = sha256(readFileSync(join(scene.cwd, "environments/demo/environment.yaml")));
    scene.plant({ ...scene.record, derived: [{ path, sha256: digest }] });
    const argv = ["record", "start", "demo", "--store", "captures", "--root", scene.root, "--serial", "5"];
    const { code, err } = await attacked(scene, argv);
    expect([code, err]).toEqual([2, expect.stringContaining("environments/demo.recording already exists")]);
  });

  test("[G1] an honest record still takes away what a kill left, and names the way back", async () => {
    const scene = await killed();
    scene.plant(scene.record);
    const { code } = await attacked(scene, readers(scene)["record stop"] ?? []);
    expect(code).toBe(0);
    expect(existsSync(join(scene.cwd, "environments/demo.recording"))).toBe(false);
  });

  test("a record that is no JSON, has a key twice, is a link or is huge is named, and nothing is done because of it", async () => {
    const scene = await killed();
    const path = join(scene.capture, "recording.json");
    scene.plant(scene.record);
    for (const text of ["{", '{"schema":1,"schema":2}', `{}${" ".repeat(1 << 24)}`, "\ufeff{}", "null"]) {
      writeFileSync(path, text);
      for (const argv of Object.values(readers(scene))) await attacked(scene, argv);
    }
    rmSync(path);
    symlinkSync(scene.victim, path);
    for (const argv of Object.values(readers(scene))) await attacked(scene, argv);
    expect(statSync(scene.victim).size).toBe(SECRET.length + 1);
  });
});
