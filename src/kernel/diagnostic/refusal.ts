import type { Place } from "./place.ts";

/**
 * How a refusal ends the command: 1 the content is refused, 2 wrong use, not a config repository, or an input/output error; the deploy
 * family ends with 10, 11, 12 or 1618 (docs/swap-protocol.md); 3 a live target that was not reached.
 */
export type RefusalCode = 1 | 2 | 3 | 10 | 11 | 12 | 1618;

/** Where it is refused: in a file of the repository, or in the one file that the caller named. */
export type RefusedAt = Place | { readonly line: number; readonly column: number };

/** Nothing was done, and why: words for a person, what to do, and the exit code. The only error that a stage throws on purpose. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly help: string | null = null,
    readonly at: RefusedAt | null = null,
  ) {
    super(message);
  }

  /** The same words, in a command that ends otherwise for them. */
  ending(code: RefusalCode): Refusal {
    return new Refusal(code, this.message, this.help, this.at);
  }
}

/** An edit that is refused because its outcome would not be certain, or content that may not be used. Exit code 1; the file stays as it is. */
export const contentRefused = (message: string, at: RefusedAt | null = null, help: string | null = null): Refusal =>
  new Refusal(1, message, help, at);

/** Wrong use, not a config repository, or an input/output error. Exit code 2. */
export const wrongUse = (message: string, help: string | null = null, at: Place | null = null): Refusal =>
  new Refusal(2, message, help, at);

/** True for a refusal that ends with one of these codes; without any, for every one. */
export const isRefusal = (error: unknown, ...codes: readonly RefusalCode[]): error is Refusal =>
  error instanceof Refusal && (codes.length === 0 || codes.includes(error.code));
