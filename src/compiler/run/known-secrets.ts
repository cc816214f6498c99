import {
  type Finding,
  PropertiesDocument,
  SITE_PATH,
  type SecretValue,
  SourceText,
  type Spelling,
  base64Cores,
  findingOf,
  installedFolder,
  XML_ENTITIES,
  percentEncoded,
  plainValue,
} from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { SecretReference } from "../model/secret.ts";

/**
 * Returns true for a secret that hardly occurs in a text by chance: at least 16 characters, or at least 8 that are not all lower-case
 * letters.
 */
const isTelling = (value: string): boolean => value.length >= 8 && (value.length >= 16 || /[^a-z]/.test(value));

function spellingsOf(value: string): readonly (readonly [text: string, spelling: Spelling])[] {
  const entities = value.replace(/[&<]/g, (c) => XML_ENTITIES[c] ?? c);
  const all: (readonly [string, Spelling])[] = [
    [value, "plain"],
    [entities, "plain"],
    [percentEncoded(value), "percent"],
    ...base64Cores(value).map((core) => [core, "base64"] as const),
  ];
  return all.filter(([text], i) => all.findIndex(([other]) => other === text) === i);
}

/**
 * Returns the files in which a secret of one environment is searched: those in its folder and its installed/, those in templates/, and
 * site.yaml.
 */
function pathsOf(files: SourceTree, environment: string): readonly string[] {
  const folders = [`environments/${environment}`, installedFolder(environment), "templates"];
  return [
    SITE_PATH,
    ...folders.flatMap((folder) => {
      const listed = files.list(folder);
      if (listed.kind !== "entries") return [];
      return listed.entries.filter(({ kind }) => kind !== "directory").map(({ name }) => `${folder}/${name}`);
    }),
  ];
}

interface Standing {
  readonly line: number;
  readonly column: number;
  readonly spelling: Spelling;
}

/** Returns the place of a spelling that the raw text of a file contains, with the spelling; null if it contains none of them. */
function standing(source: SourceText, spellings: ReturnType<typeof spellingsOf>): Standing | null {
  const found = spellings.find(([spelt]) => source.text.includes(spelt));
  return found ? { ...source.positionOf(source.text.indexOf(found[0])), spelling: found[1] } : null;
}

type JavaValue = Omit<Standing, "spelling"> & { readonly value: string };

/**
 * Returns the values that Java reads from a properties file, because escapes and continued lines make them differ from the text. Returns an
 * empty list for any other file.
 */
function javaValues(path: string, bytes: Buffer): readonly JavaValue[] {
  if (!/\.properties$/i.test(path)) return [];
  const document = PropertiesDocument.parse(bytes);
  const source = new SourceText(path, document.text);
  // Java stops at a malformed entry, but the entries before it can hold a secret.
  return document.load().entries.map(({ value, keyStart }) => ({ value, ...source.positionOf(keyStart) }));
}

function standingInValue(values: readonly JavaValue[], spellings: ReturnType<typeof spellingsOf>): Standing | null {
  for (const { value, line, column } of values) {
    const found = spellings.find(([spelt]) => value.includes(spelt));
    if (found) return { line, column, spelling: found[1] };
  }
  return null;
}

/**
 * Reports places in the repository that contain the value of a secret that was looked up, whether plain, percent-encoded or in base64.
 * Skips a file that a secret reference names, because the secret belongs there.
 */
export function knownSecretFindings(
  references: readonly SecretReference[],
  secrets: ReadonlyMap<string, SecretValue>,
  files: SourceTree,
  environment: string,
): readonly Finding[] {
  const known = references.flatMap(({ pointer, source }) => {
    const value = secrets.get(pointer)?.reveal() ?? "";
    return isTelling(value) ? [{ pointer, source, spellings: spellingsOf(value) }] : [];
  });
  if (known.length === 0) return [];
  const own = new Set(references.flatMap(({ source }) => (source.kind === "file" ? [source.path.replaceAll("\\", "/")] : [])));
  return pathsOf(files, environment).flatMap((path) => {
    const read = own.has(path) ? null : files.read(path);
    if (read?.kind !== "file") return [];
    const source = new SourceText(path, read.bytes.toString("utf8"));
    const values = javaValues(path, read.bytes);
    return known.flatMap(({ pointer, spellings }) => {
      const found = standing(source, spellings) ?? standingInValue(values, spellings);
      if (!found) return [];
      const { line, column, spelling } = found;
      const place = { file: path, line, column, endLine: line, endColumn: column };
      const args = { seen: "known", file: path, of: pointer.slice(1).replaceAll("/", "."), spelling } as const;
      return [findingOf(plainValue.at(place, args, { quote: false }), plainValue.severity, environment)];
    });
  });
}
