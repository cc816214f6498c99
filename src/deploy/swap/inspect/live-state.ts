import { type Judged, LARGEST_TEXT, PropertiesDocument, append, leadsAway, mayShow, placeFault } from "../../../kernel/index.ts";
import { join } from "node:path";
import type { FileRole } from "../../../compiler/index.ts";
import { findCopies } from "./copies.ts";
import { type Difference, type DifferenceKind, HIDDEN_VALUE } from "./difference.ts";
import { keptFaults } from "./kept-values.ts";
import { contentsOf, looseProfiles } from "./loose-profiles.ts";
import { foldedPath } from "../protocol/paths.ts";
import type { Layout } from "../protocol/layout.ts";
import { linkOnTheWay } from "../protocol/links.ts";
import { isProfile, type Where } from "../protocol/targets.ts";
import type { DeployState, Receipt } from "../protocol/receipt.ts";
import { type ListedTree, listTree } from "../protocol/tree.ts";
import { broughtValues, namedKeys, shownPair } from "./values.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import { isUnfinished } from "../records/unfinished.ts";

/** Returns a difference about a whole file, without digests, from which a short secret in the file could be guessed. */
const whole = (kind: DifferenceKind, file: string, found: string | null = null): Difference => ({
  kind,
  file,
  key: null,
  expected: null,
  found,
  secret: false,
});

/**
 * Compares the workstation with a receipt and returns the differences; empty if everything is as installed (requirements D8, D9). Hashes
 * the whole plug-in folder regardless of sizes and times, compares conf and logger by decoded values, and ignores empty folders.
 * @param listed the files of the live plug-in folder if the caller has just read them; null to read them
 */
export function differences(
  world: SwapWorld,
  layout: Layout,
  receipt: Judged<Receipt>,
  where: Where,
  listed: ListedTree | null = null,
): readonly Difference[] {
  const { state, plugin } = receipt;
  const found: Difference[] = [];
  if (isUnfinished(world.files, layout, receipt)) found.push(whole("unfinished", layout.journal));
  if (!state) return [...found, whole("no-state", layout.receipts)];
  const folder = join(receipt.install, "plugins", plugin.folder);
  const above = linkOnTheWay({ files: world.files, windows: true }, folder, receipt.install);
  if (above !== null) found.push(whole("link", above));
  else append(found, treeDifferences(world, receipt.plugin, state, folder, listed));
  append(found, valueDifferences(world, state, "connector", join(folder, plugin.conf), receipt.install));
  if (plugin.logger !== null)
    append(found, valueDifferences(world, state, "logger", join(folder, plugin.logger), receipt.install));
  append(
    found,
    valueDifferences(world, state, "client", receipt.paths.client, null, mayShow(receipt.paths.client, layout.anchor)),
  );
  for (const { path, sha256 } of state.files.filter(isProfile)) {
    const lies = world.files.stat(path)?.kind === "file" ? world.files.hash(path).sha256 : null;
    if (lies !== sha256) found.push(whole(lies === null ? "missing" : "changed", path));
  }
  if (state.tree && receipt.bundle) {
    append(found, liveElsewhere(world, layout, receipt, folder, where));
    append(found, looseElsewhere(world, layout, receipt, state));
  }
  return found;
}

function treeDifferences(
  world: SwapWorld,
  plugin: Receipt["plugin"],
  state: DeployState,
  folder: string,
  listed: ListedTree | null,
): Difference[] {
  if (world.files.stat(folder)?.kind === "link") return [whole("link", folder)];
  const odd: string[] = [];
  const native = (path: string) => join(folder, path);
  const decoded = new Set([plugin.conf, plugin.logger]);
  const live = new Map(((listed ?? listTree(world.files, folder, odd))?.files ?? []).map((file) => [file.path, file]));
  const found: Difference[] = odd.map((path) => whole("link", path));
  for (const { path, sha256 } of state.tree?.files ?? []) {
    const lies = live.get(path);
    live.delete(path);
    if (!lies) found.push(whole("missing", native(path)));
    else if (!decoded.has(path) && lies.sha256 !== sha256) found.push(whole("changed", native(path)));
  }
  return [...found, ...[...live.keys()].map((path) => whole("foreign", native(path)))];
}

