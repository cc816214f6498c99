import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { type Anchor, type Judged, cut, isBelow, isNamed, normalizePath, placeFault, shapeFault } from "../../../kernel/index.ts";
import { TEMPORARY } from "../protocol/layout.ts";
import { isProfile, type Targets } from "../protocol/targets.ts";
import { looseFolders, type ProfilePlaces } from "../protocol/loose-folders.ts";
import type { PlannedFile, PlannedStray, SwapPlan } from "../protocol/plan.ts";
import type { Receipt } from "../protocol/receipt.ts";

/** The paths that a plan is allowed to name: those of bundle and command line, or without a bundle those of the receipts. */
export interface Confines extends Anchor {
  readonly install: string;
  /** The paths that the bundle names; null for a rollback, which has no bundle. */
  readonly targets: Targets | null;
  readonly receipts: readonly Judged<Receipt>[];
}

const KIND_OF = { connector: "pairs", client: "pairs", log4j2: "log4j2" } as const;

const below = (path: string, folder: string, { windows }: Confines): boolean => isBelow(path, folder, windows);

function among(path: string, allowed: readonly string[], confines: Confines): boolean {
  return allowed.some((place) => normalizePath(place, confines.windows) === normalizePath(path, confines.windows));
}

/** Returns whether a path of a plan is absolute and has no '..'. Without a bundle, it must also be below --root, if that is given. */
const plain = (path: string, confines: Confines): boolean =>
  confines.targets === null ? placeFault(path, confines) === null : isAbsolute(path) && !path.split(/[\\/]/).includes("..");

const plugins = ({ install }: Confines): string => join(install, "plugins");

const liveFolders = (confines: Confines): readonly string[] =>
  confines.targets ? [confines.targets.live] : confines.receipts.map((receipt) => join(plugins(confines), receipt.plugin.folder));

/** Returns the paths that a plan can have for the file with an id, such as `client`; empty for an unknown id. */
function pathsOfId({ targets, receipts }: Confines, id: string): readonly string[] {
  if (!targets) {
    const listed = receipts.flatMap((receipt) => receipt.state?.files ?? []).filter((file) => file.id === id);
    return [...listed.map((file) => file.path), ...(id === "client" ? receipts.map((receipt) => receipt.paths.client) : [])];
  }
  if (id === "client") return [targets.client];
  if (id === "log4j2") return targets.log4j2 === null ? [] : [targets.log4j2];
  return targets.profiles.filter((profile) => profile.id === id).map((profile) => profile.path);
}

function fileFault(file: PlannedFile, run: string, confines: Confines): string | null {
  const { id, path } = file;
  const known =
    id === "connector"
      ? liveFolders(confines).some((live) => below(path, live, confines))
      : among(path, pathsOfId(confines, id), confines);
  if (!plain(path, confines) || !known) return `the ${id} file '${path}' is not a place of this installation`;
  if (file.as !== (KIND_OF[id as keyof typeof KIND_OF] ?? "bytes")) return `the ${id} file cannot be changed as '${file.as}'`;
  const own = basename(file.temp);
  if (dirname(file.temp) !== dirname(path) || !own.startsWith(`.${basename(path)}.`) || !TEMPORARY.test(own))
    return `'${file.temp}' is not a temporary file next to '${path}'`;
  if (file.staged !== (file.after && `${run}/files/${id}.new`)) return `the new bytes of the ${id} file are not those of its run`;
  if (file.backup !== (file.before && `${run}/files/${id}.old`))
    return `the old bytes of the ${id} file are not those of its run`;
  return null;
}

function treeFault({ tree, run, kind }: SwapPlan, confines: Confines): string | null {
  if (tree === null) return null;
  if (kind === "settings") return "a settings switch exchanges no plug-in folder";
  if (!plain(tree.live, confines) || !among(tree.live, liveFolders(confines), confines))
    return `'${tree.live}' is not the plug-in folder of this installation`;
  const staged = kind === "swap" ? tree.staged === `${run}/new` : tree.staged === null || tree.staged !== `${run}/old`;
  if (!staged || tree.backup !== `${run}/old` || (kind === "rollback" && tree.staged?.endsWith("/new")))
    return "the folders of the exchange are not those of its run";
  return (tree.staged === null) === (tree.after === null) ? null : "the folder to install is missing or unexpected";
}

/** Returns the profiles (.mdzip) that a receipt lists, with the modeling tool's folder `plugins` and the plug-in roots. */
const placesOf = (receipt: Receipt, folder: string): readonly ProfilePlaces[] => [
  { plugins: folder, roots: receipt.paths.roots ?? [], profiles: (receipt.state?.files ?? []).filter(isProfile) },
];

function strayFault({ path, to, folder }: PlannedStray, index: number, run: string, confines: Confines): string | null {
  const { targets, receipts } = confines;
  const named = targets?.strays ?? receipts.flatMap((receipt) => receipt.strays.map((stray) => stray.path));
  const folders = targets ? [targets] : receipts.flatMap((receipt) => placesOf(receipt, plugins(confines)));
  const loose =
    !folder &&
    !among(path, liveFolders(confines), confines) &&
    among(dirname(path), folders.flatMap(looseFolders), confines) &&
    !folders.some(({ profiles }) =>
      among(
        path,
        profiles.map((profile) => profile.path),
        confines,
      ),
    );
  const beside =
    below(path, plugins(confines), confines) && !liveFolders(confines).some((live) => below(`${path}${sep}`, live, confines));
  if (!plain(path, confines) || !(among(path, named, confines) || loose || beside))
    return `the stale copy '${path}' is not a place of this installation`;
  return to === `strays/${run}/${index + 1}-${basename(path)}` ? null : `'${to}' is not the quarantine of '${path}'`;
}

