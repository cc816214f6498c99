import { join } from "node:path";
import { VERSION, commandInSentence, didYouMean, plainNameFault, shellCommand, wrongUse } from "../../../kernel/index.ts";
import { type LoadedShared, loadShared } from "../../load/shared.ts";
import { type OpenTree, diskTree, isFolder } from "../../../platform/index.ts";
import type { Release } from "../../model/release.ts";
import { requireVersion } from "../../run/requires.ts";

/**
 * Opens a config repository for the kit commands, which needs no environments if it has releases. Throws a Refusal (exit 2) if the folder
 * is no config repository.
 */
export async function openReleases(directory: string): Promise<{ readonly files: OpenTree; readonly shared: LoadedShared }> {
  const files = diskTree(directory);
  if (!isFolder(join(directory, "environments")) && !isFolder(join(directory, "releases"))) {
    throw wrongUse(
      `${directory} is not a config repository: it has neither 'environments' nor 'releases'`,
      "name one with -C DIR; a new one needs only a folder 'releases'",
    );
  }
  const shared = loadShared(files);
  await requireVersion(shared.model.site, VERSION);
  return { files, shared };
}

/**
 * Returns a connector release by name. Throws a Refusal (exit 2) if the repository has none of that name, with the most similar name, or if
 * its release.yaml cannot be read.
 */
export function releaseNamed({ model, problems }: LoadedShared, name: string): Release {
  const release = model.releases.get(name);
  if (release) return release;
  const file = `releases/${name}/release.yaml`;
  if (problems.some(({ at }) => at?.file === file)) throw wrongUse(`${file} cannot be read`, "`tierwright check` shows why");
  const names = [...model.releases.keys()];
  const listed = names.length > 0 ? `releases: ${names.join(", ")}` : "this repository has none";
  throw wrongUse(
    `there is no release '${name}'${didYouMean(name, names)}`,
    plainNameFault(name) === null
      ? `${listed}; ${commandInSentence(shellCommand`tierwright kit import SOURCE --release ${name}`)} imports it`
      : listed,
  );
}

/** Returns the value of --release of `kit import`, which becomes the name of a folder. Throws a Refusal if it is missing or unsuitable. */
export function releaseName(given: string | undefined): string {
  if (given === undefined) throw wrongUse("kit import needs --release R, which becomes a folder", "for example --release 2606");
  const fault = plainNameFault(given) ?? (given.startsWith(".") ? "a name that begins with a dot is hidden" : null);
  if (fault !== null)
    throw wrongUse(`a release cannot be called '${given}': ${fault}`, "name it as the vendor does, for example 2606");
  return given;
}
