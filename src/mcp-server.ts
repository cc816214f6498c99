import { EndableThread, Roots, type Serving, startWorker, workerPath } from "./platform/index.ts";
import { CALLS, type CallJob, LineTransport, type Outcome, serveMcp as serve } from "./serve/index.ts";

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
