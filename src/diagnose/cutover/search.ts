import { append } from "../../kernel/index.ts";
import type { OldAddress } from "./old-address.ts";
import { Pieces } from "./pieces.ts";
import { type Hit, Scanner } from "./scanner.ts";

/** The places of the old address (OLD-URL of `cutover`) in one file or archive entry, and the size of the file in bytes. */
export interface Found {
  readonly hits: readonly Hit[];
  readonly bytes: number;
}

/** Opens a file and reads its bytes from the beginning. A piece is invalid once the next one is requested. */
export type Open = () => AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Searches the bytes of a file once.
 * @param all True to find every place; false to end at the first one.
 */
async function pass(old: OldAddress, open: Open, all: boolean): Promise<Found> {
  const pieces = new Pieces();
  const hits: Hit[] = [];
  let scanner: Scanner | null = null;
  let bytes = 0;
  for await (const chunk of open()) {
    bytes += chunk.length;
    const text = pieces.text(chunk);
    scanner ??= new Scanner(old, pieces.units === "bytes", all);
    append(hits, scanner.feed(text));
    if (!all && hits.length > 0) return { hits, bytes };
  }
  if (scanner) append(hits, scanner.end());
  return { hits, bytes };
}

/**
 * Returns every place of the old address in a stream of bytes. Most files have none, so lines are counted only in a second pass over a
 * file that has one.
 */
export async function search(old: OldAddress, open: Open): Promise<Found> {
  const first = await pass(old, open, false);
  return first.hits.length === 0 ? first : pass(old, open, true);
}
