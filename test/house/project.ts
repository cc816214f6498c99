import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Untyped on purpose: a test looks at what is really in the file. */
export function readData(path: string): Record<string, unknown> {
  return (path.endsWith(".json") ? JSON.parse(read(path)) : parse(read(path))) as Record<string, unknown>;
}

/** '/'-paths, relative to the project, of the files below a folder, sorted. */
export function below(folder: string, ending: RegExp): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  const paths = names.map((name) => `${folder}/${name.split(sep).join("/")}`);
  return paths.filter((path) => ending.test(path) && !path.includes("/node_modules/")).sort();
}
