import { join } from "node:path";
import { type Text, name, say } from "../../../kernel/index.ts";
import { foldedPath, looseFolders } from "../../../deploy/index.ts";
import type { KnownProfile } from "../../../compiler/index.ts";
import type { Check } from "../check.ts";
import { existenceControl } from "../existence.ts";
import type { Looked } from "../looked.ts";
import { NotGathered } from "../station.ts";
import { agreeing, answer, describeCount } from "../words.ts";
import { knownProfiles, rightProfile } from "./known.ts";

/** Returns the path that a symbolic link finally leads to; the path itself if it is no symbolic link, or one that leads nowhere. */
const targetOf = ({ station: { files } }: Looked, path: string): string =>
  (files.stat(path)?.kind === "link" ? files.real(path) : null) ?? path;

/**
 * Returns the files directly in a folder, including symbolic links to files. Returns an empty list if the folder is missing, or if an
 * archive of `deploy.ps1 -Collect` does not list it.
 */
function filesIn(looked: Looked, folder: string): readonly string[] {
  const { files } = looked.station;
  try {
    if (files.stat(folder)?.kind !== "folder") return [];
    return files
      .list(folder)
      .map((one) => join(folder, one))
      .filter((path) => files.stat(targetOf(looked, path))?.kind === "file")
      .sort();
  } catch (error) {
    if (error instanceof NotGathered) return [];
    throw error;
  }
}

/**
 * Returns the folders from which the modeling tool loads profiles (.mdzip files), each once: a `-Collect` archive can spell one folder in
 * several ways.
 */
function folders({ places: { plugins, roots, profiles } }: Looked): readonly string[] {
  const all = looseFolders({ plugins, roots, profiles: profiles.map((path) => ({ path })) });
  return [...new Map(all.map((folder) => [foldedPath(folder, true), folder])).values()];
}

const stemOf = (text: string): string => text.replace(/\.[^.]*$/, "").toLowerCase();

export const check: Check = {
  id: "profile/strays",
  asks: "no other copy of a profile lies where the tool finds it, whatever it is called",
  otherwise: "the tool may load the stale copy: red borders around synced elements; one was seen loose in the plug-ins folder",
  control: "the installation's folder is found, and a name that nobody made is not",
  needs: [],
  order: 61,
  run(looked) {
    const { places, station } = looked;
    const right = rightProfile(looked);
    const known: readonly KnownProfile[] = [...knownProfiles(looked), ...(right ? [right] : [])];
    if (known.length === 0 && places.profileName === null)
      return answer("skip", say`nothing says what a profile is: profile in site.yaml, or the lock of a kit`);
    const control = existenceControl(looked);
    const where = folders(looked);
    const belongs = new Set(places.profiles.map((path) => foldedPath(path, true)));
    const stem = places.profileName === null ? null : stemOf(places.profileName);
    const found = where.flatMap((folder) =>
      filesIn(looked, folder).flatMap((path): readonly Text[] => {
        if (belongs.has(foldedPath(path, true))) return [];
        const target = targetOf(looked, path);
        const size = station.files.stat(target)?.size ?? -1;
        const same = known.some((one) => one.size === size)
          ? known.find((one) => one.sha256 === station.files.hash(target).sha256)
          : undefined;
        if (same)
          return [
            say`${name(station.shown(path))} is the profile of ${same.release === "" ? ["the plug-in"] : say`connector ${name(same.release)}`}`,
          ];
        const alike = stem !== null && stemOf(path.slice(folder.length + 1)).startsWith(stem) && /\.mdzip/i.test(path);
        return alike ? [say`${name(station.shown(path))} is called as the profile is, and no kit has it`] : [];
      }),
    );
    if (found.length === 0) return answer("pass", say`no stray copy in ${describeCount(where.length, "folder")}`, { control });
    return answer("fail", say`${found.length} stray ${agreeing(found.length, "copy", "copies")} of a profile`, {
      details: found,
      help: say`move each away; the swap bundle puts the one that lies loose in the plug-ins folder into quarantine`,
      control,
    });
  },
};