/**
 * Returns the fault of a folder that a plan would make; null if it is above a file of the plan, or, without a bundle, anywhere below
 * --root.
 */
function madeFault(path: string, plan: SwapPlan, confines: Confines): string | null {
  const { targets } = confines;
  const exchanged = targets
    ? [targets.client, targets.live, ...(targets.log4j2 ? [targets.log4j2] : []), ...targets.profiles.map((item) => item.path)]
    : [plugins(confines), ...plan.files.map((file) => file.path)];
  const onTheWay = exchanged.some((target) => below(target, path, confines)) || among(path, [plugins(confines)], confines);
  const inRoot = targets === null && confines.root !== null;
  return plain(path, confines) && (onTheWay || inRoot) ? null : `'${path}' is not a folder that a run makes`;
}

/**
 * Returns the reason why a plan cannot be of this installation; null if it can. Each path of a plan must also be one that the bundle or the
 * receipts name, because a deploy or rollback moves, overwrites and deletes files there.
 */
export function planFault(plan: SwapPlan, run: string, confines: Confines): string | null {
  if (plan.run !== run) return `it is the plan of run ${plan.run}`;
  if (normalizePath(plan.install, confines.windows) !== normalizePath(confines.install, confines.windows))
    return `it is of the installation '${plan.install}', and this is '${confines.install}'`;
  const ids = new Set(plan.files.map((file) => file.id));
  if (ids.size < plan.files.length) return "it lists a file twice";
  const faults = [
    treeFault(plan, confines),
    ...plan.files.map((file) => fileFault(file, run, confines)),
    ...plan.strays.map((stray, i) => strayFault(stray, i, run, confines)),
    ...plan.made.map((folder) => madeFault(folder, plan, confines)),
  ];
  return faults.find((fault) => fault !== null) ?? null;
}

/** Returns every path that a deploy or rollback writes, moves or deletes when it carries out or undoes a plan. */
export const pathsOf = ({ tree, files, strays, run }: SwapPlan, swap: string): readonly string[] => [
  ...(tree ? [tree.live] : []),
  ...files.map((file) => file.path),
  ...strays.map((stray) => stray.path),
  ...["files/x", "new/x", "old/x"].map((name) => join(swap, run, name)),
  join(swap, "receipts", "x"),
  join(swap, "strays", run, "x"),
];

/** Returns the reason why a receipt cannot be of this installation; null if it can. Checks every path outside the plug-in folder. */
export function receiptFault(receipt: Receipt, anchor: Anchor & { readonly install: string }): string | null {
  if (normalizePath(receipt.install, anchor.windows) !== normalizePath(anchor.install, anchor.windows))
    return `it is of the installation '${cut(receipt.install)}', and this is '${anchor.install}'`;
  const { plugin } = receipt;
  const stream = [plugin.conf, plugin.logger ?? ""].find((path) => path.includes(":"));
  if (stream !== undefined) return `'${cut(stream)}' is no file of the plug-in folder`;
  const faults = [
    ...filesIn(receipt).map((path) => placeFault(path, anchor)),
    ...searchedIn(receipt).map((path) => shapeFault(path, anchor)),
  ];
  return faults.find((fault) => fault !== null) ?? typeFault(receipt, anchor);
}

/** The extension that the file with each id must have, because a rollback reads it at a path that only a receipt states. */
export const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["client", ".properties"],
  ["log4j2", ".xml"],
]);

const PROFILE = /^profile-[0-9]{1,9}$/;

/**
 * Returns the fault if a file of a receipt does not fit its id, else null. Without --root, a receipt can name any file of the workstation,
 * and its content would be shown and recorded; so the file must have the extension of its id or be named on the command line.
 */
function typeFault({ paths, state }: Receipt, anchor: Anchor): string | null {
  for (const { id, path } of [{ id: "client", path: paths.client }, ...(state?.files ?? [])]) {
    const ending = ENDINGS.get(id);
    if (ending === undefined && !PROFILE.test(id)) return `'${cut(id)}' is no file of an installation`;
    if (ending !== undefined && !isNamed(path, anchor) && !path.toLowerCase().endsWith(ending))
      return `the ${id} file '${cut(path)}' does not end in ${ending}`;
  }
  return null;
}

/**
 * Returns the paths of a receipt at which `deploy --verify` searches for second copies of the plug-in and stale profiles. The search skips
 * a path on another machine's share unless the command line names that machine.
 */
const searchedIn = (receipt: Receipt): readonly string[] => [
  ...(receipt.paths.roots ?? []),
  ...(receipt.paths.strays ?? []),
  ...receipt.strays.map((stray) => stray.path),
];

/** Returns the files outside the plug-in folder that Tierwright reads because a receipt names them. */
export const filesIn = ({ paths, state }: Receipt): readonly string[] => [
  paths.client,
  ...(state?.files ?? []).map((file) => file.path),
];
