import { dirname, resolve } from "node:path";
import {
  type Place,
  type Refusal,
  type RuleProblem,
  hidingValues,
  placeOf,
  plain,
  readYaml,
  systemCode,
  wrongUse,
} from "../../kernel/index.ts";
import { describeError, readOwnFile } from "../../platform/index.ts";
import type { SecretReference } from "../model/secret.ts";
import { readSecret } from "./read-secret.ts";

/** A size limit above any file of references to secrets. */
const LARGEST = 64 * 1024;
const FORM = "each line is KEY: { env: NAME } or KEY: { file: PATH }; docs/windows.md shows one";

/** One key of the file with its reference. */
export interface NamedSecret {
  readonly key: string;
  readonly reference: SecretReference;
  readonly at: Place;
}

/** A file with references to a machine's secrets (`deploy --secrets`). */
export interface SecretsFile {
  /** The path as the user gave it. */
  readonly shown: string;
  /** The folder that relative paths in its references start from. */
  readonly root: string;
  readonly secrets: readonly NamedSecret[];
}

function bytesOf(path: string, shown: string): Buffer {
  const cannot = (why: string) => wrongUse(`${shown} cannot be read: ${why}`, "name a readable file");
  try {
    const read = readOwnFile(path, LARGEST);
    if (read.kind === "file") return read.bytes;
    throw read.kind === "open" ? wrongUse(`${shown} was not read: ${read.how}`, read.mend) : cannot(read.why);
  } catch (error) {
    if (systemCode(error) === "ENOENT") throw wrongUse(`there is no file ${shown}`, FORM);
    if (systemCode(error) !== "") throw cannot(describeError(error));
    throw error;
  }
}

function notYaml(problem: RuleProblem): Refusal {
  const { message, notes = [], at } = hidingValues(problem);
  return wrongUse([message, ...notes].map(plain).join("; "), FORM, at);
}

/**
 * Reads a file of references to secrets that only its owner can read: YAML, or JSON, which is a subset of YAML. Throws a Refusal with the place of a
 * fault and quotes nothing, because the file can hold a secret by mistake.
 */
export function readSecretsFile(shown: string, cwd: string): SecretsFile {
  const path = resolve(cwd, shown);
  const { source, tree, problems } = readYaml(shown, bytesOf(path, shown));
  const [first] = problems;
  if (first) throw notYaml(first);
  if (tree?.type !== "map") throw wrongUse(`${shown} is not a map of keys to references`, FORM, source.placeOf(0, 0));
  if (tree.entries.size === 0) throw wrongUse(`${shown} names no secret`, FORM, source.placeOf(0, 0));
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
