import { PropertiesDocument } from "../formats/properties/document.ts";
import type { BundleManifest } from "../bundle/manifest.ts";
import type { FileRole } from "../model/files.ts";
import { refused } from "./outcome.ts";
import type { Drift, Receipt, StateValue } from "./receipt.ts";

/** Keys whose values are not said, declared a secret or not: somebody may have written one on the machine. */
const SECRET_NAME = /passw|secret|token|credential|private|(?:^|[^a-z])(?:pwd|key|pass)(?:[^a-z]|$)/i;

/** A value as a receipt or a message may hold it. */
export const sayable = (key: string, value: string | null): string | null =>
  value !== null && SECRET_NAME.test(key) ? "(hidden)" : value;

export type Values = ReadonlyMap<string, string>;

/** The decoded map of a properties file on the machine; refuses one that Java could not load, because it could not be edited either. */
export function loadValues(path: string, bytes: Buffer): Values {
  const document = PropertiesDocument.parse(bytes);
  const { map, error } = document.load();
  if (error)
    throw refused(
      `${path}:${error.line}:${error.column}: java.util.Properties cannot load this file: ${error.message}`,
      "mend that line first; nothing was written",
    );
  if (document.bom)
    throw refused(
      `${path} starts with a byte order mark: Java reads it as part of the first key`,
      "save it without a byte order mark first; nothing was written",
    );
  return new Map([...map].map(([key, entry]) => [key, entry.value]));
}

/** Keys of one file whose values never leave the machine's files. */
export function secretKeys(manifest: BundleManifest, file: FileRole): ReadonlySet<string> {
  return new Set(manifest.values.filter((value) => value.file === file && value.secret !== undefined).map((value) => value.key));
}

/** The same with the keys that the newest receipt knows as secrets: a settings bundle does not name them again. */
export function unsaidKeys(manifest: BundleManifest, receipt: Receipt | null, file: FileRole): ReadonlySet<string> {
  const known = receipt?.state?.secrets.filter((item) => item.file === file).map((item) => item.key) ?? [];
  return new Set([...secretKeys(manifest, file), ...known]);
}

/** Decoded entries for a receipt, sorted by key, without those that are left out. */
export function stateValues(file: FileRole, values: Values, omit: ReadonlySet<string>, only?: ReadonlySet<string>): StateValue[] {
  return [...values]
    .filter(([key]) => !omit.has(key) && (!only || only.has(key)))
    .map(([key, value]) => ({ file, key, value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** What a live file is expected to hold; null: nothing is known. */
export function expectedValues(manifest: BundleManifest, receipt: Receipt | null, file: FileRole): Values | null {
  if (receipt?.state)
    return new Map(receipt.state.values.filter((item) => item.file === file).map((item) => [item.key, item.value]));
  if (file !== "connector" || !manifest.expect) return null;
  return new Map(manifest.expect.map((item) => [item.key, item.value]));
}

const difference = (file: FileRole, key: string, expected: Values, live: Values): Drift => ({
  file,
  key,
  expected: sayable(key, expected.get(key) ?? null),
  found: sayable(key, live.get(key) ?? null),
});

/**
 * Live values that nobody expected (DESIGN 8). A value that already is what will be written is none; for the client file only the
 * expected keys count, because the connector keeps others there.
 */
export function driftOf(file: FileRole, live: Values, expected: Values, next: Values, leave: ReadonlySet<string>): Drift[] {
  const keys = file === "client" ? [...expected.keys()] : [...new Set([...live.keys(), ...expected.keys()])];
  return keys
    .filter((key) => !leave.has(key) && live.get(key) !== expected.get(key) && live.get(key) !== next.get(key))
    .sort()
    .map((key) => difference(file, key, expected, live));
}

/** Live values that the new file replaces, where nothing was expected: listed, so that taking over an installation hides nothing. */
export function replacedOf(file: FileRole, live: Values, next: Values, leave: ReadonlySet<string>): Drift[] {
  return [...live.keys()]
    .filter((key) => !leave.has(key) && live.get(key) !== next.get(key))
    .sort()
    .map((key) => difference(file, key, next, live));
}
