import { fitsWildcards, systemCode, wrongUse } from "../kernel/index.ts";
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describeError } from "./confined-tree.ts";

const WILD = /[*?]/;
/** The most files that a command accepts; a longer list is most likely a mistake. */
const MOST = 10_000;

/** Returns a test for names that match `*` and `?` as in a shell: within one name, never a hidden file. Ignores case on Windows. */
function pattern(segment: string, windows: boolean): (name: string) => boolean {
  return (name) => (segment.startsWith(".") || !name.startsWith(".")) && fitsWildcards(name, segment, windows);
}

function entries(cwd: string, folder: string): readonly { readonly name: string; readonly folder: boolean }[] {
  try {
    return readdirSync(resolve(cwd, folder || "."), { withFileTypes: true })
      .map((entry) => ({ name: entry.name, folder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error))) return [];
    throw wrongUse(`${folder || "."} cannot be listed: ${describeError(error)}`, "name the files themselves");
  }
}

/** Expands one word with wildcards, segment by segment. Keeps separators as they were typed. */
function expand(cwd: string, word: string, windows: boolean): readonly string[] {
  const parts = word.split(windows ? /(?<=[\\/])/ : /(?<=\/)/);
  let found: readonly string[] = [""];
  for (const [i, part] of parts.entries()) {
    const last = i === parts.length - 1;
    const separator = /[\\/]$/.exec(part)?.[0] ?? "";
    const name = part.slice(0, part.length - separator.length);
    if (!WILD.test(name)) {
      found = found.map((before) => before + part);
      continue;
    }
    const fits = pattern(name, windows);
    found = found.flatMap((before) =>
      entries(cwd, before)
        .filter((entry) => fits(entry.name) && entry.folder !== last)
        .map((entry) => before + entry.name + separator),
    );
    if (found.length > MOST) throw wrongUse(`'${word}' stands for more than ${MOST} files`, "name fewer of them");
  }
  return found.filter((path) => existsSync(resolve(cwd, path)));
}

/**
 * Returns the files that the user named. Expands wildcards, because the shells of Windows do not; an existing file with that exact name is
 * taken as it is. Throws a Refusal (exit 2) for a word that matches no file.
 */
export function namedFiles(cwd: string, words: readonly string[], windows = process.platform === "win32"): readonly string[] {
  const all = words.flatMap((word) => {
    if (!WILD.test(word) || existsSync(resolve(cwd, word))) return [word];
    const found = expand(cwd, word, windows);
    if (found.length === 0)
      throw wrongUse(`no file is named like '${word}' below ${cwd}`, "'*' stands for any part of a name, '?' for one character");
    return found;
  });
  return [...new Set(all)];
}
