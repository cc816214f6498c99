/*
 * A spread hands every element to a function as an argument of its own, and the runtime has room for about a hundred thousand of them:
 * a list whose length comes from input is never spread into a call (test/house/spreads.test.ts).
 */

/** Puts all of `more` after what is in the list. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** The greatest of the numbers, `least` when there is none. */
export function greatest(numbers: Iterable<number>, least = 0): number {
  let found = least;
  for (const number of numbers) if (number > found) found = number;
  return found;
}
