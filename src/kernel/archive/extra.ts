/** The id of the extra field of a zip's header with 64-bit sizes (APPNOTE.TXT 4.5.3); UNICODE_PATH is that with a second name (4.6.9). */
export const ZIP64 = 0x0001;
export const UNICODE_PATH = 0x7075;

/**
 * Returns the extra fields of a zip's header by id; if an id occurs several times, the first field.
 * @returns null if the fields are cut off or overlap, or if ZIP64 or UNICODE_PATH occurs twice
 */
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
  // up to three zero bytes at the end are accepted: Android's program zipalign pads with them
  return bytes.subarray(at).every((byte) => byte === 0) ? fields : null;
}
