import type { CheckOptions, PlanOptions, Source } from "./options.ts";
import type { Checked, Compiled, Planned } from "./results.ts";

/* The compiler is loaded at the first call of one of these functions, so that a program that only uses the codecs does not wait for it. */

/**
 * Checks a config repository with all static rules and verdicts, as `tierwright check`.
 *
 * Reads only the source: no environment variable, no network, no cache. Starts no program, prints nothing and writes nothing.
 * @throws {Refusal} with code 2 if the source is no config repository or an option is invalid.
 */
export async function check(source: Source, options: CheckOptions = {}): Promise<Checked> {
  return (await import("./check.ts")).check(source, options);
}

/**
 * Checks a config repository and compiles every environment that passes, as `tierwright compile`. Returns the same bytes instead of writing
 * them.
 *
 * Looks up no secret: the files contain placeholders, as those that `tierwright compile` writes without `--with-secrets`.
 * @throws {Refusal} with code 2 if the source is no config repository or an option is invalid.
 */
export async function compile(source: Source, options: CheckOptions = {}): Promise<Compiled> {
  return (await import("./compile.ts")).compile(source, options);
}

/**
 * Compares two states of a config repository, as `tierwright plan --base FOLDER` does. Returns the effect of the change, key by key with
 * the YAML line that causes it, and whether it can be merged.
 *
 * Reads only the two sources and does not run git: to compare commits, a caller must read their files first.
 * @throws {Refusal} with code 2 if a source is no config repository or an option is invalid. Broken YAML in `before` does not throw; the
 * document reports it.
 */
export async function plan(before: Source, after: Source, options: PlanOptions = {}): Promise<Planned> {
  return (await import("./plan.ts")).plan(before, after, options);
}
