/** As many as a repository's shared documents and some environments are; more would only fill memory. */
const MOST = 64;
const LARGEST = 64 * 1024;

/**
 * What the last small documents of this process said: each round of fixes, and a command after its check, reads the same bytes again. It is
 * found by all that decides it, kind, path and bytes, so that it can be no other than what reading would give; nothing changes a value that was read.
 */
export class KnownDocuments<T> {
  readonly #values = new Map<string, T>();

  get(kind: string, path: string, bytes: Uint8Array, read: () => T): T {
    if (bytes.length > LARGEST) return read();
    const key = `${kind}\0${path}\0${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1")}`;
    const value = this.#values.get(key) ?? read();
    // the last that was asked for stands last, the first one goes
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > MOST) this.#values.delete(this.#values.keys().next().value as string);
    return value;
  }
}
