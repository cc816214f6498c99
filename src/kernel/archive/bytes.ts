/** A source of bytes with random access: a file, or a buffer in a test. `read` returns exactly `length` bytes or throws. */
export interface ByteSource {
  readonly size: number;
  read(position: number, length: number): Buffer;
}

/** A destination of an archive's bytes. `writeAt` overwrites an entry's header, which is first written without the checksum. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  writeAt(position: number, bytes: Uint8Array): void;
}
