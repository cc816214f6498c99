import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bodyText } from "../../../src/record/capture/body.ts";
import { inMemory } from "../../../src/record/capture/bytes.ts";
import { DONE, exchanged, GET } from "./recorded.ts";
import { eachNth } from "../../support/runs.ts";

const TEXT = `<a>${"of a part ".repeat(200)}</a>`;
const MEBIBYTE = 1024 * 1024;

/** What is shown of a body that was sent with that coding. */
function shown(coding: string, body: Buffer) {
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answer = Buffer.concat([Buffer.from(head), body]);
  const [exchange] = exchanged([["c2s", GET], ["s2c", answer], ...DONE]);
  if (!exchange?.response) throw new Error("no answer");
  return bodyText(exchange.response, inMemory(answer));
}

describe("[G2] a body is decoded for display", () => {
  test.each(
    eachNth(4, [
      ["gzip", gzipSync(TEXT)],
      ["x-gzip", gzipSync(TEXT)],
      ["GZip", gzipSync(TEXT)],
      ["gzip", Buffer.concat([gzipSync(TEXT.slice(0, 70)), gzipSync(TEXT.slice(70))])],
      ["deflate", deflateSync(TEXT)],
      ["deflate", deflateRawSync(TEXT)],
      ["br", brotliCompressSync(TEXT)],
      ["identity", Buffer.from(TEXT)],
      ["deflate, gzip", gzipSync(deflateSync(TEXT))],
    ]),
  )("%s", (coding, body) => {
    expect(shown(coding, body)).toMatchObject({ text: TEXT, ok: true, says: null, kind: "xml", sent: body.length });
  });

  test.each(
    eachNth(4, [
      ["gzip", gzipSync(TEXT, { level: 0 })],
      ["deflate", deflateSync(TEXT, { level: 0 })],
      ["deflate", deflateRawSync(TEXT, { level: 0 })],
      ["br", brotliCompressSync(TEXT)],
    ]),
  )("%s that breaks off: what came, and that it is not all", (coding, body) => {
    const { text, ok, says } = shown(coding, body.subarray(0, body.length - 12));
    expect([ok, says]).toEqual([false, "its end is missing"]);
    expect(TEXT.startsWith(text ?? "")).toBe(true);
    expect(text !== null || coding === "br").toBe(true);
  });

  test.each(
    eachNth(4, [
      ["gzip", gzipSync(TEXT, { level: 0 })],
      ["deflate", deflateSync(TEXT, { level: 0 })],
    ]),
  )("%s whose check sum is wrong", (coding, body) => {
    const damaged = Buffer.from(body);
    const at = damaged.length - 6;
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    const { ok, says, text } = shown(coding, damaged);
    expect([ok, says]).toEqual([false, `a part of it is not ${coding}`]);
    expect(text?.startsWith("<a>of a part ")).toBe(true);
  });

  test.each(
    eachNth(4, [
      ["gzip", "nothing of it is gzip"],
      ["deflate", "\xffnothing of it is deflate"],
      ["br", "nothing of it is br"],
    ]),
  )("%s that is none", (coding, body) => {
    const { ok, text, says } = shown(coding, Buffer.from(body, "latin1"));
    expect([ok, text?.includes("nothing") ?? false, says === null]).toEqual([false, false, false]);
  });

  test("an unknown coding is named, and its bytes are not shown", () => {
    expect(shown("zstd", Buffer.from("abc"))).toMatchObject({ text: null, ok: false, says: "its coding zstd is not known here" });
  });

  test.each(
    eachNth(4, [
      ["gzip", gzipSync(Buffer.alloc(40 * MEBIBYTE, "x"))],
      ["br", brotliCompressSync(Buffer.alloc(40 * MEBIBYTE, "x"))],
    ]),
  )("%s that unfolds without end is shown as far as is looked at", (coding, body) => {
    const { ok, says, decoded } = shown(coding, body);
    expect([ok, says]).toEqual([false, `it decompresses to more than ${16 * MEBIBYTE} bytes`]);
    expect(decoded).toBeLessThanOrEqual(16 * MEBIBYTE);
  });
});
