import { type Via, bareHost, portOf } from "../../../platform/index.ts";
import type { InstalledAddresses } from "../../probe/installed.ts";
import type { SignInFacts } from "../../../compiler/index.ts";

/** Returns HOST:PORT, in lower case, of an http(s) address; null for any other text. */
function endOf(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return `${bareHost(url.hostname)}:${portOf(url)}`.toLowerCase();
}

/** Yields every string nested anywhere in a value. `seen` has the objects that are already read, so that a cycle ends. */
function* textsIn(value: unknown, seen: WeakSet<object>): Iterable<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const inner of value instanceof Map ? value.values() : Object.values(value)) yield* textsIn(inner, seen);
}

/** Returns HOST:PORT of every server that an environment names in its compiled files and in sso.yaml. */
export function knownServers(addresses: InstalledAddresses, facts: SignInFacts | null): ReadonlySet<string> {
  const seen = new WeakSet<object>();
  const ends = [...textsIn(addresses, seen), ...textsIn(facts, seen)].map(endOf);
  return new Set(ends.filter((end) => end !== null));
}

/**
 * Returns a warning for each --connect that names a server the environment does not declare. Such an option has no effect, so a password
 * would go to the address that DNS returns; the warning is therefore printed before the first request.
 */
export function strayConnections(via: readonly Via[], known: ReadonlySet<string>, environment: string): readonly string[] {
  return via
    .map(({ host, port }) => `${host}:${port}`.toLowerCase())
    .filter((end) => !known.has(end))
    .map((end) => {
      const meant = [...known].filter((one) => one.replace(/:\d+$/, "") === end.replace(/:\d+$/, ""));
      const are = meant.length > 0 ? `; ${environment} names ${meant.join(" and ")}` : "";
      return `--connect names ${end}, where ${environment} names no server${are}: requests to the others follow their names`;
    });
}
