import {
  type Connection,
  type Diagnostic,
  type InitializeResult,
  TextDocumentSyncKind,
  type TextDocumentsConfiguration,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { VERSION } from "../version.ts";
import { AtRest } from "./rest.ts";
import type { EditorSession } from "./remote-session.ts";
import type { Editor } from "./session.ts";

/** A person types on meanwhile: what was typed is judged when the keys have rested so long, in milliseconds. */
const REST = 150;

const CAPABILITIES: InitializeResult = {
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    hoverProvider: true,
    definitionProvider: true,
    codeActionProvider: { codeActionKinds: ["quickfix"] },
  },
  serverInfo: { name: "tierwright", version: VERSION },
};

/** Texts with the version that lies on the disk. */
const texts: TextDocumentsConfiguration<TextDocument> = TextDocument;

/** The texts that the editor has open; each change of one is judged at rest. */
function follow(documents: TextDocuments<TextDocument>, checks: AtRest): ReadonlyMap<string, number> {
  const saved = new Map<string, number>();
  documents.onDidOpen(({ document }) => {
    saved.set(document.uri, document.version);
    checks.soon(document.uri, 0);
  });
  documents.onDidChangeContent(({ document }) => checks.soon(document.uri, REST));
  documents.onDidSave(({ document }) => {
    saved.set(document.uri, document.version);
    checks.soon(document.uri, 0);
  });
  documents.onDidClose(({ document }) => {
    saved.delete(document.uri);
    checks.soon(document.uri, 0);
  });
  return saved;
}

/** Questions are answered for what was typed before them. */
function answer(connection: Connection, session: EditorSession, checks: AtRest): void {
  connection.onInitialize(() => CAPABILITIES);
  connection.onHover(async ({ textDocument: { uri }, position }) => {
    await checks.now(uri);
    return session.hover(uri, position);
  });
  connection.onDefinition(async ({ textDocument: { uri }, position }) => {
    await checks.now(uri);
    return [...(await session.definition(uri, position))];
  });
  connection.onCodeAction(async ({ textDocument: { uri }, range }) => {
    await checks.now(uri);
    return [...(await session.actions(uri, range))];
  });
}

/** Serves one editor (Language Server Protocol 3.17) until it says exit; resolves to the exit code that the protocol asks for. */
export function serve(connection: Connection, sessionFor: (editor: Editor) => EditorSession): Promise<0 | 1> {
  const documents = new TextDocuments(texts);
  const checks: AtRest = new AtRest((uri) => session.check(uri));
  const saved = follow(documents, checks);
  const open = () =>
    documents.all().map((document) => ({
      uri: document.uri,
      text: document.getText(),
      dirty: document.version !== saved.get(document.uri),
    }));
  const editor = {
    open,
    publish: (uri: string, diagnostics: readonly Diagnostic[]) =>
      void connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] }),
    log: (message: string) => connection.console.error(message),
  };
  const session = sessionFor(editor);
  answer(connection, session, checks);
  return new Promise((resolve) => {
    let asked = false;
    connection.onShutdown(() => {
      asked = true;
    });
    connection.onExit(() => resolve(asked ? 0 : 1));
    documents.listen(connection);
    connection.listen();
  });
}
