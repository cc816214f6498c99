import { spawn } from "node:child_process";
import { join } from "node:path";
import {
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { ROOT } from "../../house/project.ts";

/** An editor, made of the protocol's own client library, with the built language server as its child. */
export interface Editor {
  readonly connection: ProtocolConnection;
  open(uri: string, text: string): Promise<void>;
  change(uri: string, text: string): Promise<void>;
  /** The next list for a file that `fits`. */
  diagnostics(uri: string, fits?: (list: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  /** Methods that the server asked to be told of. */
  readonly registered: readonly string[];
  /** The version of a text that the last list for it is about. */
  version(uri: string): number | undefined;
  /** Ends the server's input without a word, as an editor that crashed does; gives the exit code. */
  leave(): Promise<number | null>;
  /** Ends the session; gives the exit code and what was written to standard error. */
  close(): Promise<{ readonly code: number | null; readonly err: string }>;
}

/** Starts the server as an editor does that has a folder open and watches files. */
export async function startEditor(folder: string, rootUri: string | null = null): Promise<Editor> {
  const child = spawn(process.execPath, [join(ROOT, "build/cli.cjs"), "lsp", "--stdio"], { cwd: folder });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const told = new Map<string, readonly Diagnostic[]>();
  const versions = new Map<string, number | undefined>();
  const registered: string[] = [];
  const waiting = new Set<() => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics, version }) => {
    told.set(uri, diagnostics);
    versions.set(uri, version);
    for (const look of waiting) look();
  });
  connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
    registered.push(...registrations.map(({ method }) => method));
  });
  connection.listen();
  const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
  await connection.sendRequest(InitializeRequest.type, { processId: null, rootUri, capabilities });
  await connection.sendNotification(InitializedNotification.type, {});
  let version = 1;
  return {
    connection,
    registered,
    version: (uri) => versions.get(uri),
    leave: async () => {
      child.stdin.end();
      return ended;
    },
    open: (uri, text) =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId: "yaml", version: version++, text },
      }),
    change: (uri, text) =>
      connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: version++ },
        contentChanges: [{ text }],
      }),
    diagnostics: (uri, fits = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const list = told.get(uri);
          if (!list || !fits(list)) return;
          waiting.delete(look);
          resolve(list);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      const code = await ended;
      connection.dispose();
      return { code, err };
    },
  };
}
