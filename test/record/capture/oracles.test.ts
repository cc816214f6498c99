import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { entriesOf, exchangesAt } from "../../../src/record/capture/entries.ts";
import { FOR_BODIES, redactorOf } from "../../../src/record/capture/learn.ts";
import { rawText } from "../../../src/record/capture/raw.ts";
import { summaryOf } from "../../../src/record/capture/summary.ts";
import { shownExchange } from "../../../src/record/capture/view.ts";
import { captureDocument } from "../../../src/record/views/capture-document.ts";
import { captureListText, exchangeText } from "../../../src/record/views/capture-text.ts";
import { captureListDocument, captureListText as captureList } from "../../../src/record/views/captures.ts";
import { DONE, recorded, type Step } from "./recorded.ts";
import { eachNth } from "../../support/runs.ts";

/* Everything that a display says of a recording must be the same for two secrets of different content, and for most lengths. */

type Connections = readonly (readonly Step[])[];

function displays(connections: Connections, given: Parameters<typeof recorded>[1] = {}, revealed = false): string {
  const capture = recorded(connections, given);
  const redactor = redactorOf(capture, FOR_BODIES);
  const look = { redactor: revealed ? null : redactor, most: 64 * 1024 };
  const exchanges = [...exchangesAt(capture, entriesOf(capture))].map(([entry, exchange]) =>
    shownExchange(capture, entry, exchange, look),
  );
  const list = exchanges.map(({ entry, exchange }) => shownExchange(capture, entry, exchange, { ...look, startsAlone: true }));
  const summary = summaryOf(capture);
  const reading = { capture, summary, exchanges, redactor: look.redactor };
  const style = { color: false, width: 200, quiet: false, details: false };
  const listed = [{ capture, summary, redactor }];
  return [
    JSON.stringify(captureDocument(reading), null, 1),
    captureListText(captureDocument({ ...reading, exchanges: list }), style),
    ...exchanges.map((one) => exchangeText(captureDocument({ ...reading, exchanges: [one] }), style)),
    ...(revealed ? [] : exchanges.flatMap((one) => rawText(capture, one, redactor))),
    JSON.stringify(captureListDocument("captures", listed)),
    captureList(captureListDocument("captures", listed), style),
  ].join("\n");
}

const sha = (text: string | Buffer, algorithm: string, form: "hex" | "base64" = "hex") =>
  createHash(algorithm).update(text).digest(form);

/** A message with everything that a server may say of a body's size and content. */
function message(start: string, body: string | Buffer, more: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  const size = bytes.length;
  const head = [
    start,
    `Content-Length: ${size}`,
    `X-Original-Content-Length: ${size}`,
    `X-File-Size: ${size}`,
    `Content-Range: bytes 0-${size - 1}/${size}`,
    `ETag: "${size.toString(16)}-5f3c8a"`,
    `Content-MD5: ${sha(bytes, "md5", "base64")}`,
    `Digest: sha-256=${sha(bytes, "sha256", "base64")}`,
    `Content-Digest: sha-256=:${sha(bytes, "sha256", "base64")}:`,
    `Repr-Digest: sha-512=:${sha(bytes, "sha512", "base64")}:`,
    `X-Amz-Content-Sha256: ${sha(bytes, "sha256")}`,
    `X-Checksum-Sha1: ${sha(bytes, "sha1")}`,
    ...more,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]);
}
const POST = "POST /tc HTTP/1.1";
const OK = "HTTP/1.1 200 OK";
const json = (secret: string) => JSON.stringify({ user: "ed", password: secret });
const gzip = ["Content-Encoding: gzip"];
const chunked = (start: string, body: string) =>
  `${start}\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\nDigest: sha-256=${sha(body, "sha256", "base64")}\r\n\r\n`;

