import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Way } from "../../../src/record/relay/events.ts";
import { patchesFor } from "../../../src/record/relay/patch/patch.ts";
import type { Tier } from "../../../src/record/relay/patch/rules.ts";
import type { Passed, PatchedStream } from "../../../src/record/relay/patch/stream.ts";
import { runs } from "../../support/runs.ts";
import { stepsOf } from "../../support/steps.ts";

/* What mode patch changes, and that it changes nothing else, however the bytes come. */

const OWN: Tier = { secure: true, host: "plm.example.com", port: 8443, listen: "127.0.0.1:8080" };
const FILES: Tier = { secure: false, host: "fsc.example.com", port: 80, listen: "127.0.0.2:4544" };
const ASK = "GET /tc HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n";

interface Sent {
  readonly text: string;
  readonly passed: readonly Passed[];
}
const join = (passed: readonly Passed[]): string => Buffer.concat(passed.flatMap(({ bytes }) => bytes)).toString("latin1");

function through(stream: PatchedStream, text: string, cuts: readonly number[] = []): Sent {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const parts = places.slice(1).map((end, i) => text.slice(places[i], end));
  const passed = [...parts.map((part) => stream.take(Buffer.from(part, "latin1"))), stream.end()];
  return { text: join(passed), passed };
}

/** What comes out of both ways, the request first. */
function both(request: string, response: string, cuts: readonly number[] = [], own = OWN): Readonly<Record<Way, Sent>> {
  const streams = patchesFor(own, [own, FILES]);
  return { c2s: through(streams.c2s, request, cuts), s2c: through(streams.s2c, response, cuts) };
}
const answered = (fields: string, own = OWN): string =>
  both(ASK, `HTTP/1.1 302 Found\r\n${fields}\r\nContent-Length: 0\r\n\r\n`, [], own)
    .s2c.text.split("\r\n")
    .slice(1, -3)
    .join("\n");
const kinds = ({ passed }: Sent): readonly string[] => passed.flatMap(({ patches }) => patches.map(({ what }) => what));
const unpatched = ({ passed }: Sent): readonly string[] => passed.flatMap((one) => (one.unpatched ? [one.unpatched.code] : []));

