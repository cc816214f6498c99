/** Extra fields that change what a header says (APPNOTE 4.5.3, 4.6.9). */
export const ZIP64 = 0x0001;
export const UNICODE_PATH = 0x7075;

/** Extra fields by their id, the first of each; null when they do not fill their place exactly or one of those above is there twice. */
export function extraFields(bytes: Buffer): ReadonlyMap<number, Buffer> | null {
  const fields = new Map<number, Buffer>();
  let at = 0;
  while (at + 4 <= bytes.length) {
    const id = bytes.readUInt16LE(at);
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    if (end > bytes.length) return null;
    if (fields.has(id) && (id === ZIP64 || id === UNICODE_PATH)) return null;
    if (!fields.has(id)) fields.set(id, bytes.subarray(at + 4, end));
    at = end;
  }
  // Android's aligner pads with up to three zeros, which is not a field
  return bytes.subarray(at).every((byte) => byte === 0) ? fields : null;
}
