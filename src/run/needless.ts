import type { EnvironmentResult } from "./check-environment.ts";
import { placeKey, type Suppression } from "./suppress.ts";

/** Suppressions that held back nothing anywhere, each once: several environments may inherit one, and one of them may need it. */
export function needlessOf(
  suppressions: readonly Suppression[],
  used: ReadonlySet<Suppression>,
  results: readonly EnvironmentResult[],
): readonly Suppression[] {
  const places = new Set([...results.flatMap((result) => result.used), ...[...used].map(({ place }) => placeKey(place))]);
  const unused = new Map<string, Suppression>();
  for (const item of suppressions) if (!places.has(placeKey(item.place))) unused.set(placeKey(item.place), item);
  return [...unused.values()];
}
