import { describe, expect, test } from "vitest";
import { Anchors } from "../../../src/diagnose/causes/anchors.ts";
import { MARKERS } from "../../../src/diagnose/causes/attempts.ts";
import type { LogRecord } from "../../../src/diagnose/causes/log-record.ts";
import { LogScanner } from "../../../src/diagnose/causes/log-scanner.ts";
import { ANCHORS } from "../../../src/diagnose/causes/match.ts";
import { stepOf } from "../../support/runs.ts";
import { simpleRecords } from "./simple-log.ts";

const LITERALS = [...ANCHORS, ...MARKERS];
const SEARCHED = new Anchors(LITERALS);

function scanned(log: Buffer, pieces: readonly number[], size: number) {
  const found: LogRecord[] = [];
  const scanner = new LogScanner(SEARCHED, (record) => found.push(record), size);
  let at = 0;
  for (let i = 0; at < log.length; i++) {
    const length = pieces[i % pieces.length] ?? 1;
    scanner.take(log.subarray(at, at + length));
    at += length;
  }
  scanner.end();
  return { found, records: scanner.records, hasHeaders: scanner.hasHeaders };
}

/** Letters of English alone have two cases for a sign. */
const small = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const capital = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
const SMALL = LITERALS.map(small);
const says = ({ level, lines }: LogRecord): boolean =>
  level === "error" || lines.some((line) => SMALL.some((literal) => small(line).includes(literal)));

/** What the fast reader counts is right, what it gives away is as it stands, and nothing that says something is missing. */
function hold(log: Buffer, pieces: readonly number[], size: number, what: string): void {
  const all = simpleRecords(log);
  const { found, records, hasHeaders } = scanned(log, pieces, size);
  expect([records, hasHeaders], what).toEqual([all.length, all.some(({ level }) => level !== null)]);
  const lines = new Set(found.map(({ line }) => line));
  expect(found, what).toEqual(all.filter((record) => lines.has(record.line)));
  expect(
    all.filter((record) => says(record) && !lines.has(record.line)),
    what,
  ).toEqual([]);
}

/** The same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = (seed + 1) * 0x9e3779b1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const TIMES = [
  "2026-03-04 10:12:13,482",
  "2026-03-04T10:12:13.482Z",
  "[2026-03-04 10:12:13]",
  "10:12:13",
  "04.03.2026 10:12:13",
  "4 Mar 2026 10:12",
  "10:12 PM",
  "2026-03-04 10:12:13,482 +01:00",
  "T10:12",
  "(10:12:13,4)",
  "12345",
  "",
];
const THREADS = [
  "",
  " [main]",
  " [pool-1-thread-12]",
  " [Größe]",
  "[",
  " - [x",
  ` [${"y".repeat(119)}]`,
  ` [${"y".repeat(121)}]`,
];
const LEVELS = [
  "INFO",
  "DEBUG",
  "ERROR",
  "WARN",
  "SEVERE",
  "SCHWERWIEGEND",
  "FINER",
  "ERRORS",
  "Error",
  "INFO:",
  "[ERROR]",
  "<FATAL>",
  "A",
];
const GAPS = [" ", "  ", "\t", " | ", " - ", "        ", "         ", "\u00a0", "Z ", " AM "];
const TEXTS = [
  "ok",
  "Größe geändert",
  "",
  "   ",
  "\tat a.b.C(D.java:1)",
  "Caused by: x",
  "... 12 more",
  "at the end",
  "\u00a0x",
  "<xml>INFO</xml>",
  "HTTP 405",
  "%0D",
  "\ufeffKEY",
  "\\uFEFFKEY",
  "[INFO] x",
  "1234 items",
  "x".repeat(300),
];
const ENDS = ["\r\n", "\n", "\r"];

/** A log as it may come: of one layout and one kind of line ends mostly, with what else is found in logs, and with wrong bytes. */
function someLog(seed: number): { readonly log: Buffer; readonly pieces: readonly number[]; readonly size: number } {
  const below = numbers(seed);
  const of = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const layout = { time: of(TIMES), thread: of(THREADS), gap: of(GAPS), end: of(ENDS) };
  const anchor = () => {
    const literal = of(LITERALS);
    return `${of(["", "x", " ", "xy", "xyz"])}${below(2) === 0 ? literal : capital(literal)}${of(["", "x", "."])}`;
  };
  const header = () => {
    const own = below(8) > 0;
    const time = (own ? layout.time : of(TIMES)).replace(/\d$/, String(below(10)));
    return `${time}${own ? layout.thread : of(THREADS)}${own ? layout.gap : of(GAPS)}${of(LEVELS)} `;
  };
  const headers = below(6) > 0;
  const line = () => `${headers && below(3) > 0 ? header() : ""}${below(6) === 0 ? anchor() : of(TEXTS)}`;
  const lines = Array.from({ length: below(12) }, () => `${line()}${below(10) === 0 ? of(ENDS) : layout.end}`);
  const text = `${below(8) === 0 ? "\ufeff" : ""}${lines.join("")}${below(2) === 0 ? line() : ""}`;
  const log = Buffer.from(text, below(3) === 0 ? "latin1" : "utf8");
  for (let i = below(3); i > 0 && log.length > 0; i--)
    log[below(log.length)] = of([0, 10, 13, 32, 65, 0xa0, 0xc3, 0xff, below(256)]);
  const pieces = Array.from({ length: 1 + below(3) }, () => 1 + below(of([4, 40, 400])));
  return { log, pieces, size: of([16, 64, 4096]) };
}

