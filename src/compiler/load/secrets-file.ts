import { dirname, resolve } from "node:path";
import { type Place, placeOf, startOf, wrongUse } from "../../kernel/index.ts";
import type { SecretReference } from "../model/secret.ts";
import { readOwnMap } from "./own-file.ts";
import { readSecret } from "./read-secret.ts";

const FORM = "each line is KEY: { env: NAME } or KEY: { file: PATH }; `tierwright help windows` shows one";

/** One key of a file of references to secrets, with its reference and place. */
export interface NamedSecret {
  readonly key: string;
  readonly reference: SecretReference;
  readonly at: Place;
}

/** A file with references to the secrets of one workstation (`deploy --secrets`). */
export interface SecretsFile {
  /** The path as the user gave it. */
  readonly shown: string;
  /** The folder from which relative paths in the file's references start. */
  readonly root: string;
  readonly secrets: readonly NamedSecret[];
}

/**
 * Reads a file of secret references that only its owner can read: YAML, or JSON, which is a subset of YAML. Throws a Refusal with the place
 * of a fault and quotes nothing, because the file can hold a secret by mistake.
 */
export function readSecretsFile(shown: string, cwd: string): SecretsFile {
  const path = resolve(cwd, shown);
  const tree = readOwnMap(path, shown, { noun: "file", missing: FORM, form: FORM, expected: "a map of keys to references" });
  if (tree.entries.size === 0) throw wrongUse(`${shown} names no secret`, FORM, startOf(shown));
  const secrets = [...tree.entries.values()].map(({ key, keySpan, value }): NamedSecret => {
    const reference = readSecret(value);
    const at = placeOf(keySpan);
    const { source: from } = reference ?? {};
    const isNamed = from?.kind === "env" ? from.name.trim() !== "" : from?.kind === "file" && from.path.trim() !== "";
    if (!reference || !isNamed) throw wrongUse("the value of this key is not a reference to a variable or a file", FORM, at);
    return { key, reference, at };
  });
  return { shown, root: dirname(path), secrets };
}
