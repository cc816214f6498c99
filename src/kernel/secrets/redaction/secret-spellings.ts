/**
 * Returns the characters by which a value is recognized inside any base64 text: those that do not depend on the bytes before and after it,
 * for each of the three alignments, in both alphabets (RFC 4648, sections 4 and 5).
 */
export function base64Cores(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const core = text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
