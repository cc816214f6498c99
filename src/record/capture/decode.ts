import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { type RawBytes, Reader } from "./bytes.ts";
import { valuesOf } from "./head.ts";
import { bodyPieces, type Message } from "./message.ts";

/** The data of an HTTP body without chunk sizes and Content-Encoding, as far as it could be decoded. */
export interface Decoded {
  readonly bytes: Buffer;
  /** The Content-Encoding of the body; `identity` if there is none. */
  readonly encoding: string;
  /** True if the whole body was decoded. */
  readonly ok: boolean;
  /** The reason why the body was not fully decoded, beginning with a small letter; null if it was. */
  readonly says: string | null;
  /** True if `bytes` lacks a part of the body, because that is missing or could not be decoded. */
  readonly cut: boolean;
}

/**
 * The limits of decoding, so that a body that expands enormously does no harm: bytes as sent, bytes after decoding, and number of codings.
 */
const MOST_SENT = 8 * 1024 * 1024;
const MOST_DECODED = 16 * 1024 * 1024;
const MOST_CODINGS = 4;

/**
 * A function that decompresses bytes. It throws if the result has more than `most` bytes. For incomplete input it throws if `whole` is
 * true, and otherwise returns the result as far as the input reaches.
 */
type Decode = (bytes: Buffer, most: number, whole: boolean) => Buffer;
const asked = (most: number, whole: boolean) => ({
  finishFlush: whole ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
  maxOutputLength: most,
});
// in RFC 9110, 8.4.1.2, the coding `deflate` has a zlib header, but some servers omit it
const isWrapped = ([first = 0, second = 0]: Buffer): boolean => (first & 15) === 8 && (first * 256 + second) % 31 === 0;

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: (bytes, ...how) => gunzipSync(bytes, asked(...how)),
  "x-gzip": (bytes, ...how) => gunzipSync(bytes, asked(...how)),
  deflate: (bytes, ...how) => (isWrapped(bytes) ? inflateSync(bytes, asked(...how)) : inflateRawSync(bytes, asked(...how))),
  br: (bytes, most, whole) =>
    brotliDecompressSync(bytes, {
      finishFlush: whole ? constants.BROTLI_OPERATION_FINISH : constants.BROTLI_OPERATION_FLUSH,
      maxOutputLength: most,
    }),
};

/** Returns the data of a body without chunk sizes, not decoded, at most `most` bytes. `whole` is true if these are all its bytes. */
export function sentBytes(
  message: Message,
  raw: RawBytes,
  most = MOST_SENT,
): { readonly bytes: Buffer; readonly whole: boolean } {
  const pieces: Uint8Array[] = [];
  let left = most;
  for (const { offset, length } of bodyPieces(new Reader(raw), message)) {
    const piece = raw.read(offset, Math.min(length, left));
    pieces.push(piece);
    left -= piece.length;
    if (piece.length < length || left <= 0) break;
  }
  const bytes = Buffer.concat(pieces);
  return { bytes, whole: bytes.length >= message.size };
}

/**
 * Decodes the body of a message, or as much of it as possible.
 * @param most The number of bytes as sent after which the body is cut before decoding.
 */
export function decodedBody(message: Message, raw: RawBytes, most = MOST_SENT): Decoded {
  const { bytes: sent, whole } = sentBytes(message, raw, most);
  const codings = valuesOf(message.head.headers, "content-encoding")
    .flatMap((value) => value.split(","))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  const encoding = codings.join(", ") || "identity";
  const cut = !whole || (message.cut !== null && message.cut !== "close");
  const from = { encoding, cut };
  if (sent.length === 0 || codings.length === 0)
    return {
      bytes: sent,
      ...from,
      ok: !cut,
      says: !whole ? `only the first ${most} bytes are read` : cut ? "its end is missing" : null,
    };
  if (codings.length > MOST_CODINGS) return { bytes: sent, ...from, ok: false, says: "it has too many codings" };
  let bytes = sent;
  let says: string | null = null;
  for (const coding of [...codings].reverse()) {
    const decode = DECODERS[coding];
    if (!decode) return { bytes: sent, ...from, ok: false, says: `its coding ${coding} is not known here` };
    const result = tolerant(bytes, decode, coding);
    bytes = result.bytes;
    says ??= result.says;
  }
  if (cut) says ??= "its end is missing";
  return { bytes, ...from, ok: says === null, says, cut: cut || says !== null };
}

/** Decodes bytes that can be incomplete, damaged or expand beyond the limit: as a whole, or the longest beginning that can be decoded. */
function tolerant(bytes: Buffer, decode: Decode, coding: string): { readonly bytes: Buffer; readonly says: string | null } {
  const attempt = (length: number, whole = false): Buffer | "damaged" | "endless" => {
    try {
      return decode(bytes.subarray(0, length), MOST_DECODED, whole);
    } catch (error) {
      return (error as { readonly code?: unknown }).code === "ERR_BUFFER_TOO_LARGE" ? "endless" : "damaged";
    }
  };
  const whole = attempt(bytes.length, true);
  if (typeof whole !== "string") return { bytes: whole, says: null };
  const all = attempt(bytes.length);
  if (typeof all !== "string") return { bytes: all, says: "its end is missing" };
  let [good, bad] = [0, bytes.length];
  let best: Buffer = Buffer.alloc(0);
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const result = attempt(middle);
    if (typeof result === "string") bad = middle;
    else [good, best] = [middle, result];
  }
  const says = all === "endless" ? `it decompresses to more than ${MOST_DECODED} bytes` : `a part of it is not ${coding}`;
  return { bytes: best, says };
}
