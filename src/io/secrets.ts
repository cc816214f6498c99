import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type SecretReference, type SecretSource, SecretValue } from "../model/secret.ts";
import type { Host } from "./host.ts";
import { describeError } from "./repository-files.ts";

type World = Pick<Host, "env" | "run">;

/** A secret that was found, or why it was not; never its value in words. */
export type SecretAnswer = { readonly value: SecretValue } | { readonly fault: string };

const dropLineEnd = (text: string): string => text.replace(/\r?\n$/, "");

/** The program's name alone: its arguments, or a whole command line written as one text, may hold a secret themselves. */
const programOf = (argv: readonly string[]): string => (argv[0] ?? "").trim().split(/\s+/)[0] ?? "";

/** The reference in words: names what is asked, never what it gives. */
export function describeSource(source: SecretSource): string {
  if (source.kind === "env") return `environment variable ${source.name}`;
  return source.kind === "file" ? `file ${source.path}` : `program ${programOf(source.argv)}`;
}

/** Looks a secret up; one line end behind the value is dropped, an empty value counts as not set. Programs run only when `runPrograms`. */
export async function lookUpSecret(
  reference: SecretReference,
  root: string,
  world: World,
  runPrograms: boolean,
): Promise<SecretAnswer> {
  const { source } = reference;
  const found = await raw(source, root, world, runPrograms);
  if ("fault" in found) return found;
  return found.text === "" ? { fault: `${describeSource(source)} is empty` } : { value: new SecretValue(found.text) };
}

async function raw(
  source: SecretSource,
  root: string,
  world: World,
  runPrograms: boolean,
): Promise<{ text: string } | { fault: string }> {
  if (source.kind === "env") {
    const text = world.env(source.name);
    return text === undefined ? { fault: `environment variable ${source.name} is not set` } : { text };
  }
  if (source.kind === "file") {
    try {
      return { text: dropLineEnd(readFileSync(resolve(root, source.path), "utf8")) };
    } catch (error) {
      return { fault: `file ${source.path} cannot be read: ${describeError(error)}` };
    }
  }
  if (!runPrograms) return { fault: `program ${programOf(source.argv)} was not run (--run runs it)` };
  try {
    const { code, stdout } = await world.run(source.argv);
    return code === 0
      ? { text: dropLineEnd(stdout) }
      : { fault: `program ${programOf(source.argv)} ended with exit code ${code}` };
  } catch (error) {
    return { fault: `program ${programOf(source.argv)} could not be run: ${describeError(error)}` };
  }
}
