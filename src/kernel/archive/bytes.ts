/** Bytes that can be read anywhere: a file, or a buffer in a test. Reads are whole or throw. */
export interface ByteSource {
  readonly size: number;
  read(position: number, length: number): Buffer;
}

/** Where an archive is written to; `writeAt` goes back to a header whose checksum was not known yet. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  writeAt(position: number, bytes: Uint8Array): void;
}
