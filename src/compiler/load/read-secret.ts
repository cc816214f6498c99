import { type SecretSource, type Tree, child } from "../../kernel/index.ts";
import { scalarAt, scalarsOf } from "./fields.ts";
import type { SecretReference } from "../model/secret.ts";

/**
 * Returns the secret reference in `{ env: NAME }`, `{ file: PATH }` or `{ command: [...] }` (docs/formats.md); null for any other value.
 */
export function readSecret(tree: Tree): SecretReference | null {
  if (tree.type !== "map" || tree.entries.size !== 1) return null;
  const env = scalarAt(tree, "env");
  const file = scalarAt(tree, "file");
  const argv = scalarsOf(child(tree, "command")).map((word) => word.text);
  const source: SecretSource | null = env
    ? { kind: "env", name: env.text }
    : file
      ? { kind: "file", path: file.text }
      : argv.length > 0
        ? { kind: "command", argv }
        : null;
  return source && { type: "secret", source, span: tree.span, pointer: tree.pointer };
}

/** Returns every secret reference below a tree, in source order. */
export function secretsIn(tree: Tree): readonly SecretReference[] {
  const own = readSecret(tree);
  if (own) return [own];
  if (tree.type === "list") return tree.items.flatMap(secretsIn);
  return tree.type === "map" ? [...tree.entries.values()].flatMap((entry) => secretsIn(entry.value)) : [];
}
