import { createHash, createPublicKey } from "node:crypto";
import { resolve } from "node:path";
import { openBundle } from "../bundle/open.ts";
import { shown } from "../archive/refused.ts";
import { signatureHolds, verifyingKey } from "../bundle/signature.ts";
import { verifyBundle } from "../bundle/verify.ts";
import { UsageError } from "../diagnostic/refusal.ts";
import { readingFileAsync } from "../io/file-bytes.ts";
import { readNamedFile } from "../io/named-file.ts";
import type { OpenBundle } from "../swap/bundle.ts";
import { refused } from "../swap/outcome.ts";
import type { Invocation } from "./command.ts";

/** Reads and proves the bundle before anything else; what is wrong with it is refused with every reason. */
export async function withBundle<T>(invocation: Invocation, file: string, use: (bundle: OpenBundle) => Promise<T>): Promise<T> {
  const { directory, options } = invocation;
  const path = resolve(directory, file);
  const keyPath = options.get("key");
  const pem = keyPath === undefined ? null : readNamedFile(directory, keyPath).toString("utf8");
  return readingFileAsync(path, async (source) => {
    const signature = signatureBeside(directory, file);
    const verified = verifyBundle(source, signature, pem);
    if (verified.faults.length > 0 || !verified.manifest || verified.manifestSha256 === null) {
      throw refused(
        `${file} is not a bundle that can be installed`,
        "take it again from where it was published; nothing was written",
        verified.faults.map((fault) => `${fault.entry === null ? "the archive" : shown(fault.entry)}: ${fault.problem}`),
      );
    }
    const key = pem === null ? null : pinned(pem);
    const open = openBundle(source);
    return use({
      manifest: verified.manifest,
      manifestSha256: verified.manifestSha256,
      sha256: verified.bundleSha256,
      name: file.replace(/^.*[\\/]/, ""),
      key,
      signedBy: (other) =>
        signature !== null && signatureHolds(open.manifestBytes, signature, verifyingKey(other, "the pinned key")),
      read: (entry) => open.read(entry),
    });
  });
}

function signatureBeside(directory: string, file: string): Buffer | null {
  try {
    return readNamedFile(directory, `${file}.sig`);
  } catch (error) {
    if (error instanceof UsageError) return null; // absent: said when a key asks for it
    throw error;
  }
}

function pinned(pem: string): NonNullable<OpenBundle["key"]> {
  const key = createPublicKey(pem);
  const spki = key.export({ type: "spki", format: "der" });
  return { sha256: createHash("sha256").update(spki).digest("hex"), pem: key.export({ type: "spki", format: "pem" }).toString() };
}
