import { expect, test } from "vitest";
import { Anchors } from "../../../src/diagnose/causes/anchors.ts";
import type { LogRecord } from "../../../src/diagnose/causes/log-record.ts";
import { LogScanner } from "../../../src/diagnose/causes/log-scanner.ts";

const ANCHOR = "chemin spécifié";

test.each([
  ["UTF-8", Buffer.from(`Le ${ANCHOR} est introuvable\nok\n`, "utf8")],
  ["Windows-1252", Buffer.from(`Le ${ANCHOR} est introuvable\nok\n`, "latin1")],
])("[H1] a log in %s is searched for anchors with letters beyond ASCII", (_, log) => {
  const found: LogRecord[] = [];
  const scanner = new LogScanner(new Anchors([ANCHOR]), (record) => found.push(record), 4096);
  scanner.take(log);
  scanner.end();
  expect(found.map(({ line, text }) => [line, text.includes(ANCHOR)])).toEqual([[1, true]]);
});
