import { Roots } from "./io/roots.ts";
import type { Serving } from "./io/host.ts";
import { EndableThread, startWorker, workerPath } from "./io/threads.ts";
import type { Outcome } from "./mcp/answer.ts";
import { type CallJob, CALLS } from "./mcp/calls.ts";
import { serve } from "./mcp/server.ts";
import { LineTransport } from "./mcp/stdio.ts";

/** A client that closes wants the server gone; what it asked just before may still be answered so long, in milliseconds. */
const FAREWELL = 2_000;

/** The MCP server on standard input and output: a file of its own (build/mcp-server.cjs), because no other command needs what it is made of. */
export async function serveTools(serving: Serving): Promise<0> {
  const roots = new Roots(serving.roots);
  const transport = new LineTransport(process.stdin, process.stdout);
  const ended = new Promise<void>((resolve) => {
    transport.onend = resolve;
  });
  const path = workerPath();
  const thread = path === null ? null : new EndableThread<CallJob, Outcome>(() => startWorker(path, CALLS));
  const served = await serve(serving, (named) => roots.refusal(named), transport, thread);
  await Promise.race([ended, served.closed]);
  await Promise.race([transport.answered(), new Promise((resolve) => setTimeout(resolve, FAREWELL))]);
  await served.close();
  // a command that was stopped may still wait for a server: nobody waits for it
  await new Promise((resolve) => process.stdout.write("", resolve));
  process.exit(0);
}
