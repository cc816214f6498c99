import type { Place } from "./place.ts";

/**
 * A subject that several findings can be about, such as a file, a key or an environment. Two subjects are one if every field is equal. The
 * `because` of the findings' definitions declares how they are related.
 */
export interface Subject {
  /** The aspect of the subject that a finding is about (such as its name or its text), if the subject has several. */
  readonly is?: "name" | "copy" | "edit" | "text" | "release" | "unreadable";
  readonly environment?: string;
  readonly release?: string;
  /** The path of a file, or the role of the properties file that has the key (such as connector). */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly offset?: number;
  /** The key, JSON pointer, host or logger that a finding is about. */
  readonly key?: string;
}

/** Returns a value, by the file, line and column at which it is written, as the subject of a finding. */
export const spotOf = ({ file, line, column }: Place): Subject => ({ file, line, column });

/** Returns an environment, by the name with which other files refer to it, as the subject of a finding. */
export const namedEnvironment = (environment: string): Subject => ({ is: "name", environment });

/** Returns a text that is equal for equal subjects, for use as the key of a map. */
export const subjectKey = ({ is, environment, release, file, line, column, offset, key }: Subject): string =>
  JSON.stringify([is, environment, release, file, line, column, offset, key]);
