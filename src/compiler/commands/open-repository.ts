import { join } from "node:path";
import { type EnvironmentFolders, environmentFolders } from "../load/environment-names.ts";
import { isRecordingName } from "../model/recording.ts";
import { nearFolder } from "../load/near-names.ts";
import { type Refusal, SITE_PATH, didYouMean, wrongUse } from "../../kernel/index.ts";
import { type OpenTree, diskTree, isFolder } from "../../platform/index.ts";

/** Opens a config repository; a folder that is not one is wrong use (exit 2). */
export function openRepository(directory: string): EnvironmentFolders & { readonly files: OpenTree } {
  const files = diskTree(directory);
  if (!isFolder(directory)) throw wrongUse(`${directory} is not a folder`, "name a config repository with -C DIR");
  if (!isFolder(join(directory, "environments"))) {
    const near = ["..", "../.."].find((up) => diskTree(join(directory, up)).read(SITE_PATH).kind === "file");
    const folder = near ? null : nearFolder(files, "environments", "site.yaml");
    throw wrongUse(
      `${directory} is not a config repository: it has no folder 'environments'${folder === null ? "" : `, and nothing reads its folder '${folder}'`}`,
      folder !== null
        ? `rename the folder ${folder} to environments`
        : near
          ? `one lies above: use -C ${near}`
          : "name one with -C DIR; it holds environments/site.yaml, environments/<name>/environment.yaml and releases/",
    );
  }
  return { files, ...environmentFolders(files) };
}

/** The environments, and beside them the recordings that were named: no command takes one up by itself. */
export function namesFor(wanted: readonly string[], { names, recordings }: EnvironmentFolders): readonly string[] {
  const named = recordings.filter((name) => wanted.some((word) => nameIn(word, recordings) === name));
  return named.length === 0 ? names : [...names, ...named].sort();
}

/** What speaks of the environments that a repository is for has no place for a recording. */
export function refuseRecordings(words: readonly string[]): void {
  const word = words.find(isRecordingName);
  if (word !== undefined) throw wrongUse(`'${word}' is a recording: it is in no plan, bundle or report`, "name its environment");
}

/** A repository without environments is no answer to whether something may be merged. */
export function refuseNone(names: readonly string[]): void {
  if (names.length > 0) return;
  throw wrongUse(
    "this repository has no environment: there is nothing to look at, and a gate that lost its environments must not be green",
    "write environments/<name>/environment.yaml",
  );
}

/** The parts of a path, as either system writes it; a plain name has one. */
const partsOf = (word: string): readonly string[] => word.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");

/** A file of an environment, or its folder, as a shell completes it: environments\production\environment.yaml is production. */
function nameIn(word: string, names: readonly string[]): string {
  const [first, name = "", ...rest] = partsOf(word);
  const ours = first === "environments" && names.includes(name) && !/^[\\/]/.test(word);
  return ours && rest.length <= 1 ? name : word;
}

/** Why a word does not name an environment, and what to write instead. */
function noEnvironment(word: string, names: readonly string[]): Refusal {
  const listed =
    names.length > 0
      ? `environments: ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", ..." : ""}`
      : "this repository has none";
  const parts = partsOf(word);
  const meant = parts.length > 1 || /[\\/.]/.test(word) ? parts.findLast((part) => names.includes(part)) : undefined;
  if (meant !== undefined)
    return wrongUse(
      `'${word}' is not an environment of this repository: an environment is named, without a path`,
      `write ${meant}; -C DIR says in which repository`,
    );
  return wrongUse(`there is no environment '${word}'${didYouMean(word, names)}`, listed);
}

/**
 * The environments that were named, or all. The path of one below environments/ counts as its name; a name that does not exist is wrong use
 * and is answered with the nearest.
 */
export function selectEnvironments(wanted: readonly string[], names: readonly string[]): readonly string[] {
  const chosen = wanted.map((word) => (names.includes(word) ? word : nameIn(word, names)));
  const wrong = chosen.find((name) => !names.includes(name));
  if (wrong !== undefined) throw noEnvironment(wrong, names);
  return wanted.length === 0 ? names : names.filter((name) => chosen.includes(name));
}