const SCENES: Readonly<Record<string, (secret: string) => Connections>> = {
  "a password in a request": (secret) => [[["c2s", message(POST, json(secret))], ["s2c", message(OK, "done")], ...DONE]],
  "a password in an answer": (secret) => [[["c2s", "GET /a HTTP/1.1\r\n\r\n"], ["s2c", message(OK, json(secret))], ...DONE]],
  "a password in gzip": (secret) => [
    [["c2s", "GET /a HTTP/1.1\r\n\r\n"], ["s2c", message(OK, gzipSync(json(secret), { level: 0 }), gzip)], ...DONE],
  ],
  "a password in chunks": (secret) => [[["c2s", chunked(POST, json(secret))], ["s2c", chunked(OK, json(secret))], ...DONE]],
  "a password in an address": (secret) => [
    [["c2s", `GET /a?password=${secret} HTTP/1.1\r\n\r\n`], ["s2c", message(OK, "done")], ...DONE],
  ],
  "a password in a header, and a message after it": (secret) => [
    [
      ["c2s", `GET /a HTTP/1.1\r\nX-Api-Key: ${secret}\r\n\r\n`],
      ["s2c", message(OK, "done")],
      ["c2s", "GET /b HTTP/1.1\r\n\r\n"],
      ["s2c", message(OK, "done")],
      ...DONE,
    ],
  ],
  "a password known from elsewhere": (secret) => [
    [["c2s", message(POST, json(secret))], ["s2c", message(OK, `signed in with ${secret}!`)], ...DONE],
  ],
  "a body that is no text": (secret) => [
    [["c2s", message(POST, `password=${secret}&file=\0\u0001`)], ["s2c", message(OK, "done")], ...DONE],
  ],
  "JSON that is none": (secret) => [[["c2s", message(POST, `{"password":"${secret}"`)], ["s2c", message(OK, "done")], ...DONE]],
  "a coding that nobody knows": (secret) => [
    [["c2s", message(POST, json(secret), ["Content-Encoding: zstd"])], ["s2c", message(OK, "done")], ...DONE],
  ],
  "gzip that breaks off": (secret) => [
    [
      ["c2s", "GET /a HTTP/1.1\r\n\r\n"],
      ["s2c", message(OK, Buffer.concat([gzipSync(json(secret), { level: 0 }).subarray(0, -4), Buffer.from("####")]), gzip)],
      ...DONE,
    ],
  ],
  "a tag that is asked for again": (secret) => [
    [
      ["c2s", "GET /a HTTP/1.1\r\n\r\n"],
      ["s2c", message(OK, json(secret))],
      ["c2s", `GET /a HTTP/1.1\r\nIf-None-Match: "${Buffer.byteLength(json(secret)).toString(16)}-5f3c8a"\r\n\r\n`],
      [
        "s2c",
        `HTTP/1.1 304 Not Modified\r\nContent-Length: ${json(secret).length}\r\nETag: "${Buffer.byteLength(json(secret)).toString(16)}-5f3c8a"\r\n\r\n`,
      ],
      ...DONE,
    ],
  ],
  "only its size is asked for": (secret) => [
    [["c2s", "HEAD /a HTTP/1.1\r\n\r\n"], ["s2c", `HTTP/1.1 200 OK\r\nContent-Length: ${json(secret).length}\r\n\r\n`], ...DONE],
  ],
  ...Object.fromEntries(
    [
      ...["ETag", "Content-MD5", "Digest", "Repr-Digest", "Content-Digest", "x-amz-checksum-sha256", "x-amz-checksum-crc32"],
      ...["X-Checksum-Sha1", "X-Content-Hash", "OC-ETag", "X-File-Size", "Upload-Offset", "Upload-Length"],
    ].flatMap((name) =>
      ["HTTP/1.1 200 OK", "HTTP/1.1 201 Created", "HTTP/1.1 412 Precondition Failed"].map((start) => [
        `${name} of what was sent, in ${start.slice(9)}`,
        (secret: string): Connections => {
          const digest = /size|upload/i.test(name) ? String(json(secret).length) : `"${sha(json(secret), "md5")}"`;
          return [
            [
              ["c2s", message("PUT /a HTTP/1.1", json(secret))],
              ["s2c", `${start}\r\nContent-Length: 0\r\n${name}: ${digest}\r\n\r\n`],
              ...DONE,
            ],
          ];
        },
      ]),
    ),
  ),
  ...Object.fromEntries(
    ["If-None-Match", "If-Match", "If-Range", "ETag"].flatMap((name) =>
      [32, 4].map((length) => [
        `a tag of ${length} signs of what was sent, in ${name} of another exchange`,
        (secret: string): Connections => {
          const tag = sha(json(secret), "md5").slice(0, length);
          return [
            [
              ["c2s", message("PUT /a HTTP/1.1", json(secret))],
              ["s2c", `HTTP/1.1 204 No Content\r\nETag: W/"${tag}"\r\n\r\n`],
              ["c2s", `GET /b HTTP/1.1\r\n${name}: "x", "${tag}-gzip"\r\n\r\n`],
              ["s2c", `HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: "${tag}"\r\n\r\ndone`],
              ...DONE,
            ],
          ];
        },
      ]),
    ),
  ),
  "a digest of what was sent, quoted in another answer": (secret) => [
    [
      ["c2s", message("PUT /a HTTP/1.1", json(secret))],
      ["s2c", `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nETag: "${sha(json(secret), "md5")}"\r\n\r\n`],
      ["c2s", "GET /list HTTP/1.1\r\n\r\n"],
      ["s2c", message(OK, `<e><ETag>&quot;${sha(json(secret), "md5")}&quot;</ETag></e>`)],
      ...DONE,
    ],
  ],
  ...Object.fromEntries(
    ["206 Partial Content", "416 Range Not Satisfiable"].map((status) => [
      `the size of the whole in ${status}`,
      (secret: string): Connections => {
        const part = status.startsWith("206") ? "{" : "";
        const range = part === "" ? "bytes */" : "bytes 0-0/";
        return [
          [
            ["c2s", "GET /a?x=1 HTTP/1.1\r\n\r\n"],
            ["s2c", message(OK, json(secret))],
            ["c2s", "GET http://plm/a HTTP/1.1\r\nRange: bytes=0-0\r\n\r\n"],
            [
              "s2c",
              `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${part.length}\r\nContent-Range: ${range}${json(secret).length}\r\n\r\n${part}`,
            ],
            ...DONE,
          ],
        ];
      },
    ]),
  ),
  "a part of a form": (secret) => [
    [
      [
        "c2s",
        message(
          POST,
          `--b\r\nContent-Disposition: form-data; name="password"\r\nContent-Length: ${secret.length}\r\nContent-MD5: ${sha(secret, "md5", "base64")}\r\n\r\n${secret}\r\n--b--\r\n`,
          ["Content-Type: multipart/form-data; boundary=b"],
        ),
      ],
      ["s2c", message(OK, "done")],
      ...DONE,
    ],
  ],
  "bytes that are no HTTP": (secret) => [[["c2s", `\u0016\u0003\u0001 ${secret}`], ...DONE]],
  "a message that breaks off": (secret) => [
    [["c2s", `POST /a HTTP/1.1\r\nContent-Length: 9999\r\n\r\n{"password":"${secret}"`], ...DONE],
  ],
};

