import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { discoveryOf, REALM } from "../compiler/sso/scene.ts";
import { executableAt, obeying } from "../deploy/swap/support/executable.ts";
import { type Explored, killed, nothing, operations, told } from "../deploy/swap/support/explore.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { someOf } from "../deploy/swap/support/places.ts";
import { record } from "../deploy/swap/support/record.ts";
import type { Runner } from "../deploy/swap/support/runner.ts";
import { PLAYED, RUNNERS } from "../deploy/swap/support/runners.ts";
import { PLANS, scenario } from "../deploy/swap/support/scenario.ts";
import { snapshot } from "../deploy/swap/support/snapshot.ts";
import { selfSigned } from "../support/certificate.ts";
import { exampleRepository, temporaryFolder } from "../support/repository.ts";

/* The executable of a release as the third runner: what ships, and nothing built for tests. TIERWRIGHT_EXECUTABLE names its file. */

const file = process.env.TIERWRIGHT_EXECUTABLE;
const SIGN_IN = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }] }
`;
const executable = PLAYED.find(({ name }) => name === "executable");
const script = RUNNERS.find(({ name }) => name === "deploy.ps1");

test("the executable is tried where TIERWRIGHT_EXECUTABLE names it, and a file that is not there is never a runner", () => {
  expect([executableAt(undefined), executableAt(`${import.meta.filename}.exe`)]).toEqual([null, null]);
  expect(executable !== undefined).toBe(file !== undefined && existsSync(file));
});

test.runIf(executable)("a file that NODE_OPTIONS names never runs in what is released", () => {
  const mark = join(temporaryFolder(), "ran");
  writeFileSync(`${mark}.cjs`, `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "")`);
  const env = { ...process.env, NODE_OPTIONS: `--require=${mark}.cjs` };
  const ended = spawnSync(file ?? "", ["--version"], { env, encoding: "utf8" });
  expect([ended.status, ended.stderr, existsSync(mark)]).toEqual([0, "", false]);
  // a lie: the script has no effect at all
  expect([spawnSync(process.execPath, ["-e", "0"], { env }).status, existsSync(mark)]).toEqual([0, true]);
});

test.runIf(executable)(
  "it trusts the authority that NODE_EXTRA_CA_CERTS names, as a company's proxy needs, and no other",
  async () => {
    const own = selfSigned("idp.example.com");
    const server = createServer(own, (_, answer) => answer.end(discoveryOf(REALM))).listen(0, "127.0.0.1");
    await once(server, "listening");
    const cwd = exampleRepository({ "authority.pem": own.cert, "environments/demo/sso.yaml": SIGN_IN });
    const to = `idp.example.com:8443:127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ended = async (authority: string) => {
      const env = { ...process.env, NO_PROXY: "*", NODE_EXTRA_CA_CERTS: authority };
      const [code] = await once(spawn(file ?? "", ["sso", "pin", "demo", "--connect", to], { cwd, env }), "close");
      return code;
    };
    expect([await ended(""), await ended(join(cwd, "authority.pem"))]).toEqual([3, 0]);
    server.close();
  },
);

test("a copy obeys NODE_OPTIONS by one byte more, and only of an executable that ignores it", () => {
  const packed = Buffer.concat([
    Buffer.from("20da4301aaaaaaaaaa", "hex"),
    Buffer.from(`20da430109000000000a${"00".repeat(7)}`, "hex"),
    Buffer.from("loader.cjs"),
  ]);
  const copy = obeying(packed);
  expect([...copy].flatMap((byte, i) => (byte === packed[i] ? [] : [[i, byte]]))).toEqual([[17, 1]]);
  expect(() => obeying(copy)).toThrow("nothing in the executable says that NODE_OPTIONS is ignored");
  expect(() => obeying(Buffer.from("a script"))).toThrow("nothing in the executable says that NODE_OPTIONS is ignored");
});

/** Every nth of the calls at which the executable is killed where the other runners recover: a process costs a quarter of a second. */
const EVERY = process.env.TIERWRIGHT_FAULTS ? 3 : 12;

const sampled = (all: readonly number[], at: number): readonly number[] => all.filter((_, i) => i % EVERY === at % EVERY);

function proven(name: string, explored: Explored, planned: number): void {
  record(name, "killed", explored);
  expect(told(explored)).toEqual([]);
  expect(explored.executed).toBe(planned);
  expect(planned).toBeGreaterThan(1);
}

/** Kills the first runner at each number; the second recovers. */
async function recovery(plan: (typeof PLANS)[number], first: Runner, second: Runner, name: string, of = sampled): Promise<void> {
  const tried = await scenario(plan, inProcess);
  const { code, events } = await tried.act(first);
  expect(code).toBe(0);
  const numbers = of(operations(events, "changes"), PLANS.indexOf(plan));
  const explored = nothing();
  for (const at of numbers) await killed(tried, { first, second, third: null }, { what: "operation", at, how: "kill" }, explored);
  proven(name, explored, numbers.length);
}

describe.each(executable ? PLANS.map((plan) => ({ ...plan, plan, executable })) : [])(
  "executable: $name",
  ({ plan, executable }) => {
    test("[D3, D4] it ends as the built-in runner does: the code, the words and every byte outside the work folder", async () => {
      const tried = await scenario(plan, inProcess);
      const own = await tried.act(executable);
      expect(snapshot(tried.root)).toEqual(tried.new);
      tried.reset();
      const other = await tried.act(inProcess);
      const words = ({ code, out, err }: typeof own) => ({ code, err, out: out.replaceAll(/\d{8}T\d{6}Z?(?:-\w+)?/g, "RUN") });
      expect(words(own)).toEqual(words(other));
      expect(own.events.length).toBeGreaterThan(10);
    });

    test("[D4, D5] ended by SIGKILL before calls that change the disk; it recovers by itself", async () => {
      await recovery(plan, executable, executable, executable.name, (all) => someOf(plan, all).filter((_, i) => i % 2 === 0));
    });

    test("[D4, D5] ended by SIGKILL before calls that change the disk; the built-in runner recovers", async () => {
      await recovery(plan, executable, inProcess, executable.name);
    });

    test("[D4, D5] the built-in runner is killed before operations that change the disk; the executable recovers", async () => {
      await recovery(plan, inProcess, executable, "built-in, then executable");
    });
  },
);

const both = executable && script ? PLANS.map((plan) => ({ ...plan, plan, executable, script })) : [];

describe.each(both)("executable and deploy.ps1: $name", ({ plan, executable, script }) => {
  test("[D4, D5] deploy.ps1 is killed before operations that change the disk; the executable recovers", async () => {
    await recovery(plan, script, executable, "deploy.ps1, then executable");
  });

  test("[D4, D5] the executable is ended by SIGKILL before calls that change the disk; deploy.ps1 recovers", async () => {
    await recovery(plan, executable, script, "executable, then deploy.ps1");
  });
});
