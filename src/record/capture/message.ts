import { type Anomaly, losesTheThread } from "./anomalies.ts";
import { endOf, type Reader, type Span, spanOf } from "./bytes.ts";
import { chunkedBody, chunksFrom } from "./chunks.ts";
import { type Framed, framingOf, type Framing } from "./framing.ts";
import { type Head, type Header, readHead, type StartLine } from "./head.ts";

/** Where a message ends before its end: within the head, before its Content-Length, within its chunks, or open until the connection closes. */
export type Cut = "head" | "length" | "chunks" | "close";

export interface Message {
  /** All of it: head, body, sizes of chunks, trailers. */
  readonly at: Span;
  readonly head: Head;
  readonly framing: Framing["kind"];
  /** The body as it was sent, with the sizes of its chunks. */
  readonly body: Span;
  /** Bytes of the body without the sizes of chunks. */
  readonly size: number;
  readonly chunks: number;
  readonly trailers: readonly Header[];
  /** The bytes end before it does; `close`: it goes on until its sender says that it is done. */
  readonly cut: Exclude<Cut, "head"> | null;
  readonly anomalies: readonly Anomaly[];
}

/** What begins at an offset. `nothing`: the bytes end there. */
export type MessageRead =
  | { readonly kind: "nothing" }
  | { readonly kind: "head"; readonly head: Head; readonly framed: Framed }
  /** The bytes end within a head. */
  | { readonly kind: "cut"; readonly at: Span }
  /** No HTTP/1.x, or a head without an end. */
  | { readonly kind: "opaque"; readonly at: Span; readonly anomaly: Anomaly };

/** Reads the head of a message; empty lines before it are passed over (RFC 9112, 2.2). */
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

/** The whole message of a head. */
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

/** The pieces of the body's data, one after the other. */
export function* bodyPieces(reader: Reader, { framing, body }: Pick<Message, "framing" | "body">): Generator<Span> {
  if (framing === "chunked") yield* chunksFrom(reader, body.offset);
  else if (body.length > 0) yield body;
}
