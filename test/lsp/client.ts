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
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { ROOT } from "../house/project.ts";

/** An editor, made of the protocol's own client library, with the built language server as its child. */
export interface Editor {
  readonly connection: ProtocolConnection;
  open(uri: string, text: string): Promise<void>;
  change(uri: string, text: string): Promise<void>;
  /** The next list for a file that `fits`. */
  diagnostics(uri: string, fits?: (list: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  /** Ends the session; gives the exit code and what was written to standard error. */
  close(): Promise<{ readonly code: number | null; readonly err: string }>;
}

export async function startEditor(folder: string): Promise<Editor> {
  const child = spawn(process.execPath, [join(ROOT, "build/cli.cjs"), "lsp", "--stdio"], { cwd: folder });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const told = new Map<string, readonly Diagnostic[]>();
  const waiting = new Set<() => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    told.set(uri, diagnostics);
    for (const look of waiting) look();
  });
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification(InitializedNotification.type, {});
  let version = 1;
  return {
    connection,
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
