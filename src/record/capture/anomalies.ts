/** An irregularity in the head or framing of an HTTP message (docs/recording.md), because of which two programs can read it differently. */
export type Anomaly = keyof typeof ANOMALIES;

/** The description of each irregularity by id, worded to complete "exchange 3: ...". */
export const ANOMALIES = {
  "space-before-header": "a header line begins with a space, with no header before it",
  "space-before-colon": "a space between a header's name and its colon",
  "header-without-colon": "a header line without a colon",
  "folded-header": "a header is continued on the next line, which HTTP no longer allows",
  "bare-line-feed": "header lines end in LF only",
  "bare-carriage-return": "a carriage return inside a header line",
  "nul-in-head": "the headers contain a NUL byte",
  "long-head": "the headers exceed 64 KiB",
  "endless-head": "the headers do not end within 1 MiB",
  "repeated-length": "Content-Length is repeated with the same number",
  "conflicting-length": "Content-Length is repeated with different numbers",
  "invalid-length": "Content-Length is not a plain number",
  "length-and-coding": "both Content-Length and Transfer-Encoding are present",
  "repeated-coding": "Transfer-Encoding or its chunked coding is repeated",
  "coding-not-chunked": "the last Transfer-Encoding is not chunked",
  "coding-before-http-1.1": "Transfer-Encoding in an HTTP/1.0 message",
  "chunk-extension": "a chunk has an extension",
  "invalid-chunk": "a chunk's size is not a hexadecimal number, or too large",
  "chunk-without-end": "a chunk is longer than its size",
  "not-http": "the bytes where a message should begin are not HTTP/1.x",
  "extra-bytes": "bytes after the response belong to no request",
  "early-response": "the response began before the request was complete",
  "expectation-refused": "the client waited for '100 Continue' and did not send its body",
} as const;

/** Irregularities of an HTTP message after which it is unknown where the next message begins. */
const ENDLESS: ReadonlySet<Anomaly> = new Set([
  "endless-head",
  "conflicting-length",
  "invalid-length",
  "invalid-chunk",
  "chunk-without-end",
  "not-http",
  "extra-bytes",
]);

export const losesTheThread = (anomalies: readonly Anomaly[]): boolean => anomalies.some((one) => ENDLESS.has(one));
