/** A source of bytes with random access: a file, or a buffer in a test. `read` returns all `length` bytes or throws. */
export interface ByteSource {
  readonly size: number;
  read(position: number, length: number): Buffer;
}

/** A destination of an archive. `writeAt` overwrites a header that was written before its checksum was known. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  writeAt(position: number, bytes: Uint8Array): void;
}
