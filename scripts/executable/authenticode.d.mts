/** Returns a Windows program without its signature; any other file as it is. */
export function withoutSignature(program: Buffer): Buffer;
