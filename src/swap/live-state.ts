import { join } from "node:path";
import { PropertiesDocument } from "../formats/properties/document.ts";
import type { FileRole } from "../model/files.ts";
import type { Layout } from "./layout.ts";
import type { Receipt } from "./receipt.ts";
import { type ListedTree, listTree } from "./tree.ts";
import { sayable } from "./values.ts";
import type { SwapWorld } from "./world.ts";
import { isUnfinished } from "./unfinished.ts";

/** Where what lies on the machine differs from what a receipt says; empty: everything is as it was installed (D8). `listed`: the live folder, where it has just been read. */
export function differences(
  world: SwapWorld,
  layout: Layout,
  receipt: Receipt,
  listed: ListedTree | null = null,
): readonly string[] {
  const { state, plugin } = receipt;
  const found: string[] = [];
  if (isUnfinished(world.files, layout, receipt))
    found.push(`${layout.journal}: a run is unfinished; any deploy command finishes it first`);
  if (!state) return [...found, "the newest receipt describes no state"];
  const folder = join(receipt.install, "plugins", plugin.folder);
  const decoded = new Set([plugin.conf, ...(plugin.logger === null ? [] : [plugin.logger])]);
  const live = new Map(((listed ?? listTree(world.files, folder))?.files ?? []).map((file) => [file.path, file]));
  for (const file of state.tree?.files ?? []) {
    const lies = live.get(file.path);
    live.delete(file.path);
    const path = join(folder, ...file.path.split("/"));
    if (!lies) found.push(`${path}: missing`);
    else if (!decoded.has(file.path) && lies.sha256 !== file.sha256)
      found.push(`${path}: changed (${lies.size} bytes, ${file.size} were installed)`);
  }
  for (const path of live.keys()) found.push(`${join(folder, ...path.split("/"))}: not of this build`);
  found.push(...valueDifferences(world, receipt, "connector", join(folder, ...plugin.conf.split("/"))));
  if (plugin.logger !== null)
    found.push(...valueDifferences(world, receipt, "logger", join(folder, ...plugin.logger.split("/"))));
  found.push(...valueDifferences(world, receipt, "client", receipt.paths.client));
  for (const { id, path, sha256 } of state.files) {
    if (!id.startsWith("profile-")) continue;
    if (world.files.look(path)?.kind !== "file") found.push(`${path}: missing`);
    else if (world.files.hash(path).sha256 !== sha256) found.push(`${path}: changed`);
  }
  return found;
}

function valueDifferences(world: SwapWorld, receipt: Receipt, role: FileRole, path: string): string[] {
  const expected = new Map(receipt.state?.values.filter((item) => item.file === role).map((item) => [item.key, item.value]));
  if (world.files.look(path)?.kind !== "file") return expected.size === 0 ? [] : [`${path}: missing`];
  const { map, error } = PropertiesDocument.parse(world.files.read(path)).load();
  if (error) return [`${path}:${error.line}: java.util.Properties cannot load it: ${error.message}`];
  const leave = new Set([
    ...(receipt.state?.secrets ?? []).filter((item) => item.file === role).map((item) => item.key),
    ...(role === "connector" ? (receipt.state?.keep ?? []) : []),
  ]);
  const keys = role === "client" ? [...expected.keys()] : [...new Set([...expected.keys(), ...map.keys()])];
  return keys
    .filter((key) => !leave.has(key) && map.get(key)?.value !== expected.get(key))
    .sort()
    .map(
      (key) =>
        `${path}: ${key} is ${said(sayable(key, map.get(key)?.value ?? null))}, installed was ${said(sayable(key, expected.get(key) ?? null))}`,
    );
}

/** A value for people. */
export const said = (value: string | null | undefined): string =>
  value === undefined || value === null ? "absent" : `'${value}'`;
