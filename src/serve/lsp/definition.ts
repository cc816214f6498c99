import type { Place } from "../../kernel/index.ts";
import type { KeyIn } from "./keys.ts";

/** Returns the places in the YAML or kit that decide the values of compiled keys, each place once. */
export function decidingPlaces(keys: readonly KeyIn[]): readonly Place[] {
  const places = keys.flatMap(({ key }) => (key.decision.place ? [key.decision.place] : []));
  const known = new Map(places.map((place) => [JSON.stringify(place), place]));
  return [...known.values()];
}
