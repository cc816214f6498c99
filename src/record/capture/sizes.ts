import type { Message } from "./message.ts";

const SMALLEST_STEP = 1024;
const STEPS_PER_POWER = 3;

/**
 * Rounds a number of bytes up to a multiple of 1 KiB, or of an eighth of the largest power of two in the number if that eighth is more.
 * Commands show the result where the exact number would disclose the length of redacted content.
 */
export function roundedSize(bytes: number): number {
  if (bytes <= 0) return 0;
  const step = Math.max(SMALLEST_STEP, 2 ** (Math.floor(Math.log2(bytes)) - STEPS_PER_POWER));
  return Math.ceil(bytes / step) * step;
}

const LONGEST_NAME = 200;
const MEASURES =
  /(?:length|size|range|offset|digest|md5|sha-?(?:1|2|224|256|384|512)|crc(?:32c?|64)?|checksum|etag|hash|signature)$|^x-goog-hash|digest|checksum|^if-(?:none-)?match$/;

/** Returns whether a header gives a size or digest of a body, against which guesses of a secret in the body could be verified. */
export const isMeasure = (name: string): boolean => MEASURES.test(name.slice(0, LONGEST_NAME).toLowerCase());

/** Returns whether a header holds ETags, which servers derive from a body or its size. */
const isTag = (name: string): boolean => /etag$|^if-(?:(?:none-)?match|range)$/i.test(name.slice(-LONGEST_NAME));

const LONGEST_VALUE = 1000;
/** The suffix that a server adds to the ETag of a body with a Content-Encoding. */
const CODING = /[-;:]{1,3}(?:gzip|br|deflate|zstd|df)$/;

/** Returns the ETags in a header without quotes, `W/` and suffix; an empty list if the header holds no ETags. */
export function tagsIn(name: string, value: string): readonly string[] {
  if (!isTag(name)) return [];
  const begins = value.slice(0, LONGEST_VALUE);
  const quoted = [...begins.matchAll(/"([^"]{0,1000})"/g)].map(([, tag = ""]) => tag);
  return (quoted.length > 0 ? quoted : begins.split(/[\s,]/))
    .map((tag) => tag.replace(/^W\//, "").replace(CODING, ""))
    .filter((tag) => tag !== "" && tag !== "*");
}

/** Returns the ETags and digests (RFC 9530) in a header value that are long enough to be searched for in a whole capture; no sizes. */
export const digestsIn = (value: string): readonly string[] =>
  value
    .slice(0, LONGEST_VALUE)
    .split(/[\s,;"]+/)
    .map((part) => part.replace(/^[\w-]{1,20}=:?/, ""))
    .filter((part) => part.length >= 8 && !/^\d+$/.test(part));

/** Returns whether the headers of a response describe a body that the response does not have, as for HEAD and 304. */
export const measuresAnother = ({ size, framing, head }: Message): boolean =>
  size === 0 && framing === "none" && head.start.kind === "response";

/** Returns whether a response (206 or 416) contains a part of a resource or none, and states the size of the whole resource. */
export const isOfPart = ({ head }: Message): boolean =>
  head.start.kind === "response" && (head.start.status === 206 || head.start.status === 416);

/** Returns the target of a request without server and query, so that responses about one resource are recognized; null if no request. */
export function resourceOf(request: Message | null): string | null {
  if (request?.head.start.kind !== "request") return null;
  return request.head.start.target.replace(/^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}
