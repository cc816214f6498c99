import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** So long are the runs: a text that is looked at once is done in milliseconds, one that is looked at from each of its places in minutes. */
export const LONG = 150_000;
/** So long may it take on a machine that is busy, in seconds. */
export const SECONDS = 8;

/** Runs of which slow expressions are made: white space, separators, signs, and beginnings of what never ends. */
export const RUNS: readonly string[] = [" ", "\t", "/", "\\", "=", ".", "\u00a0", "{", "${", "https://", "<!--", "password "];

/** Puts a run behind a text that a file has, and one more character, so that the run does not end the value. */
export function putBehind(folder: string, file: string, found: string, run: string): void {
  const path = join(folder, ...file.split("/"));
  const text = readFileSync(path, "utf8");
  if (!text.includes(found)) throw new Error(`${file} does not hold ${JSON.stringify(found)}`);
  writeFileSync(
    path,
    text.replace(found, () => `${found}${run}x`),
  );
}

/** Puts a run behind every plain value of a YAML file that ends its line; returns the number of them. */
export function putBehindValues(folder: string, file: string, run: string): number {
  const path = join(folder, ...file.split("/"));
  let count = 0;
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .map((line) => (/: [\w@:/.-]+$/.test(line) && !/^(?:apiVersion|kind|name):/.test(line) && ++count ? `${line}${run}x` : line));
  writeFileSync(path, lines.join("\n"));
  return count;
}
