import {
  type RuleProblem,
  environmentNameFault,
  environmentPath,
  misnamedFile,
  namedEnvironment,
  startOf,
} from "../../kernel/index.ts";
import { ROOT_DOCUMENTS, type SourceTree, YAML, mayBeFolder } from "../../platform/index.ts";

const FOLDER = "environments";
/** Matches the text of an environment document, whatever the file is called. */
const ENVIRONMENT = /^(kind\s*:\s*["']?Environment\b|tier\s*:)/m;
const NAME = /^name\s*:\s*["']?([a-z0-9][a-z0-9._-]{0,62})["']?\s*(#.*)?$/m;

const stemOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(YAML, "");

/**
 * Returns the name of the environment that a file was most likely meant to be: the `name` in its text, otherwise the file's name without
 * its ending. Returns null if there is no valid name.
 */
function meantName(path: string, text: string): string | null {
  const stem = stemOf(path);
  const named = NAME.exec(text)?.[1] ?? (stem.toLowerCase() === "environment" ? null : stem);
  return named !== null && environmentNameFault(named) === null ? named : null;
}

/** Returns the finding for an environment document in a file that Tierwright does not read; null for any other file. */
function strayAt(files: SourceTree, path: string, folders: ReadonlySet<string>): RuleProblem | null {
  const read = files.read(path);
  if (read.kind !== "file") return null;
  const text = read.bytes.toString("utf8");
  if (!ENVIRONMENT.test(text)) return null;
  const name = meantName(path, text);
  const there = name === null ? null : environmentPath(name);
  const kept = there !== null && files.read(there).kind === "file";
  // skips environments/NAME.yaml if the folder environments/NAME has no environment.yaml, because the finding of that folder names the file
  const ofFolder = path.startsWith(`${FOLDER}/`) && /\.ya?ml$/.test(path) && folders.has(stemOf(path));
  if (ofFolder && files.read(environmentPath(stemOf(path))).kind === "missing") return null;
  const found = { seen: "environment", file: path, wanted: there ?? environmentPath("NAME"), there: kept } as const;
  return misnamedFile.at(startOf(path), found, name === null || kept ? {} : { explains: [namedEnvironment(name)] });
}

/**
 * Returns a finding for each environment document directly in environments/ or at the root of the repository: Tierwright reads only
 * environments/NAME/environment.yaml.
 */
export function strayEnvironments(files: SourceTree): readonly RuleProblem[] {
  const below = files.list(FOLDER);
  const folders = new Set(below.kind === "entries" ? below.entries.filter(mayBeFolder).map(({ name }) => name) : []);
  return ["", `${FOLDER}/`].flatMap((folder) => {
    const listed = folder === "" ? files.list(ROOT_DOCUMENTS) : below;
    if (listed.kind !== "entries") return [];
    const names = listed.entries.filter(({ name, kind }) => kind === "file" && YAML.test(name) && !/^site\.yaml$/i.test(name));
    return names.flatMap(({ name }) => strayAt(files, `${folder}${name}`, folders) ?? []);
  });
}
