import { describe, expect, test } from "vitest";
import { pasted, readLog } from "./reading.ts";
import { CLOSED_FORMS, HIDDEN_FORMS } from "./text-forms.ts";
import { COMPLAINTS, QUOTING } from "./text-kinds.ts";

/** Returns what is claimed with more than low confidence. */
const claims = (text: string): readonly string[] =>
  pasted(text)
    .filter(({ confidence }) => confidence !== "low")
    .map(({ cause, confidence }) => `${cause.id} ${confidence}`);

const TABLE = [
  "| message | meaning |",
  "|---|---|",
  "| Licensed number of users already reached (-4,132) | all licenses are in use |",
  "| Feature has expired (-10,32) | the license is expired |",
].join("\n");
const LOGGED =
  '10:02:11 (ugslmd) DENIED: "TC_INTEG" kb@WS01 (Licensed number of users already reached. (-4,132))\n10:02:12 (ugslmd) OUT: "REPORTS" mb@WS02';

describe("[H8] the kind of a pasted text", () => {
  test("a text that quotes messages and reports no fault is a hint at most", () => {
    expect(
      [...QUOTING, ...CLOSED_FORMS].map((text) => [text, claims(text)] as const).filter(([, found]) => found.length > 0),
    ).toEqual([]);
  });

  test("a complaint that quotes a document, a test or an older ticket keeps its claim", () => {
    const first = (text: string) => pasted(text).map(({ cause, confidence }) => (confidence === "low" ? "a hint" : cause.id))[0];
    expect(COMPLAINTS.map(([id, text]) => [id, first(text), text]).filter(([id, found]) => id !== found)).toEqual([]);
  });

  test("a fault is found in a form that hides it", () => {
    const first = (text: string) => pasted(text)[0]?.cause.id;
    expect(HIDDEN_FORMS.map(([id, text]) => [id, first(text), text]).filter(([id, found]) => id !== found)).toEqual([]);
  });

  test("a table of codes is believed as soon as a person says what happens now", () => {
    expect(claims(TABLE)).toEqual([]);
    expect(claims(`${TABLE}\nSince this morning nobody can start the tool, it shows the first of these.`)).toContain(
      "license/all-in-use high",
    );
    expect(claims(`${TABLE}\nIf nobody can start the tool, call us.`)).toEqual([]);
  });

  test("lines with times are a log, also below the heading of a document, until somebody says that it was solved", () => {
    expect(claims(`Release notes and tests\n${LOGGED}`)).toEqual(["license/all-in-use high"]);
    expect(claims(`${LOGGED}\nThe problem was solved on Monday, thanks.`)).toEqual([]);
    expect(claims(`${LOGGED}\nThe problem was solved on Monday, but today it is back.`)).toEqual(["license/all-in-use high"]);
  });

  test("a log with levels is judged record by record, whatever its words are", () => {
    const log =
      "2026-11-27 08:00:01 INFO  main - Release notes: fixed\n2026-11-27 08:00:02 ERROR main - PKIX path building failed\n";
    expect(readLog(log).causes.map(({ cause }) => cause.id)).toEqual(["trust/pkix"]);
  });
});
