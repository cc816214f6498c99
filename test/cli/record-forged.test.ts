import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { RecordingWorld } from "../../src/io/wire.ts";
import type { SwapWorld } from "../../src/io/machine.ts";
import { forgeries, planted, textFields } from "../records/fields.ts";
import { cli } from "../support/host.ts";
import { sha256 } from "../swap/support/bundle.ts";
import { closeTiers, recorded, type Stage, stage, world } from "./record-scene.ts";

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
  captures: ["captures", "--store", "captures"],
  "captures prune": ["captures", "prune", "--store", "captures", ...PLACE(root), "--older-than", "30"],
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

const FIELDS = textFields("recording-record").map((field) => [field.join("/"), field] as const);

describe("a record of a recording with another text in", () => {
  test.each(FIELDS)("[G5] %s: nothing is deleted, read, bound, resolved or shown because of it", async (_, field) => {
    const scene = await killed();
    const own = { ...scene.record, hosts: [{ name: "plm.example.com", address: "127.0.0.9" }], trust: "authority.pem" };
    const digests = [scene.digest, sha256(readFileSync(join(scene.cwd, "environments/demo/environment.yaml")))];
    for (const [what, text] of Object.entries(hostile(scene))) {
      for (const digest of field[0] === "derived" ? digests : digests.slice(0, 1)) {
        const made = { ...own, derived: [{ ...own.derived[0], sha256: digest }] };
        const forged = planted(made, field, text);
        if (forged === null) throw new Error(`no field ${field.join("/")}`);
        for (const [name, argv] of Object.entries(readers(scene))) {
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
