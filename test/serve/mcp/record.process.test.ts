import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { ROOT } from "../../house/project.ts";
import { notRun } from "../../support/not-run.ts";
import { exampleRepository } from "../../support/repository.ts";
import { structured, textOf } from "./client.ts";

const CLI = join(ROOT, "build/cli.cjs");

const environment = (port: number) => `apiVersion: tierwright/v1
kind: Environment
name: demo
connector: "2506"
tool: 2024x Refresh3
tier:
  release: "2506"
  signIn: http://localhost:${port}/tc
  fileTransfer: ["http://localhost:${port}"]
workstation:
  install: 'C:\\Program Files\\Tool'
`;

/** The protocol's own client, on standard input and output of the built command. */
async function connected(folder: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const args = [CLI, "mcp", "--allow-record", "-C", folder];
  const env = { ...getDefaultEnvironment(), SOURCE_DATE_EPOCH: "5" };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore", env }));
  return client;
}

const get = async (url: string): Promise<string> => (await fetch(url)).text();

test("[G1] [G6] a recording that runs is looked at and stopped by a client; one that cannot begin is refused in words", {
  timeout: 120_000,
}, async () => {
  const tier = http.createServer((request, response) => response.end(`you asked for ${request.url}`));
  tier.listen(0, "127.0.0.1");
  await once(tier, "listening");
  const folder = exampleRepository({
    "environments/demo/environment.yaml": environment((tier.address() as AddressInfo).port),
  });
  const store = "captures";
  const ask = async (client: Client, name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;

  const client = await connected(folder);
  const refused = await ask(client, "record_start", { environment: "demo", store });
  expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining("is this machine itself")]);
  // what a person started, or another client
  const to = `127.0.0.1:${(tier.address() as AddressInfo).port}`;
  const words = ["record", "start", "--listen", "127.0.0.1:0", "--to", to, "--detach", "--store", store, "--format", "json"];
  const { relays, id } = JSON.parse(spawnSync(process.execPath, [CLI, ...words], { cwd: folder, encoding: "utf8" }).stdout);
  const [{ listen }] = relays;
  try {
    expect(await get(`http://${listen}/tc/one`)).toBe("you asked for /tc/one");
    expect(await get(`http://${listen}/tc/two`)).toBe("you asked for /tc/two");
    const status = structured(await ask(client, "record_status", { store, which: id }));
    expect(status.document).toMatchObject({ exchanges: 2, broken: { total: 0 } });
  } finally {
    const stopped = structured(await ask(client, "record_stop", { store }));
    await client.close();
    tier.close();
    expect(stopped.exitCode).toBe(0);
  }
  await expect(get(`http://${listen}/tc/three`)).rejects.toThrow();
});

test("[G1] [G3] [G5] [G6] a recording is started, counted, read and stopped by a client of the built command", {
  timeout: 120_000,
}, async () => {
  const own = Object.values(networkInterfaces())
    .flatMap((cards) => cards ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address;
  if (own === undefined) notRun("a recording by a client of the MCP server: this machine has no address beside its own loopback");
  const tier = http.createServer((request, response) => response.end(`you asked for ${request.url}`)).listen(0, own);
  await once(tier, "listening");
  const port = (tier.address() as AddressInfo).port;
  const folder = exampleRepository({ "environments/demo/environment.yaml": environment(port).replaceAll("localhost", own) });
  const client = await connected(folder);
  const told: string[] = [];
  const ask = async (name: string, args: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: { store: "captures", ...args } })) as CallToolResult;
    told.push(JSON.stringify(result));
    return structured(result);
  };
  const derived = join(folder, "environments/demo.recording/environment.yaml");
  try {
    const started = (await ask("record_start", { environment: "demo" })).document;
    expect(started).toMatchObject({ environment: "demo", title: "demo (recording)" });
    expect(started.moved.map(({ tier: at }: { tier: string }) => at)).toEqual([
      `http://${own}:${port}/tc`,
      `http://${own}:${port}`,
    ]);
    expect(existsSync(derived)).toBe(true);
    const silent = (await ask("record_status")).document;
    expect(silent).toMatchObject({
      state: "running",
      exchanges: 0,
      broken: { total: 0 },
      says: expect.stringMatching(/^no exchange: /),
    });
    const [{ listen }] = started.relays;
    const answer = await fetch(`http://${listen}/tc/one`, { headers: { authorization: "Bearer made-up-token-1" } });
    expect(await answer.text()).toBe("you asked for /tc/one");
    await expect
      .poll(async () => (await ask("record_status")).document, { timeout: 30_000 })
      .toMatchObject({ state: "running", exchanges: 1, broken: { total: 0 } });
    const read = (await ask("capture_read", { capture: "last", exchange: 1 })).document;
    expect(read.exchanges[0]).toMatchObject({ response: { status: 200, body: "you asked for /tc/one" } });
    expect((await ask("captures")).document.captures).toMatchObject([{ id: started.id, total: 1 }]);
  } finally {
    const { exitCode, document } = await ask("record_stop");
    await client.close();
    tier.close();
    expect([exitCode, document.state]).toEqual([0, "stopped"]);
  }
  expect(existsSync(derived)).toBe(false);
  expect(told.join("\n")).not.toContain("made-up-token");
});
