import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import { sha256 } from "./bundle.ts";
import { at } from "./installation.ts";
import { pairs } from "./releases.ts";

/** Everything below a root, but the work folder: path with '/' -> hash of the file ("folder", or a link's target). */
export type Snapshot = Readonly<Record<string, string>>;

function walk(folder: string, prefix: string, into: Record<string, string>, skip: string | null): void {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const key = prefix + name;
    if (path === skip) continue;
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) into[key] = `-> ${readlinkSync(path)}`;
    else if (stat.isDirectory()) {
      into[key] = "folder";
      walk(path, `${key}/`, into, skip);
    } else into[key] = stat.isFile() ? sha256(readFileSync(path)) : "special";
  }
}

/** What the tool and the connector can see; the installation's own folder may stay empty, because the lock lies in it. */
export function snapshot(root: string): Snapshot {
  const into: Record<string, string> = {};
  if (existsSync(root)) walk(root, "", into, at.swap(root));
  for (const folder of ["C", "C/Program Files", "C/Program Files/Tool 2024x"]) delete into[folder];
  return into;
}

/** Everything, the work folder included. */
export function everything(root: string): Snapshot {
  const into: Record<string, string> = {};
  walk(root, "", into, null);
  return into;
}

/** Only what is no part of the connector: the tool, other plug-ins, other files. */
export function foreign(root: string): Snapshot {
  const own = /\/plugins\/com\.example\.connector(\/|$)|PLM_Profile\.mdzip$|Client\/(CommonClient\.properties|log4j2\.xml)$/;
  return Object.fromEntries(Object.entries(snapshot(root)).filter(([path, hash]) => hash !== "folder" && !own.test(path)));
}

const valuesOf = (path: string): ReadonlyMap<string, string> => {
  if (!existsSync(path)) return new Map();
  const { map, error } = PropertiesDocument.parse(readFileSync(path)).load();
  if (error) throw new Error(`${path}: ${error.message}`);
  return new Map([...map].map(([key, entry]) => [key, entry.value]));
};

/** The 14 pairs as they lie, decoded: "file key" -> value, null where the key or the file is absent. */
export function livePairs(root: string): Readonly<Record<string, string | null>> {
  const files = { connector: valuesOf(at.conf(root)), client: valuesOf(at.client(root)) };
  return Object.fromEntries(pairs("production").map(({ file, key }) => [`${file} ${key}`, files[file].get(key) ?? null]));
}

/** The same of an environment, as they should be. */
export function wantedPairs(tier: "production" | "pilot" | "workshop"): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs(tier).map(({ file, key, value }) => [`${file} ${key}`, value]));
}

export const liveFiles = (root: string): readonly string[] =>
  existsSync(at.live(root))
    ? (readdirSync(at.live(root), { recursive: true }) as string[])
        .map((path) => path.replaceAll("\\", "/"))
        .filter((path) => lstatSync(join(at.live(root), path)).isFile())
        .sort()
    : [];

export const jsonOf = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;

/** Receipts of states, oldest first. */
export function receipts(root: string): readonly Record<string, unknown>[] {
  const folder = join(at.swap(root), "receipts");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{6}-/.test(name))
    .sort()
    .map((name) => jsonOf(join(folder, name)));
}

/** Names in the work folder that a finished run must not leave. */
export function leftovers(root: string): readonly string[] {
  const swap = at.swap(root);
  if (!existsSync(swap)) return [];
  return readdirSync(swap)
    .filter((name) => name.startsWith("journal"))
    .concat(Object.keys(snapshot(root)).filter((path) => path.endsWith(".tierwright-new")));
}
