import type { Place } from "./place.ts";

/**
 * A subject that several findings can be about, such as a file, a key or an environment. Two subjects are one if every field is equal.
 * `because` in the findings' definitions declares how they are related.
 */
export interface Subject {
  /** The aspect of the subject (such as its name or its text) that a finding is about, if the subject has several. */
  readonly is?: "name" | "copy" | "edit" | "text" | "release" | "unreadable";
  readonly environment?: string;
  readonly release?: string;
  /** The path of a file, or the role of the file that has the key. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly offset?: number;
  /** The key, JSON pointer, host or logger that a finding is about. */
  readonly key?: string;
}

/** Returns the place of a value as the subject of a finding. */
export const spotOf = ({ file, line, column }: Place): Subject => ({ file, line, column });

/** Returns an environment as the subject of a finding, by the name that other files use for it. */
export const namedEnvironment = (environment: string): Subject => ({ is: "name", environment });

/** Returns a text that is equal for equal subjects, for use as the key of a map. */
export const subjectKey = ({ is, environment, release, file, line, column, offset, key }: Subject): string =>
  JSON.stringify([is, environment, release, file, line, column, offset, key]);
