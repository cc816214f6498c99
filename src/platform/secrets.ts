import { resolve } from "node:path";
import { type SecretSource, SecretValue, unsetReason } from "../kernel/index.ts";
import type { Host } from "./host.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { readOwnFile } from "./owner-only.ts";
import { describeError } from "./confined-tree.ts";

/** The largest secret, in bytes; passwords, tokens and private keys are smaller. */
const LARGEST_SECRET = 64 * 1024;
/** The timeout of a program that prints a secret in milliseconds, long enough for one that prompts a person. */
const LONGEST_RUN_MS = 60_000;

type World = Pick<Host, "env" | "run">;

/** A secret, or why there is none. The fault never contains the secret. */
export type SecretAnswer = { readonly value: SecretValue } | { readonly fault: string; readonly help?: string };

/** The text of a secret before it is checked, or why there is none. `help` is set if the user can repair it. */
type RawSecret = { readonly text: string } | { readonly fault: string; readonly help?: string };

type ReadFile = (path: string, absolute: string) => RawSecret;

const dropLineEnd = (text: string): string => text.replace(/\r?\n$/, "");

/** Returns the name of a program without arguments: those can contain a secret, and so can a command line that was written as one text. */
const programOf = (argv: readonly string[]): string => (argv[0] ?? "").trim().split(/\s+/)[0] ?? "";

/**
 * Returns whether a text looks like the name of an environment variable. Anything else is never printed, because it can be the secret itself,
 * pasted in the wrong place (`NAME=value`, a token).
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

/** Describes where a secret comes from, never its value. */
export function describeSource(source: SecretSource): string {
  if (source.kind === "env") return variable(source.name);
  return source.kind === "file" ? `file ${source.path}` : `program ${programOf(source.argv)}`;
}

/**
 * Returns the secret, or a fault if its text is no real value: blanks, a placeholder, or another encoding than UTF-8. Written to a compiled
 * file, such a text would become the password.
 */
export function judgedSecret({ source }: { readonly source: SecretSource }, answer: SecretAnswer): SecretAnswer {
  if ("fault" in answer) return answer;
  const text = answer.value.reveal();
  // Windows PowerShell writes an invisible byte order mark, which would become part of the password
  if (/^\ufeff|[\ufffd\0]/.test(text))
    return { fault: `${describeSource(source)} is not UTF-8 without a byte order mark: save it so` };
  const reason = unsetReason(text);
  return reason === null ? answer : { fault: `${describeSource(source)} ${reason}` };
}

/**
 * Looks up a secret of a config repository. Removes one line end after the value; a text that is no real value is a fault.
 * @param runPrograms true to run a program that the reference names.
 */
export async function lookUpSecret(
  reference: { readonly source: SecretSource },
  root: string,
  world: World,
  runPrograms: boolean,
): Promise<SecretAnswer> {
  return judgedSecret(reference, await answered(reference, root, world, runPrograms, secretFile));
}

/** Looks up the password of a user's profile. Runs programs, and refuses a file that other accounts can read. */
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
    if (stopped === "output") return { fault: `${program} was stopped: it printed more than 64 KiB, the limit of a secret` };
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
    return unreadable(path, read.kind === "too-large" ? "it has more than 64 KiB, the limit of a secret" : read.why);
  } catch (error) {
    return unreadable(path, describeError(error));
  }
}

/** Reads a secret's file if only its owner can read it. */
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
