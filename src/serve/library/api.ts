import type { CheckOptions, PlanOptions, Source } from "./options.ts";
import type { Checked, Compiled, Planned } from "./results.ts";

/* The compiler is loaded at the first call: a program that uses the codecs alone does not wait for it. */

/**
 * All static rules and verdicts of a config repository, as `tierwright check`.
 *
 * Reads the source alone: no variable, no network, no cache; starts no program; prints nothing and writes nothing.
 * @throws {Refusal} with code 2 where the source is no config repository, or an option cannot be.
 */
export async function check(source: Source, options: CheckOptions = {}): Promise<Checked> {
  return (await import("./check.ts")).check(source, options);
}

/**
 * Checks, and compiles every environment that may be used, as `tierwright compile`: the same bytes, given back instead of written.
 *
 * No secret is looked up: their placeholders stand in the files, as in those that `tierwright compile` writes without `--with-secrets`.
 * @throws {Refusal} with code 2 where the source is no config repository, or an option cannot be.
 */
export async function compile(source: Source, options: CheckOptions = {}): Promise<Compiled> {
  return (await import("./compile.ts")).compile(source, options);
}

/**
 * What a change does, key by key with the line of YAML that causes it, and whether it may be merged: two states of a config repository
 * compared, as `tierwright plan --base` compares a folder with another.
 *
 * Reads both sources alone, and starts no git: who has commits reads their files first.
 * @throws {Refusal} with code 2 where a source is no config repository, or an option cannot be. A state before the change whose YAML is
 * broken is no refusal: the document says so.
 */
export async function plan(before: Source, after: Source, options: PlanOptions = {}): Promise<Planned> {
  return (await import("./plan.ts")).plan(before, after, options);
}
