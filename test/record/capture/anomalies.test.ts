import { describe, expect, test } from "vitest";
import { losesTheThread } from "../../../src/record/capture/anomalies.ts";
import { endOf, inMemory, type RawBytes, Reader } from "../../../src/record/capture/bytes.ts";
import { bodyPieces, type Message, messageAt, messageOf } from "../../../src/record/capture/message.ts";
import { protocolOf } from "../../../src/record/capture/protocols.ts";
import { DONE, exchanged, GET, OK } from "./recorded.ts";

function read(text: string | RawBytes, kind: "request" | "response" = "response"): Message | string {
  const reader = new Reader(typeof text === "string" ? inMemory(Buffer.from(text, "latin1")) : text);
  const found = messageAt(reader, 0, kind, null);
  if (found.kind === "head") return messageOf(reader, found.head, found.framed);
  return found.kind === "opaque" ? found.anomaly : found.kind;
}
const flags = (text: string, kind: "request" | "response" = "response"): unknown => {
  const found = read(text, kind);
  return typeof found === "string" ? found : found.anomalies;
};
const head = (...lines: readonly string[]): string => `${["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n")}`;
const FIVE = "Content-Length: 5";
const CHUNKED = "Transfer-Encoding: chunked";

describe("[G2] anomalies of a message are named, and reading continues where possible", () => {
  test.each([
    ["a space before the first header", `${head(` ${FIVE}`)}hello`, ["space-before-header"]],
    ["a space before the colon", `${head("Content-Length : 5")}hello`, ["space-before-colon"]],
    ["a line without a colon", `${head("nothing", FIVE)}hello`, ["header-without-colon"]],
    ["a folded header", `${head("X: a", "  b", FIVE)}hello`, ["folded-header"]],
    ["a Transfer-Encoding over two lines", `${head("Transfer-Encoding:", " chunked")}0\r\n\r\n`, ["folded-header"]],
    ["lines that end in LF alone", `HTTP/1.1 200 OK\n${FIVE}\n\nhello`, ["bare-line-feed"]],
    ["a carriage return inside a line", `${head("X: a\rb", FIVE)}hello`, ["bare-carriage-return"]],
    ["NUL", `${head("X: a\0b", FIVE)}hello`, ["nul-in-head"]],
    ["a head of more than 64 KiB", `${head(`X: ${"a".repeat(70_000)}`, FIVE)}hello`, ["long-head"]],
    ["a head of more than 1 MiB", head(...Array.from({ length: 20 }, () => `X: ${"a".repeat(60_000)}`)), "endless-head"],
    ["the same length twice", `${head(FIVE, FIVE)}hello`, ["repeated-length"]],
    ["the same length twice in one header", `${head("Content-Length: 5, 5")}hello`, ["repeated-length"]],
    ["two lengths", `${head(FIVE, "Content-Length: 6")}hello`, ["conflicting-length"]],
    ...["-1", "+5", "0x5", "5 5", "", "18446744073709551616", "５"].map(
      (length) => [`Content-Length '${length}'`, `${head(`Content-Length: ${length}`)}hello`, ["invalid-length"]] as const,
    ),
    ["length and chunks: chunks win", `${head(FIVE, CHUNKED)}0\r\n\r\n`, ["length-and-coding"]],
    ["chunked twice", `${head(CHUNKED, CHUNKED)}0\r\n\r\n`, ["repeated-coding"]],
    ["a coding after chunked", `${head("Transfer-Encoding: chunked, gzip")}abc`, ["coding-not-chunked"]],
    ["chunks in HTTP/1.0", `HTTP/1.0 200 OK\r\n${CHUNKED}\r\n\r\n0\r\n\r\n`, ["coding-before-http-1.1"]],
    ["a chunk's extension", `${head(CHUNKED)}5;a=b\r\nhello\r\n0\r\n\r\n`, ["chunk-extension"]],
    ["a chunk's size that is no number", `${head(CHUNKED)}zz\r\n`, ["invalid-chunk"]],
    ["a chunk's size beyond all measure", `${head(CHUNKED)}fffffffffffffffff\r\n`, ["invalid-chunk"]],
    ["a chunk that goes on", `${head(CHUNKED)}3\r\nhello\r\n0\r\n\r\n`, ["chunk-without-end"]],
    ["no HTTP", "220 mail.example.com ESMTP\r\n", "not-http"],
    ["another version", "HTTP/2.0 200 OK\r\n\r\n", "not-http"],
  ] as readonly (readonly [string, string, unknown])[])("%s", (_, text, expected) => {
    expect(flags(text)).toEqual(expected);
  });

  test("a request with a coding other than chunked has an unknown end", () => {
    const found = read("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\nabc", "request");
    expect(found).toMatchObject({ framing: "unknown", anomalies: ["coding-not-chunked"] });
  });

  test("headers keep their case, order, repeats and places", () => {
    const text = head("SET-cookie: a=1", "x:  y ", "Set-Cookie: b=2", FIVE);
    const found = read(`${text}hello`) as Message;
    expect(found.head.headers.map(({ name, value }) => [name, value])).toEqual([
      ["SET-cookie", "a=1"],
      ["x", "y"],
      ["Set-Cookie", "b=2"],
      ["Content-Length", "5"],
    ]);
    expect(found.head.headers.map(({ at }) => text.slice(at.offset, endOf(at)))).toEqual(["a=1", "y", "b=2", "5"]);
  });

  test("trailers, leading zeros and parts of chunks have their positions", () => {
    const text = `${head(CHUNKED)}003\r\nabc\r\n2\r\nde\r\n0\r\nDigest: x\r\n\r\n`;
    const found = read(text) as Message;
    const reader = new Reader(inMemory(Buffer.from(text)));
    expect([...bodyPieces(reader, found)].map((at) => text.slice(at.offset, endOf(at)))).toEqual(["abc", "de"]);
    expect(found).toMatchObject({ size: 5, chunks: 2, cut: null, at: { length: text.length } });
    expect(found.trailers.map(({ name, value }) => [name, value])).toEqual([["Digest", "x"]]);
  });

  test("a body of many gigabytes is skipped, not read", () => {
    const [beginning, length] = [Buffer.from(head("Content-Length: 99999999999")), 99_999_999_999];
    let taken = 0;
    const raw: RawBytes = {
      length: beginning.length + length,
      read: (offset, most) => {
        taken += most;
        return offset < beginning.length ? beginning.subarray(offset, offset + most) : Buffer.alloc(Math.min(most, 10));
      },
    };
    expect(read(raw)).toMatchObject({ size: length, cut: null });
    expect(taken).toBeLessThan(1_000_000);
  });
});

