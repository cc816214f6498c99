/**
 * Offsets in a PE file, from Microsoft's "PE Format": of the field with the header's offset, and within the header of its form and of the
 * directory of certificates.
 */
const [PLACE_OF_HEADER, FORM, CERTIFICATES] = [0x3c, 24, 24 + 112 + 4 * 8];
const [SIGNATURE, PE32_PLUS] = [0x00004550, 0x20b];

/**
 * Returns a Windows program without its signature, because Windows would report the signature as broken after a change of the program; any
 * other file unchanged. Throws an Error if anything follows the certificates, which usual signing tools put at the end of the file.
 */
export function withoutSignature(program) {
  if (program.length < 512 || program.toString("latin1", 0, 2) !== "MZ") return program;
  const header = program.readUInt32LE(PLACE_OF_HEADER);
  if (program.readUInt32LE(header) !== SIGNATURE || program.readUInt16LE(header + FORM) !== PE32_PLUS)
    throw new Error("the Node is no 64-bit Windows program");
  const [at, size] = [0, 4].map((offset) => program.readUInt32LE(header + CERTIFICATES + offset));
  if (size === 0) return program;
  if (at + size !== program.length) throw new Error("something follows the signature of the Node");
  const rest = Buffer.from(program.subarray(0, at));
  rest.fill(0, header + CERTIFICATES, header + CERTIFICATES + 8);
  return rest;
}
