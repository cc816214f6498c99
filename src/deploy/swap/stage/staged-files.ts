import {
  broughtDeletionSplice,
  Log4j2Document,
  PropertiesDocument,
  type PropertyChange,
  isRefusal,
  must,
  sha256,
} from "../../../kernel/index.ts";
import { join } from "node:path";
import type { BundleManifest, Log4j2Edit } from "../../bundle/manifest.ts";
import { ownSecrets, suppliedChanges } from "../inspect/machine-secrets.ts";
import { NO_SECRETS, type SuppliedSecrets } from "../protocol/supplied-secrets.ts";
import { refusal } from "../protocol/outcome.ts";
import { temporaryBeside } from "../protocol/layout.ts";
import type { ByteRecord, PlannedFile, ValueChange } from "../protocol/plan.ts";
import type { LiveFile } from "../inspect/preflight.ts";
import { plannedValue, secretKeys, type Values } from "../inspect/values.ts";

export const recordBytes = (bytes: Uint8Array): ByteRecord => ({
  size: bytes.length,
  sha256: sha256(bytes),
});

/**
 * The change of a file that is exchanged by itself: outside the plug-in folder, or conf in a settings switch. `before` or `after` is null
 * if the file does not exist then.
 */
export interface FileChange {
  readonly id: string;
  readonly path: string;
  readonly as: PlannedFile["as"];
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  readonly values: readonly ValueChange[];
  /** True if the new file contains a secret, so that only its owner can read it. */
  readonly alone?: boolean;
}

/**
 * Returns the plan's entry for the change of a file.
 * @param token returns random hex digits; three results make the name of the temporary file, which nobody can predict and occupy beforehand
 * @param known the secret keys of the file; undefined for a file that is no properties file
 */
export function plannedFile(
  change: FileChange,
  run: string,
  token: () => string,
  known: ReadonlySet<string> | undefined,
): PlannedFile {
  return {
    id: change.id,
    path: change.path,
    as: change.as,
    temp: temporaryBeside(change.path, (token() + token() + token()).slice(0, 16)),
    before: change.before && recordBytes(change.before),
    after: change.after && recordBytes(change.after),
    staged: change.after && `${run}/files/${change.id}.new`,
    backup: change.before && `${run}/files/${change.id}.old`,
    values: change.values.map((row) => plannedValue(row, known ?? new Set())),
  };
}

function edited(path: string, bytes: Buffer, changes: readonly PropertyChange[]): Buffer {
  try {
    return PropertiesDocument.parse(bytes).edit(changes).bytes();
  } catch (error) {
    if (isRefusal(error, 1)) throw refusal(`${path}: ${error.message}`, "fix the file first; nothing was written");
    throw error;
  }
}

/** Returns the keys whose values a new conf takes from the workstation's conf: those of `keep` that the latter has. */
export const keptKeys = ({ keep }: BundleManifest, live: Values): readonly string[] => keep.filter((key) => live.has(key));

/**
 * Returns the compiled conf or logger with the secrets and the values of `keep` from the workstation's file, and the list of the kept keys.
 */
export function machineFile(
  manifest: BundleManifest,
  file: "connector" | "logger",
  compiled: Buffer,
  live: Values | null,
  supplied: SuppliedSecrets = NO_SECRETS,
): { readonly bytes: Buffer; readonly kept: readonly string[] } {
  const keep = file === "connector" && live ? keptKeys(manifest, live) : [];
  const changes = [
    ...keep.map((key) => ({ key, value: must(live?.get(key), key) })),
    ...ownSecrets(manifest, file, live, supplied),
  ];
  return { bytes: changes.length === 0 ? compiled : edited(`the bundle's ${file} file`, compiled, changes), kept: keep };
}

/**
 * Returns the change that sets the keys that the bundle decides in a live properties file, without changes to other lines; null if nothing
 * changes.
 * @param compiled the compiled file, installed whole if the workstation has no such file
 */
export function pairsChange(
  manifest: BundleManifest,
  file: "client" | "connector",
  path: string,
  live: LiveFile | null,
  compiled: Buffer | null,
  supplied: SuppliedSecrets = NO_SECRETS,
): FileChange | null {
  const wanted = manifest.values.filter((value) => value.file === file && value.value !== undefined);
  const secrets = live ? suppliedChanges(manifest, file, live.values, supplied) : [];
  const changes = [...wanted.map(({ key, value = "" }) => ({ key, value })), ...secrets];
  if (!live && !compiled) {
    throw refusal(
      `${path} does not exist, and the bundle has none to install`,
      "install the swap bundle first; nothing was written",
    );
  }
  // a key that already has the new value keeps its line unchanged
  const differing = changes.filter(({ key, value }) => live?.values.get(key) !== value);
  const after = live
    ? edited(path, live.bytes, differing)
    : edited(path, compiled ?? Buffer.alloc(0), [...changes, ...ownSecrets(manifest, file, null, supplied)]);
  const values = changes.map(({ key, value }) => ({ key, before: live?.values.get(key) ?? null, after: value }));
  if (live && after.equals(live.bytes)) return null;
  const alone = secretKeys(manifest, file).size > 0;
  return { id: file, path, as: "pairs", before: live?.bytes ?? null, after, values, alone };
}

function editedLog(document: Log4j2Document, { what, name, value, deletion }: Log4j2Edit): Log4j2Document {
  if (what === "trigger") return document.setTrigger(name, value);
  if (what === "level") return document.setLevel(name, value);
  return document.edited([broughtDeletionSplice(document, name, value, must(deletion, name))]);
}

/** Returns the change of single values and Delete actions of log4j2.xml. An edit that fails becomes a note and does not stop the swap. */
export function log4j2Change(
  manifest: BundleManifest,
  path: string,
  live: Buffer | null,
  compiled: Buffer | null,
): { readonly change: FileChange | null; readonly notes: readonly string[] } {
  if (!live) {
    return { change: compiled && { id: "log4j2", path, as: "log4j2", before: null, after: compiled, values: [] }, notes: [] };
  }
  const notes: string[] = [];
  let document = Log4j2Document.parse(live);
  for (const edit of manifest.log4j2) {
    const { what, name, value } = edit;
    try {
      document = editedLog(document, edit);
    } catch (error) {
      if (!isRefusal(error, 1)) throw error;
      notes.push(`${path}: ${what} ${name || "root"} is not set to ${value}: ${error.message}`);
    }
  }
  const after = document.bytes();
  return { change: after.equals(live) ? null : { id: "log4j2", path, as: "log4j2", before: live, after, values: [] }, notes };
}

/** Returns the change that replaces a profile (.mdzip) as a whole; null if the live bytes are already equal. */
export function profileChange(id: string, path: string, live: Buffer | null, profile: Buffer): FileChange | null {
  if (live?.equals(profile)) return null;
  return { id, path, as: "bytes", before: live, after: profile, values: [] };
}

export const inTree = (tree: string, path: string): string => join(tree, path);