describe("[G2] pairs of requests and answers", () => {
  const statuses = (steps: Parameters<typeof exchanged>[0]) =>
    exchanged(steps).map(({ interim, response, anomalies }) => [
      interim.length,
      response?.head.start.kind === "response" ? response.head.start.status : null,
      anomalies,
    ]);
  const EXPECTS = "PUT /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n";

  test("HEAD, 204 and 304 have no body, whatever their headers say", () => {
    const [one, two] = ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"];
    const found = exchanged([["c2s", `HEAD / HTTP/1.1\r\n\r\n${GET}${GET}`], ["s2c", one + two + OK], ...DONE]);
    expect(found.map(({ broken, response }) => [broken, response?.size])).toEqual([
      [null, 0],
      [null, 0],
      [null, 2],
    ]);
  });

  test("100 Continue and 103 are interim responses, not the answer", () => {
    expect(
      statuses([
        ["c2s", EXPECTS],
        ["s2c", "HTTP/1.1 100 Continue\r\n\r\n"],
        ["c2s", "hello"],
        ["s2c", `HTTP/1.1 103 Early Hints\r\n\r\n${OK}`],
        ...DONE,
      ]),
    ).toEqual([[2, 200, []]]);
  });

  test("a body that the server declined is not missing", () => {
    const refused = "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n";
    expect(statuses([["c2s", EXPECTS], ["s2c", refused], ["c2s", GET], ["s2c", OK], ...DONE])).toEqual([
      [0, 417, ["expectation-refused"]],
      [0, 200, []],
    ]);
  });

  test("an answer during the upload is early, and not broken", () => {
    const upload = "PUT /a HTTP/1.1\r\nContent-Length: 10\r\n\r\nhello";
    const found = exchanged([
      ["c2s", upload],
      ["s2c", "HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n"],
      ["c2s", "world"],
      ...DONE,
    ]);
    expect(found.map(({ broken, anomalies }) => [broken, anomalies])).toEqual([[null, ["early-response"]]]);
  });

  test("after 101 and CONNECT the bytes are not HTTP", () => {
    const up = "GET /chat HTTP/1.1\r\nUpgrade: websocket\r\n\r\n";
    expect(
      statuses([["c2s", up], ["s2c", "HTTP/1.1 101 Switching Protocols\r\n\r\n\x81\x05hello"], ["c2s", "\x81\x85"], ...DONE]),
    ).toEqual([[0, 101, []]]);
    expect(statuses([["c2s", "CONNECT a:1 HTTP/1.1\r\n\r\n"], ["s2c", "HTTP/1.1 200 OK\r\n\r\n\x16\x03"], ...DONE])).toEqual([
      [0, 200, []],
    ]);
  });

  test("a protocol other than HTTP is named", () => {
    const names = [
      "\x16\x03\x01\x02\x00",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "SSH-2.0-x\r\n",
      "GIOP\x01",
      "\x00\x01\x02",
      "220 x ESMTP",
    ];
    expect(names.map((text) => protocolOf(Buffer.from(text, "latin1")))).toEqual([
      "TLS",
      "HTTP/2",
      "SSH",
      "IIOP",
      null,
      "SMTP or FTP",
    ]);
    expect(
      exchanged([["c2s", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], ...DONE]).map(({ protocol, broken }) => [protocol, broken]),
    ).toEqual([["HTTP/2", "framing"]]);
  });

  test("the anomalies after which the next message is unknown", () => {
    expect([losesTheThread(["folded-header", "long-head"]), losesTheThread(["chunk-without-end"])]).toEqual([false, true]);
  });
});
