import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { isRefusal } from "../../kernel/index.ts";
import type { EndableThread, Serving } from "../../platform/index.ts";
import { type Call, callOf, type PathRefusal } from "./arguments.ts";
import { answerOf, type Outcome, refusalAnswer } from "./answer.ts";
import type { CallJob } from "./calls.ts";
import { limitedHost } from "./limited-host.ts";
import type { Tool } from "./tool.ts";

/** Time in milliseconds in which a stopped command can end by itself; the server waits no longer for it. */
const FAREWELL = 1_000;

const ended = (signal: AbortSignal, after: number): Promise<null> =>
  new Promise((resolve) => {
    const later = () => setTimeout(() => resolve(null), after).unref();
    if (signal.aborted) later();
    else signal.addEventListener("abort", later, { once: true });
  });

/**
 * The worker thread that runs the commands of tool calls, and that is ended if a command does not end; null to run them in the server's own
 * thread, which they then block.
 */
export type Calls = EndableThread<CallJob, Outcome> | null;

/**
 * Runs the command of a tool call and returns its result; null if the call was stopped.
 * @param begin Starts the call's timeout, and returns the signal that stops it.
 */
async function outcomeOf(serving: Serving, call: Call, begin: () => AbortSignal, calls: Calls): Promise<Outcome | null> {
  if (calls) {
    const failed = (error: unknown): Outcome => ({ code: 4, out: "", err: error instanceof Error ? error.message : "" });
    return calls.work({ argv: call.argv, directory: call.directory, input: call.input }, begin).catch(failed);
  }
  const signal = begin();
  const limited = limitedHost(serving.host, call.directory, call.input, signal);
  const run = serving.run(call.argv, limited.host).then((code) => ({ code, out: limited.out(), err: limited.err() }));
  const outcome = await Promise.race([run, ended(signal, FAREWELL)]);
  return signal.aborted ? null : outcome;
}

/** Runs one tool call, from the client's JSON to the answer. Returns every refusal and every failure of the command as an answer. */
export async function runTool(
  serving: Serving,
  tool: Tool,
  given: unknown,
  refusal: PathRefusal,
  cancelled: AbortSignal,
  calls: Calls,
): Promise<CallToolResult> {
  let call: Call;
  try {
    call = callOf(tool, given, serving.directory, refusal);
  } catch (error) {
    if (isRefusal(error)) return refusalAnswer([error.message, error.help].filter(Boolean).join("\n"));
    throw error;
  }
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): AbortSignal => {
    timer = setTimeout(() => late.abort(), serving.patience);
    return AbortSignal.any([cancelled, late.signal]);
  };
  try {
    const outcome = await outcomeOf(serving, call, begin, calls);
    if (outcome) return answerOf(tool, outcome);
    return refusalAnswer(
      late.signal.aborted
        ? `${tool.name} took longer than ${serving.patience / 1000} seconds and was stopped; ${tool.changes?.late ?? tool.narrower}, or start the server with more time: \`tierwright mcp --timeout SECONDS\``
        : `${tool.name} was cancelled`,
    );
  } finally {
    clearTimeout(timer);
  }
}
