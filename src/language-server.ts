import { createConnection, ProposedFeatures, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { processHost } from "./io/process-host.ts";
import { serve } from "./lsp/server.ts";

/** The language server on standard input and output: a file of its own (build/language-server.js), because no other command needs what it is made of. */
export function serveEditor(): Promise<0 | 1> {
  const reader = new StreamMessageReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  // one thread: an editor asks again before others would have got ready
  return serve(createConnection(ProposedFeatures.all, reader, writer), { ...processHost(), processors: 1 });
}
