import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { notRun } from "../support/not-run.ts";
import { edit, exampleRepository, temporaryFolder } from "../support/repository.ts";
import { builtCli, HANGS_AFTER } from "./built.ts";

/* Recordings that go on by themselves, each a process of its own: how they begin, are counted, are ended and are killed. */

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

async function tier(host: string): Promise<number> {
  const server = http.createServer((request, response) => response.end(`you asked for ${request.url}`)).listen(0, host);
  await once(server, "listening");
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function tierwright(cwd: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    cwd,
    encoding: "utf8",
    timeout: HANGS_AFTER,
  });
  return { code: status, out: stdout, err: stderr };
}

const get = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent: false }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
      })
      .on("error", reject);
  });

describe("[G1] a recording that goes on by itself", () => {
  test("gives the shell back when it is ready, is counted, and ends by `record stop` without a signal", async () => {
    const cwd = temporaryFolder();
    const to = `127.0.0.1:${await tier("127.0.0.1")}`;
    const store = ["--store", "captures"];
    const started = tierwright(
      cwd,
      "record",
      "start",
      "--listen",
      "127.0.0.1:0",
      "--to",
      to,
      ...store,
      "--detach",
      "--format",
      "json",
    );
    expect([started.code, started.err]).toEqual([0, ""]);
    const { relays } = JSON.parse(started.out);
    expect(await get(`http://${relays[0].listen}/tc`)).toBe("you asked for /tc");
    const status = JSON.parse(tierwright(cwd, "record", "status", ...store, "--format", "json").out);
    const next = [expect.stringMatching(/^end the recording: `tierwright record stop --store .*captures`$/)];
    expect(status).toMatchObject({ state: "running", exchanges: 1, broken: { total: 0 }, next });
    const stopped = tierwright(cwd, "record", "stop", ...store, "--format", "json");
    expect([stopped.code, JSON.parse(stopped.out)]).toEqual([0, expect.objectContaining({ state: "stopped", exchanges: 1 })]);
    await expect(get(`http://${relays[0].listen}/tc`)).rejects.toThrow("ECONNREFUSED");
  });

  test("says why, and leaves nothing, where it cannot begin", () => {
    const cwd = temporaryFolder();
    const words = ["--listen", "192.0.2.99:9", "--allow-remote", "--to", "127.0.0.1:9", "--store", "captures", "--detach"];
    const { code, out, err } = tierwright(cwd, "record", "start", ...words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("192.0.2.99:9 cannot be listened on");
  });

  test("of an environment, killed: status says so, and `record stop` takes its environment away", async () => {
    const own = Object.values(networkInterfaces())
      .flatMap((cards) => cards ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4")?.address;
    if (own === undefined)
      notRun("a recording of an environment that is killed: this machine has no address beside its own loopback");
    const cwd = exampleRepository();
    const file = "environments/demo/environment.yaml";
    const port = await tier(own);
    edit(cwd, file, "https://plm.example.com:8443/tc", `http://${own}:${port}/tc`);
    edit(cwd, file, "https://plm.example.com:3000/awc", `http://${own}:3000/awc`);
    edit(cwd, file, "https://plm.example.com:4544", `http://${own}:${port}`);
    const store = ["--store", "captures"];
    const started = tierwright(cwd, "record", "start", "demo", ...store, "--serial", "1", "--detach", "--format", "json");
    expect([started.code, started.err]).toEqual([0, ""]);
    const { relays } = JSON.parse(started.out);
    const derived = join(cwd, "environments/demo.recording");
    expect(existsSync(derived)).toBe(true);
    const running = JSON.parse(tierwright(cwd, "record", "status", ...store, "--format", "json").out);
    expect(running).toMatchObject({ state: "running", environment: "demo", exchanges: 0 });
    const second = tierwright(cwd, "record", "start", "demo", ...store, "--serial", "1");
    expect([second.code, second.err]).toEqual([2, expect.stringContaining("demo is already being recorded")]);
    const pid = Number(/process (\d+)/.exec(second.err)?.[1]);
    process.kill(pid, "SIGKILL");
    // where nobody fetches its end, its number stays taken; its addresses are free
    const state = () => JSON.parse(tierwright(cwd, "record", "status", ...store, "--format", "json").out).state;
    await expect.poll(state, { timeout: HANGS_AFTER }).toBe("killed");
    expect(existsSync(derived)).toBe(true);
    expect(tierwright(cwd, "record", "stop", ...store).code).toBe(0);
    expect(existsSync(derived)).toBe(false);
    const again = tierwright(cwd, "record", "start", "demo", ...store, "--serial", "1", "--detach", "--format", "json");
    expect([again.code, JSON.parse(again.out).relays]).toEqual([0, relays]);
    expect(tierwright(cwd, "record", "stop", ...store).code).toBe(0);
  });
});
