import {
  type Connection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
  type TextDocumentsConfiguration,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { VERSION } from "../../kernel/index.ts";
import { AtRest } from "./rest.ts";
import type { EditorSession } from "./remote-session.ts";
import type { Editor } from "./session.ts";

/** Pause in typing after which the open document is checked, in milliseconds. */
const REST = 150;

const CAPABILITIES: InitializeResult = {
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    hoverProvider: true,
    definitionProvider: true,
    completionProvider: { triggerCharacters: [" ", "'", '"', "[", "{"] },
    codeActionProvider: { codeActionKinds: ["quickfix"] },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  },
  serverInfo: { name: "tierwright", version: VERSION },
};

/** Patterns of the files that the editor watches on disk: the folders and documents that a check reads. */
const WATCHED = ["**/{environments,releases,templates}/**", "**/*.{yaml,yml}"];

const texts: TextDocumentsConfiguration<TextDocument> = TextDocument;

/** Checks the documents that the editor has open, changed ones after a pause in typing. */
function follow(documents: TextDocuments<TextDocument>, session: EditorSession, checks: AtRest): void {
  documents.onDidOpen(({ document }) => {
    checks.soon(document.uri, 0);
    // requests one completion, which loads the code for later ones, so that the user does not wait for that
    void session.complete(document.uri, { line: 0, character: 0 });
  });
  documents.onDidChangeContent(({ document }) => checks.soon(document.uri, REST));
  documents.onDidSave(({ document }) => checks.soon(document.uri, 0));
  documents.onDidClose(({ document }) => checks.soon(document.uri, 0));
}

/**
 * Checks the repositories of files that change on disk outside the editor (a git checkout, a compile). Changes of many files at once cause
 * one check.
 */
function watch(connection: Connection, session: EditorSession): void {
  const changed = new Set<string>();
  const checks = new AtRest(() => {
    const uris = [...changed];
    changed.clear();
    return session.changed(uris);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) changed.add(uri);
    checks.soon("", REST);
  });
}

/** Returns the URIs of the workspace folders that an editor names in `initialize`; older editors name one. */
const foldersOf = ({ workspaceFolders, rootUri }: InitializeParams): readonly string[] =>
  workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);

/** Answers the editor's initialization, asks it to watch files if it can, and checks the repositories of its folders. */
function begin(connection: Connection, session: EditorSession): void {
  let params: InitializeParams | null = null;
  connection.onInitialize((said) => {
    params = said;
    return CAPABILITIES;
  });
  connection.onInitialized(() => {
    if (params === null) return;
    const { workspace } = params.capabilities;
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration) {
      const watchers = WATCHED.map((globPattern) => ({ globPattern }));
      const asked = connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
      asked.catch(() =>
        connection.console.warn("this editor does not watch files: changes on disk are noticed at the next edit"),
      );
    }
    if (workspace?.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added }) => void session.enter(added.map(({ uri }) => uri)));
    void session.enter(foldersOf(params));
  });
}

/** Answers the editor's requests: hover, definition and fixes after the pending check of the text, completion at once. */
function answer(connection: Connection, session: EditorSession, checks: AtRest): void {
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
  connection.onCompletion(async ({ textDocument: { uri }, position }) => [...(await session.complete(uri, position))]);
}

/** Serves one editor (Language Server Protocol 3.17) until it sends `exit`. Resolves to the exit code that the protocol requires. */
export function serve(connection: Connection, sessionFor: (editor: Editor) => EditorSession): Promise<0 | 1> {
  const documents = new TextDocuments(texts);
  const open = () =>
    documents.all().map((document) => ({ uri: document.uri, text: document.getText(), version: document.version }));
  const session = sessionFor({
    open,
    publish: (uri, diagnostics: readonly Diagnostic[], version) =>
      void connection.sendDiagnostics({ uri, diagnostics: [...diagnostics], ...(version !== undefined && { version }) }),
    log: (message) => connection.console.error(message),
  });
  const checks = new AtRest((uri) => session.check(uri));
  follow(documents, session, checks);
  begin(connection, session);
  watch(connection, session);
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
