import type { Place } from "./place.ts";

/**
 * One thing that several findings are about, as data: two findings are about the same thing if every field is equal. What one has to do with the
 * other is declared by `because` of their definitions.
 */
export interface Subject {
  /** An aspect where the same thing can be wrong in several ways. */
  readonly is?: "name" | "copy" | "edit" | "text" | "release" | "unreadable";
  readonly environment?: string;
  readonly release?: string;
  /** A path, or the role of a file whose key is meant. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly offset?: number;
  /** A key, a JSON pointer, a host, a logger. */
  readonly key?: string;
}

/** Returns the place of a value as a subject. */
export const spotOf = ({ file, line, column }: Place): Subject => ({ file, line, column });

/** Returns an environment as a subject, by the name that others call it. */
export const namedEnvironment = (environment: string): Subject => ({ is: "name", environment });

/** Returns the same text for equal subjects. */
export const subjectKey = ({ is, environment, release, file, line, column, offset, key }: Subject): string =>
  JSON.stringify([is, environment, release, file, line, column, offset, key]);
