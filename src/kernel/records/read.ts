import { JsonFault, readStrictJson } from "../formats/json/strict.ts";
import { sha256 } from "../formats/sha256.ts";
import { type RecordKind, recordProblems } from "../schema/records.ts";

/** A mark of a judged record, for type checking only: a copy (`{ ...record }`) does not have the protected member of a class. */
declare class Judgement {
  protected readonly judged: true;
}

/**
 * A record that `readRecord` has judged. Code that acts on a record requires this type, so that neither an unjudged record nor a changed copy of a
 * judged one type-checks.
 */
export type Judged<T> = T & Judgement;

/** A kind of record: its published schema, and the limits of its fields. */
export interface Kind<T, Context> {
  readonly schema: RecordKind;
  /** The largest size of a record in bytes; an honest one is smaller. */
  readonly largest: number;
  /** Names of fields with text from elsewhere (values, messages), in which every character is allowed. */
  readonly free: ReadonlySet<string>;
  /** Characters that all other fields refuse: NUL, which no file name has; or every control character, if no text comes from a machine. */
  readonly refused: RegExp;
  /**
   * Returns why a record of the right form does not fit the paths and names of this invocation, or null if it does.
   * @param context the paths and names of the invocation: an anchor never comes from the record itself
   */
  fault(record: T, context: Context, sha256: string): string | null;
}

/** A judged record with the digest of its bytes, or the reason why it is refused. */
export type Read<T> = { readonly record: Judged<T>; readonly sha256: string } | Unread;

/**
 * The reason why a record is refused. `misplaced`: it has the right form, but another digest, or names and paths that are not those of the
 * invocation.
 */
export interface Unread {
  readonly problem: string;
  readonly misplaced?: true;
}

const first = ([one = "", ...more]: readonly string[]): string => one + (more.length > 0 ? `, and ${more.length} more` : "");

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
export const NUL = /\u0000/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
export const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Returns the JSON pointer of the first text with a refused character, with the problem in words; null if there is none. */
function controlFault(
  value: unknown,
  { free, refused }: Pick<Kind<never, never>, "free" | "refused">,
  at: string,
): string | null {
  if (typeof value === "string") return refused.test(value) ? `${at} holds a control character` : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, below] of Object.entries(value)) {
    const fault = free.has(key) ? null : controlFault(below, { free, refused }, `${at}/${key}`);
    if (fault !== null) return fault;
  }
  return null;
}

type Form = { readonly value: unknown } | { readonly problem: string };

function formOf<T, C>({ schema, largest, free, refused }: Kind<T, C>, bytes: Uint8Array): Form {
  if (bytes.length > largest) return { problem: `it has ${bytes.length} bytes; at most ${largest} are read` };
  try {
    const value = readStrictJson(bytes);
    const problems = recordProblems(schema, value);
    if (problems.length > 0) return { problem: first(problems) };
    const problem = controlFault(value, { free, refused }, "");
    return problem === null ? { value } : { problem };
  } catch (error) {
    if (error instanceof JsonFault) return { problem: `line ${error.line}, column ${error.column}: ${error.message}` };
    throw error;
  }
}

/**
 * Reads a record and judges it: strict JSON, size, control characters, published schema, digest, names and places.
 * Records are input: it returns each fault as a problem in words, and never throws because of the content.
 * @param context the paths and names of the invocation; the record's places are judged against it
 */
export function readRecord<T, Context>(kind: Kind<T, Context>, bytes: Uint8Array, context: Context): Read<T> {
  const form = formOf(kind, bytes);
  if ("problem" in form) return form;
  const digest = sha256(bytes);
  const problem = kind.fault(form.value as T, context, digest);
  // no other place gives a record the type Judged
  return problem === null ? { record: form.value as Judged<T>, sha256: digest } : { problem, misplaced: true };
}

/**
 * Returns a judged record with other values in some of its fields.
 * @param own fields that the invocation decides, never values from a file
 */
export const withOwn = <T>(record: Judged<T>, own: Partial<T>): Judged<T> => ({ ...record, ...own }) as Judged<T>;

/** Reads a record for display only: checks its form but not its places. No code that acts on a record accepts the result. */
export function readForDisplay<T, C>(kind: Kind<T, C>, bytes: Uint8Array): { readonly record: T } | { readonly problem: string } {
  const form = formOf(kind, bytes);
  return "problem" in form ? form : { record: form.value as T };
}
