/**
 * Returns a value that the code around it has already made sure of, and fails loudly where that is wrong: a default in its place would hide the
 * broken invariant.
 *
 * @param what - names the value in the internal error: "the newest receipt"
 * @throws Error if the value is null or undefined
 */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
