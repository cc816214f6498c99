/** A source of bytes with random access: a file, or a buffer in a test. `read` returns exactly `length` bytes or throws. */
export interface ByteSource {
  readonly size: number;
  read(position: number, length: number): Buffer;
}

/** A destination of a zip's bytes. `write` appends; `writeAt` overwrites, because a header's checksum is known only after the content. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  writeAt(position: number, bytes: Uint8Array): void;
}
