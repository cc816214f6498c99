import { type Broken, REASONS } from "./exchange.ts";
import { type Capture, exchangesIn, instantOf } from "./capture.ts";
import { factsOf, identifyAgent } from "./facts.ts";
import { type CaptureWarning, Warnings } from "./warnings.ts";
import { roundedSize } from "./sizes.ts";

/** The summary of a capture, which commands compute from its raw files and events and never store. */
export interface CaptureSummary {
  /** The number of all exchanges, also incomplete ones: a response without a request counts, and a connection that reached no server. */
  readonly exchanges: number;
  /** The number of exchanges that have not ended while the recording still runs. */
  readonly open: number;
  readonly broken: { readonly total: number; readonly reasons: Readonly<Partial<Record<Broken, number>>> };
  /** The number of recorded bytes in each direction, rounded up (`roundedSize`). */
  readonly bytes: { readonly toTier: number; readonly toClient: number };
  readonly connections: number;
  /** The number of exchanges for each User-Agent, the largest first; `agent` is null for requests without one. */
  readonly agents: readonly {
    readonly agent: string | null;
    readonly exchanges: number;
    readonly who: "connector" | "switcher" | null;
  }[];
  readonly signIns: { readonly xml: number; readonly json: number };
  readonly warnings: readonly CaptureWarning[];
  /** The UTC time at which the earliest exchange began; `last` is that at which the latest one ended. Null if no event reports it. */
  readonly first: string | null;
  readonly last: string | null;
}

/** The most different User-Agents that a summary counts; it ignores further ones. */
const MOST_AGENTS = 200;

export function summaryOf(capture: Capture): CaptureSummary {
  const reasons = new Map<Broken, number>();
  const agents = new Map<string | null, number>();
  const signIns = { xml: 0, json: 0 };
  const warnings = new Warnings(capture.told.started?.relays ?? []);
  let [exchanges, open, total]: [number, number, number] = [0, 0, 0];
  let [first, last]: [number | null, number | null] = [null, null];
  for (const { exchange, bytes } of exchangesIn(capture)) {
    const facts = factsOf(exchange, bytes);
    exchanges += 1;
    if (exchange.open) open += 1;
    if (exchange.broken) {
      total += 1;
      reasons.set(exchange.broken, (reasons.get(exchange.broken) ?? 0) + 1);
    }
    if (exchange.request && (agents.has(facts.agent) || agents.size < MOST_AGENTS))
      agents.set(facts.agent, (agents.get(facts.agent) ?? 0) + 1);
    if (facts.signIn) signIns[facts.signIn] += 1;
    warnings.see(exchange, bytes);
    const [from, to] = [exchange.began?.t ?? null, exchange.ended?.t ?? exchange.began?.t ?? null];
    if (from !== null) first = first === null ? from : Math.min(first, from);
    if (to !== null) last = last === null ? to : Math.max(last, to);
  }
  return {
    exchanges,
    open,
    broken: { total, reasons: Object.fromEntries(REASONS.flatMap((one) => (reasons.has(one) ? [[one, reasons.get(one)]] : []))) },
    bytes: bytesOf(capture),
    connections: capture.connections.length,
    agents: [...agents]
      .sort(([, a], [, b]) => b - a)
      .map(([agent, count]) => ({ agent, exchanges: count, who: identifyAgent(agent) })),
    signIns,
    warnings: warnings.all,
    first: instantOf(capture, first),
    last: instantOf(capture, last),
  };
}

function bytesOf({ connections }: Capture): CaptureSummary["bytes"] {
  let [toTier, toClient] = [0, 0];
  for (const { raw, told } of connections) {
    // a client's bytes for a server that was not reached are recorded, but were not forwarded
    if (told.ending.kind !== "not-reached") toTier += raw.c2s?.length ?? 0;
    toClient += raw.s2c?.length ?? 0;
  }
  // the exact numbers of a short recording would disclose the length of a password in it
  return { toTier: roundedSize(toTier), toClient: roundedSize(toClient) };
}
