import { join } from "node:path";
import { type Text, name, say } from "../../../kernel/index.ts";
import { kitPath, mappingCounts } from "../../../compiler/index.ts";
import { nativePath } from "../../../deploy/index.ts";
import type { Check } from "../check.ts";
import type { Looked } from "../looked.ts";
import { NotGathered } from "../station.ts";
import { answer, describeCount } from "../words.ts";

const LARGEST = 64 * 1024 * 1024;

/**
 * Returns the folder for temporary files, from the variable TEMP or TMP; without them (as for a copy of a workstation), that of each user.
 */
function folders({ station }: Looked): readonly string[] {
  const { files, where, variables } = station;
  const own = variables?.("TEMP") ?? variables?.("TMP");
  if (own) return [nativePath(own, where)];
  const users = nativePath("C:\\Users", where);
  if (files.stat(users)?.kind !== "folder") return [];
  return files.list(users).map((user) => join(users, user, "AppData", "Local", "Temp"));
}

/**
 * Counts the entries of a mapping definition file by kind. Returns an empty object if the checked `-Collect` archive does not contain the
 * file's bytes.
 */
function countsOf(files: Looked["station"]["files"], path: string): ReturnType<typeof mappingCounts> {
  try {
    return mappingCounts(files.read(path, LARGEST));
  } catch (error) {
    if (error instanceof NotGathered) return {};
    throw error;
  }
}

function told({ station: { files, shown }, shared }: Looked, path: string): Text {
  const { size, sha256 } = files.hash(path);
  const counts = size <= LARGEST ? countsOf(files, path) : {};
  const kinds = Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");
  const kits = [...(shared?.releases.values() ?? [])].filter(({ lock }) => lock?.files.some((file) => file.sha256 === sha256));
  const same = kits.length === 0 ? [] : say`; byte for byte that of the kit of ${name(kits.map((kit) => kit.name).join(", "))}`;
  return say`${name(shown(path))}: ${describeCount(size, "byte")}, SHA-256 ${name(sha256)}${kinds === "" ? say`; nothing in it can be counted` : say`; ${name(kinds)}`}${same}`;
}

export const check: Check = {
  id: "mapping/in-temp",
  asks: "which mapping definition the next Put Model reads from the folder for temporary files: its size, hash and counts, without a verdict",
  otherwise: "nothing: what a site maps is its own business. It is read anew at each Put Model, without a new sign-in",
  control: "none: it is recorded, and not judged",
  needs: ["repository"],
  order: 90,
  run(looked) {
    const names = [...(looked.shared?.releases.values() ?? [])].flatMap(
      (release) => kitPath(release, "mapping")?.split("/").at(-1) ?? [],
    );
    const wanted = new Set(names.map((one) => one.toLowerCase()));
    if (wanted.size === 0) return answer("skip", say`no release.yaml names its mapping definition (kit.mapping)`);
    const { files } = looked.station;
    const found = folders(looked).flatMap((folder) =>
      files.stat(folder)?.kind === "folder"
        ? files
            .list(folder)
            .filter((one) => wanted.has(one.toLowerCase()))
            .map((one) => join(folder, one))
            .filter((path) => files.stat(path)?.kind === "file")
        : [],
    );
    const details = found.sort().map((path) => told(looked, path));
    return answer(
      "pass",
      found.length === 0
        ? say`there is none in the folder for temporary files (not judged)`
        : say`${found.length} there (recorded, not judged): ${details[0] ?? []}`,
      { details },
    );
  },
};
