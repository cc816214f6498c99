import { type Anomaly, losesTheThread } from "./anomalies.ts";
import { endOf, type Reader, type Span, spanOf } from "./bytes.ts";
import { chunkedBody, chunksFrom } from "./chunks.ts";
import { type Framed, framingOf, type Framing } from "./framing.ts";
import { type Head, type Header, readHead, type StartLine } from "./head.ts";

/** The part of a message in which its recorded bytes end: its head, its body with a Content-Length, its chunks, or a body until close. */
export type Cut = "head" | "length" | "chunks" | "close";

export interface Message {
  /** The range of the whole message: head, body, chunk sizes and trailers. */
  readonly at: Span;
  readonly head: Head;
  readonly framing: Framing["kind"];
  /** The range of the body as sent, including chunk sizes. */
  readonly body: Span;
  /** The number of bytes of the body, without chunk sizes. */
  readonly size: number;
  readonly chunks: number;
  readonly trailers: readonly Header[];
  /** The part in which the message is cut; null if it is complete. `close`: its body lasts until its sender closes the connection. */
  readonly cut: Exclude<Cut, "head"> | null;
  readonly anomalies: readonly Anomaly[];
}

/** The result of reading the head of a message at an offset. `nothing`: the recorded bytes end at the offset. */
export type MessageRead =
  | { readonly kind: "nothing" }
  | { readonly kind: "head"; readonly head: Head; readonly framed: Framed }
  /** The recorded bytes end within the head of the message. */
  | { readonly kind: "cut"; readonly at: Span }
  /** The recorded bytes are not HTTP/1.x, or a head that does not end within the limit. */
  | { readonly kind: "opaque"; readonly at: Span; readonly anomaly: Anomaly };

/** Reads the head of a message; skips empty lines before it (RFC 9112, 2.2). `method` is that of the request a response answers. */
export function messageAt(reader: Reader, offset: number, kind: StartLine["kind"], method: string | null): MessageRead {
  const { raw } = reader;
  const from = reader.pastLineEnds(offset);
  if (from >= raw.length) return { kind: "nothing" };
  const read = readHead(reader, from, kind);
  const at = spanOf(from, raw.length);
  if (read.kind === "cut") return { kind: "cut", at };
  if (read.kind !== "head") return { kind: "opaque", at, anomaly: read.kind === "endless" ? "endless-head" : "not-http" };
  return { kind: "head", head: read.head, framed: framingOf(read.head, method) };
}

/** Returns the message that begins with the given head, by reading to the end of its body. */
export function messageOf(reader: Reader, head: Head, { framing, anomalies }: Framed): Message {
  const { raw } = reader;
  const from = endOf(head.at);
  const found = [...head.anomalies, ...anomalies];
  const message = (end: number, more: Partial<Message> = {}): Message => ({
    at: spanOf(head.at.offset, end),
    head,
    framing: framing.kind,
    body: spanOf(from, end),
    size: end - from,
    chunks: 0,
    trailers: [],
    cut: null,
    anomalies: found,
    ...more,
  });
  switch (framing.kind) {
    case "none":
    case "tunnel":
      return message(from);
    case "unknown":
      return message(raw.length);
    case "until-close":
      return message(raw.length, { cut: "close" });
    case "length": {
      const end = from + framing.length;
      return end <= raw.length ? message(end) : message(raw.length, { cut: "length" });
    }
    case "chunked": {
      const { end, size, chunks, trailers, cut, anomalies: inChunks } = chunkedBody(reader, from);
      const lost = losesTheThread(inChunks);
      const all = [...new Set([...found, ...inChunks])];
      return message(lost ? raw.length : end, { size, chunks, trailers, cut: cut ? "chunks" : null, anomalies: all });
    }
  }
}

/** Yields the ranges of the recorded bytes that are data of a message's body, without chunk sizes. */
export function* bodyPieces(reader: Reader, { framing, body }: Pick<Message, "framing" | "body">): Generator<Span> {
  if (framing === "chunked") yield* chunksFrom(reader, body.offset);
  else if (body.length > 0) yield body;
}
