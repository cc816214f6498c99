import { type Mapping, type Tree, child } from "../../kernel/index.ts";
import { itemsAt, scalarAt } from "./fields.ts";
import type { LockSource, ReleaseLock } from "../model/kit-lock.ts";

const text = (tree: Tree | undefined, key: string): string | undefined => scalarAt(tree, key)?.text;

function whole(tree: Tree | undefined, key: string): number | undefined {
  const number = Number(text(tree, key) ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function readSource(tree: Tree | undefined): LockSource | null {
  const name = text(tree, "name");
  if (name === undefined) return null;
  const size = whole(tree, "size");
  const sha256 = text(tree, "sha256");
  const imported = text(tree, "imported");
  return {
    name,
    ...(size === undefined ? {} : { size }),
    ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
    ...(imported === undefined ? {} : { imported }),
  };
}

function readFile(item: Tree): ReleaseLock["files"][number] | null {
  const path = scalarAt(item, "path");
  const size = whole(item, "size");
  const sha256 = text(item, "sha256");
  if (!path || size === undefined || sha256 === undefined) return null;
  const version = whole(item, "class");
  const known = { path: path.text, size, sha256: sha256.toLowerCase(), span: path.span };
  return version === undefined ? known : { ...known, class: version };
}

/** Returns the model of kit.lock.yaml, without entries that lack a required field, which `readDocument` has reported. */
export function readLock(path: string, tree: Mapping): ReleaseLock {
  return {
    path,
    release: text(tree, "release") ?? "",
    source: readSource(child(tree, "source")),
    files: itemsAt(tree, "files").flatMap((item) => readFile(item) ?? []),
    span: tree.span,
  };
}
