/**
 * Returns a value that its caller knows to exist, though its type allows null or undefined. Throws if it is missing: a default value would
 * hide the broken invariant.
 *
 * @param what - the name of the value for the message of the error: "the newest receipt"
 * @throws Error if the value is null or undefined
 */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
