/**
 * The number of cached documents: enough for the documents that all environments share and for some environments. More would only fill
 * memory.
 */
const MOST = 64;
const LARGEST = 64 * 1024;

/**
 * A cache of the last small documents that this process read: each round of `--fix`, and a command that first runs a check, reads equal
 * bytes again. A cache entry is used only if kind, path and bytes are equal, so that it equals a fresh read. The cached values are never
 * changed.
 */
export class KnownDocuments<T> {
  readonly #known = new Map<string, { readonly bytes: Buffer; readonly value: T }>();

  get(kind: string, path: string, bytes: Uint8Array, read: () => T): T {
    if (bytes.length > LARGEST) return read();
    const key = `${kind}\0${path}`;
    const last = this.#known.get(key);
    // copies the bytes, because the caller can reuse its buffer
    const known = last?.bytes.equals(bytes) ? last : { bytes: Buffer.from(bytes), value: read() };
    // moves the entry to the end, so that the oldest one is dropped first
    if (last) this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value as string);
    return known.value;
  }
}
