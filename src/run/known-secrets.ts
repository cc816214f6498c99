import type { SecretValue } from "../diagnostic/secret.ts";
import { base64Cores, percentEncoded } from "../diagnostic/secret-spellings.ts";
import type { Spelling } from "../diagnostic/spelling.ts";
import { type Finding, findingOf } from "../diagnostic/finding.ts";
import { plainValue } from "../diagnostics/secret/plain-value.ts";
import type { RepositoryFiles } from "../io/repository-files.ts";
import { installedFolder, SITE_PATH } from "../model/paths.ts";
import type { SecretReference } from "../model/secret.ts";

/** Shorter ones, and short words, stand in a text by chance. */
const isTelling = (value: string): boolean => value.length >= 8 && (value.length >= 16 || /[^a-z]/.test(value));

function spellingsOf(value: string): readonly (readonly [text: string, spelling: Spelling])[] {
  const entities = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const all: (readonly [string, Spelling])[] = [
    [value, "plain"],
    [entities, "plain"],
    [percentEncoded(value), "percent"],
    ...base64Cores(value).map((core) => [core, "base64"] as const),
  ];
  return all.filter(([text], i) => all.findIndex(([other]) => other === text) === i);
}

/** Files of one environment that people write or adopt, and those that all environments share. */
function pathsOf(files: RepositoryFiles, environment: string): readonly string[] {
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

/**
 * Where a secret that was looked up stands in the repository all the same, as it is, percent-encoded or in base64. The file that a reference
 * names is where it belongs.
 */
export function knownSecretFindings(
  references: readonly SecretReference[],
  secrets: ReadonlyMap<string, SecretValue>,
  files: RepositoryFiles,
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
    const text = read.bytes.toString("utf8");
    return known.flatMap(({ pointer, spellings }) => {
      const [found] = spellings.filter(([spelt]) => text.includes(spelt));
      if (!found) return [];
      const line = text.slice(0, text.indexOf(found[0])).split("\n").length;
      const place = { file: path, line, column: 1, endLine: line, endColumn: 1 };
      const args = { seen: "known", file: path, of: pointer.slice(1).replaceAll("/", "."), spelling: found[1] } as const;
      return [findingOf(plainValue.at(place, args, { quote: false }), plainValue.severity, environment)];
    });
  });
}
