import { expect } from "vitest";
import { readHead } from "../../../src/record/capture/head.ts";
import { inMemory, Reader } from "../../../src/record/capture/bytes.ts";
import { onLines } from "../../../src/record/capture/pretty.ts";
import { learnHeader, shownHeader } from "../../../src/record/capture/redact/headers.ts";
import { stepsOfEach } from "../../support/steps.ts";
import { KINDS, lookedThrough, redactorOfTest } from "./linear-texts.ts";

/* Steps are counted and no time is taken: a text of twice the length takes about twice the steps, and not four times. */

export const LENGTH = 1_100;
export const MOST = 3;
/** Steps for things that do not depend on the text. */
const FIXED = 20_000;

type Doing = (text: string) => void;

const HEADERS = ["Cookie", "Set-Cookie", "Authorization", "WWW-Authenticate", "X-Other"];

/** A body of one kind for each piece, and of text, which is looked at by most of what looks at it. */
const doings = (piece: number): readonly (readonly [what: string, doing: Doing])[] => [
  ...[...new Set([KINDS[piece % KINDS.length] ?? "text", "text" as const])].map(
    (kind) => [`a body of ${kind}`, (text: string) => lookedThrough(text, kind)] as const,
  ),
  ["headers", (text) => HEADERS.forEach((name) => void header(name, text))],
  ["lines", (text) => (["xml", "json", "text"] as const).forEach((kind) => void onLines(text, kind))],
  ["heads", heads],
];

function header(name: string, value: string): void {
  const redactor = redactorOfTest();
  const one = { name, value, at: { offset: 0, length: value.length } };
  learnHeader(one, redactor);
  shownHeader(one, redactor);
}

function heads(text: string): void {
  for (const head of [
    `GET ${text}`,
    `${text}: b`,
    `HTTP/1.1 200 ${text}\r`,
    `HTTP/1.1 200 OK\r\nA:${text}`,
    `GET / HTTP/1.1\r\nA: b\r\n ${text}`,
  ]) {
    const reader = new Reader(inMemory(Buffer.from(`${head}\r\n\r\n`, "latin1")));
    readHead(reader, 0, head.startsWith("HTTP") ? "response" : "request");
  }
}

export const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Expects that all that is done with a text of one piece again and again takes steps in proportion to its length. */
export function expectLinear(piece: string, i: number): void {
  const all = doings(i);
  const steps = stepsOfEach(
    all.flatMap(([, doing]) => [LENGTH, 2 * LENGTH].map((length) => () => doing(repeated(piece, length)))),
  );
  for (const [j, [what]] of all.entries()) {
    const [once, twice] = steps.slice(2 * j, 2 * j + 2) as [number, number];
    expect(twice, `${what}: ${once} steps, and of twice the text ${twice}`).toBeLessThan(MOST * once + FIXED);
  }
}
