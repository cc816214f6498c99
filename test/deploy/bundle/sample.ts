import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../support/repository.ts";

/** The project's own sample repository. */
export const SAMPLE = fileURLToPath(new URL("../../../", import.meta.url));
const PARTS = ["environments", "releases", "templates"];

/** Every file of a folder by name. */
export function outputs(folder: string): ReadonlyMap<string, Buffer> {
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
}

/** A copy of the sample whose files are created in the order that `rank` gives: folders then list them in another order. */
export function copyOfSample(rank: (path: string) => string = (path) => path): string {
  const folder = temporaryFolder();
  const files = PARTS.flatMap((part) =>
    readdirSync(join(SAMPLE, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(SAMPLE.length)),
  );
  for (const file of files.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(SAMPLE, file), join(folder, file));
  }
  return folder;
}
