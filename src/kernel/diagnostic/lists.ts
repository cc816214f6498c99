/*
 * A spread passes every element to a function as its own argument, and JavaScript's call stack has room for about a hundred thousand of
 * them: a list whose length comes from input is never spread into a call (test/house/spreads.test.ts).
 */

/** Appends all of `more` to the list. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** Returns the greatest of the numbers, but at least `least`. */
export function greatest(numbers: Iterable<number>, least = 0): number {
  let found = least;
  for (const number of numbers) if (number > found) found = number;
  return found;
}

/** Appends a value to the list of its key in a map. */
export function addTo<K, T>(groups: Map<K, T[]>, key: K, one: T): void {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
}

/** Groups items by key: keys in the order of their first item, items in their own order. */
export function groupedBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}
