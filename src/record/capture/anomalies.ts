/** An irregularity in a message's head or framing (docs/recording.md). Two programs can read such a message differently. */
export type Anomaly = keyof typeof ANOMALIES;

/** Descriptions by id, worded to complete "exchange 3: ...". */
export const ANOMALIES = {
  "space-before-header": "a line of the head begins with a space, and no header stands before it",
  "space-before-colon": "a space stands between a header's name and its colon",
  "header-without-colon": "a line of the head has no colon",
  "folded-header": "a header goes on in the next line, which HTTP no longer has",
  "bare-line-feed": "lines of the head end in LF alone",
  "bare-carriage-return": "a carriage return stands inside a line of the head",
  "nul-in-head": "the head holds a NUL byte",
  "long-head": "the head has more than 64 KiB",
  "endless-head": "the head has no end within 1 MiB",
  "repeated-length": "Content-Length is there more than once, with the same number",
  "conflicting-length": "Content-Length is there more than once, with different numbers",
  "invalid-length": "Content-Length is no plain number",
  "length-and-coding": "Content-Length and Transfer-Encoding are both there",
  "repeated-coding": "Transfer-Encoding is there more than once, or names chunked more than once",
  "coding-not-chunked": "the last Transfer-Encoding is not chunked",
  "coding-before-http-1.1": "Transfer-Encoding is there in a message of HTTP/1.0",
  "chunk-extension": "a chunk has an extension",
  "invalid-chunk": "the size of a chunk is no hexadecimal number, or too large",
  "chunk-without-end": "a chunk goes on after the number of bytes that it names",
  "not-http": "bytes that are no HTTP/1.x stand where a message should begin",
  "extra-bytes": "bytes follow the response that belong to no request",
  "early-response": "the response began before the request was whole",
  "expectation-refused": "the client waited for '100 Continue', and did not send its body",
} as const;

/** Anomalies after which the beginning of the next message is unknown. */
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
