import { greatest } from "../../kernel/index.ts";
import type { BundleManifest } from "../bundle/manifest.ts";
import { LONGEST_WINDOWS_PATH, pluginRows } from "../bundle/tree.ts";

/** An example of the name of a deploy or rollback (UTC time, '-' and six hex digits); only its length is used. */
const RUN = "20261121T140501Z-0a1b2c";

/** Returns the files of a bundle whose path would be too long for Windows where a swap stages or installs them, each with its length. */
export function lengthFaults({ files, paths, plugin }: BundleManifest): readonly string[] {
  return pluginRows(files).flatMap(({ path }) => {
    const places = [`${paths.install}\\plugins\\${plugin.folder}\\`, `${paths.install}\\.swap\\${RUN}\\new\\`];
    const longest = greatest(places.map((place) => place.length + path.length));
    if (longest <= LONGEST_WINDOWS_PATH) return [];
    return [
      `${path} would have a path of ${longest} characters below ${paths.install}; Windows opens at most ${LONGEST_WINDOWS_PATH}`,
    ];
  });
}
