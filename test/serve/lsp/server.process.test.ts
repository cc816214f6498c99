import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import {
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeWatchedFilesNotification,
  DidOpenTextDocumentNotification,
  HoverRequest,
} from "vscode-languageserver/node";
import { ROOT } from "../../house/project.ts";
import { exampleRepository } from "../../support/repository.ts";
import { startEditor } from "./client.ts";
import { NO_FILES, NO_TEXTS } from "./uris.ts";

const FOLDER = exampleRepository();
const PATH = "environments/demo/environment.yaml";
const URI = pathToFileURL(join(FOLDER, PATH)).href;
const TEXT = readFileSync(join(FOLDER, PATH), "utf8");
const BROKEN = TEXT.replace("/tc", "/tc/tc");
const LINE = TEXT.split("\n").findIndex((line) => line.includes("signIn:"));
const AT = { line: LINE, character: TEXT.split("\n")[LINE]?.indexOf("https") ?? 0 };

test("a session as an editor has one: a fault while it is typed, its fix, who decides a value, and where", {
  timeout: 60_000,
}, async () => {
  const editor = await startEditor(FOLDER);
  const textDocument = { uri: URI };
  await editor.open(URI, TEXT);
  await editor.change(URI, BROKEN);
  const [fault, ...more] = await editor.diagnostics(URI, (list) => list.length > 0);
  expect([fault?.code, fault?.range.start, more]).toEqual(["tier/context-root", AT, []]);

  const range = { start: AT, end: AT };
  const actions = await editor.connection.sendRequest(CodeActionRequest.type, {
    textDocument,
    range,
    context: { diagnostics: [] },
  });
  const [action] = actions ?? [];
  expect(action).toMatchObject({ kind: "quickfix", edit: { changes: { [URI]: [{ newText: expect.stringMatching(/\/tc$/) }] } } });

  await editor.change(URI, TEXT);
  expect(await editor.diagnostics(URI, (list) => list.length === 0)).toEqual([]);
  const hover = await editor.connection.sendRequest(HoverRequest.type, { textDocument, position: AT });
  expect(JSON.stringify(hover?.contents)).toContain("TC_SERVER_URL");

  const base = pathToFileURL(join(FOLDER, "releases/2506/base/connector.properties")).href;
  const kit = readFileSync(join(FOLDER, "releases/2506/base/connector.properties"), "latin1");
  await editor.open(base, kit);
  const line = kit.split(/\r?\n/).findIndex((text) => text.startsWith("TC_SERVER_URL"));
  const places = await editor.connection.sendRequest(DefinitionRequest.type, {
    textDocument: { uri: base },
    position: { line, character: 0 },
  });
  expect(places).toMatchObject([{ uri: URI, range: { start: AT } }]);

  expect(readFileSync(join(FOLDER, PATH), "utf8")).toBe(TEXT);
  expect(await editor.close()).toEqual({ code: 0, err: "" });
});

test("a workspace around the repository: the text of didOpen with its version, a change on the disk, and the end of the input", {
  timeout: 60_000,
}, async () => {
  const folder = exampleRepository();
  const uri = pathToFileURL(join(folder, PATH)).href;
  const site = pathToFileURL(join(folder, "environments/site.yaml")).href;
  const editor = await startEditor(join(folder, ".."), pathToFileURL(folder).href);
  await editor.open(uri, BROKEN);
  expect((await editor.diagnostics(uri, (list) => list.length > 0)).map(({ code }) => code)).toEqual(["tier/context-root"]);
  expect(editor.version(uri)).toBe(1);
  expect(editor.registered).toEqual(["workspace/didChangeWatchedFiles"]);
  writeFileSync(join(folder, "environments/site.yaml"), "a: [\n");
  await editor.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri: site, type: 2 }] });
  expect((await editor.diagnostics(site, (list) => list.length > 0)).map(({ code }) => code)).toContain("repo/yaml-syntax");
  expect(editor.version(site)).toBe(undefined);
  expect(await editor.leave()).toBe(1);
});

test("the built server completes a text that does not parse yet, with a thread of its own", { timeout: 60_000 }, async () => {
  const editor = await startEditor(FOLDER);
  const text = `${TEXT.replace(/^tool:.*$/m, "tool: ")}\nlogging: {\n`;
  await editor.open(URI, text);
  const line = text.split("\n").indexOf("tool: ");
  const position = { line, character: "tool: ".length };
  const items = await editor.connection.sendRequest(CompletionRequest.type, { textDocument: { uri: URI }, position });
  expect(items).toMatchObject([{ label: "2024x" }, { label: "2024x Refresh3" }]);
  expect(await editor.close()).toEqual({ code: 0, err: "" });
});

const said = (text: string) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
const HELLO = said(
  JSON.stringify({ jsonrpc: "2.0", id: 7, method: "initialize", params: { processId: null, capabilities: {} } }),
);
const NO_MESSAGE = "tierwright lsp: a message on standard input is not JSON-RPC 2.0 and is ignored\n";
const NO_PROTOCOL =
  "tierwright lsp: standard input is not the language server protocol: start this command from an editor, with --stdio\n";

test.each([
  ["nothing", "", ""],
  ["an object that is no message", said("{}"), NO_MESSAGE],
  ["null", said("null"), NO_MESSAGE],
  ["broken JSON", said("{,}"), NO_PROTOCOL],
  ["a header without a length", "hello\r\n\r\n", NO_PROTOCOL],
])("an editor that says %s and is gone: words, and the protocol's code for that", (_, input, err) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "build/cli.cjs"), "lsp"], {
    input,
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: err });
});

test("what is no message is passed over, and the next one answered", () => {
  const input = said("[]") + HELLO;
  const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "build/cli.cjs"), "lsp"], { input, encoding: "utf8" });
  expect(stderr).toBe(NO_MESSAGE);
  expect(stdout).toContain('"id":7,"result":{"capabilities"');
});

test("whatever a client names a text by, the server goes on, and answers each question", { timeout: 60_000 }, async () => {
  const editor = await startEditor(FOLDER);
  const position = { line: 0, character: 0 };
  for (const uri of [...NO_FILES, ...(NO_TEXTS as readonly string[])]) {
    const textDocument = { uri };
    await editor.open(uri, "a: [\n");
    await editor.change(uri, "b: [\n");
    const range = { start: position, end: position };
    const asked = [
      editor.connection.sendRequest(HoverRequest.type, { textDocument, position }),
      editor.connection.sendRequest(CompletionRequest.type, { textDocument, position }),
      editor.connection.sendRequest(DefinitionRequest.type, { textDocument, position }),
      editor.connection.sendRequest(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [] } }),
    ];
    // a refusal is an answer, too: a client that breaks the protocol has one in its words
    for (const one of await Promise.allSettled(asked)) expect(["fulfilled", "rejected"]).toContain(one.status);
  }
  await editor.connection.sendNotification(DidOpenTextDocumentNotification.type, {} as never);
  await editor.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: null } as never);
  await expect(editor.connection.sendRequest(HoverRequest.type, {} as never)).rejects.toThrow();
  await editor.open(URI, TEXT);
  await editor.change(URI, BROKEN);
  expect((await editor.diagnostics(URI, (list) => list.length > 0)).map(({ code }) => code)).toEqual(["tier/context-root"]);
  expect(await editor.close()).toEqual({ code: 0, err: "" });
});
