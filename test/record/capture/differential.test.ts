import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { losesTheThread } from "../../../src/record/capture/anomalies.ts";
import { endOf, inMemory, Reader } from "../../../src/record/capture/bytes.ts";
import { bodyPieces, messageAt, messageOf } from "../../../src/record/capture/message.ts";
import { runs } from "../../support/runs.ts";
import { type Answer, llhttp, type Parsed, plainParser } from "./other-parsers.ts";

/** The messages of one direction, as this indexer reads them. */
function ours(text: string, kind: "request" | "response", window = 7): Answer {
  const reader = new Reader(inMemory(Buffer.from(text, "latin1")), window);
  const messages: Parsed[] = [];
  for (let at = 0; ; ) {
    const read = messageAt(reader, at, kind, null);
    if (read.kind === "nothing") return { messages, error: false };
    if (read.kind !== "head") return { messages, error: true };
    const message = messageOf(reader, read.head, read.framed);
    const { start } = read.head;
    const body = [...bodyPieces(reader, message)].map((piece) => text.slice(piece.offset, endOf(piece))).join("");
    messages.push({
      start: start.kind === "request" ? `${start.method} ${start.target}` : String(start.status),
      headers: read.head.headers.flatMap(({ name, value }) => [name, value]),
      body,
      // the end of the bytes is the end of the connection here
      whole: message.cut === null || message.cut === "close",
    });
    if (losesTheThread(message.anomalies) || message.framing === "tunnel") return { messages, error: true };
    if (message.cut === "length" || message.cut === "chunks") return { messages, error: true };
    at = endOf(message.at);
  }
}

const line = fc.constantFrom(
  "Content-Length: 3",
  "content-length:  5 ",
  "Content-Length: 0",
  "Content-Length: 3",
  "CONTENT-LENGTH: 4",
  "Content-Length: -1",
  "Content-Length: +5",
  "Content-Length: 0x5",
  "Content-Length: 18446744073709551616",
  "Content-Length: 3, 3",
  "Content-Length : 3",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, gzip",
  "Transfer-Encoding: identity",
  "X: y",
  "X:",
  "Set-Cookie: a=1; Path=/",
  "Set-Cookie: b=2",
  "x-long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "Fold: one\r\n two",
  " Leading: 1",
  "NoColon",
);
const head = (start: fc.Arbitrary<string>) =>
  fc
    .tuple(start, fc.array(line, { maxLength: 4 }), fc.constantFrom("\r\n", "\r\n", "\r\n", "\n"))
    .map(([first, lines, end]) => `${[first, ...lines, "", ""].join(end)}`);
const body = fc.constantFrom(
  "",
  "abc",
  "abcde",
  "3\r\nabc\r\n0\r\n\r\n",
  "3;x=1\r\nabc\r\n0\r\nT: 1\r\n\r\n",
  "003\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
  "3\nabc\n0\n\n",
  "3\r\nabcd\r\n0\r\n\r\n",
  "fffffffffffffffff\r\n",
  "A\r\n0123456789\r\n0\r\n\r\n",
  "\r\n",
);
const plainLine = fc.constantFrom("X: y", "X:", "Set-Cookie: a=1; Path=/", "Set-Cookie: b=2", "Accept: */*", "Fold: one\r\n two");
/** A message whose head and body belong together. */
const coherent = (start: fc.Arbitrary<string>) =>
  fc
    .tuple(
      start,
      fc.array(plainLine, { maxLength: 3 }),
      fc.constantFrom(
        ["Content-Length: 3", "abc"],
        ["content-length:0", ""],
        ["Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\n\r\n"],
        ["transfer-encoding: CHUNKED", "A;x=1\r\n0123456789\r\n001\r\nz\r\n0\r\nT: 1\r\n\r\n"],
      ),
    )
    .map(([first, lines, [framing, rest]]) => `${[first, ...lines, framing, "", ""].join("\r\n")}${rest}`);
const stream = (start: fc.Arbitrary<string>) => {
  const loose = fc.tuple(head(start), body).map(([a, b]) => a + b);
  return fc.array(fc.oneof(coherent(start), coherent(start), loose), { minLength: 1, maxLength: 3 }).map((all) => all.join(""));
};
const REQUESTS = stream(
  fc.constantFrom("GET / HTTP/1.1", "POST /tc/RestServices/x HTTP/1.1", "PUT /a HTTP/1.1", "HEAD /b?c=d HTTP/1.1"),
);
const RESPONSES = stream(
  fc.constantFrom(
    "HTTP/1.1 200 OK",
    "HTTP/1.1 100 Continue",
    "HTTP/1.1 204 No Content",
    "HTTP/1.1 500 ",
    "HTTP/1.1 304 x",
    "HTTP/1.0 200",
  ),
);

/** A text with a few characters changed, lost or doubled. */
const damaged = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.array(fc.tuple(fc.nat(), fc.constantFrom("", "\r", "\n", " ", "\0", "0", ":", "\xff")), { maxLength: 2 }))
    .map(([whole, changes]) =>
      changes.reduce(
        (left, [at, put]) => left.slice(0, at % (left.length + 1)) + put + left.slice((at % (left.length + 1)) + 1),
        whole,
      ),
    );

/** Both others read all of it, and the same. */
const agreed = (text: string, kind: "request" | "response"): Answer | null => {
  const [one, other] = [llhttp(text, kind), plainParser(text, kind)];
  const same = !one.error && !other.error && JSON.stringify(one.messages) === JSON.stringify(other.messages);
  // RFC 9112, section 6.3: these have no body, whatever their headers say; the parser of Node 20.19.0 reads one all the same
  const bodiless = one.messages.some(({ start, body }) => /^(?:1\d\d|204|304)$/.test(start) && body !== "");
  return same && !bodiless ? one : null;
};

describe("[G2] the indexer agrees with Node's parser and http-parser-js where these agree", () => {
  test.each([
    ["request", REQUESTS],
    ["response", RESPONSES],
  ] as const)("%s", (kind, streams) => {
    let compared = 0;
    fc.assert(
      fc.property(fc.oneof(streams, damaged(streams)), (text) => {
        const others = agreed(text, kind);
        if (!others) return;
        compared += 1;
        expect(ours(text, kind)).toEqual(others);
      }),
      { numRuns: runs(20_000) },
    );
    expect(compared).toBeGreaterThan(runs(20_000) / 20);
  });
});

test("[G2] the size of the read window changes nothing, and nothing throws", () => {
  const any = fc.oneof(damaged(RESPONSES), damaged(REQUESTS), fc.string({ unit: "binary-ascii", maxLength: 80 }));
  fc.assert(
    fc.property(
      any,
      fc.constantFrom("request" as const, "response" as const),
      fc.integer({ min: 1, max: 40 }),
      (text, kind, window) => {
        expect(ours(text, kind, window)).toEqual(ours(text, kind, 65_536));
      },
    ),
    { numRuns: runs(10_000) },
  );
});
