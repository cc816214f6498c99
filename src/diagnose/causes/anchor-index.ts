/** Number of characters at the beginning of an anchor that are its key in the index. */
const KEY = 3;
const SLOTS = 1 << 16;

const slotOf = (text: string, at: number): number =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & (SLOTS - 1);

/** An index of groups of items by anchors (literals to search for); it finds the groups of which a text contains at least one anchor. */
export class AnchorIndex<T> {
  /** Table of hashes: 1 in each slot to which the beginning of an anchor hashes. */
  readonly #flags = new Uint8Array(SLOTS);
  readonly #bySlot = new Map<number, { readonly anchor: string; readonly group: number }[]>();
  /** Anchors that are shorter than KEY characters. */
  readonly #short: { readonly anchor: string; readonly group: number }[] = [];

  /** @param groups The groups with their anchors in lower case; results keep this order. */
  constructor(readonly groups: readonly { readonly anchors: readonly string[]; readonly items: readonly T[] }[]) {
    for (const [group, { anchors }] of groups.entries()) {
      for (const anchor of anchors) {
        if (anchor.length < KEY) this.#short.push({ anchor, group });
        else this.#add(anchor, group);
      }
    }
  }

  #add(anchor: string, group: number): void {
    const slot = slotOf(anchor, 0);
    this.#flags[slot] = 1;
    this.#bySlot.set(slot, [...(this.#bySlot.get(slot) ?? []), { anchor, group }]);
  }

  /** Returns the items of all groups of which the text, given in lower case, contains an anchor. */
  itemsIn(text: string): readonly T[] {
    const found = new Set<number>();
    for (let at = 0; at + KEY <= text.length; at++) {
      const slot = slotOf(text, at);
      if (this.#flags[slot] === 0) continue;
      for (const { anchor, group } of this.#bySlot.get(slot) ?? []) if (text.startsWith(anchor, at)) found.add(group);
    }
    for (const { anchor, group } of this.#short) if (text.includes(anchor)) found.add(group);
    if (found.size === 0) return [];
    return [...found].sort((a, b) => a - b).flatMap((group) => this.groups[group]?.items ?? []);
  }
}
