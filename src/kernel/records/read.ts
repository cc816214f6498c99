import { JsonFault, readStrictJson } from "../formats/json/strict.ts";
import { sha256 } from "../formats/sha256.ts";
import { type RecordKind, recordProblems } from "../schema/records.ts";

/** A mark of a record that `readRecord` has accepted, for the type checker only: a copy (`{ ...record }`) lacks the protected member. */
declare class Judgement {
  protected readonly judged: true;
}

/**
 * A record that `readRecord` has accepted. Code that acts on a record requires this type, so that neither a record that was read otherwise
 * nor a changed copy of an accepted one type-checks.
 */
export type Judged<T> = T & Judgement;

/** A kind of JSON record, such as a receipt: its published schema, its largest size, and the checks that the schema cannot express. */
export interface Kind<T, Context> {
  readonly schema: RecordKind;
  /** The largest size of a record in bytes; a record that Tierwright or deploy.ps1 wrote is smaller. */
  readonly largest: number;
  /** Names of fields whose texts come from other files or programs (values, messages): every character is allowed in them. */
  readonly free: ReadonlySet<string>;
  /** The characters that all fields but the `free` ones refuse: `NUL` if they hold paths of a workstation, otherwise `CONTROL`. */
  readonly refused: RegExp;
  /**
   * Returns why a record of the right form does not fit this invocation of the command, or null if it does.
   * @param context the paths and names that this invocation allows; they never come from the record itself
   * @param sha256 the digest of the record's bytes
   */
  fault(record: T, context: Context, sha256: string): string | null;
}

/** An accepted record with the digest of its bytes, or the reason why the record is refused. */
export type Read<T> = { readonly record: Judged<T>; readonly sha256: string } | Unread;

/**
 * The reason why a record is refused. `misplaced`: the record has the right form, but not the expected digest, or names and paths that this
 * invocation of the command does not allow.
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

/** Returns a message with the JSON pointer of the first text that has a refused character; null if no text has one. */
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
 * Reads a record and checks it: size, strict JSON, published schema, control characters, digest, names and paths.
 * A record can have any content: the function returns the first fault as a problem in words, and never throws because of the content.
 * @param context the paths and names that this invocation of the command allows
 */
export function readRecord<T, Context>(kind: Kind<T, Context>, bytes: Uint8Array, context: Context): Read<T> {
  const form = formOf(kind, bytes);
  if ("problem" in form) return form;
  const digest = sha256(bytes);
  const problem = kind.fault(form.value as T, context, digest);
  // only this function and `withOwn` give a record the type Judged
  return problem === null ? { record: form.value as Judged<T>, sha256: digest } : { problem, misplaced: true };
}

/**
 * Returns an accepted record with other values in some of its fields; the copy still has the type Judged.
 * @param own the other values; they come from this invocation of the command, never from a file
 */
export const withOwn = <T>(record: Judged<T>, own: Partial<T>): Judged<T> => ({ ...record, ...own }) as Judged<T>;

/** Reads a record for display only, without `kind.fault` (paths, names, digest). Code that acts on a record refuses the result's type. */
export function readForDisplay<T, C>(kind: Kind<T, C>, bytes: Uint8Array): { readonly record: T } | { readonly problem: string } {
  const form = formOf(kind, bytes);
  return "problem" in form ? form : { record: form.value as T };
}
