import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { inject } from "vitest";

/** A Java of a second or two: plain compilation, and no threads for collecting. */
const SHORT = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

function run(program: string, args: readonly string[], options: { readonly cwd?: string; readonly input?: string } = {}): string {
  const done = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 30, ...options });
  if (done.error) throw new Error(`${program} is needed for this test: ${done.error.message}`);
  if (done.status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${done.status}: ${done.stderr.slice(0, 2000)}`);
  return done.stdout;
}

/** The folder of a class of this folder, compiled once for all files of the run. */
export function compiled(name: string, jars: readonly string[]): string {
  const folder = join(inject("classes"), name);
  if (existsSync(folder)) return folder;
  const made = mkdtempSync(`${folder}-`);
  const words = ["-proc:none", ...(jars.length > 0 ? ["-cp", jars.join(delimiter)] : []), "-d", made];
  run("javac", [...SHORT.map((option) => `-J${option}`), ...words, join(import.meta.dirname, `${name}.java`)]);
  try {
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true });
    // the other worker was quicker
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

export interface JavaCall {
  readonly jars?: readonly string[];
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly input?: string;
}

/** What a class of this folder prints. */
export function java(name: string, { jars = [], args = [], ...options }: JavaCall = {}): string {
  const path = [...jars, compiled(name, jars)].join(delimiter);
  return run("java", [...SHORT, "-Dfile.encoding=UTF-8", "-cp", path, name, ...args], options);
}
