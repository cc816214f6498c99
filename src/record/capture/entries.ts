import { type Capture, instantOf } from "./capture.ts";
import { exchangesOf } from "./exchanges.ts";
import type { Exchange } from "./exchange.ts";
import type { Redactor } from "./redact/redactor.ts";
import { type Facts, factsOf, type SignIn } from "./facts.ts";

/** One exchange with its number in the whole capture. */
export interface Entry {
  /** The number of the exchange from 1, in the order in which the first bytes of the capture's exchanges arrived. */
  readonly n: number;
  /** The position of the exchange: the index of its connection in the capture, and its own index in the connection. */
  readonly at: readonly [connection: number, index: number];
  readonly facts: Facts;
  readonly when: string | null;
}

/** The properties that an exchange must have to be shown; a null property is not compared. */
export interface ExchangeFilter {
  readonly agent: string | null;
  readonly signIn: SignIn | null;
  readonly method: string | null;
  readonly operation: string | null;
  /** A status ('404'), or a class of statuses ('4xx'). */
  readonly status: string | null;
  /** The earliest time of an exchange, in milliseconds since 1970. */
  readonly since: number | null;
}

/** Returns an entry for every exchange of a capture, in the order of their numbers. */
export function entriesOf(capture: Capture): readonly Entry[] {
  const found = capture.connections.flatMap((bytes, connection) => {
    const own: { readonly at: Entry["at"]; readonly facts: Facts; readonly t: number | null }[] = [];
    for (const exchange of exchangesOf(bytes))
      own.push({ at: [connection, own.length], facts: factsOf(exchange, bytes), t: exchange.began?.t ?? null });
    return own;
  });
  const late = Number.MAX_VALUE;
  found.sort((a, b) => (a.t ?? late) - (b.t ?? late) || a.at[0] - b.at[0] || a.at[1] - b.at[1]);
  return found.map(({ at, facts, t }, i) => ({ n: i + 1, at, facts, when: instantOf(capture, t) }));
}

/**
 * Returns the entries with the secrets in their facts redacted; unchanged if `redactor` is null. Filters must match the redacted text:
 * otherwise somebody could find out a secret by trying filters.
 */
export const shownEntries = (entries: readonly Entry[], redactor: Redactor | null): readonly Entry[] =>
  redactor === null ? entries : entries.map((entry) => ({ ...entry, facts: shownFacts(entry.facts, redactor) }));

function shownFacts(facts: Facts, redactor: Redactor): Facts {
  const hide = (text: string | null): string | null => text && redactor.hide(text, "address");
  const { method, target, agent, operation } = facts;
  return { ...facts, method: hide(method), target: hide(target), agent: hide(agent), operation: hide(operation) };
}

export function isWanted({ facts, when }: Entry, wanted: ExchangeFilter): boolean {
  const holds = (text: string | null, part: string): boolean => text?.toLowerCase().includes(part.toLowerCase()) ?? false;
  const { agent, signIn, method, operation, status, since } = wanted;
  return (
    (agent === null || holds(facts.agent, agent)) &&
    (signIn === null || facts.signIn === signIn) &&
    (method === null || facts.method?.toLowerCase() === method.toLowerCase()) &&
    (operation === null || isOperation(facts.operation, operation)) &&
    (status === null || isStatus(facts.status, status)) &&
    (since === null || (when !== null && Date.parse(when) >= since))
  );
}

/** Returns whether an operation, SERVICE/OPERATION, is the one that a name denotes, with or without its service. */
function isOperation(operation: string | null, name: string): boolean {
  if (operation === null) return false;
  const [whole, wanted] = [operation.toLowerCase(), name.toLowerCase()];
  return whole === wanted || whole.endsWith(`/${wanted}`);
}

const isStatus = (status: number | null, wanted: string): boolean =>
  status !== null && (/^\dxx$/i.test(wanted) ? String(status)[0] === wanted[0] : String(status) === wanted);

/** Yields the exchange of each given entry. Reads consecutive exchanges of one connection in one pass over its bytes. */
export function* exchangesAt(capture: Capture, entries: readonly Entry[]): Generator<readonly [Entry, Exchange]> {
  const walks = new Map<number, { readonly walk: Generator<Exchange>; next: number }>();
  for (const entry of entries) {
    const [connection, index] = entry.at;
    const bytes = capture.connections[connection];
    if (!bytes) continue;
    let walk = walks.get(connection);
    if (!walk || walk.next > index) {
      walk = { walk: exchangesOf(bytes), next: 0 };
      walks.set(connection, walk);
    }
    for (;;) {
      const step = walk.walk.next();
      if (step.done) break;
      walk.next += 1;
      if (walk.next > index) {
        yield [entry, step.value];
        break;
      }
    }
  }
}