/** Returns the second copies of the plug-in that the modeling tool would load in addition to the folder that the receipt describes. */
function liveElsewhere(world: SwapWorld, layout: Layout, receipt: Receipt, live: string, where: Where): Difference[] {
  const { install, plugin, paths } = receipt;
  const here = (places: readonly string[] | undefined) => (places ?? []).filter((path) => !leadsAway(path, layout.anchor));
  const copies = findCopies(
    world,
    plugin.id,
    { install, live, plugins: join(install, "plugins"), roots: here(paths.roots) },
    where,
  );
  return [
    ...copies.beside.map((path) => whole("second-copy", path, plugin.id)),
    ...copies.elsewhere.map((path) => whole("copy-elsewhere", path, plugin.id)),
  ];
}

/** Returns stale copies of the profile that the modeling tool would load: at the paths in the receipt, and by content under any name. */
function looseElsewhere(world: SwapWorld, layout: Layout, receipt: Judged<Receipt>, state: DeployState): readonly Difference[] {
  const { files, windows } = world;
  const { install, paths } = receipt;
  const isOpen = (path: string) => placeFault(path, layout.anchor) === null;
  const named = (paths.strays ?? []).filter((path) => isOpen(path) && files.stat(path)?.kind === "file");
  const places = {
    plugins: join(install, "plugins"),
    roots: (paths.roots ?? []).filter(isOpen),
    profiles: state.files.filter(isProfile),
  };
  const loose = [...named, ...looseProfiles(world, places, contentsOf(receipt))];
  return [...new Map(loose.map((path) => [foldedPath(path, windows), path])).values()].map((path) =>
    whole("loose-profile", path),
  );
}

/** Returns the plug-in roots of a receipt that are not searched, because each is on another machine that only the receipt names. */
export const skippedRoots = ({ paths }: Receipt, { anchor }: Layout): readonly string[] =>
  (paths.roots ?? []).filter((path) => leadsAway(path, anchor));

/**
 * Returns the differences between the values of one properties file and those in the receipt (`state`).
 * @param install the installation's folder for a file below it: a file below a symbolic link is not read, because the link is reported as
 * another difference; null for a file elsewhere, whose path was checked with the receipt
 * @param shown false if only a receipt names the file: differing values are then reported without the values
 */
function valueDifferences(
  world: SwapWorld,
  state: DeployState,
  role: FileRole,
  path: string,
  install: string | null = null,
  shown = true,
): Difference[] {
  const expected = new Map(state.values.filter((item) => item.file === role).map((item) => [item.key, item.value]));
  const secrets = state.secrets.filter((item) => item.file === role).map((item) => item.key);
  // deploys make the folders below an installation, so a symbolic link among them is wrong on every system
  if (install !== null && linkOnTheWay({ files: world.files, windows: true }, path, install) !== null) return [];
  if (world.files.stat(path)?.kind !== "file") return expected.size + secrets.length === 0 ? [] : [whole("missing", path)];
  const bytes = world.files.read(path, LARGEST_TEXT);
  const { map, error } = PropertiesDocument.parse(bytes).load();
  if (error) return [whole("unreadable", `${path}:${error.line}`, shown ? error.message : HIDDEN_VALUE)];
  const keep = role === "connector" ? state.keep : [];
  const leave = new Set([...secrets, ...keep, ...namedKeys(state, role)]);
  const decided: ReadonlySet<string> = shown ? broughtValues(state, role).decided : new Set();
  const keys = role === "client" ? [...expected.keys()] : [...new Set([...expected.keys(), ...map.keys()])];
  const unusable = keptFaults(bytes, keep, null).map(({ key, line, text }) => ({
    ...whole("kept", `${path}:${line}`, text),
    key,
  }));
  const gone = secrets.filter((key) => !map.has(key)).map((key) => ({ ...whole("value", path), key, secret: true }));
  const changed = keys
    .filter((key) => !leave.has(key) && map.get(key)?.value !== expected.get(key))
    .sort()
    .map((key) => ({
      ...whole("value", path),
      ...shownPair(key, expected.get(key), map.get(key)?.value, decided),
      key,
      ...(state.left?.some((row) => row.file === role && row.key === key) ? { left: true as const } : {}),
    }));
  return [...gone, ...unusable, ...changed];
}
