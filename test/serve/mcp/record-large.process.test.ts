import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, closeSync, openSync, truncateSync, writeSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { ROOT } from "../../house/project.ts";
import { exampleRepository } from "../../support/repository.ts";
import { structured, textOf } from "./client.ts";

const CLI = join(ROOT, "build/cli.cjs");
const PATIENCE = 5;
const MANY = 400_000;

/** The protocol's own client, on standard input and output of the built command, whose calls end after a few seconds. */
async function connected(folder: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const args = [CLI, "mcp", "--allow-record", "--timeout", String(PATIENCE), "-C", folder];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, stderr: "ignore", env: getDefaultEnvironment() }),
  );
  return client;
}

/** Starts a recording of two addresses in a store of the folder. */
async function recording(folder: string): Promise<{ readonly id: string; readonly capture: string; readonly listen: string }> {
  const tier = http.createServer((_, response) => response.end("x")).listen(0, "127.0.0.1");
  await once(tier, "listening");
  const to = `127.0.0.1:${(tier.address() as AddressInfo).port}`;
  const words = ["record", "start", "--listen", "127.0.0.1:0", "--to", to, "--detach", "--store", "captures", "--format", "json"];
  const { relays, id } = JSON.parse(spawnSync(process.execPath, [CLI, ...words], { cwd: folder, encoding: "utf8" }).stdout);
  const [{ listen }] = relays;
  expect(await (await fetch(`http://${listen}/`)).text()).toBe("x");
  tier.close();
  return { id, listen, capture: join(folder, "captures", id) };
}

const ask = async (client: Client, name: string, args: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: { store: "captures", ...args } })) as CallToolResult;

test("[G1] [G6] a recording of 400,000 exchanges is stopped within the time limit, uncounted, and the server answers meanwhile", {
  timeout: 120_000,
}, async () => {
  const folder = exampleRepository({});
  const { id, capture, listen } = await recording(folder);
  appendFileSync(join(capture, "0002.c2s.raw"), "GET /tc/x HTTP/1.1\r\nHost: plm\r\nUser-Agent: tool\r\n\r\n".repeat(MANY));
  appendFileSync(join(capture, "0002.s2c.raw"), "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".repeat(MANY));
  const line = (way: string) => (_: unknown, i: number) =>
    `${JSON.stringify({ event: "read", way, offset: i * 40, length: 40, c: 2, t: i })}\n`;
  for (const way of ["c2s", "s2c"])
    appendFileSync(join(capture, "events.ndjson"), Array.from({ length: MANY }, line(way)).join(""));
  const client = await connected(folder);
  try {
    const before = performance.now();
    const asked = ask(client, "record_stop", { which: id });
    await client.ping();
    expect(performance.now() - before).toBeLessThan(1_500);
    const stopped = await asked;
    expect(performance.now() - before).toBeLessThan(PATIENCE * 1000);
    expect([stopped.isError, textOf(stopped)]).toEqual([undefined, expect.stringContaining("were not counted")]);
    expect(structured(stopped).document).toMatchObject({ id, state: "stopped", exchanges: null });
    expect(structured(stopped).document.says).toContain("tierwright record status");
    await expect(fetch(`http://${listen}/`)).rejects.toThrow();
    const words = spawnSync(process.execPath, [CLI, "record", "stop", id, "--no-count", "--store", "captures"], {
      cwd: folder,
      encoding: "utf8",
    });
    // told in lines, wherever they are broken
    expect([words.status, words.stdout.replace(/\s+/g, " ")]).toEqual([
      0,
      expect.stringMatching(/were not counted: `tierwright record status .*` counts/),
    ]);
  } finally {
    await client.close();
    spawnSync(process.execPath, [CLI, "record", "stop", id, "--no-count", "--store", "captures"], { cwd: folder });
  }
});

test("[G1] [G6] a recording whose events are longer than any text is still found, and stopped", {
  timeout: 120_000,
}, async () => {
  const folder = exampleRepository({});
  const { id, capture, listen } = await recording(folder);
  const events = join(capture, "events.ndjson");
  const descriptor = openSync(events, "a");
  writeSync(descriptor, "\n");
  closeSync(descriptor);
  truncateSync(events, 700 * 1024 * 1024); // sparse, and no line of it is an event
  const client = await connected(folder);
  try {
    const stopped = await ask(client, "record_stop", { which: id });
    expect([stopped.isError, structured(stopped)?.document.state]).toEqual([undefined, "stopped"]);
    await expect(fetch(`http://${listen}/`)).rejects.toThrow();
  } finally {
    await client.close();
    spawnSync(process.execPath, [CLI, "record", "stop", id, "--no-count", "--store", "captures"], { cwd: folder });
  }
});
