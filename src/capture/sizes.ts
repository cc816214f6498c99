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
  /(?:length|size|range|offset|digest|md5|sha-?(?:1|2|224|256|384|512)|crc(?:32c?|64)?|checksum|etag|hash|signature)$|^x-goog-hash|digest|checksum/;

/** Names of headers that state a size or a digest of a body: whoever knows the rest of it can try out secrets with them. */
export const isMeasure = (name: string): boolean => MEASURES.test(name.slice(0, LONGEST_NAME).toLowerCase());

/** Returns whether the headers state the size of a body that is not in the message, as the answer to HEAD and 304 do. */
export const measuresAnother = ({ size, framing, head }: Message): boolean =>
  size === 0 && framing === "none" && head.start.kind === "response";
