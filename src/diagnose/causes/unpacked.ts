import { createGunzip } from "node:zlib";

/** Number of bytes given to gunzip at once: DEFLATE expands at most 1,032 times, so at most 16 MiB come out. */
const STEP = 16 * 1024;

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export const isGzip = (first: Uint8Array): boolean => first[0] === 0x1f && first[1] === 0x8b;

/**
 * Skips empty pieces. Returns the first piece with content (null if there is none), `rest` to read it and all later pieces, and `close` for
 * a caller that reads no further.
 */
export async function begun(pieces: Pieces) {
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  let next = await iterator.next();
  while (!next.done && next.value.length === 0) next = await iterator.next();
  async function* rest(): AsyncGenerator<Uint8Array> {
    for (; !next.done; next = await iterator.next()) yield next.value;
  }
  const close = async () => void (await iterator.return?.());
  return { first: next.done ? null : next.value, rest, close };
}

/** A reason why a gzip file was not read to its end. */
export type CutShort = "ends too early" | "is damaged" | "is larger than is read";

/**
 * Unpacks a gzip file with constant memory. Yields everything before damaged data and reports the damage afterwards, so that most of a log
 * cut off by copying is readable. Yields at most about `most` bytes, whatever size the file claims.
 * @param said Receives the reason if the file was not read to its end.
 */
export async function* unpack(pieces: Pieces, most: number, said: (why: CutShort) => void): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  let ready: Buffer[] = [];
  let fault: NodeJS.ErrnoException | null = null;
  gunzip.on("data", (chunk: Buffer) => ready.push(chunk));
  const ended = new Promise<void>((resolve) => {
    gunzip.on("close", () => resolve());
    gunzip.on("error", (error) => {
      fault = error;
      resolve();
    });
  });
  let size = 0;
  const given = (): Buffer[] => {
    const chunks = ready;
    ready = [];
    for (const { length } of chunks) size += length;
    return chunks;
  };
  try {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length && fault === null; at += STEP) {
        const step = Buffer.from(piece.subarray(at, at + STEP)); // a copy, because the reader fills the buffer of the piece again
        await Promise.race([ended, new Promise<void>((resolve) => void gunzip.write(step, () => resolve()))]);
        yield* given();
        if (size > most) return said("is larger than is read");
      }
      if (fault !== null) break;
    }
    if (fault === null) gunzip.end();
    await ended;
    yield* given();
    if (fault !== null) said((fault as NodeJS.ErrnoException).code === "Z_BUF_ERROR" ? "ends too early" : "is damaged");
  } finally {
    gunzip.destroy();
  }
}
