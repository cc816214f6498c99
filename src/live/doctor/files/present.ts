import { join } from "node:path";
import { type Text, name, say } from "../../../kernel/index.ts";
import type { Check, State } from "../check.ts";
import { existenceControl } from "../existence.ts";
import { kindWords, type Looked } from "../looked.ts";
import { folderOf, nameOf } from "../paths.ts";
import { NotGathered } from "../station.ts";
import { agreeing, answer, describeCount, gravest } from "../words.ts";

/**
 * Returns the files of connector and client library that the modeling tool needs, each with its purpose; a path is null if it is not known.
 */
const wantedFiles = ({ places }: Looked): readonly (readonly [path: string | null, what: string])[] => [
  [places.conf, "the connector's settings"],
  [places.client, "the client library's settings"],
  [join(places.plugin, "plugin.xml"), "what makes the folder a plug-in"],
  [places.logger, "the connector's logging"],
  [places.log4j2, "the client library's logging"],
];

/**
 * Returns the names of a folder's entries. Returns an empty list if the folder is missing, or if an archive of `deploy.ps1 -Collect` does
 * not list it.
 */
function namesIn({ station: { files } }: Looked, folder: string): readonly string[] {
  try {
    return files.stat(folder)?.kind === "folder" ? files.list(folder) : [];
  } catch (error) {
    if (error instanceof NotGathered) return [];
    throw error;
  }
}

/**
 * Returns the names next to a file that look like a copy of it, made by an editor, by a second download or by an extension that Explorer
 * hides (.properties.txt): somebody may have edited the copy, which nothing reads.
 */
function copiesOf(looked: Looked, path: string): readonly string[] {
  const [folder, own] = [folderOf(path), nameOf(path)];
  const stem = own.replace(/\.[^.]*$/, "").toLowerCase();
  return namesIn(looked, folder)
    .filter((other) => {
      const lower = other.toLowerCase();
      if (lower === own.toLowerCase() || !lower.startsWith(stem)) return false;
      return /^(?: ?\(\d+\)| - (?:copy|kopie).*|~)?(?:\.[a-z0-9]+)?\.(?:properties|xml|txt|bak|old|orig|save|tmp)$|\.properties~$/.test(
        lower.slice(stem.length),
      );
    })
    .sort();
}

function fault(looked: Looked, path: string, what: string): readonly [State, Text] | null {
  const { station } = looked;
  const stat = station.files.stat(path);
  const shown = say`${name(station.shown(path))}`;
  if (!stat) return ["fail", say`${shown} is missing: ${[what]}`];
  if (stat.kind !== "file") return ["fail", say`${shown} is ${[kindWords[stat.kind]]}, and a file is expected: ${[what]}`];
  return stat.size === 0 ? ["fail", say`${shown} is empty: ${[what]}`] : null;
}

export const check: Check = {
  id: "files/present",
  asks: "the files that the tool reads of the connector are there, each once and not empty",
  otherwise:
    "the plug-in is not loaded, or starts with the vendor's defaults; somebody edited a copy next to the file, without effect",
  control: "the installation's folder is found, and a name that nobody made is not",
  needs: [],
  order: 10,
  run(looked) {
    const { station } = looked;
    const control = existenceControl(looked);
    const wanted = wantedFiles(looked).flatMap(([path, what]) => (path === null ? [] : [[path, what] as const]));
    const faults = wanted.flatMap(([path, what]) => {
      const found = fault(looked, path, what);
      return found ? [found] : [];
    });
    const copies = wanted.flatMap(([path]) =>
      copiesOf(looked, path).map((other) => say`${name(other)} is next to ${name(station.shown(path))}, and nothing reads it`),
    );
    const state = gravest([...faults.map(([one]) => one), ...(copies.length > 0 ? (["warn"] as const) : [])]);
    if (state === "pass")
      return answer("pass", say`${describeCount(wanted.length, "file")} ${agreeing(wanted.length, "is", "are")} there`, {
        control,
      });
    const says =
      faults.length > 0
        ? say`${faults.length} of ${describeCount(wanted.length, "file")} cannot be read by the tool`
        : say`the files are there, and next to them copies that somebody may have edited without effect`;
    const help =
      faults.length > 0
        ? say`install the swap bundle of the environment; it puts the plug-in folder and both files in place as one`
        : say`compare each copy with the file that counts, then move it away`;
    return answer(state, says, { details: [...faults.map(([, text]) => text), ...copies], help, control });
  },
};
