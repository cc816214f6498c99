import { FILE_ROLES, type FileRole, type PropertiesFile, type Release, readTemplate } from "../../compiler/index.ts";
import type { Place, PropertyEntry } from "../../kernel/index.ts";

/** One key of an adopted file. */
export interface Sighting {
  readonly file: PropertiesFile;
  readonly role: FileRole;
  readonly key: string;
  readonly entry: PropertyEntry;
  /** What the field would have to be. */
  readonly text: string;
}

/** What the files say for the fields that the write table spreads over them. */
export interface Inverse {
  /** By field: every place that says it, in the order of the table. */
  readonly fields: ReadonlyMap<string, readonly Sighting[]>;
  /** Values that no text of a field gives. */
  readonly impossible: readonly Sighting[];
}

export const placeOfEntry = (file: PropertiesFile, entry: PropertyEntry): Place =>
  file.source.placeOf(entry.keyStart, Math.max(entry.valueEnd, entry.keyEnd));

/** IS_TCCS says the transport in another way. */
const TCCS: Readonly<Record<string, string>> = { true: "tccs", false: "http" };

/** The one name of a template and its text in a value; null when the template could not give that value, or does not tell. */
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

/** Reads the write table backwards: which text of which field gives what stands in the files. */
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

/** The fields of which the files say different things. */
export const differing = ({ fields }: Inverse): readonly { readonly field: string; readonly sightings: readonly Sighting[] }[] =>
  [...fields].flatMap(([field, sightings]) =>
    new Set(sightings.map(({ text }) => text)).size > 1 ? [{ field, sightings }] : [],
  );

/** What the files say for a field, where they agree. */
export const textOf = ({ fields }: Inverse, field: string): string | null => fields.get(field)?.[0]?.text ?? null;
