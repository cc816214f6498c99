import { spawnSync } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { ROOT } from "../house/project.ts";
import { exampleRepository } from "../support/repository.ts";
import { structured, textOf } from "./client.ts";

const CLI = join(ROOT, "build/cli.js");

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
  const connected = async () => {
    const client = new Client({ name: "test", version: "1" });
    const args = [CLI, "mcp", "--allow-record", "-C", folder];
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args,
        stderr: "ignore",
        env: { ...getDefaultEnvironment(), SOURCE_DATE_EPOCH: "5" },
      }),
    );
    return client;
  };
  const store = "captures";
  const ask = async (client: Client, name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;

  const client = await connected();
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
