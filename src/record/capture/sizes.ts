import type { Message } from "./message.ts";

const SMALLEST_STEP = 1024;
const STEPS_PER_POWER = 3;

/**
 * Rounds a number of bytes up to a step of a KiB, or of an eighth of its power of two where that is more.
 * A display gives such a number where the exact one would tell the length of what it hides.
 */
export function roundedSize(bytes: number): number {
  if (bytes <= 0) return 0;
  const step = Math.max(SMALLEST_STEP, 2 ** (Math.floor(Math.log2(bytes)) - STEPS_PER_POWER));
  return Math.ceil(bytes / step) * step;
}

const LONGEST_NAME = 200;
const MEASURES =
  /(?:length|size|range|offset|digest|md5|sha-?(?:1|2|224|256|384|512)|crc(?:32c?|64)?|checksum|etag|hash|signature)$|^x-goog-hash|digest|checksum|^if-(?:none-)?match$/;

/** Names of headers that state a size or a digest of a body: whoever knows the rest of it can try out secrets with them. */
export const isMeasure = (name: string): boolean => MEASURES.test(name.slice(0, LONGEST_NAME).toLowerCase());

/** Names of headers that hold tags, which servers make of a body or of its size. */
const isTag = (name: string): boolean => /etag$|^if-(?:(?:none-)?match|range)$/i.test(name.slice(-LONGEST_NAME));

const LONGEST_VALUE = 1000;
/** What a server adds to a tag where it codes the body. */
const CODING = /[-;:]{1,3}(?:gzip|br|deflate|zstd|df)$/;

/** Returns the tags of a header, also short ones, without their quotes; none if it holds others. */
export function tagsIn(name: string, value: string): readonly string[] {
  if (!isTag(name)) return [];
  const begins = value.slice(0, LONGEST_VALUE);
  const quoted = [...begins.matchAll(/"([^"]{0,1000})"/g)].map(([, tag = ""]) => tag);
  return (quoted.length > 0 ? quoted : begins.split(/[\s,]/))
    .map((tag) => tag.replace(/^W\//, "").replace(CODING, ""))
    .filter((tag) => tag !== "" && tag !== "*");
}

/** Quoted tags, and the values of digests by their names (RFC 9530), long enough to be looked for everywhere; a size is none. */
export const digestsIn = (value: string): readonly string[] =>
  value
    .slice(0, LONGEST_VALUE)
    .split(/[\s,;"]+/)
    .map((part) => part.replace(/^[\w-]{1,20}=:?/, ""))
    .filter((part) => part.length >= 8 && !/^\d+$/.test(part));

/** Returns whether the headers state the size of a body that is not in the message, as the answer to HEAD and 304 do. */
export const measuresAnother = ({ size, framing, head }: Message): boolean =>
  size === 0 && framing === "none" && head.start.kind === "response";

/** Returns whether an answer holds a part of a resource, or none of it, and states the size of the whole. */
export const isOfPart = ({ head }: Message): boolean =>
  head.start.kind === "response" && (head.start.status === 206 || head.start.status === 416);

/** Returns the path of a resource, without its server and query; null if the message asks for none. */
export function resourceOf(request: Message | null): string | null {
  if (request?.head.start.kind !== "request") return null;
  return request.head.start.target.replace(/^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}
