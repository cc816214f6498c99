import { createGunzip } from "node:zlib";

/** So many bytes go in at a time: DEFLATE makes at most 1,032 out of one, so that not more than 16 MiB come out at once. */
const STEP = 16 * 1024;

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export const isGzip = (first: Uint8Array): boolean => first[0] === 0x1f && first[1] === 0x8b;

/** The first piece that is not empty, to be looked at before all of them are read; `close` where nobody reads on. */
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

/** Why a gzip file was not read to its end. */
export type CutShort = "ends too early" | "is damaged" | "is larger than is read";

/**
 * The contents of a gzip file, flat in memory. What comes before a fault is given, and the fault is said afterwards: of a log that was cut
 * off while it was copied, most is there. More than `most` bytes are not given, whatever the file says of itself.
 */
export async function* unpacked(pieces: Pieces, most: number, said: (why: CutShort) => void): AsyncGenerator<Buffer> {
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
        const step = Buffer.from(piece.subarray(at, at + STEP)); // the piece's buffer is filled again
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
