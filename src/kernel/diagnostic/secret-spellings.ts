/** Half a character has no percent-encoding. */
export const percentEncoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

/**
 * The part of a base64 text that is the same whatever stands before and after the value: for each of the three ways it can begin, in both
 * alphabets (RFC 4648, 4 and 5).
 */
export function base64Cores(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const core = text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
