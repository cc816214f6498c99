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
/** What is written as an environment, whatever its file is called. */
const ENVIRONMENT = /^(kind\s*:\s*["']?Environment\b|tier\s*:)/m;
const NAME = /^name\s*:\s*["']?([a-z0-9][a-z0-9._-]{0,62})["']?\s*(#.*)?$/m;

const stemOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(YAML, "");

/** The environment that a file was most likely meant to be: by its own name, else by the file's; null: neither can be one. */
function meantName(path: string, text: string): string | null {
  const stem = stemOf(path);
  const named = NAME.exec(text)?.[1] ?? (stem.toLowerCase() === "environment" ? null : stem);
  return named !== null && environmentNameFault(named) === null ? named : null;
}

/** The file as an environment that nothing reads; null for anything else that somebody keeps there. */
function strayAt(files: SourceTree, path: string, folders: ReadonlySet<string>): RuleProblem | null {
  const read = files.read(path);
  if (read.kind !== "file") return null;
  const text = read.bytes.toString("utf8");
  if (!ENVIRONMENT.test(text)) return null;
  const name = meantName(path, text);
  const there = name === null ? null : environmentPath(name);
  const kept = there !== null && files.read(there).kind === "file";
  // the folder of this name without its file has that finding, which names this one
  const ofFolder = path.startsWith(`${FOLDER}/`) && /\.ya?ml$/.test(path) && folders.has(stemOf(path));
  if (ofFolder && files.read(environmentPath(stemOf(path))).kind === "missing") return null;
  const found = { seen: "environment", file: path, wanted: there ?? environmentPath("NAME"), there: kept } as const;
  return misnamedFile.at(startOf(path), found, name === null || kept ? {} : { explains: [namedEnvironment(name)] });
}

/** Environments that lie as files beside the folders of environments, or in the root: nothing would read them, and nobody would say so. */
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