describe("a request", () => {
  test.each([
    ["Host: 127.0.0.1:8080", "Host: plm.example.com:8443"],
    ["hOST:\t127.0.0.1:8080 ", "hOST:\tplm.example.com:8443 "],
    ["Host:", "Host:plm.example.com:8443"],
    ["Host: plm.example.com:8443", "Host: plm.example.com:8443"],
    ["Host: a\r\nHost: b", "Host: a\r\nHost: b"],
    ["Host: a\r\n b", "Host: a\r\n b"],
    ["X-Host: 127.0.0.1:8080", "X-Host: 127.0.0.1:8080"],
  ])("[G2] with %j asks for the server itself", (before, after) => {
    const { text } = both(`GET / HTTP/1.1\r\nA: b\r\n${before}\r\n\r\n`, "").c2s;
    expect(text).toBe(`GET / HTTP/1.1\r\nA: b\r\n${after}\r\n\r\n`);
  });

  test.each([
    [{ ...OWN, port: 443 }, "plm.example.com"],
    [{ ...OWN, secure: false, port: 80 }, "plm.example.com"],
    [{ ...OWN, secure: false, port: 443 }, "plm.example.com:443"],
    [{ ...OWN, host: "fd00::1" }, "[fd00::1]:8443"],
  ])("[G2] names the port of %j only where it does not go without saying", (own, host) => {
    expect(both(ASK, "", [], own).c2s.text).toContain(`Host: ${host}\r\n`);
  });

  test("[G2] the next head is found after a body by its length, its chunks, or its absence", () => {
    const body = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    const requests = [
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)};x\r\n${body}\r\n0\r\nHost: x\r\n\r\n`,
      "\r\nGET / HTTP/1.1\nHost: a\n\n",
      "DELETE / HTTP/1.0\r\nHost: a\r\n\r\n",
    ].join("");
    const { text, passed } = both(requests, "").c2s;
    expect(text).toBe(requests.replaceAll("Host: a", "Host: plm.example.com:8443"));
    expect(passed.flatMap(({ patches }) => patches)).toHaveLength(4);
  });
});

describe("an answer", () => {
  test.each([
    [
      "Location: https://plm.example.com:8443/tc?a=https://plm.example.com:8443/",
      "Location: http://127.0.0.1:8080/tc?a=https://plm.example.com:8443/",
    ],
    ["location:  HTTPS://PLM.Example.com:8443", "location:  http://127.0.0.1:8080"],
    ["Location: //plm.example.com:8443/x", "Location: http://127.0.0.1:8080/x"],
    ["Location: http://fsc.example.com/x", "Location: http://127.0.0.2:4544/x"],
    ["Location: http://fsc.example.com:80?x", "Location: http://127.0.0.2:4544?x"],
    ["Location: http://plm.example.com:8443/", "Location: http://plm.example.com:8443/"],
    ["Location: https://plm.example.com/", "Location: https://plm.example.com/"],
    ["Location: https://plm.example.com.evil.example:8443/", "Location: https://plm.example.com.evil.example:8443/"],
    ["Location: https://u@plm.example.com:8443/", "Location: https://u@plm.example.com:8443/"],
    ["Location: /tc", "Location: /tc"],
    ["Location: https://plm.example.com:8443\r\n /x", "Location: https://plm.example.com:8443\n /x"],
    ["Link: <https://plm.example.com:8443/>", "Link: <https://plm.example.com:8443/>"],
  ])("[G2] %j leads to the relay of the server that it means", (before, after) => {
    expect(answered(before)).toBe(after);
  });

  test.each([
    ["Set-Cookie: a=1; Secure", "Set-Cookie: a=1"],
    ["Set-Cookie: a=Secure; Path=/; SECURE ;HttpOnly", "Set-Cookie: a=Secure; Path=/;HttpOnly"],
    ["Set-Cookie: a=1;Domain=.example.com;Secure; Path=/", "Set-Cookie: a=1; Path=/"],
    ["Set-Cookie: a=1; Domain=127.0.0.1", "Set-Cookie: a=1; Domain=127.0.0.1"],
    ["Set-Cookie: a=1; Domain=", "Set-Cookie: a=1; Domain="],
    ["Set-Cookie: a=1; Secure\r\nset-cookie: b=2;secure", "Set-Cookie: a=1\nset-cookie: b=2"],
    ["Set-Cookie: Secure=1; SecureX", "Set-Cookie: Secure=1; SecureX"],
  ])("[G2] %j sets a cookie that comes back", (before, after) => {
    expect(answered(before)).toBe(after);
  });

  test("[G2] a redirect leads to the name that the client uses, and a cookie keeps a domain that covers it", () => {
    const request = "GET / HTTP/1.1\r\nHost: relay.example.com:8080\r\n\r\n";
    const fields = "Location: https://plm.example.com:8443/\r\nSet-Cookie: a=1; Domain=example.com; Secure";
    const { text } = both(request, `HTTP/1.1 302 Found\r\n${fields}\r\n\r\n`).s2c;
    expect(text).toContain("Location: http://relay.example.com:8080/\r\nSet-Cookie: a=1; Domain=example.com\r\n");
  });

  test("[G2] a redirect to another server in mode tls keeps its address, by which the client reaches the relay", () => {
    const other = { ...FILES, listen: null };
    const streams = patchesFor(OWN, [OWN, other]);
    through(streams.c2s, ASK);
    const text = "HTTP/1.1 302 Found\r\nLocation: http://fsc.example.com/\r\n\r\n";
    expect(through(streams.s2c, text).text).toBe(text);
  });

  test("[G2] an answer is read according to its request: HEAD has no body, an interim response is no answer", () => {
    const requests = ["HEAD", "GET", "GET"].map((method) => `${method} / HTTP/1.1\r\nHost: h\r\n\r\n`).join("");
    const cookie = "Set-Cookie: a=1; Secure\r\n";
    const responses = [
      `HTTP/1.1 200 OK\r\n${cookie}Content-Length: 9\r\n\r\n`,
      "HTTP/1.1 100 Continue\r\n\r\n",
      `HTTP/1.1 304 Not Modified\r\n${cookie}Content-Length: 9\r\n\r\n`,
      `HTTP/1.1 200 OK\r\n${cookie}Transfer-Encoding: gzip, chunked\r\n\r\n1a\r\n${cookie}\n\r\n0\r\n\r\n`,
    ].join("");
    const { s2c } = both(requests, responses);
    expect(kinds(s2c)).toEqual(["cookie-secure", "cookie-secure", "cookie-secure"]);
    expect(unpatched(s2c)).toEqual([]);
    expect(s2c.text.match(/; Secure/g)).toHaveLength(1);
  });
});

describe("an uncertain message passes unchanged from there on:", () => {
  test.each([
    ["lengths", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n"],
    ["lengths", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"],
    ["lengths", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length : 3\r\n\r\n"],
    ["lengths", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +3\r\n\r\n"],
    ["lengths", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\r\n chunked\r\n\r\n"],
    ["lengths", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, gzip\r\n\r\n"],
    ["lengths", "GET / HTTP/1.1\r\nHost: h\r\nA: b\rHost: c\r\n\r\n"],
    ["chunks", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n"],
    ["chunks", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n"],
    ["chunks", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n"],
    ["not-http", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["not-http", "\u0016\u0003\u0001"],
    ["not-http", "hello\r\n\r\n"],
  ])("[G2] %s %j", (code, request) => {
    const text = `${request}GET / HTTP/1.1\r\nHost: h\r\n\r\n`;
    const { c2s } = both(text, "");
    expect([c2s.text, unpatched(c2s), kinds(c2s)]).toEqual([text, [code], []]);
  });

  test.each([
    ["no-request", "", "HTTP/1.1 408 Request Timeout\r\nSet-Cookie: a=1; Secure\r\n\r\n"],
    ["upgrade", ASK, "HTTP/1.1 101 Switching Protocols\r\nSet-Cookie: a=1; Secure\r\n\r\n"],
    ["upgrade", "CONNECT h:1 HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Secure\r\n\r\n"],
    ["not-http", ASK, "ICY 200 OK\r\nSet-Cookie: a=1; Secure\r\n\r\n"],
    ["lengths", ASK, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
  ])("[G2] %s after %j and %j", (code, request, response) => {
    const { s2c } = both(request, response);
    expect([s2c.text, unpatched(s2c)]).toEqual([response, [code]]);
  });

  test("[G2] bytes after an upgrade are not a request", () => {
    const streams = patchesFor(OWN, [OWN]);
    through2(streams.c2s, ASK);
    through2(streams.s2c, "HTTP/1.1 101 Switching Protocols\r\n\r\n");
    expect(through2(streams.c2s, ASK)).toBe(ASK);
  });

  test("[G2] bytes that cannot become a request are not held back", () => {
    const { c2s, s2c } = patchesFor(OWN, [OWN]);
    expect(through2(c2s, "\u0000hello")).toBe("\u0000hello");
    expect(through2(s2c, "SSH-2.0")).toBe("SSH-2.0");
    expect(through2(patchesFor(OWN, []).c2s, "x".repeat(41))).toBe("x".repeat(41));
  });

  test("[G2] a head without an end is forwarded after a megabyte", () => {
    const { c2s } = patchesFor(OWN, [OWN]);
    const text = `GET / HTTP/1.1\r\nA: ${"x".repeat(1024 * 1024)}`;
    expect(through2(c2s, text)).toBe(text);
  });
});

const through2 = (stream: PatchedStream, text: string): string => join([stream.take(Buffer.from(text, "latin1"))]);

const WHOLE = [
  "POST /1 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: 5\r\n\r\nHost:",
  "PUT /2 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: 1\r\n\r\n",
  "GET /3 HTTP/1.1\nHost: h\n\n",
].join("");
const ANSWERS = [
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: a=1; Secure; Domain=x.example\r\nContent-Length: 2\r\n\r\nok",
  "HTTP/1.1 302 Found\r\nLocation: https://plm.example.com:8443/\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n",
  "HTTP/1.0 200 OK\r\nSet-Cookie: b=2; Secure\r\n\r\nuntil the end: HTTP/1.1 200 OK\r\nSet-Cookie: c; Secure\r\n\r\n",
].join("");

/** What was sent, put together from what was received and the list of patches. */
function replayed(received: string, { text, passed }: Sent): string {
  let [out, at] = ["", 0];
  for (const { offset, length, sentOffset, sentLength } of passed.flatMap(({ patches }) => patches)) {
    out += received.slice(at, offset) + text.slice(sentOffset, sentOffset + sentLength);
    at = offset + length;
  }
  return out + received.slice(at);
}

describe("however the bytes come,", () => {
  test("[G2] the forwarded bytes are unchanged, except for the listed patches", () => {
    const once = both(WHOLE, ANSWERS);
    expect([kinds(once.c2s), kinds(once.s2c)]).toEqual([
      ["host", "host", "host"],
      ["cookie-secure", "cookie-domain", "location", "cookie-secure"],
    ]);
    const every = Array.from({ length: Math.max(WHOLE.length, ANSWERS.length) }, (_, i) => i);
    for (const cuts of [[], every]) {
      const { c2s, s2c } = both(WHOLE, ANSWERS, cuts);
      expect([c2s.text, s2c.text]).toEqual([once.c2s.text, once.s2c.text]);
      expect([replayed(WHOLE, c2s), replayed(ANSWERS, s2c)]).toEqual([c2s.text, s2c.text]);
    }
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
        const { c2s, s2c } = both(WHOLE, ANSWERS, cuts);
        expect([c2s.text, s2c.text]).toEqual([once.c2s.text, once.s2c.text]);
      }),
      { numRuns: runs(1000) },
    );
  });

  test("[G2] arbitrary bytes: none is lost and nothing is thrown", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "\r\n",
        "\n",
        "GET / HTTP/1.1\r\n",
        "HTTP/1.1 200 OK\r\n",
        "Host: h\r\n",
        "Content-Length: 3\r\n",
        "\r\n\r\n",
        "Transfer-Encoding: chunked\r\n",
        "3\r\nabc\r\n",
        "0\r\n\r\n",
        "Set-Cookie: a; Secure\r\n",
        " ",
      ),
      fc.string({ unit: "binary-ascii", maxLength: 8 }),
    );
    const text = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, fc.array(fc.nat(), { maxLength: 6 }), (request, response, cuts) => {
        const { c2s, s2c } = both(request, response, cuts);
        expect([replayed(request, c2s), replayed(response, s2c)]).toEqual([c2s.text, s2c.text]);
      }),
      { numRuns: runs(4000) },
    );
  });
});

describe("a head in many pieces", () => {
  const steps = (request: string): number => stepsOf(() => void byteByByte(request));
  const byteByByte = (request: string): string => {
    const { c2s } = patchesFor(OWN, [OWN, FILES]);
    return join([...request].map((sign) => c2s.take(Buffer.from(sign, "latin1"))));
  };

  test.each([
    ["one line", "a"],
    ["many lines", "A: b\r\n"],
    ["a line that goes on", " x\r\n"],
  ])("[G5] byte by byte takes work that grows with its length alone: %s", (_, piece) => {
    const request = (length: number): string =>
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nA: ${piece.repeat(length / piece.length)}\r\n\r\n`;
    expect(byteByByte(request(1200))).toContain("Host: plm.example.com:8443");
    expect(steps(request(12_000))).toBeLessThan(3 * steps(request(6_000)));
  });
});
