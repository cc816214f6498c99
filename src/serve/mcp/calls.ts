import type { Host, Orders } from "../../platform/index.ts";
import type { Outcome } from "./answer.ts";
import { limitedHost } from "./limited-host.ts";

/** The value of `workerData` for the worker thread that runs tool calls. */
export const CALLS = "calls";

/** One tool call as a command line, as the server sends it to the worker thread that runs it. */
export interface CallJob {
  readonly argv: readonly string[];
  readonly directory: string;
  readonly input: string | null;
}

/** Runs tool calls in a worker thread, which the server ends if a call does not end. */
export function runCalls(
  orders: Orders<CallJob, Outcome>,
  host: Host,
  run: (argv: readonly string[], host: Host) => Promise<number>,
): void {
  let stopped = new AbortController();
  orders.on("message", async (order) => {
    if ("stop" in order) return stopped.abort();
    stopped = new AbortController();
    const { argv, directory, input } = order.job;
    const limited = limitedHost(host, directory, input, stopped.signal);
    const code = await run(argv, limited.host);
    orders.postMessage({ answer: { code, out: limited.out(), err: limited.err() } });
  });
}
