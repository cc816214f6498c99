import { JsonFault, readStrictJson } from "../formats/json/strict.ts";
import { sha256 } from "../formats/sha256.ts";
import { type RecordKind, recordProblems } from "../schema/records.ts";

/** Marks a judged record for the compiler alone: a copy (`{ ...record }`) does not have what a class keeps to itself. */
declare class Judgement {
  protected readonly judged: true;
}

/**
 * A record that `readRecord` has judged. What acts on a record asks for this type, so that neither a record nobody judged nor a changed copy of one
 * type-checks there.
 */
export type Judged<T> = T & Judgement;

/** A kind of record: its published form, and what its fields may name. */
export interface Kind<T, Context> {
  readonly schema: RecordKind;
  /** More bytes than an honest record of this kind has. */
  readonly largest: number;
  /** Names of fields with the text of others (values, messages), in which no character is a fault. */
  readonly free: ReadonlySet<string>;
  /** Characters that no other field has: NUL, which no name of a file has, or every control character where no text comes from a machine. */
  readonly refused: RegExp;
  /**
   * Returns why a record of the right form does not belong to its context, or null.
   * @param context What the invocation names: an anchor never comes from the record itself.
   */
  fault(record: T, context: Context, sha256: string): string | null;
}

/** A judged record with the digest of its bytes, or in words why it is none. */
export type Read<T> = { readonly record: Judged<T>; readonly sha256: string } | Unread;

/** `misplaced`: its form is right, and its digest, names or places do not belong to the context. */
export interface Unread {
  readonly problem: string;
  readonly misplaced?: true;
}

const first = ([one = "", ...more]: readonly string[]): string => one + (more.length > 0 ? `, and ${more.length} more` : "");

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const NUL = /\u0000/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Returns where the first text with a refused character stands, or null. */
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
 * Reads a record and judges it: strict JSON, size, control characters, published form, digest, names and places. Records are input: what does
 * not fit is a problem in words, never an exception of a reader.
 * @param context What the invocation names; places of the record are judged against it.
 */
export function readRecord<T, Context>(kind: Kind<T, Context>, bytes: Uint8Array, context: Context): Read<T> {
  const form = formOf(kind, bytes);
  if ("problem" in form) return form;
  const digest = sha256(bytes);
  const problem = kind.fault(form.value as T, context, digest);
  // the one place where a record gets its type
  return problem === null ? { record: form.value as Judged<T>, sha256: digest } : { problem, misplaced: true };
}

/**
 * Returns a judged record with other values in some of its fields.
 * @param own Fields that the invocation decides; nothing of them comes from a file.
 */
export const withOwn = <T>(record: Judged<T>, own: Partial<T>): Judged<T> => ({ ...record, ...own }) as Judged<T>;

/** Reads a record for display alone: its form is judged, its places are not, and nothing that acts on a record takes the answer. */
export function readForDisplay<T, C>(kind: Kind<T, C>, bytes: Uint8Array): { readonly record: T } | { readonly problem: string } {
  const form = formOf(kind, bytes);
  return "problem" in form ? form : { record: form.value as T };
}
