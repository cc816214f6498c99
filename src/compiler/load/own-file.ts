import { type Mapping, hidingValues, plain, readYaml, systemCode, wrongUse } from "../../kernel/index.ts";
import { describeError, readOwnFile } from "../../platform/index.ts";

/** The highest size in bytes (64 KiB) of a file that only its owner can read; no profile and no file of secret references is larger. */
const LARGEST = 64 * 1024;

/**
 * The words in messages about a file that only its owner can read: a profile with the accounts of a probe, or a file of secret references.
 */
interface Words {
  /** The noun for the file in messages: 'the profile', 'the file'. */
  readonly noun: "profile" | "file";
  /** The help in messages about a missing file. */
  readonly missing: string;
  /** The help in messages about a file whose content has not the expected form. */
  readonly form: string;
  /** The expected form of the file's content, worded so that it completes '<file> is not ...'. */
  readonly expected: string;
}

function bytesOf(path: string, shown: string, { noun, missing }: Words): Buffer {
  const cannot = (why: string) => wrongUse(`the ${noun} ${shown} cannot be read: ${why}`, "name a readable file");
  try {
    const read = readOwnFile(path, LARGEST);
    if (read.kind === "file") return read.bytes;
    throw read.kind === "open" ? wrongUse(`the ${noun} ${shown} was not read: ${read.how}`, read.mend) : cannot(read.why);
  } catch (error) {
    if (systemCode(error) === "ENOENT") throw wrongUse(`there is no ${noun} ${shown}`, missing);
    if (systemCode(error) !== "") throw cannot(describeError(error));
    throw error;
  }
}

/**
 * Reads a map from a YAML file that only its owner can read. Throws a Refusal with the place of a fault and quotes nothing from the file,
 * because it can contain a secret by mistake.
 */
export function readOwnMap(path: string, shown: string, words: Words): Mapping {
  const { source, tree, problems } = readYaml(shown, bytesOf(path, shown, words));
  const [first] = problems;
  if (first) {
    const { message, notes = [], at } = hidingValues(first);
    throw wrongUse([message, ...notes].map(plain).join("; "), words.form, at);
  }
  if (tree?.type === "map") return tree;
  throw wrongUse(`${shown} is not ${words.expected}`, words.form, source.placeOf(0, 0));
}
