import { systemCode } from "./errno-words.ts";
import type { Place } from "./place.ts";

/**
 * Exit code of a refusal: 1 the content is refused; 2 wrong use of a command, not a config repository, or an input/output error; 3 a live
 * target was not reached; 10, 11, 12 and 1618 belong to `deploy` and `rollback` (docs/swap-protocol.md).
 */
export type RefusalCode = 1 | 2 | 3 | 10 | 11 | 12 | 1618;

/** The place of a refusal: in a file of the repository, or in the one file that the caller named. */
export type RefusedAt = Place | { readonly line: number; readonly column: number };

/**
 * A refusal to continue, with nothing done: the reason in a sentence, the instruction what to do, and the exit code. Tierwright throws no
 * other error on purpose, except errors that a caller handles.
 */
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

  /** Returns a refusal with equal words and another exit code. */
  ending(code: RefusalCode): Refusal {
    return new Refusal(code, this.message, this.help, this.at);
  }
}

/** Returns the refusal (exit code 1) of an edit whose result is not certain, or of content that must not be used. The file is unchanged. */
export const contentRefused = (message: string, at: RefusedAt | null = null, help: string | null = null): Refusal =>
  new Refusal(1, message, help, at);

/** Returns the refusal, with exit code 2, for wrong use, a folder that is not a config repository, or an input/output error. */
export const wrongUse = (message: string, help: string | null = null, at: Place | null = null): Refusal =>
  new Refusal(2, message, help, at);

/** Returns true for a refusal with one of the exit codes; without any code, for every refusal. */
export const isRefusal = (error: unknown, ...codes: readonly RefusalCode[]): error is Refusal =>
  error instanceof Refusal && (codes.length === 0 || codes.includes(error.code));

/** Returns true for a `Refusal` and for an error of the operating system; false for any other error, which is a fault of Tierwright. */
export const isReadFailure = (error: unknown): boolean => isRefusal(error) || systemCode(error) !== "";
