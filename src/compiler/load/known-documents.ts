/** As many as a repository's shared documents and some environments are; more would only fill memory. */
const MOST = 64;
const LARGEST = 64 * 1024;

/**
 * What the last small documents of this process said: each round of fixes, and a command after its check, reads the same bytes again. It is
 * found by all that decides it, kind, path and bytes, so that it can be no other than what reading would give; nothing changes a value that was read.
 */
export class KnownDocuments<T> {
  readonly #known = new Map<string, { readonly bytes: Buffer; readonly value: T }>();

  get(kind: string, path: string, bytes: Uint8Array, read: () => T): T {
    if (bytes.length > LARGEST) return read();
    const key = `${kind}\0${path}`;
    const last = this.#known.get(key);
    // bytes of its own: whoever gave the others may use their place again
    const known = last?.bytes.equals(bytes) ? last : { bytes: Buffer.from(bytes), value: read() };
    // the last that was asked for stands last, the first one goes
    if (last) this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value as string);
    return known.value;
  }
}
