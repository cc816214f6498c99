import type { DataCallback, Disposable, Message } from "vscode-languageserver/node";
import { createConnection, ProposedFeatures, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { EndableThread, type Orders, builtEntry, processHost, startWorker } from "./platform/index.ts";
import {
  type Editor,
  type EndableSession,
  RemoteSession,
  SESSION,
  Session,
  runSession,
  serveLsp as serve,
} from "./serve/index.ts";

/** The time that a check or an editor's request can take before its thread is ended, in milliseconds. */
const PATIENCE = 60_000;

const told = (words: string): void => void process.stderr.write(`tierwright lsp: ${words}\n`);

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0";

/** A reader that reports and skips every message that is not JSON-RPC; without it, vscode-languageserver would end the whole server. */
class EditorReader extends StreamMessageReader {
  override listen(callback: DataCallback): Disposable {
    return super.listen((message: unknown) => {
      if (isMessage(message)) callback(message);
      else told("a message on standard input is not JSON-RPC 2.0 and is ignored");
    });
  }
}

// a check uses one thread: an editor sends its next request before further threads would have started
const session = (editor: Editor): Session => new Session(editor, { ...processHost(), processors: 1 });

/**
 * Returns an editor's session in a thread of its own if Tierwright is built, so that no text of a workspace can block the server; otherwise
 * a session in this thread.
 */
function sessionFor(editor: Editor): EndableSession {
  const path = builtEntry("language-server.cjs");
  if (path === null) return Object.assign(session(editor), { stop: async () => undefined });
  return new RemoteSession(editor, (note) => new EndableThread(() => startWorker(path, SESSION), note), PATIENCE);
}

if (!isMainThread && workerData === SESSION) runSession(parentPort as unknown as Orders<never, never, never>, session);

/**
 * Serves the language server on standard input and output. It is a built file of its own (build/language-server.cjs), because no other command
 * needs its dependencies. Returns 1 if the editor closed the connection without `exit`.
 */
export function serveEditor(): Promise<0 | 1> {
  const reader = new EditorReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  reader.onError(() =>
    told("standard input is not the language server protocol: start this command from an editor, with --stdio"),
  );
  const sessions: EndableSession[] = [];
  const served = serve(createConnection(ProposedFeatures.all, reader, writer), (editor) => {
    const made = sessionFor(editor);
    sessions.push(made);
    return made;
  });
  // an editor that closes the connection without `exit` has not ended the server properly; the protocol has exit code 1 for that
  const gone = new Promise<1>((resolve) => reader.onClose(() => setImmediate(() => resolve(1))));
  // a thread that still computes would keep the process alive
  return Promise.race([served, gone]).finally(() => Promise.all(sessions.map((one) => one.stop())));
}
