import { resolve } from "node:path";
import { type SecretSource, SecretValue, unsetReason } from "../kernel/index.ts";
import type { Host } from "./host.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { readOwnFile } from "./owner-only.ts";
import { describeError } from "./confined-tree.ts";

/** More than any password, token or private key. */
const LARGEST_SECRET = 64 * 1024;
/** A program that asks somebody may take its time; one that hangs may not. */
const LONGEST_RUN_MS = 60_000;

type World = Pick<Host, "env" | "run">;

/** A secret that was found, or why it was not; never its value in words. */
export type SecretAnswer = { readonly value: SecretValue } | { readonly fault: string; readonly help?: string };

/** A file's bytes, or what keeps them; `help` is there where something can be done about it. */
type RawSecret = { readonly text: string } | { readonly fault: string; readonly help?: string };

type ReadFile = (path: string, absolute: string) => RawSecret;

const dropLineEnd = (text: string): string => text.replace(/\r?\n$/, "");

/** The program's name alone: its arguments, or a whole command line written as one text, may hold a secret themselves. */
const programOf = (argv: readonly string[]): string => (argv[0] ?? "").trim().split(/\s+/)[0] ?? "";

/**
 * True for what looks like the name of a variable. What does not may be the value itself, pasted where the name belongs (`NAME=value`, a
 * token), and is not shown.
 */
export function isVariableName(name: string): boolean {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) return false;
  const digits = name.replace(/\D/g, "").length;
  return digits === 0 || (digits <= 4 && (name === name.toUpperCase() || name === name.toLowerCase()));
}

const variable = (name: string): string =>
  isVariableName(name)
    ? `environment variable ${name}`
    : "environment variable (its name is not shown: it does not look like one)";

/** The reference in words: names what is asked, never what it gives. */
export function describeSource(source: SecretSource): string {
  if (source.kind === "env") return variable(source.name);
  return source.kind === "file" ? `file ${source.path}` : `program ${programOf(source.argv)}`;
}

/**
 * Returns an answer, or its fault where the text is no value: blanks, a placeholder, or a text in another encoding. Written into a file such a text would
 * become the password.
 */
export function judgedSecret({ source }: { readonly source: SecretSource }, answer: SecretAnswer): SecretAnswer {
  if ("fault" in answer) return answer;
  const text = answer.value.reveal();
  // a password of a file that Windows PowerShell wrote would be another one, by a mark that nobody sees
  if (/^\ufeff|[\ufffd\0]/.test(text))
    return { fault: `${describeSource(source)} is not UTF-8 without a byte order mark: save it so` };
  const reason = unsetReason(text);
  return reason === null ? answer : { fault: `${describeSource(source)} ${reason}` };
}

/**
 * Looks a secret up; one line end after the value is dropped, and a text that is no value counts as not set. Programs run only when
 * `runPrograms`.
 */
export async function lookUpSecret(
  reference: { readonly source: SecretSource },
  root: string,
  world: World,
  runPrograms: boolean,
): Promise<SecretAnswer> {
  return judgedSecret(reference, await answered(reference, root, world, runPrograms, secretFile));
}

/** The password of a profile: as above, programs are run, and a file that others may read is not read. */
export const lookUpOwnSecret = (
  reference: { readonly source: SecretSource },
  root: string,
  world: World,
): Promise<SecretAnswer> => answered(reference, root, world, true, ownFile);

async function answered(
  { source }: { readonly source: SecretSource },
  root: string,
  world: World,
  runPrograms: boolean,
  readFile: ReadFile,
): Promise<SecretAnswer> {
  const found = await raw(source, root, world, runPrograms, readFile);
  if ("fault" in found) return found;
  return found.text === "" ? { fault: `${describeSource(source)} is empty` } : { value: new SecretValue(found.text) };
}

async function raw(
  source: SecretSource,
  root: string,
  world: World,
  runPrograms: boolean,
  readFile: ReadFile,
): Promise<RawSecret> {
  if (source.kind === "env") {
    const text = world.env(source.name);
    return text === undefined ? { fault: `${variable(source.name)} is not set` } : { text };
  }
  if (source.kind === "file") return readFile(source.path, resolve(root, source.path));
  if (!runPrograms) return { fault: `program ${programOf(source.argv)} was not run (--run runs it)` };
  try {
    const limits = { largest: LARGEST_SECRET, milliseconds: LONGEST_RUN_MS };
    const { code, stdout, stopped } = await world.run(source.argv, limits);
    const program = `program ${programOf(source.argv)}`;
    if (stopped === "output") return { fault: `${program} was stopped: it prints more than the 64 KiB that a secret may have` };
    if (stopped === "time") return { fault: `${program} was stopped: it did not end within ${LONGEST_RUN_MS / 1000} seconds` };
    return code === 0 ? { text: dropLineEnd(stdout) } : { fault: `${program} ended with exit code ${code}` };
  } catch (error) {
    return { fault: `program ${programOf(source.argv)} could not be run: ${describeError(error)}` };
  }
}

const unreadable = (path: string, why: string): RawSecret => ({ fault: `file ${path} cannot be read: ${why}` });

function secretFile(path: string, absolute: string): RawSecret {
  try {
    const read = readOrdinaryFile(absolute, LARGEST_SECRET);
    if (read.kind === "file") return { text: dropLineEnd(read.bytes.toString("utf8")) };
    return unreadable(path, read.kind === "too-large" ? "it has more than the 64 KiB that a secret may have" : read.why);
  } catch (error) {
    return unreadable(path, describeError(error));
  }
}

/** The same of a file that its owner alone may read. */
function ownFile(path: string, absolute: string): RawSecret {
  try {
    const read = readOwnFile(absolute, LARGEST_SECRET);
    if (read.kind === "file") return { text: dropLineEnd(read.bytes.toString("utf8")) };
    if (read.kind === "open") return { fault: `file ${path} was not read: ${read.how}`, help: read.mend };
    return unreadable(path, read.why);
  } catch (error) {
    return unreadable(path, describeError(error));
  }
}
