import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import {
  type CompletionItem,
  CompletionRequest,
  createConnection,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { serve } from "../../../src/serve/lsp/server.ts";
import { Session } from "../../../src/serve/lsp/session.ts";
import { fakeHost } from "../../support/host.ts";

/** Marks the cursor in a test's text. */
const CURSOR = "¦";

/** An editor of one repository, made of the protocol's own client library over two streams. */
export interface Typing {
  /** Opens a text and returns the items at its cursor; `CURSOR` is not a part of the text. */
  items(path: string, marked: string): Promise<readonly CompletionItem[]>;
  labels(path: string, marked: string): Promise<readonly string[]>;
  /** Returns the text after one item was taken. */
  taken(path: string, marked: string, label: string): Promise<string>;
}

/** Starts a server over a folder, with further files in it. */
export async function typing(folder: string, files: Readonly<Record<string, string>> = {}): Promise<Typing> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const [up, down] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(up), new StreamMessageWriter(down));
  void serve(server, (editor) => new Session(editor, fakeHost({ cwd: folder }).host));
  const client = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  client.listen();
  const said = await client.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
  if (said.capabilities.completionProvider === undefined) throw new Error("the server completes nothing");
  await client.sendNotification(InitializedNotification.type, {});
  const open = new Set<string>();
  let version = 1;
  const show = (uri: string, text: string): Promise<void> => {
    version++;
    if (open.has(uri))
      return client.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    open.add(uri);
    return client.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "yaml", version, text },
    });
  };
  const split = (marked: string) => {
    const at = marked.indexOf(CURSOR);
    const text = marked.slice(0, at) + marked.slice(at + CURSOR.length);
    return { text, document: TextDocument.create("", "yaml", 1, text), at };
  };
  const items = async (path: string, marked: string) => {
    const { text, document, at } = split(marked);
    const uri = pathToFileURL(join(folder, path)).href;
    await show(uri, text);
    const answer = await client.sendRequest(CompletionRequest.type, { textDocument: { uri }, position: document.positionAt(at) });
    return Array.isArray(answer) ? answer : (answer?.items ?? []);
  };
  return {
    items,
    labels: async (path, marked) => (await items(path, marked)).map(({ label }) => label),
    taken: async (path, marked, label) => {
      const item = (await items(path, marked)).find((one) => one.label === label);
      if (!item) throw new Error(`${label} is not offered`);
      return TextDocument.applyEdits(split(marked).document, [item.textEdit as TextEdit]);
    },
  };
}

export const readIn = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");
