import type { Anomaly } from "./anomalies.ts";
import { type Reader, type Span, spanOf } from "./bytes.ts";
import { type Header, readFields } from "./head.ts";

/** The facts about a chunked HTTP body, without its data. */
export interface ChunkedBody {
  /** The offset after the body; the end of the recorded bytes if the body is cut; that of the fault if a chunk is invalid. */
  readonly end: number;
  /** The number of data bytes in all chunks, without their size lines. */
  readonly size: number;
  readonly chunks: number;
  readonly trailers: readonly Header[];
  /** True if the recorded bytes end before the chunked body does. */
  readonly cut: boolean;
  readonly anomalies: readonly Anomaly[];
}

/** The most bytes of a chunk's size line, which can have an extension; `MOST_TRAILERS` is the limit for all trailers together. */
const MOST_LINE = 16 * 1024;
const MOST_TRAILERS = 1024 * 1024;
// some servers put spaces after a chunk's size, which this expression accepts
const SIZE = /^([\da-f]+)[ \t]*(\r.*|;.*)?$/is;

/**
 * Yields the range of each chunk's data in the chunked body that begins at `offset`.
 * @returns The facts about the whole body.
 */
export function* chunksFrom(reader: Reader, offset: number): Generator<Span, ChunkedBody> {
  const { raw } = reader;
  const anomalies = new Set<Anomaly>();
  let [at, size, chunks] = [offset, 0, 0];
  const over = (end: number, cut: boolean, trailers: readonly Header[] = []): ChunkedBody => ({
    end,
    size,
    chunks,
    trailers,
    cut,
    anomalies: [...anomalies],
  });
  for (;;) {
    const line = reader.line(at, MOST_LINE);
    if (!line) {
      if (raw.length - at <= MOST_LINE) return over(raw.length, true);
      anomalies.add("invalid-chunk");
      return over(at, false);
    }
    const [, digits, extension] = SIZE.exec(line.text) ?? [];
    const length = digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
    if (!Number.isSafeInteger(length)) {
      anomalies.add("invalid-chunk");
      return over(at, false);
    }
    if (extension?.startsWith(";")) anomalies.add("chunk-extension");
    if (extension?.includes("\r")) anomalies.add("bare-carriage-return");
    if (line.bare) anomalies.add("bare-line-feed");
    if (length === 0) {
      const fields = readFields(reader, line.next, line.next + MOST_TRAILERS, anomalies);
      if (!("kind" in fields)) return over(fields.next, false, fields.headers);
      if (fields.kind === "endless") anomalies.add("endless-head");
      return over(raw.length, fields.kind === "cut");
    }
    const data = spanOf(line.next, Math.min(raw.length, line.next + length));
    if (data.length > 0) yield data;
    size += data.length;
    chunks += 1;
    const after = line.next + length;
    if (after >= raw.length) return over(raw.length, true);
    const end = reader.line(after, 1);
    if (end?.text !== "") {
      if (raw.length - after < 2 && reader.byte(after) === 13) return over(raw.length, true);
      anomalies.add("chunk-without-end");
      return over(after, false);
    }
    if (end.bare) anomalies.add("bare-line-feed");
    at = end.next;
  }
}

/**
 * Reads the whole chunked body that begins at `offset`.
 * @returns The facts about it, without the ranges of its data.
 */
export function chunkedBody(reader: Reader, offset: number): ChunkedBody {
  const steps = chunksFrom(reader, offset);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
