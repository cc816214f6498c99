import { append } from "../../kernel/index.ts";
import type { OldAddress } from "./old-address.ts";
import { Pieces } from "./pieces.ts";
import { type Hit, Scanner } from "./scanner.ts";

/** What was found in one file or entry, and how many bytes it has. */
export interface Found {
  readonly hits: readonly Hit[];
  readonly bytes: number;
}

/** Bytes in pieces, from the beginning each time it is called. A piece is used up when the next is asked for. */
export type Open = () => AsyncIterable<Buffer> | Iterable<Buffer>;

/** One way through the bytes; it ends at the first place when only that is asked. */
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

/** Every place in a stream of bytes. Most files hold none, and only where there is one are lines counted, on a second way through it. */
export async function search(old: OldAddress, open: Open): Promise<Found> {
  const first = await pass(old, open, false);
  return first.hits.length === 0 ? first : pass(old, open, true);
}
