import { EndableThread, Roots, type Serving, startWorker, workerPath } from "./platform/index.ts";
import { CALLS, type CallJob, LineTransport, type Outcome, serveMcp as serve } from "./serve/index.ts";

/** The time for the answers to a client's last requests after the client has closed the connection, in milliseconds. */
const FAREWELL = 2_000;

/**
 * Serves the MCP server on standard input and output until the client closes it. It is a built file of its own (build/mcp-server.cjs), because
 * no other command needs its dependencies.
 */
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
  // a stopped command can still wait for a remote server, so the process ends without waiting for that command
  await new Promise((resolve) => process.stdout.write("", resolve));
  process.exit(0);
}
