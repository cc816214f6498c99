/** Returns a Windows program without its signature; any other file unchanged. */
export function withoutSignature(program: Buffer): Buffer;
