import { join } from "node:path";
import { type EnvironmentFolders, environmentFolders } from "../load/environment-names.ts";
import { isRecordingName } from "../model/recording.ts";
import { nearFolder } from "../load/near-names.ts";
import { type Refusal, SITE_PATH, didYouMean, wrongUse } from "../../kernel/index.ts";
import { type OpenTree, diskTree, isFolder } from "../../platform/index.ts";

/** Opens a config repository. Throws a Refusal (wrong use, exit 2) if the folder is no config repository. */
export function openRepository(directory: string): EnvironmentFolders & { readonly files: OpenTree } {
  const files = diskTree(directory);
  if (!isFolder(directory)) throw wrongUse(`${directory} is not a folder`, "name a config repository with -C DIR");
  if (!isFolder(join(directory, "environments"))) {
    const near = ["..", "../.."].find((up) => diskTree(join(directory, up)).read(SITE_PATH).kind === "file");
    const folder = near ? null : nearFolder(files, "environments", "site.yaml");
    throw wrongUse(
      `${directory} is not a config repository: it has no folder 'environments'${folder === null ? "" : `, and its folder '${folder}' is not read`}`,
      folder !== null
        ? `rename the folder ${folder} to environments`
        : near
          ? `a parent folder is one: use -C ${near}`
          : "name one with -C DIR; it holds environments/site.yaml, environments/<name>/environment.yaml and releases/",
    );
  }
  return { files, ...environmentFolders(files) };
}

/** Returns all environments, and the recordings that `wanted` names: no command uses a recording that the user does not name. */
export function namesFor(wanted: readonly string[], { names, recordings }: EnvironmentFolders): readonly string[] {
  const named = recordings.filter((name) => wanted.some((word) => nameIn(word, recordings) === name));
  return named.length === 0 ? names : [...names, ...named].sort();
}

/** Throws a Refusal if one of the words is the name of a recording, for commands that do not accept recordings. */
export function refuseRecordings(words: readonly string[]): void {
  const word = words.find(isRecordingName);
  if (word !== undefined)
    throw wrongUse(`'${word}' is a recording, which no plan, bundle or report includes`, "name its environment");
}

/** Throws a Refusal if there are no environments, because a check of an empty repository must not pass. */
export function refuseNone(names: readonly string[]): void {
  if (names.length > 0) return;
  throw wrongUse(
    "this repository has no environments, so there is nothing to check",
    "write environments/<name>/environment.yaml",
  );
}

/** Returns the parts of a path that is written with '/' or '\'; a plain name has one part. */
const partsOf = (word: string): readonly string[] => word.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");

/**
 * Returns the name of the environment to whose folder or file a word is the path, as a shell completes it
 * (environments\production\environment.yaml gives production); otherwise the word itself.
 */
function nameIn(word: string, names: readonly string[]): string {
  const [first, name = "", ...rest] = partsOf(word);
  const ours = first === "environments" && names.includes(name) && !/^[\\/]/.test(word);
  return ours && rest.length <= 1 ? name : word;
}

/** Returns the Refusal for a word that names no environment, with the name that was most likely meant. */
function noEnvironment(word: string, names: readonly string[]): Refusal {
  const listed =
    names.length > 0
      ? `environments: ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", ..." : ""}`
      : "this repository has none";
  const parts = partsOf(word);
  const meant = parts.length > 1 || /[\\/.]/.test(word) ? parts.findLast((part) => names.includes(part)) : undefined;
  if (meant !== undefined)
    return wrongUse(
      `'${word}' is not the name of an environment: name it without a path`,
      `write ${meant}; name another repository with -C DIR`,
    );
  return wrongUse(`there is no environment '${word}'${didYouMean(word, names)}`, listed);
}

/**
 * Returns the environments that the words of the command line name, or all if there are no words. A path below environments/ counts as the
 * environment's name. Throws a Refusal with the most similar name if an environment does not exist.
 */
export function selectEnvironments(wanted: readonly string[], names: readonly string[]): readonly string[] {
  const chosen = wanted.map((word) => (names.includes(word) ? word : nameIn(word, names)));
  const wrong = chosen.find((name) => !names.includes(name));
  if (wrong !== undefined) throw noEnvironment(wrong, names);
  return wanted.length === 0 ? names : names.filter((name) => chosen.includes(name));
}
