import type { Place } from "./place.ts";

/** An edit that is refused because its outcome would not be certain. Exit code 1; the file stays as it is. */
export class EditRefused extends Error {
  override readonly name = "EditRefused";
  constructor(
    message: string,
    readonly at: { line: number; column: number } | null = null,
    readonly help: string | null = null,
  ) {
    super(message);
  }
}

/** Wrong use, not a config repository, or an input/output error. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  constructor(
    message: string,
    readonly help: string | null = null,
    readonly at: Place | null = null,
  ) {
    super(message);
  }
}
