import { describe, expect, test } from "vitest";
import type { Broken } from "../../../src/record/capture/exchange.ts";
import { DONE, exchanged, GET, OK, POST, recorded, type Step } from "./recorded.ts";

const HALF = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok";
const CHUNKS = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n";
const CLOSE = "HTTP/1.1 200 OK\r\n\r\nok";
const reasons = (steps: readonly Step[], given: Parameters<typeof exchanged>[1] = {}) =>
  exchanged(steps, given).map(({ broken, open }) => broken ?? (open ? "open" : null));

const CASES: readonly (readonly [what: string, steps: readonly Step[], ...(Broken | "open" | null)[]])[] = [
  ["an answer that is whole", [["c2s", GET], ["s2c", OK], ...DONE], null],
  ["two on one connection", [["c2s", GET], ["s2c", OK], ["c2s", POST], ["s2c", OK], ...DONE], null, null],
  ["three at once, answered in order", [["c2s", GET + POST + GET], ["s2c", OK + OK + OK], ...DONE], null, null, null],
  ["a body that is cut by FIN", [["c2s", GET], ["s2c", HALF], ...DONE], "short-body"],
  [
    "a body that is cut by the server's RST",
    [
      ["c2s", GET],
      ["s2c", HALF],
      ["reset", "server"],
    ],
    "server-reset",
  ],
  [
    "a body that is cut by the client's RST",
    [
      ["c2s", GET],
      ["s2c", HALF],
      ["reset", "client"],
    ],
    "client-reset",
  ],
  ["chunks that are cut by FIN", [["c2s", GET], ["s2c", CHUNKS], ...DONE], "unfinished-chunks"],
  [
    "chunks that are cut by RST",
    [
      ["c2s", GET],
      ["s2c", CHUNKS],
      ["reset", "server"],
    ],
    "server-reset",
  ],
  ["chunks that are cut where the last one is due", [["c2s", GET], ["s2c", `${CHUNKS}0\r\n`], ...DONE], "unfinished-chunks"],
  ["no answer, and FIN", [["c2s", GET], ["fin", "s2c"], ["fin", "c2s"], ["closed"]], "no-response"],
  [
    "no answer, and RST by the server",
    [
      ["c2s", GET],
      ["reset", "server"],
    ],
    "server-reset",
  ],
  [
    "no answer, and RST by the client",
    [
      ["c2s", GET],
      ["reset", "client"],
    ],
    "client-reset",
  ],
  [
    "the client says that it is done, and is answered",
    [
      ["c2s", GET],
      ["fin", "c2s"],
      ["s2c", OK],
      ["fin", "s2c"],
    ],
    null,
  ],
  ["an answer until the end", [["c2s", GET], ["s2c", CLOSE], ...DONE], null],
  [
    "an answer until the end that is broken off",
    [
      ["c2s", GET],
      ["s2c", CLOSE],
      ["reset", "server"],
    ],
    "server-reset",
  ],
  [
    "an answer that is whole, and RST after it",
    [
      ["c2s", GET],
      ["s2c", OK],
      ["reset", "client"],
    ],
    null,
  ],
  ["an answer that nobody asked for", [["s2c", OK], ...DONE], "no-request"],
  ["a second answer", [["c2s", GET], ["s2c", OK + OK], ...DONE], null, "no-request"],
  [
    "an answer before the request that follows",
    [["c2s", GET], ["s2c", OK + OK], ["c2s", GET], ["s2c", OK], ...DONE],
    null,
    "no-request",
    null,
  ],
  ["a server that is not reached", [["c2s", GET], ["not-reached"], ["closed"]], "not-reached"],
  ["a server that is not reached before the client says a word", [["not-reached"], ["closed"]], "not-reached"],
  ["nobody says anything", [...DONE]],
  ["bytes after the answer that are none", [["c2s", GET], ["s2c", `${OK}!!!!`], ...DONE], "framing"],
  [
    "bytes after the answer, and a further request",
    [["c2s", GET], ["s2c", `${OK}!!`], ["c2s", GET], ["s2c", OK], ...DONE],
    "framing",
    "framing",
  ],
  [
    "lengths that contradict each other",
    [["c2s", GET], ["s2c", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok"], ...DONE],
    "framing",
  ],
  ["a head that is cut by FIN", [["c2s", GET], ["s2c", "HTTP/1.1 200 OK\r\nConte"], ...DONE], "framing"],
  [
    "a head that is cut by RST",
    [
      ["c2s", GET],
      ["s2c", "HTTP/1.1 200 OK\r\nConte"],
      ["reset", "server"],
    ],
    "server-reset",
  ],
  [
    "an upload that the client breaks off",
    [
      ["c2s", POST.slice(0, -2)],
      ["reset", "client"],
    ],
    "client-reset",
  ],
  [
    "an upload that the client does not finish",
    [["c2s", POST.slice(0, -2)], ["fin", "c2s"], ["fin", "s2c"], ["closed"]],
    "short-body",
  ],
  [
    "an upload that the client does not finish, and an answer",
    [["c2s", POST.slice(0, -2)], ["fin", "c2s"], ["s2c", OK], ["fin", "s2c"], ["closed"]],
    "short-body",
  ],
  [
    "an upload that the client does not finish, and an answer that ends with the connection",
    [["c2s", POST.slice(0, -2)], ["fin", "c2s"], ["s2c", CLOSE], ["fin", "s2c"], ["closed"]],
    "short-body",
  ],
  [
    "an upload that is refused before its end, by an answer that ends with the connection",
    [
      ["c2s", POST.slice(0, -2)],
      ["s2c", CLOSE],
      ["fin", "s2c"],
      ["reset", "client"],
    ],
    null,
  ],
  [
    "an upload that is refused before its end",
    [
      ["c2s", POST.slice(0, -2)],
      ["s2c", OK],
      ["reset", "server"],
    ],
    null,
  ],
  [
    "the recording was stopped in the middle",
    [
      ["c2s", GET],
      ["s2c", HALF],
      ["reset", "relay"],
    ],
    "relay",
  ],
  [
    "what came could not be written",
    [
      ["c2s", GET],
      ["s2c", HALF],
      ["reset", "recorder"],
    ],
    "recorder",
  ],
  [
    "the relay was killed",
    [
      ["c2s", GET],
      ["s2c", HALF],
    ],
    "relay",
  ],
  ["TLS", [["c2s", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"], ["s2c", "\x15\x03\x03\x00\x02\x02\x46"], ...DONE], "framing"],
];

describe("[G3] an exchange is broken for one reason", () => {
  test.each(CASES.map(([what, steps, ...expected]) => ({ what, steps, expected })))("$what", ({ steps, expected }) => {
    expect(reasons(steps)).toEqual(expected);
  });

  test("an unfinished exchange is open during the recording, and broken as relay after it", () => {
    const waits: readonly Step[] = [
      ["c2s", GET],
      ["s2c", HALF],
    ];
    expect(reasons(waits, { running: true })).toEqual(["open"]);
    expect(
      reasons(
        [
          ["c2s", POST.slice(0, -2)],
          ["s2c", OK],
        ],
        { running: true },
      ),
    ).toEqual(["open"]);
    expect(reasons([["c2s", GET]], { running: true })).toEqual(["open"]);
    expect(reasons(waits, { stopped: false })).toEqual(["relay"]);
  });

  test("an exchange whose raw file lost its end is broken as recorder", () => {
    const cut = (_: number, way: string, bytes: Uint8Array) => (way === "s2c" ? bytes.subarray(0, -1) : bytes);
    expect(reasons([["c2s", GET], ["s2c", OK], ...DONE], { raw: cut })).toEqual(["recorder"]);
    expect(reasons([["c2s", GET], ["s2c", OK], ...DONE], { raw: (_, way, bytes) => (way === "s2c" ? null : bytes) })).toEqual([
      "recorder",
    ]);
    // of a request, within its head and within its body, answered or not
    for (const left of [9, POST.length - 1])
      for (const answered of [true, false]) {
        const steps: readonly Step[] = [["c2s", POST], ...(answered ? [["s2c", OK] as const] : []), ...DONE];
        const raw = (_: number, way: string, bytes: Uint8Array) => (way === "c2s" ? bytes.subarray(0, left) : bytes);
        expect([left, answered, ...reasons(steps, { raw })]).toEqual([left, answered, "recorder"]);
      }
    expect(recorded([[["c2s", GET], ["s2c", OK], ...DONE]], { raw: cut }).damage).toEqual([
      { kind: "short-raw", connection: 1, way: "s2c", bytes: 1 },
    ]);
  });
});
