import type { Host, Orders } from "../../platform/index.ts";
import type { Outcome } from "./answer.ts";
import { limitedHost } from "./limited-host.ts";

/** The workerData of a thread that runs the calls of tools. */
export const CALLS = "calls";

/** One call, as it is sent to the thread that runs it. */
export interface CallJob {
  readonly argv: readonly string[];
  readonly directory: string;
  readonly input: string | null;
}

/** Runs the calls of tools in a worker thread, which the server ends if a call does not end. */
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
