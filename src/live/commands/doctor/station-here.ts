import { basename, dirname, join } from "node:path";
import type { Station } from "../../doctor/station.ts";
import { onlyLooking } from "../../doctor/station.ts";
import type { SwapFiles, SwapWorld } from "../../../platform/index.ts";
import type { Where } from "../../../deploy/index.ts";
import type { Invocation } from "../../../report/index.ts";

/**
 * Wraps the file system with a copy of a workstation's files so that it ignores the case of names, as Windows does: on a case-sensitive
 * system a check would otherwise report a file as missing that Windows opens.
 */
function withoutCase(files: SwapFiles, root: string): SwapFiles {
  const listed = new Map<string, readonly string[]>();
  const namesIn = (folder: string): readonly string[] => {
    const known = listed.get(folder);
    if (known) return known;
    const names = files.stat(folder)?.kind === "folder" ? files.list(folder) : [];
    listed.set(folder, names);
    return names;
  };
  const spelt = (path: string): string => {
    if (path.length <= root.length || files.stat(path)) return path;
    const folder = spelt(dirname(path));
    const lower = basename(path).toLowerCase();
    const found = namesIn(folder).find((name) => name.toLowerCase() === lower);
    return join(folder, found ?? basename(path));
  };
  return {
    ...files,
    stat: (path) => files.stat(spelt(path)),
    real: (path) => files.real(spelt(path)),
    list: (path) => files.list(spelt(path)),
    read: (path, largest) => files.read(spelt(path), largest),
    hash: (path) => files.hash(spelt(path)),
  };
}

/** Returns this machine as the workstation to check, or, with --root, the copy of a workstation's files below that folder. */
export function stationHere({ host }: Pick<Invocation, "host">, world: SwapWorld, where: Where, rootName: string): Station {
  const { root } = where;
  const machine = root === null;
  return {
    source: machine ? "machine" : "copy",
    windows: world.windows,
    name: machine ? world.machine : rootName,
    files: onlyLooking(root === null || world.windows ? world.files : withoutCase(world.files, root)),
    where,
    shown: (path) => (root !== null && path.startsWith(root) ? rootName + path.slice(root.length) : path),
    variables: machine ? host.env : null,
    noVariables: "a copy of files has no variables",
    processes: machine ? world.processes : null,
    searched: null,
    resolve: machine ? host.resolve : null,
  };
}
