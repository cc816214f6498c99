import { append } from "../../kernel/index.ts";
import { dirname, join } from "node:path";
import { diskTree, isPlainFolder, namesIn } from "../../platform/index.ts";
import { rootOf } from "./repository.ts";

/** Deepest level below a workspace folder at which repositories are searched. */
const DEEPEST = 3;
/** Most folders of one workspace folder that are searched for repositories. */
const MOST_FOLDERS = 2_000;

const PASSED_OVER = /^(?:\..*|node_modules|dist|build|target|environments|releases|templates)$/;

function foldersBelow(folder: string): readonly string[] {
  const names = namesIn(folder).filter((name) => !PASSED_OVER.test(name));
  return names.map((name) => join(folder, name)).filter(isPlainFolder);
}

/**
 * Returns whether a folder is surely a config repository, so that it is checked before one of its files is opened: `environments` of other
 * programs has no site.yaml.
 */
const isConfigRepository = (folder: string): boolean => diskTree(folder).read("environments/site.yaml").kind !== "missing";

/** Returns the config repositories of a workspace folder: the one that contains it, else those below it. Follows no symbolic links. */
export function repositoriesOf(folder: string): readonly string[] {
  const around = rootOf(join(folder, "x"), dirname);
  if (around !== null && isConfigRepository(around)) return [around];
  const found: string[] = [];
  let level: readonly string[] = [folder];
  for (let depth = 0, looked = 0; depth < DEEPEST && level.length > 0 && looked < MOST_FOLDERS; depth++) {
    looked += level.length;
    const below = level.slice(0, MOST_FOLDERS).flatMap(foldersBelow);
    append(found, below.filter(isConfigRepository));
    level = below.filter((one) => !found.includes(one));
  }
  return found;
}