describe("[G5] the shown text does not depend on the hidden secret", () => {
  test.each(eachNth(3, Object.keys(SCENES)))("%s: its content", (name) => {
    const scene = SCENES[name] as (secret: string) => Connections;
    expect(displays(scene("hunter2-hunter2"))).toBe(displays(scene("summer7-winter9")));
  });

  test.each(eachNth(3, Object.keys(SCENES)))("%s: its length", (name) => {
    const scene = SCENES[name] as (secret: string) => Connections;
    expect(displays(scene("hunter2-hunter2"))).toBe(displays(scene("hunter2-hunter2-hunter2-x")));
  });

  test("bytes without an event, and missing bytes", () => {
    const scene = SCENES["a password in a request"] as (secret: string) => Connections;
    const killed = {
      stopped: false,
      events: (text: string) =>
        text
          .split("\n")
          .filter((line) => !/"read"|"fin"|"closed"/.test(line))
          .join("\n"),
    };
    expect(displays(scene("hunter2-hunter2"), killed)).toBe(displays(scene("hunter2-hunter2-x"), killed));
    const lost = { raw: (_: number, way: string, bytes: Uint8Array) => (way === "c2s" ? bytes.subarray(0, 10) : bytes) };
    expect(displays(scene("hunter2-hunter2"), lost)).toBe(displays(scene("hunter2-hunter2-x"), lost));
  });

  test("with a hidden request, the length of a shown answer remains, and so do tags and ranges of other resources", () => {
    const shown = displays([
      [
        ["c2s", message("PUT /a HTTP/1.1", json("hunter2-hunter2"))],
        ["s2c", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone"],
        ["c2s", 'GET /b HTTP/1.1\r\nIf-None-Match: "b1"\r\nIf-Match: *\r\n\r\n'],
        [
          "s2c",
          'HTTP/1.1 206 Partial Content\r\nContent-Length: 4\r\nContent-Range: bytes 0-3/57\r\nETag: "abcdef0123"\r\n\r\ndone',
        ],
        ...DONE,
      ],
    ]);
    for (const one of ["Content-Length: 4", 'If-None-Match: "b1"', "If-Match: *", "bytes 0-3/57", 'ETag: "abcdef0123"'])
      expect(shown).toContain(one);
  });

  test("sizes and digests are shown if nothing is hidden, or everything is revealed", () => {
    const plain: Connections = [[["c2s", message(POST, '{"user":"ed"}')], ["s2c", message(OK, "done")], ...DONE]];
    for (const shown of [
      displays(plain),
      displays((SCENES["a password in a request"] as (secret: string) => Connections)("hunter2-hunter2"), {}, true),
    ]) {
      expect(shown).toMatch(/"sha256": "[\da-f]{16}"/);
      expect(shown).toMatch(/Content-Length: \d+/);
      expect(shown).toMatch(/ETag: "/);
    }
    expect(displays(plain)).toContain(sha('{"user":"ed"}', "sha256").slice(0, 16));
  });
});
