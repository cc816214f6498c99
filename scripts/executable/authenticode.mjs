/** Offsets in a PE file, from Microsoft's "PE Format": where the header's place is, and from there the form and the directory of certificates. */
const [PLACE_OF_HEADER, FORM, CERTIFICATES] = [0x3c, 24, 24 + 112 + 4 * 8];
const [SIGNATURE, PE32_PLUS] = [0x00004550, 0x20b];

/**
 * Returns a Windows program without its signature, which would be reported as broken once the program has changed; any other file as it is.
 * Throws an Error if something follows the certificates, which are the end of the file wherever a program was signed by a usual tool.
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
