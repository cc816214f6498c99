import { describe, expect, test } from "vitest";
import { readHead } from "../../src/capture/head.ts";
import { inMemory, Reader } from "../../src/capture/bytes.ts";
import { onLines } from "../../src/capture/pretty.ts";
import { learnHeader, shownHeader } from "../../src/capture/redact/headers.ts";
import { Redactor } from "../../src/capture/redact/redactor.ts";
import { ATTACKS, KINDS, spentOn } from "./linear-texts.ts";

/* A body or header of 400 KB of one sign, or of a few again and again, takes seconds and not minutes. */

const LENGTH = 400_000;
const MOST = 6_000;

describe("[G5] the time that it takes grows with the text alone", () => {
  test.each(ATTACKS.map((piece, i) => ({ piece, i })))("$piece, again and again", { timeout: 120_000 }, ({ piece, i }) => {
    const text = piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
    for (const kind of new Set([KINDS[i % KINDS.length] ?? "text", "text" as const]))
      expect(spentOn(text, kind), kind).toBeLessThan(MOST);
    for (const name of ["Cookie", "Authorization", "WWW-Authenticate"]) {
      const header = { name, value: text, at: { offset: 0, length: text.length } };
      const before = performance.now();
      const redactor = new Redactor();
      learnHeader(header, redactor);
      shownHeader(header, redactor);
      expect(performance.now() - before, name).toBeLessThan(MOST);
    }
    for (const kind of ["xml", "json", "text"] as const) {
      const before = performance.now();
      onLines(text, kind);
      expect(performance.now() - before, `lines of ${kind}`).toBeLessThan(MOST);
    }
    for (const head of [
      `GET ${text}`,
      `${text}: b`,
      `HTTP/1.1 200 ${text}\r`,
      `HTTP/1.1 200 OK\r\nA:${text}`,
      `GET / HTTP/1.1\r\nA: b\r\n ${text}`,
    ]) {
      const before = performance.now();
      readHead(
        new Reader(inMemory(Buffer.from(`${head}\r\n\r\n`, "latin1"))),
        0,
        head.startsWith("HTTP") ? "response" : "request",
      );
      expect(performance.now() - before, "a head").toBeLessThan(MOST);
    }
  });
});
