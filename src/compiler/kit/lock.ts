import type { KitLock, LockedFile, LockSource } from "../model/kit-lock.ts";
import { readLock } from "../load/read-lock.ts";
import { checkDocument, plain, readYaml } from "../../kernel/index.ts";

export type { KitLock, LockedFile, LockSource } from "../model/kit-lock.ts";

/** Text that YAML reads back as the same string whatever it looks like. */
const quoted = (text: string): string => JSON.stringify(text);

/** A plain scalar where YAML cannot misread it, else a quoted one: nobody has to think of `2506` or `a: b`. */
const word = (text: string): string =>
  /^[A-Za-z_][\w./+-]*$/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text) ? text : quoted(text);

function sourceText({ name, size, sha256, imported }: LockSource): string {
  const fields = [`name: ${word(name)}`];
  if (size !== undefined) fields.push(`size: ${size}`);
  if (sha256 !== undefined) fields.push(`sha256: ${quoted(sha256)}`);
  if (imported !== undefined) fields.push(`imported: ${imported}`);
  return `source: { ${fields.join(", ")} }\n`;
}

/** Hashes are quoted: one of digits and an 'e' would read as a number. */
function fileText({ path, size, sha256, class: version }: LockedFile): string {
  const java = version === undefined ? "" : `, class: ${version}`;
  return `  - { path: ${word(path)}, size: ${size}, sha256: ${quoted(sha256)}${java} }\n`;
}

/** By UTF-16 code units, as every list of files here is ordered. */
export const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

/** The lock as text of kit.lock.yaml: the same lock gives the same bytes, on any machine. `schema`: where editors find its schema. */
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
 * Reads kit.lock.yaml outside of a run over a repository. `problems`: in words, one line each; with any of them `lock` may lack rows,
 * so nothing may be proven by it. Runs over a repository have the lock in their model (`Release.lock`).
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
