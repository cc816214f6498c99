import tls from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import type { Upstream } from "../../../src/platform/wire.ts";
import type { Mode } from "../../../src/record/relay/events.ts";
import { readEvents } from "../../../src/record/capture/connection.ts";
import { selfSigned } from "../../support/certificate.ts";
import { FakeFolder, RAW } from "./fake-wire.ts";
import { closeAll, plain, read, relayTo, type Serve, serving, to } from "./scene.ts";
import { eachNth } from "../../support/runs.ts";

/* What programs that know HTTP change on the way, and what is no HTTP at all: no byte of either leg, and no end, is another one behind the relay. */

afterEach(closeAll);

const LARGE = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 251));

interface Case {
  readonly ask: readonly (string | Buffer)[];
  readonly answer: readonly (string | Buffer)[];
}

/** Each with `HOST` as the server's own name, which a relay that patches leaves as it is. */
const CASES: Readonly<Record<string, Case>> = {
  "names in odd case, doubled spaces, a repeated cookie, an extension of a chunk": {
    ask: ["GET  / HTTP/1.1\r\nhOsT:   HOST\r\nX-A:b\r\nX-A: c\r\n\r\n"],
    answer: [
      "HTTP/1.1 200  OK\r\nSet-Cookie: a=1\r\nset-cookie:  b=2 \r\nTransfer-Encoding: chunked\r\n\r\n",
      "5;x=y\r\nhello\r\n0\r\n\r\n",
    ],
  },
  trailers: {
    ask: ["GET / HTTP/1.1\r\nHost: HOST\r\nTE: trailers\r\n\r\n"],
    answer: ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n005\r\nhello\r\n00\r\nX-Sum: 1\r\n\r\n"],
  },
  "an absolute redirect to somebody else": {
    ask: ["GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"],
    answer: ["HTTP/1.1 302 Found\r\nLocation: http://other.example.com:1/\r\nContent-Length: 0\r\n\r\n"],
  },
  "HTTP/1.0 until the end of the connection": {
    ask: ["GET / HTTP/1.0\r\n\r\n"],
    answer: ["HTTP/1.0 200 OK\r\nContent-Type: x/y\r\n\r\n", LARGE],
  },
  "lines that end in LF alone": {
    ask: ["GET / HTTP/1.1\nHost: HOST\n\n"],
    answer: ["HTTP/1.1 200 OK\nContent-Length: 1\n\nx"],
  },
  "a line that is folded": {
    ask: ["GET / HTTP/1.1\r\nHost: HOST\r\nX-Long: a\r\n b\r\n\tc\r\n\r\n"],
    answer: ["HTTP/1.1 200 OK\r\nX-Long: a\r\n  b\r\nContent-Length: 1\r\n\r\nx"],
  },
  "two lengths that differ": {
    ask: ["POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\n\r\nabc"],
    answer: ["HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"],
  },
  "a body that is too short": {
    ask: ["GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"],
    answer: ["HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort"],
  },
  "two requests at once": {
    ask: ["GET /1 HTTP/1.1\r\nHost: HOST\r\n\r\nHEAD /2 HTTP/1.1\r\nHost: HOST\r\n\r\n"],
    answer: ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"],
  },
  "an upload in chunks with an extension": {
    ask: ["PUT / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n", "1\r\nd\r\n0\r\nX-T: 1\r\n\r\n"],
    answer: ["HTTP/1.1 204 No Content\r\n\r\n"],
  },
  "an upload that waits for leave": {
    ask: ["POST / HTTP/1.1\r\nHost: HOST\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n", "x"],
    answer: ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"],
  },
  "a length and chunks in one request": {
    ask: [
      "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
    ],
    answer: ["HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"],
  },
  "a client that is done in the middle of a request": {
    ask: ["GET / HTTP/1.1\r\nHost: HO"],
    answer: ["HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"],
  },
  "bytes that are no HTTP": { ask: [Buffer.from([0, 255, 13, 10, 26, 0])], answer: [LARGE] },
  "HTTP/2 without TLS": { ask: ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], answer: [Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])] },
};

const own = selfSigned("localhost");
const secure = (serve: Serve) => serving(tls.createServer({ key: own.key, cert: own.cert, allowHalfOpen: true }, serve));

interface Leg {
  readonly name: string;
  readonly mode: Mode;
  open(serve: Serve): Promise<Upstream>;
}
const overTls = async (serve: Serve): Promise<Upstream> => ({
  host: "localhost",
  port: await secure(serve),
  tls: { ca: own.cert },
});
const LEGS: readonly Leg[] = [
  { name: "plain", mode: "plain", open: async (serve) => to(await plain(serve)) },
  { name: "tls", mode: "tls", open: overTls },
  { name: "patch", mode: "patch", open: async (serve) => to(await plain(serve)) },
  { name: "patch before TLS", mode: "patch", open: overTls },
];

/** What both ends and both files have of an exchange that is played; each part of a request is sent once the relay has the one before. */
async function play({ ask, answer }: Case, leg: Leg) {
  const heard: Buffer[] = [];
  const ends: string[] = [];
  const upstream = await leg.open((socket) => {
    socket.on("error", (error) => ends.push(error.message));
    socket.on("data", (chunk) => heard.push(chunk));
    socket.on("end", () => {
      ends.push("end");
      for (const part of bytes(answer)) socket.write(part);
      socket.end();
    });
  });
  const bytes = (parts: readonly (string | Buffer)[]) =>
    parts.map((part) =>
      Buffer.from(typeof part === "string" ? part.replaceAll("HOST", `${upstream.host}:${upstream.port}`) : part),
    );
  const scene = await relayTo(upstream, new FakeFolder(), leg.mode);
  const client = scene.client();
  const got = read(client);
  let sent = 0;
  for (const part of bytes(ask)) {
    client.write(part);
    sent += part.length;
    while (scene.folder.text(RAW.c2s).length < sent) await new Promise(setImmediate);
  }
  client.end();
  const received = await got;
  await scene.over();
  return {
    scene,
    ask: Buffer.concat(bytes(ask)),
    answer: Buffer.concat(bytes(answer)),
    heard: Buffer.concat(heard),
    received,
    ends,
  };
}

describe.each(LEGS)("mode $name", (leg) => {
  test.each(eachNth(5, Object.entries(CASES)))("[G2] %s: both legs, both files and both ends", async (_, one) => {
    const { scene, ask, answer, heard, received, ends } = await play(one, leg);
    const texts = { heard, received, c2s: scene.folder.text(RAW.c2s), s2c: scene.folder.text(RAW.s2c) };
    expect(Object.entries(texts).map(([name, text]) => `${name} ${text.toString("latin1")}`)).toEqual([
      `heard ${ask.toString("latin1")}`,
      `received ${answer.toString("latin1")}`,
      `c2s ${ask.toString("latin1")}`,
      `s2c ${answer.toString("latin1")}`,
    ]);
    expect(ends).toEqual(["end"]);
    if (leg.mode === "patch") {
      expect(scene.folder.text("0001.c2s.sent.raw").equals(ask)).toBe(true);
      expect(scene.folder.text("0001.s2c.sent.raw").equals(answer)).toBe(true);
      expect(scene.folder.events.filter(({ event }) => event === "patch")).toEqual([]);
    }
    expect(readEvents(scene.folder.lines.join("\n")).connections.get(1)).toMatchObject({
      ending: { kind: "closed" },
      ways: { c2s: { length: ask.length }, s2c: { length: answer.length } },
    });
    expect(scene.troubles).toEqual([]);
  });
});
