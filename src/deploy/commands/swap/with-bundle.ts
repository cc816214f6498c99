import {
  type ArchiveFault,
  type ByteSource,
  commandInSentence,
  isRefusal,
  path as operand,
  sha256,
  shellCommand,
  showName,
} from "../../../kernel/index.ts";
import type { KeyObject } from "node:crypto";
import { resolve } from "node:path";
import { openVerified } from "../../bundle/open.ts";
import { signatureHolds, verifyingKey, verifyingKeys } from "../../bundle/signature.ts";
import { verifyBundle } from "../../bundle/verify.ts";
import { LARGEST_KEY, isOrdinaryFile, readNamedFile, readingFileAsync } from "../../../platform/index.ts";
import type { ProvenBundle } from "../../swap/protocol/bundle.ts";
import { refusal } from "../../swap/protocol/outcome.ts";
import type { Invocation } from "../../../report/index.ts";

/** Opens and verifies a bundle file and passes it to `use`. Throws DeployStop with the reasons if the bundle is refused. */
export async function withBundle<T>(invocation: Invocation, file: string, use: (bundle: ProvenBundle) => Promise<T>): Promise<T> {
  try {
    return await opened(invocation, file, use);
  } catch (error) {
    if (isRefusal(error, 1)) throw refusal(error.message, error.help ?? "nothing was written");
    throw error;
  }
}

/** Returns help for an environment name given instead of a bundle, as in `deploy production`; undefined for other words. */
const helpFor = (file: string): string | undefined =>
  /^[\w-]+$/.test(file)
    ? `name the file of a bundle; if ${file} is an environment, ${commandInSentence(shellCommand`tierwright bundle ${file}`)} builds its bundle`
    : undefined;

async function opened<T>(invocation: Invocation, file: string, use: (bundle: ProvenBundle) => Promise<T>): Promise<T> {
  const { directory, options } = invocation;
  const path = resolve(directory, file);
  const keyPath = options.get("key");
  const keys = keyPath === undefined ? null : verifyingKeys(readNamedFile(directory, keyPath, LARGEST_KEY), keyPath);
  const proven = async (source: ByteSource) => {
    const signature = signatureBeside(directory, file);
    // reads the manifest once: the signature and every file are verified against these bytes in memory, which the deploy then uses
    const verified = verifyBundle(source, signature, null);
    const open = openVerified(source, verified);
    if (!open || verified.manifestSha256 === null) {
      if (verified.noBundle) throw refusal(`${file} ${verified.noBundle.problem}`, verified.noBundle.help);
      throw refusal(
        `${file} is not a bundle that can be installed`,
        "get it again from where it was published; nothing was written",
        reasons(file, verified.faults),
      );
    }
    return use({
      manifest: open.manifest,
      manifestSha256: verified.manifestSha256,
      sha256: verified.bundleSha256,
      name: file.replace(/^.*[\\/]/, ""),
      key: keys && checkedKey(file, open.manifestBytes, signature, keys),
      vouched: keys?.map((key) => pinned(key).sha256) ?? [],
      signedBy: (other) =>
        signature !== null && signatureHolds(open.manifestBytes, signature, verifyingKey(other, "the pinned key")),
      read: (entry) => open.read(entry),
    });
  };
  return readingFileAsync(path, proven, helpFor(file));
}

const MOST = 10;

/** Returns the first 10 faults of a bundle as lines, and a last line with the number of the other faults if there are more. */
function reasons(file: string, faults: readonly ArchiveFault[]): readonly string[] {
  const words = faults.map(({ entry, problem }) => `${entry === null ? "the archive" : showName(entry)}: ${problem}`);
  if (words.length <= MOST) return words;
  return [
    ...words.slice(0, MOST),
    `and ${words.length - MOST} more; ${commandInSentence(shellCommand`tierwright bundle verify ${operand(file)}`)} lists all`,
  ];
}

/** Returns the bytes of the .sig file next to a bundle; null if there is none, which is a fault only if --key is given. */
function signatureBeside(directory: string, file: string): Buffer | null {
  const path = `${file}.sig`;
  if (!isOrdinaryFile(resolve(directory, path))) return null;
  try {
    return readNamedFile(directory, path, LARGEST_KEY);
  } catch (error) {
    if (isRefusal(error, 2))
      throw refusal(error.message, "get the bundle with its .sig from where it was published; nothing was written");
    throw error;
  }
}

/** Returns the key that made a bundle's signature. Throws a refusal if the bundle is unsigned or signed with a key that was not given. */
function checkedKey(file: string, manifest: Buffer, signature: Buffer | null, keys: readonly KeyObject[]): ProvenBundle["key"] {
  const key = signature && keys.find((item) => signatureHolds(manifest, signature, item));
  if (key) return pinned(key);
  throw refusal(
    signature
      ? `${file}.sig does not match this bundle and the given key`
      : `${file} is not signed (there is no ${file}.sig), but a key was given`,
    "get the bundle with its .sig from where it was published, and the key from a source that you trust; nothing was written",
  );
}

function pinned(key: KeyObject): NonNullable<ProvenBundle["key"]> {
  const spki = key.export({ type: "spki", format: "der" });
  return { sha256: sha256(spki), pem: key.export({ type: "spki", format: "pem" }).toString() };
}
