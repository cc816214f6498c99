import type { DataCallback, Disposable, Message } from "vscode-languageserver/node";
import { createConnection, ProposedFeatures, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { processHost } from "./io/process-host.ts";
import { serve } from "./lsp/server.ts";

const told = (words: string): void => void process.stderr.write(`tierwright lsp: ${words}\n`);

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0";

/** What is no message is told and passed over; the library would end the whole server for it. */
class EditorReader extends StreamMessageReader {
  override listen(callback: DataCallback): Disposable {
    return super.listen((message: unknown) => {
      if (isMessage(message)) callback(message);
      else told("what came on standard input is not a message of JSON-RPC 2.0; it is passed over");
    });
  }
}

/** The language server on standard input and output: a file of its own (build/language-server.js), because no other command needs what it is made of. */
export function serveEditor(): Promise<0 | 1> {
  const reader = new EditorReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  reader.onError(() => told("what came on standard input is not the language server protocol: editors start this, with --stdio"));
  // one thread: an editor asks again before others would have got ready
  const served = serve(createConnection(ProposedFeatures.all, reader, writer), { ...processHost(), processors: 1 });
  // an editor that is gone has not said exit (the protocol's own code for that)
  const gone = new Promise<1>((resolve) => reader.onClose(() => setImmediate(() => resolve(1))));
  return Promise.race([served, gone]);
}
