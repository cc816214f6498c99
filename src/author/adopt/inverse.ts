import { FILE_ROLES, type FileRole, type PropertiesFile, type Release, readTemplate } from "../../compiler/index.ts";
import type { Place, PropertyEntry } from "../../kernel/index.ts";

/** A key of a workstation's properties file, with the value that it implies for a field of environment.yaml. */
export interface Sighting {
  readonly file: PropertiesFile;
  readonly role: FileRole;
  readonly key: string;
  readonly entry: PropertyEntry;
  /** The value of the environment's field that produces the key's value. */
  readonly text: string;
}

/** The values of an environment's fields, read back from a workstation's files through the writes of its release. */
export interface Inverse {
  /** By field: all keys that determine its value, in the order of the writes. */
  readonly fields: ReadonlyMap<string, readonly Sighting[]>;
  /** Keys of an adopted file whose value no value of an environment.yaml field can produce. */
  readonly impossible: readonly Sighting[];
}

export const placeOfEntry = (file: PropertiesFile, entry: PropertyEntry): Place =>
  file.source.placeOf(entry.keyStart, Math.max(entry.valueEnd, entry.keyEnd));

/** Values of the environment's transport field, by the value of the IS_TCCS key. */
const TCCS: Readonly<Record<string, string>> = { true: "tccs", false: "http" };

/**
 * Reads the single variable of a write's template, such as {{ tier.signIn }}, back from the value of the write's key.
 * @returns "constant" if the template has no variable and equals the value; null if it cannot produce the value or has several variables.
 */
function readBack(template: string, value: string): { readonly name: string; readonly text: string } | "constant" | null {
  const { parts, fault } = readTemplate(template);
  const at = parts.findIndex((part) => "name" in part);
  const part = parts[at];
  if (fault !== null || parts.filter((item) => "name" in item).length > 1) return null;
  const literal = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map((item) => ("literal" in item ? item.literal : ""))
      .join("");
  if (!part || !("name" in part)) return value === literal(0) ? "constant" : null;
  const [before, after] = [literal(0, at), literal(at + 1)];
  if (!value.startsWith(before) || !value.endsWith(after) || value.length < before.length + after.length) return null;
  const text = value.slice(before.length, value.length - after.length);
  if (part.name !== "tier.isTccs") return { name: part.name, text };
  const transport = TCCS[text];
  return transport === undefined ? null : { name: "tier.transport", text: transport };
}

/**
 * Derives the values of environment.yaml fields from a workstation's files: those with which the release's writes produce the values in the
 * files.
 */
export function invertWrites(release: Release, files: Readonly<Partial<Record<FileRole, PropertiesFile>>>): Inverse {
  const fields = new Map<string, Sighting[]>();
  const impossible: Sighting[] = [];
  for (const role of FILE_ROLES) {
    const file = files[role];
    for (const write of release.writes) {
      const entry = write.file === role ? file?.document.load().map.get(write.key) : undefined;
      if (!file || !entry) continue;
      const read = readBack(write.value.text, entry.value);
      const sighting = { file, role, key: write.key, entry };
      if (read === "constant") continue;
      const wrong = read === null || (read.name === "tier.transport" && !Object.values(TCCS).includes(read.text));
      if (wrong) impossible.push({ ...sighting, text: entry.value });
      else fields.set(read.name, [...(fields.get(read.name) ?? []), { ...sighting, text: read.text }]);
    }
  }
  return { fields, impossible };
}

/** Returns the environment.yaml fields for which two keys of a workstation's files imply different values. */
export const differing = ({ fields }: Inverse): readonly { readonly field: string; readonly sightings: readonly Sighting[] }[] =>
  [...fields].flatMap(([field, sightings]) =>
    new Set(sightings.map(({ text }) => text)).size > 1 ? [{ field, sightings }] : [],
  );

/**
 * Returns the value that a workstation's files imply for an environment.yaml field, from the first key that implies one; null if no key
 * does.
 */
export const textOf = ({ fields }: Inverse, field: string): string | null => fields.get(field)?.[0]?.text ?? null;
