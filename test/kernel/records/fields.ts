import { readFileSync } from "node:fs";

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly const?: unknown;
};

/** A field of a record by the keys that lead to it; "0" is the first entry of a list. */
export type Field = readonly string[];

const isText = ({ type }: Schema): boolean => [type].flat().includes("string");

/** Returns every field of a published schema that holds a text, so that a field that is added later is attacked, too. */
export function textFields(name: string): readonly Field[] {
  const schema = JSON.parse(readFileSync(new URL(`../../../schemas/${name}.schema.json`, import.meta.url), "utf8")) as Schema;
  const walk = (node: Schema, at: Field): readonly Field[] => [
    ...(isText(node) ? [at] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([key, below]) => walk(below, [...at, key])),
    ...(node.items ? walk(node.items, [...at, "0"]) : []),
  ];
  return walk(schema, []);
}

/** Returns a copy of a record with another value in one field; null if the record has no such field. */
export function planted(record: unknown, field: Field, value: unknown): unknown {
  const copy = structuredClone(record);
  let at = copy as Record<string, unknown> | null;
  for (const key of field.slice(0, -1)) at = (at?.[key] ?? null) as Record<string, unknown> | null;
  const last = field.at(-1) ?? "";
  if (at === null || typeof at !== "object" || (Array.isArray(at) ? at.length === 0 : !(last in at))) return null;
  at[last] = value;
  return copy;
}

/** Returns what a forged record may hold in a text; `outside` is a file that no command may open because of it. */
export function forgeries(outside: string): Readonly<Record<string, string>> {
  return {
    "a path upwards": "../../../../../../../../../../../../../../../../etc/passwd",
    "a path upwards in the middle": `${outside}/../${outside.split("/").at(-1)}`,
    "an absolute path": outside,
    "a drive": "C:\\Windows\\win.ini",
    "a share": "\\\\files.example.invalid\\share\\x.properties",
    "a device": "\\\\?\\C:\\Windows\\win.ini",
    "a NUL": `${outside}\u0000.properties`,
    "a line feed": `x\n${outside}`,
    "another host": "files.example.invalid:18391",
    "every address": "0.0.0.0:18391",
    "a huge text": "x".repeat(100_000),
    nothing: "",
  };
}