test("[H1] the fast reader says what the simple one says, of 30,000 logs", { timeout: 600_000 }, () => {
  for (let seed = 0; seed < 30_000; seed += stepOf(240)) {
    const { log, pieces, size } = someLog(seed);
    hold(log, pieces, size, `seed ${seed}: ${JSON.stringify(log.toString("latin1"))} in ${pieces} of ${size}`);
  }
});

describe("[H1] long lines and long records, wherever a piece ends", () => {
  const header = (level: string) => `10:12:13 ${level} `;
  const long = (length: number) => "x".repeat(length);
  const cases: readonly (readonly [string, string])[] = [
    ["a line of 64 KiB", `${header("ERROR")}${long(65_536 - 15)}\n${header("INFO")}b\n`],
    ["one byte more", `${header("ERROR")}${long(65_536 - 14)}\r\n${header("ERROR")}b\r\n`],
    ["a line of 300 KiB, ended by a return", `${header("ERROR")}a\r${long(300_000)}\r${header("ERROR")}b\r`],
    ["a line whose end never comes", `${header("ERROR")}a\n${long(200_000)}`],
    ["a character cut at 64 KiB", `${header("ERROR")}${long(65_536 - 16)}äöü${long(70_000)}\n`],
    ["an anchor in the cut part", `${header("INFO")}${long(70_000)} PKIX path\n${header("ERROR")}b\n`],
    ["a record of 1,000 lines", `${header("ERROR")}a\n${"\tat a.b\n".repeat(1_000)}PKIX path\n${header("ERROR")}b\n`],
    ["blank lines alone", "\n".repeat(1_000)],
  ];
  test.each(cases)("%s", (what, text) => {
    for (const [piece, size] of [
      [1_000_000, 1_048_576],
      [65_536, 65_536],
      [9_973, 4_096],
    ] as const)
      hold(Buffer.from(text), [piece], size, what);
  });
});

test("[H1] every literal is found at every place and in every case of its letters", () => {
  for (const literal of LITERALS)
    for (const text of [literal, capital(literal), small(literal)])
      for (let before = 1; before < 5; before++) {
        const log = Buffer.from(`${"-".repeat(before)}${text}\nx\n`);
        expect(
          scanned(log, [log.length], 4_096).found.map(({ line }) => line),
          text,
        ).toEqual([1]);
      }
});
