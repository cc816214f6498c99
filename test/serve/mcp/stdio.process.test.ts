import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, describe, expect, test } from "vitest";
import { connections } from "../../docs/mcp-connections.ts";
import { readPage } from "../../docs/page.ts";
import { ROOT } from "../../house/project.ts";
import { exampleRepository, writeFiles } from "../../support/repository.ts";

const CLI = join(ROOT, "build/cli.cjs");
const FOLDER = exampleRepository();
writeFiles(FOLDER, { "a.log": "Content is not allowed in prolog\n" });

/** The built server as a child, spoken to in plain lines. */
function child(...words: readonly string[]) {
  const started = spawn(process.execPath, [CLI, "mcp", ...words], { cwd: FOLDER });
  const got = { out: "", err: "" };
  started.stdout.on("data", (chunk) => {
    got.out += String(chunk);
  });
  started.stderr.on("data", (chunk) => {
    got.err += String(chunk);
  });
  const ended = once(started, "exit").then(([code]) => code as number | null);
  const answer = async (id: number) => {
    const found = () =>
      got.out
        .split("\n")
        .slice(0, -1)
        .map((each) => JSON.parse(each))
        .find((each) => each.id === id);
    while (!found()) await once(started.stdout, "data");
    return found();
  };
  return { process: started, got, ended, answer, say: (value: unknown) => started.stdin.write(`${JSON.stringify(value)}\n`) };
}

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
};
const calling = (id: number, name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

describe("the protocol's own client over standard input and output", { timeout: 60_000 }, () => {
  let client: Client | null = null;
  afterEach(async () => client?.close());

  test("lists, calls, is refused, and closes: the server is gone by itself", async () => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [CLI, "mcp"], cwd: FOLDER, stderr: "pipe" });
    let log = "";
    transport.stderr?.on("data", (chunk) => {
      log += String(chunk);
    });
    client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("check");
    const check = await client.callTool({ name: "check", arguments: {} });
    expect(check.structuredContent).toMatchObject({ exitCode: 0, document: { schema: "tierwright/findings/v1" } });
    const why = await client.callTool({ name: "why", arguments: { environment: "demo", key: "TC_SERVER_URL" } });
    expect(JSON.stringify(why.structuredContent)).toContain("environments/demo/environment.yaml");
    const refused = await client.callTool({ name: "diagnose", arguments: { files: ["/etc/passwd"] } });
    expect(refused.isError).toBe(true);
    expect(log).toContain("tierwright mcp: check: exit code 0\n");
    const pid = transport.pid ?? 0;
    await client.close();
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  test("docs/mcp.md connects each client as it says", async () => {
    const places = { "C:/plm-config/node_modules/@tierwright/tierwright/build/cli.cjs": CLI, "C:/plm-config": FOLDER };
    for (const { command, args } of connections(readPage("docs/mcp.md"))) {
      expect(command).toBe("node");
      const here = args.map((word) => places[word as keyof typeof places] ?? word);
      client = new Client({ name: "test", version: "1" });
      await client.connect(new StdioClientTransport({ command: process.execPath, args: here, cwd: tmpdir(), stderr: "ignore" }));
      const check = await client.callTool({ name: "check", arguments: {} });
      expect(check.structuredContent).toMatchObject({ exitCode: 0 });
      await client.close();
    }
  });

  test("a folder of logs that is no repository, from another current folder", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "mcp-"));
    client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI, "mcp", "--root", FOLDER], cwd, stderr: "ignore" }),
    );
    const found = await client.callTool({ name: "diagnose", arguments: { files: ["a.log"] } });
    expect(found.structuredContent).toMatchObject({ exitCode: 1 });
  });
});

describe("a client that does not behave", { timeout: 60_000 }, () => {
  test("says what is no message: it is answered, and nothing else stands on standard output", async () => {
    const server = child();
    server.process.stdin.write("hello?\n{\n");
    server.say(HELLO);
    server.say({ jsonrpc: "2.0", id: 2, method: "no/such" });
    server.say(calling(3, "no_such_tool"));
    server.say(calling(4, "check", { environments: 7 }));
    server.process.stdin.end();
    expect(await server.ended).toBe(0);
    const lines = server.got.out
      .trimEnd()
      .split("\n")
      .map((each) => JSON.parse(each));
    expect(lines.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(lines.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, null, null]);
    expect(server.got.err).not.toMatch(/\bat .*\.(?:js|ts):\d/);
  });

  test("closes in the middle of a message, or at once", async () => {
    for (const text of ["", '{"jsonrpc":"2.0","id":1,"meth']) {
      const server = child();
      server.process.stdin.end(text);
      expect([await server.ended, server.got.out]).toEqual([0, ""]);
    }
  });

  test("asks and closes: the answer still comes", async () => {
    const server = child();
    server.say(HELLO);
    server.say(calling(2, "check"));
    server.process.stdin.end();
    expect(await server.ended).toBe(0);
    expect(await server.answer(2)).toMatchObject({ result: { structuredContent: { exitCode: 0 } } });
  });

  test("does not read any more: the server ends", async () => {
    const server = child();
    server.say(HELLO);
    await server.answer(1);
    server.process.stdout.destroy();
    for (let id = 2; id < 6; id++) server.say(calling(id, "check"));
    expect(await server.ended).toBe(0);
  });

  test("sends ten megabytes on one line: it is refused, and the server goes on", async () => {
    const server = child();
    server.say(HELLO);
    server.say(calling(2, "diagnose", { text: "x".repeat(10_000_000) }));
    server.say(calling(3, "diagnose", { text: "x".repeat(2_000_000) }));
    expect(await server.answer(3)).toMatchObject({ result: { isError: true } });
    expect(server.got.out).toContain("longer than 8388608 bytes");
    server.process.stdin.end();
    expect(await server.ended).toBe(0);
  });
});

test("what cannot be served is told before the protocol begins", { timeout: 60_000 }, async () => {
  for (const [words, said] of [
    [["-C", tmpdir()], "is not a config repository, and no other folder is named for clients to read"],
    [["--root", join(FOLDER, "none")], "is not a folder"],
    [["--timeout", "none"], "--timeout cannot be 'none'"],
  ] as const) {
    const server = child(...words);
    expect([await server.ended, server.got.out]).toEqual([2, ""]);
    expect(server.got.err).toContain(said);
  }
});
