import { base64Cores } from "../../diagnostic/secret-spellings.ts";
import { inOriginal, type View } from "./views.ts";

/** Where something stands that is not shown: from, and up to. */
export type Range = readonly [from: number, to: number];

/** What may stand in any word would take all of them along. */
const SHORTEST = 4;
const SHORTEST_CORE = 8;

const asLatin1 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
const asUtf8 = (text: string): string => {
  const read = Buffer.from(text, "latin1").toString("utf8");
  return read.includes("\ufffd") ? text : read;
};

/** As it stands in bytes of either encoding, in hexadecimal and in base64 at each of its three places. */
function spellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8").toString("hex");
  return [
    ...new Set([secret, asLatin1(secret), asUtf8(secret)]),
    ...(secret.length >= SHORTEST_CORE / 2 ? [bytes, bytes.toUpperCase()] : []),
    ...base64Cores(secret).filter((core) => core.length >= SHORTEST_CORE),
  ];
}

/** Of four characters; the next one's is made of the last one's, so that each character is looked at once. */
const rolled = (hash: number, code: number): number => ((hash << 4) ^ code) & 0xffff;
const hashAt = (text: string, at: number): number => {
  let hash = 0;
  for (let i = at; i < at + SHORTEST; i++) hash = rolled(hash, text.charCodeAt(i));
  return hash;
};

/** Every secret that a capture shows, found again wherever it stands. The time that it takes grows with the text, and not with their number. */
export class KnownSecrets {
  readonly #secrets = new Set<string>();
  readonly #byHash = new Map<number, string[]>();
  readonly #marks = new Uint8Array(0x1_0000);

  get size(): number {
    return this.#secrets.size;
  }

  add(secret: string): void {
    if (secret.length < SHORTEST || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    for (const spelling of new Set(spellings(secret))) {
      const hash = hashAt(spelling, 0);
      const same = this.#byHash.get(hash);
      if (!same) this.#byHash.set(hash, [spelling]);
      else if (!same.includes(spelling)) same.push(spelling);
      this.#marks[hash] = 1;
    }
  }

  /** Where any of them stands in the original of the views. */
  in(views: readonly View[]): readonly Range[] {
    const found: Range[] = [];
    if (this.#secrets.size === 0) return found;
    for (const view of views) {
      const { text } = view;
      let hash = 0;
      for (let end = 0; end < text.length; end++) {
        hash = rolled(hash, text.charCodeAt(end));
        const at = end + 1 - SHORTEST;
        if (this.#marks[hash] === 0 || at < 0) continue;
        let longest = 0;
        for (const one of this.#byHash.get(hash) ?? [])
          if (one.length > longest && text.startsWith(one, at)) longest = one.length;
        if (longest > 0) found.push(inOriginal(view, at, at + longest));
      }
    }
    return found;
  }
}
