import type { KeyObject } from "node:crypto";
import { signatureFrom, signatureHolds, signingKey, signManifest, verifyingKey, verifyingKeys } from "../../bundle/signature.ts";
import { contentRefused, isRefusal, wrongUse } from "../../../kernel/index.ts";
import { LARGEST_KEY, readNamedFile } from "../../../platform/index.ts";
import type { Invocation } from "../../../report/index.ts";

/** A signer of manifests, made before the build to report an unusable key at once. `checked`: made by --sign, or verified with --key. */
export interface Signer {
  sign(manifest: Buffer): Promise<{ readonly bytes: Buffer; readonly checked: boolean }>;
}

/** Returns the words of the --sign-command line, split at spaces outside double quotes; no shell is involved. */
export function commandWords(line: string): readonly string[] {
  const words = [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ""));
  if (words.length === 0 || (line.match(/"/g) ?? []).length % 2 === 1) {
    throw wrongUse(
      `--sign-command cannot be '${line}'`,
      "name a program with its arguments; put arguments with spaces in double quotes",
    );
  }
  return words;
}

function proven(manifest: Buffer, bytes: Buffer, key: KeyObject | null): { readonly bytes: Buffer; readonly checked: boolean } {
  if (key === null || signatureHolds(manifest, bytes, key)) return { bytes, checked: key !== null };
  throw contentRefused(
    "the signature does not match the key of --key: every check of the bundle would fail",
    null,
    "use the private and the public half of one key; a signing program must make RSA PKCS#1 v1.5 with SHA-256 over its input. Nothing was written",
  );
}

/**
 * Reads a key file. Content that is not a key is wrong use (exit code 2), because the fault is in the command line and not in the bundle.
 */
function keyFrom<T>(folder: string, path: string, read: (pem: Uint8Array, name: string) => T): T {
  const pem = readNamedFile(folder, path, LARGEST_KEY);
  try {
    return read(pem, path);
  } catch (error) {
    throw isRefusal(error, 1) ? error.ending(2) : error;
  }
}

/**
 * Returns the one public key in the file of --key; null without the option.
 * @param folder the folder from which a relative path starts
 */
export function keyOf({ options }: Invocation, folder: string): KeyObject | null {
  const path = options.get("key");
  return path === undefined ? null : keyFrom(folder, path, verifyingKey);
}

/** Returns the public keys in the file of --key: one, or the old and the new key during a key change; null without the option. */
export function keysOf({ options }: Invocation, folder: string): readonly KeyObject[] | null {
  const path = options.get("key");
  return path === undefined ? null : keyFrom(folder, path, verifyingKeys);
}

/**
 * Returns the signer that --sign or --sign-command defines; null without these options. Throws Refusal for an unusable key, and if both
 * options are given.
 */
export function signerOf(invocation: Invocation): Signer | null {
  const { options, host } = invocation;
  const [file, command] = [options.get("sign"), options.get("sign-command")];
  if (file !== undefined && command !== undefined) throw wrongUse("--sign and --sign-command cannot be combined", "choose one");
  const key = keyOf(invocation, host.cwd);
  if (file !== undefined) {
    const secret = keyFrom(host.cwd, file, signingKey);
    return { sign: async (manifest) => ({ ...proven(manifest, signManifest(manifest, secret), key), checked: true }) };
  }
  if (command === undefined) {
    if (key !== null)
      throw wrongUse("--key verifies a signature, but nothing is signed", "add --sign or --sign-command, or leave --key out");
    return null;
  }
  const argv = commandWords(command);
  return {
    async sign(manifest) {
      const bytes = signatureFrom(await host.sign(argv, manifest));
      if (bytes) return proven(manifest, bytes, key);
      throw contentRefused(
        `'${argv[0]}' prints no RSA signature: 256 bytes or more, raw, in hex or in base64, are expected`,
        null,
        "nothing was written; try the command by hand with manifest.json on standard input",
      );
    },
  };
}
