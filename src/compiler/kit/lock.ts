import type { KitLock, LockedFile, LockSource } from "../model/kit-lock.ts";
import { readLock } from "../load/read-lock.ts";
import { checkDocument, plain, readYaml } from "../../kernel/index.ts";

export type { KitLock, LockedFile, LockSource } from "../model/kit-lock.ts";

/** Returns a text as a quoted YAML scalar, which YAML always reads as a string. */
const quoted = (text: string): string => JSON.stringify(text);

/** Returns a text as a YAML scalar without quotes if YAML reads that as the same text, otherwise in quotes, as for `2506` or `a: b`. */
const word = (text: string): string =>
  /^[A-Za-z_][\w./+-]*$/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text) ? text : quoted(text);

function sourceText({ name, size, sha256, imported }: LockSource): string {
  const fields = [`name: ${word(name)}`];
  if (size !== undefined) fields.push(`size: ${size}`);
  if (sha256 !== undefined) fields.push(`sha256: ${quoted(sha256)}`);
  if (imported !== undefined) fields.push(`imported: ${imported}`);
  return `source: { ${fields.join(", ")} }\n`;
}

/** Returns the line for one file in kit.lock.yaml. Digests are quoted, because YAML reads one of digits and an 'e' as a number. */
function fileText({ path, size, sha256, class: version }: LockedFile): string {
  const java = version === undefined ? "" : `, class: ${version}`;
  return `  - { path: ${word(path)}, size: ${size}, sha256: ${quoted(sha256)}${java} }\n`;
}

/** Compares two files by the UTF-16 code units of their paths, which is the order of files in a lock. */
export const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

/**
 * Returns the text of kit.lock.yaml. Equal locks give equal bytes on any machine.
 * @param schema Path or URL of the JSON schema, which editors read from the first line.
 */
export function lockText(lock: KitLock, schema = "../../schemas/kit-lock.schema.json"): string {
  const files = [...lock.files].sort(byPath);
  return `# yaml-language-server: $schema=${schema}
# Generated from the kit. 'class' is the highest class-file version in a jar: 61 needs Java 17, 65 needs Java 21.
apiVersion: tierwright/v1
kind: KitLock
release: ${quoted(lock.release)}
${lock.source ? sourceText(lock.source) : ""}files:${files.length === 0 ? " []" : ""}
${files.map(fileText).join("")}`;
}

/**
 * Reads kit.lock.yaml for commands that do not load the repository.
 * @returns `problems` in words, one line each. If there are any, `lock` can lack files, so that it cannot prove that a kit is complete.
 */
export function parseLock(
  path: string,
  bytes: Uint8Array,
): { readonly lock: KitLock | null; readonly problems: readonly string[] } {
  const { tree, problems } = readYaml(path, bytes);
  const all = tree ? [...problems, ...checkDocument("KitLock", tree)] : problems;
  return {
    lock: tree?.type === "map" ? readLock(path, tree) : null,
    problems: all.map(({ at, message }) => (at ? `${at.file}:${at.line}: ${plain(message)}` : plain(message))),
  };
}
