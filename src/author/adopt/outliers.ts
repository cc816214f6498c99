import { type Place, PropertiesDocument, groupedBy, startOf } from "../../kernel/index.ts";
import { FILE_ROLES, type FileRole } from "../../compiler/index.ts";
import { placeOfEntry } from "./inverse.ts";
import { logSettings } from "./log-settings.ts";
import { isSecret } from "./secrets.ts";
import type { Workstation } from "./workstation.ts";

/** One value of a key, with the workstations that have it. The value is null if they lack the key, or if it is a secret. */
export interface OutlierValue {
  readonly value: string | null;
  readonly workstations: readonly string[];
}

/** A key whose value differs between workstations of one tier. */
export interface Outlier {
  readonly file: FileRole | "log4j2" | "workstation";
  readonly key: string;
  readonly secret: boolean;
  /** The different values of the key, in the order of the workstations. A secret has one entry without a value. */
  readonly values: readonly OutlierValue[];
}

/** Values by key and workstation name. A workstation without the key has no entry. */
type Table = ReadonlyMap<string, ReadonlyMap<string, string>>;

function tableOf(
  workstations: readonly Workstation[],
  keysOf: (workstation: Workstation) => Iterable<readonly [string, string]> | null,
): { readonly table: Table; readonly having: readonly string[] } {
  const table = new Map<string, Map<string, string>>();
  const having: string[] = [];
  for (const workstation of workstations) {
    const keys = keysOf(workstation);
    if (keys === null) continue;
    having.push(workstation.name);
    for (const [key, value] of keys) {
      const row = table.get(key) ?? new Map<string, string>();
      table.set(key, row.set(workstation.name, value));
    }
  }
  return { table, having };
}

function outliersIn(file: Outlier["file"], { table, having }: ReturnType<typeof tableOf>): readonly Outlier[] {
  return [...table].flatMap(([key, row]): Outlier[] => {
    const values = groupedBy(having, (name) => row.get(name) ?? null);
    if (values.size < 2) return [];
    const secret = [...values.keys()].some((value) => value !== null && isSecret(key, value));
    if (secret) return [{ file, key, secret, values: [{ value: null, workstations: having }] }];
    return [{ file, key, secret, values: [...values].map(([value, workstations]) => ({ value, workstations })) }];
  });
}

/** Returns every key whose decoded value differs between workstations. For the keys of a file, workstations without it are not compared. */
export function outliersOf(workstations: readonly Workstation[]): readonly Outlier[] {
  if (workstations.length < 2) return [];
  const decoded = (role: FileRole) => (workstation: Workstation) => {
    const file = workstation.properties[role];
    return file ? [...file.document.load().map].map(([key, { value }]) => [key, value] as const) : null;
  };
  return [
    ...FILE_ROLES.flatMap((role) => outliersIn(role, tableOf(workstations, decoded(role)))),
    ...outliersIn(
      "log4j2",
      tableOf(workstations, ({ log4j2 }) => log4j2 && logSettings(log4j2.document)),
    ),
    ...outliersIn(
      "workstation",
      tableOf(workstations, ({ install }) => [["install", install ?? ""]]),
    ),
  ];
}

/**
 * Returns the place in the reference workstation's files of the first key that differs and is no secret; the beginning of its connector
 * conf if its files have no such key.
 */
export function placeOfDifference(open: readonly Outlier[], reference: Workstation): Place {
  const { properties } = reference;
  const places = open.flatMap(({ file, key, secret }) => {
    const role = FILE_ROLES.find((other) => other === file);
    const written = role && properties[role];
    const entry = secret ? undefined : written?.document.load().map.get(key);
    return written && entry ? [placeOfEntry(written, entry)] : [];
  });
  return places[0] ?? startOf(properties.connector?.path ?? reference.name);
}

/** A value that lost its backslashes, because somebody wrote the intended value into a properties file without doubling them. */
export interface Unescaped {
  readonly key: string;
  readonly value: string;
  /** The intended value, which another workstation has. */
  readonly meant: string;
  readonly workstations: readonly string[];
}

/** Returns the values that differ between two workstations only because somebody did not double the backslashes on one of them. */
export function unescapedOf(outliers: readonly Outlier[]): readonly Unescaped[] {
  return outliers.flatMap(({ file, key, secret, values }) => {
    if (secret || !FILE_ROLES.some((role) => role === file)) return [];
    return values.flatMap(({ value, workstations }) => {
      const meant = values.find(
        (other) => other.value?.includes("\\") && other.value !== value && readUndoubled(other.value) === value,
      );
      return value !== null && meant?.value ? [{ key, value, meant: meant.value, workstations }] : [];
    });
  });
}

/** Returns the value that Java reads if `value` is in a properties file without doubled backslashes; null if Java cannot load the file. */
function readUndoubled(value: string): string | null {
  const document = PropertiesDocument.parse(Buffer.from(`k=${value}\n`, "latin1"));
  return document.load().loads ? (document.load().map.get("k")?.value ?? null) : null;
}
