import { editDistance } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";

/**
 * The endings that editors, mail programs and people add to a file name. The pattern reads backwards from the end of the name, which takes
 * linear time.
 */
const HUNG_ON = /$(?<=((?:\.(?:txt|bak|old|orig|org|tmp|copy|example|sample|template|disabled|off|ya?ml)|~| - copy| ?\(\d+\))+))/;

/**
 * Returns a file name without its accidental parts: case, a copy mark (' - copy', '(1)'), an ending that an editor or person added, spaces
 * around it.
 */
function plain(name: string): string {
  const [lower, extension = ""] = [name.trim().toLowerCase(), /\.\w+$/.exec(name)?.[0] ?? ""];
  const single = lower.replace(/ - copy(?=\.)| ?\(\d+\)(?=\.)/, "");
  const stripped = single.slice(0, single.length - (HUNG_ON.exec(single)?.[1]?.length ?? 0));
  return stripped === "" ? extension : stripped;
}

/**
 * Returns true for a file name that a person can confuse with the wanted one: equal without accidental parts, or one or two letters away.
 * Returns false for an identical name.
 */
export function isNearName(name: string, wanted: string): boolean {
  if (name === wanted) return false;
  const [a, b] = [plain(name), plain(wanted)];
  return a === b || (b.length > 4 && editDistance(a, b) <= (b.length > 8 ? 2 : 1));
}

/**
 * Returns the path of the file that somebody most likely meant to store at `path`, in the same folder under a similar name; null if there
 * is none.
 * @param also Further names under which people keep that file.
 */
export function nearFile(files: SourceTree, path: string, also: readonly string[] = []): string | null {
  const slash = path.lastIndexOf("/");
  const [folder, wanted] = [path.slice(0, slash), path.slice(slash + 1)];
  const listed = files.list(folder);
  if (listed.kind !== "entries") return null;
  const there = listed.entries.filter(({ kind }) => kind === "file").map(({ name }) => name);
  const others = new Set(also.map((name) => name.toLowerCase()));
  const near = there.find((name) => others.has(name.toLowerCase())) ?? there.find((name) => isNearName(name, wanted));
  return near === undefined ? null : `${folder}/${near}`;
}

/**
 * Returns the top folder of the repository that was most likely meant by `wanted`: a similar name, or a folder that has the file `holds`.
 * Returns null if there is none.
 */
export function nearFolder(files: SourceTree, wanted: string, holds: string): string | null {
  const listed = files.list(".");
  if (listed.kind !== "entries") return null;
  const there = listed.entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
  const visible = there.filter((name) => !name.startsWith(".") && name !== wanted);
  return (
    visible.find((name) => isNearName(name, wanted)) ??
    visible.find((name) => files.read(`${name}/${holds}`).kind === "file") ??
    null
  );
}

/**
 * Returns the path of a shared document (site, matrix, exceptions) that was stored at the root or in the wrong one of environments/ and
 * releases/, where it is not read; null if there is none.
 */
export function findNeighbour(files: SourceTree, path: string): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const places = [name, `environments/${name}`, `releases/${name}`];
  return places.find((place) => place !== path && files.read(place).kind === "file") ?? null;
}
