import { createHash, sign } from "node:crypto";
import { expect, test } from "vitest";
import type { ByteSource } from "../../../src/kernel/archive/bytes.ts";
import { isRefusal } from "../../../src/kernel/diagnostic/refusal.ts";
import { openVerified } from "../../../src/deploy/bundle/open.ts";
import { verifyBundle } from "../../../src/deploy/bundle/verify.ts";
import { rsaKeys } from "../../support/keys.ts";
import { swapParts, zipped } from "../swap/support/bundle.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function bundleOf(jar: string) {
  const { manifest, files } = swapParts({ files: { "plugin/lib/connector.jar": jar } });
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  return { manifest: bytes, zip: zipped(bytes, files) };
}

/** Another file from the n-th read on: somebody rewrites the bundle in place while it is open. */
function exchanged(first: Buffer, second: Buffer, at: number): ByteSource & { reads: number } {
  const source = {
    size: first.length,
    reads: 0,
    read(from: number, length: number): Buffer {
      const bytes = ++source.reads < at ? first : second;
      return bytes.subarray(from, from + length);
    },
  };
  return source;
}

test("[D1] a bundle that is rewritten at any read is refused, or what is installed is what was signed", () => {
  const { publicKey, privateKey } = rsaKeys();
  // of one length: offsets stay, and only hashes tell
  const [signed, foreign] = [bundleOf("PK the signed jar"), bundleOf("PK another jar!!!")];
  expect(foreign.zip.length).toBe(signed.zip.length);
  const signature = sign("sha256", signed.manifest, privateKey);
  const ends = { refused: 0, signed: 0, "refused at its contents": 0 };
  const total = exchanged(signed.zip, foreign.zip, Number.POSITIVE_INFINITY);
  verifyBundle(total, signature, publicKey);
  for (const [before, after] of [
    [signed.zip, foreign.zip],
    [foreign.zip, signed.zip],
  ] as const) {
    for (let at = 1; at <= total.reads + 2; at++) {
      const source = exchanged(before, after, at);
      const open = openVerified(source, verifyBundle(source, signature, publicKey));
      if (!open) {
        ends.refused++;
        continue;
      }
      expect(sha256(open.manifestBytes)).toBe(sha256(signed.manifest));
      const proven = open.manifest.files.every((file) => {
        try {
          return sha256(Buffer.concat([...open.read(file.path)])) === file.sha256;
        } catch (error) {
          if (isRefusal(error, 1)) return false;
          throw error;
        }
      });
      ends[proven ? "signed" : "refused at its contents"]++;
    }
  }
  expect(ends.refused).toBeGreaterThan(10);
  expect(ends.signed).toBeGreaterThan(0);
  expect(ends["refused at its contents"]).toBeGreaterThan(0);
});
