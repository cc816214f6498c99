import { describe, expect, test } from "vitest";
import { readLog } from "./reading.ts";
import { diagnosisOf } from "../../../src/diagnose/causes/diagnose.ts";
import type { Sign } from "../../../src/diagnose/causes/cause.ts";
import { UnmatchedErrors } from "../../../src/diagnose/causes/unmatched.ts";
import { CAUSES } from "../../../src/diagnose/causes/registry.generated.ts";
import { causesOfWords, nearTo } from "../../../src/diagnose/causes/described.ts";
import { anchorsOf, causesOf, isStructural, rankOf } from "../../../src/diagnose/causes/match.ts";
import { LAYOUTS, NEGATIVES, POSITIVES, SYMPTOMS } from "./records.ts";

/** The causes of a log in the order in which a person sees them. */
function causes(log: string): readonly string[] {
  const { unmatched: _, ...read } = readLog(log);
  const found = diagnosisOf({ all: [read], symptom: null, unmatched: new UnmatchedErrors(), most: 3 }).causes;
  return found.map(({ cause, confidence }) => `${cause.id} ${confidence}`);
}

describe.each(Object.entries(LAYOUTS))("[H8] in the layout %s", (_, layout) => {
  test("each record of a known fault names its cause first", () => {
    const wrong = POSITIVES.map(([id, text]) => [id, causes(layout(text))[0] ?? "nothing", text] as const);
    expect(wrong.filter(([id, first]) => !first.startsWith(`${id} `))).toEqual([]);
  });

  test("no record that only looks like a fault is claimed with more than low confidence", () => {
    const claimed = NEGATIVES.map(
      ([kind, text]) =>
        [
          kind,
          text,
          causes(layout(text, kind === "quote" || kind === "success" ? "INFO" : "ERROR")).filter((one) => !one.endsWith(" low")),
        ] as const,
    );
    expect(claimed.filter(([, , found]) => found.length > 0)).toEqual([]);
  });
});

test("[H8] a symptom in a person's own words leads to its cause, and a matter of something else to none", () => {
  const firstOf = (text: string): string => causesOfWords(text)[0]?.cause.id ?? nearTo(text)[0]?.id ?? "";
  expect(SYMPTOMS.map(([id, text]) => [id, firstOf(text), text]).filter(([id, first]) => id !== first)).toEqual([]);
});

test("[H8] no sample of one cause raises another one with more than low confidence", () => {
  const raised = CAUSES.flatMap(({ id, matches }) =>
    matches.map(
      (text) => [id, text, causesOf(text).filter(({ cause, confidence }) => cause.id !== id && rankOf(confidence) > 1)] as const,
    ),
  );
  expect(
    raised
      .filter(([, , others]) => others.length > 0)
      .map(([id, text, others]) => [id, text, others.map(({ cause }) => cause.id)]),
  ).toEqual([]);
});

test("[H8] words alone never give high confidence, in any cause", () => {
  const high = CAUSES.flatMap(({ id, confidence, signs }) =>
    signs.filter((sign) => (sign.confidence ?? confidence) === "high").map((sign) => ({ id, sign })),
  );
  expect(high.length).toBeGreaterThan(30);
  for (const { id, sign } of high) {
    expect(anchorsOf(sign).length, id).toBeGreaterThan(0);
    if (isStructural(sign)) continue;
    for (const text of CAUSES.find((cause) => cause.id === id)?.matches ?? [])
      for (const other of causesOf(text).filter(({ cause }) => cause.id === id))
        expect(signsBeside(id, sign) || rankOf(other.confidence) < 3, text).toBe(true);
  }
});

/** Words of protocols that sentences use, too. */
const SPOKEN = /\b(?:HTTPS?|SSL|TLS|SSL\/TLS)\b/g;
/** A number, a mark, an identifier, a type or a code: nothing that only a sentence has. */
const STRUCTURE = /[\d=<>"%/\\_\uFEFF\u00EF]|[a-z][A-Z]|\b[A-Z]{4,}\b|[A-Za-z]\.[A-Za-z]|\w-\w+-\w|(?:Exception|Fault|Error)\b/;
const hasStructure = (text: string): boolean => STRUCTURE.test(text.replace(SPOKEN, ""));

/** Returns the alternatives of a pattern at its top level. */
function alternativesOf({ source }: RegExp): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const [piece] of source.matchAll(/\\.|\[(?:\\.|[^\]])*\]|[\s\S]/g)) {
    depth += piece === "(" ? 1 : piece === ")" ? -1 : 0;
    if (piece === "|" && depth === 0) parts.push("");
    else parts.push(`${parts.pop()}${piece}`);
  }
  return parts;
}

/** Returns a part of a pattern without the marks that only say how often and where words are. */
const wordsOfPattern = (source: string): string =>
  source
    .replace(/\{\d+(?:,\d*)?\}/g, "")
    .replace(/\\u[\dA-Fa-f]{4}/g, "x")
    .replace(/\\d/g, "0")
    .replace(/\\[bBsSwWn]|\\(.)|\[(?:\\.|[^\]])*\]|\(\?<?[:=!]/g, " $1");

const isStructured = (pattern: RegExp): boolean => alternativesOf(pattern).every((one) => hasStructure(wordsOfPattern(one)));
const readsAField = ({ all = [], like, near = [] }: Sign): boolean =>
  all.some(hasStructure) || (like !== undefined && isStructured(like)) || near.some(isStructured);

test("[H8] a sign that is declared to read a field reads a number, a mark, an identifier, a type or a code", () => {
  const declared = CAUSES.flatMap(({ id, signs }) => signs.filter(({ field }) => field === true).map((sign) => ({ id, sign })));
  expect(declared.length).toBeGreaterThan(30);
  expect(declared.filter(({ sign }) => !readsAField(sign)).map(({ id, sign }) => [id, sign.all ?? String(sign.like)])).toEqual(
    [],
  );
  for (const sentence of [
    { all: ["http spoken on https port"] },
    { all: ["requires tls"], like: /host and port requires TLS/i },
    { all: ["was lost"], like: /terminated abnormally|InternalServerException/ },
    { anchors: ["denied"], like: /\b10013\b|Permission denied: (?:bind|listen)/ },
  ])
    expect(readsAField(sentence), JSON.stringify(sentence)).toBe(false);
});

/** Returns whether a cause has a structural sign beside the given one. */
const signsBeside = (id: string, sign: object): boolean =>
  (CAUSES.find((cause) => cause.id === id)?.signs ?? []).some((other) => other !== sign && isStructural(other));

describe("[H8] a sample that is quoted", () => {
  const QUOTES: readonly ((message: string) => string)[] = [
    (message) => `If you see '${message}', read the manual`,
    (message) => `For help with "${message}" see the documentation`,
    (message) => `fix(text): translate "${message}"`,
    (message) => `grep -F '${message}' connector.log`,
  ];
  test.each(QUOTES.map((quote) => [quote("..."), quote] as const))("%s is no cause", (_, quote) => {
    const messages = CAUSES.flatMap(({ id, matches, signs }) =>
      signs.some(({ anyLevel, event }) => anyLevel || event) ? [] : matches.map((text) => [id, text] as const),
    );
    const claimed = messages.filter(([, text]) => !text.includes("\n") && causesOf(quote(text), { level: "other" }).length > 0);
    expect(claimed).toEqual([]);
  });
});

test("[H8] every cause has at least three look-alikes of at least two kinds", () => {
  for (const { id, lookAlikes, signs } of CAUSES) {
    expect(lookAlikes.length, id).toBeGreaterThanOrEqual(3);
    if (signs.length > 0) expect(new Set(lookAlikes.map(([kind]) => kind)).size, id).toBeGreaterThanOrEqual(2);
  }
});

describe("[H8] logs that are odd", () => {
  const FAULT = "2026-03-04 10:12:13,482 ERROR [main] c.e.Session - InternalServerException code=1003: x\n";
  test("zero bytes at the ends of a file, as of a writer that was cut off, are left out", () => {
    for (const log of [`${FAULT}${"\0".repeat(5_000)}`, `${"\0".repeat(9_000)}${FAULT}`, `${FAULT}\0\0${FAULT}`])
      expect(causes(log)).toEqual(["tier/backend-lost high"]);
  });
  test("the line of a message that was in JSON is the line of the file", () => {
    const json = (message: string) => JSON.stringify({ "@timestamp": "2026-03-04T10:12:13.482Z", level: "ERROR", message });
    const log = [json("a\nb\nc"), json("d"), json("InternalServerException code=1003: x\ny"), json("e")].join("\n");
    expect(readLog(log).causes).toMatchObject([{ line: 3, endLine: 3, cause: { id: "tier/backend-lost" } }]);
  });
  test("JSON in JSON, deep or broken, is read as far as it goes", () => {
    let line = FAULT.trim();
    for (let i = 0; i < 3; i++) line = JSON.stringify({ log: `${line}\n`, stream: "stderr", time: "2026-03-04T10:12:13Z" });
    expect(causes(line)).toEqual(["tier/backend-lost high"]);
    expect(causes(`{"log":"cut off\n${FAULT}`)).toEqual(["tier/backend-lost high"]);
    expect(causes("{".repeat(50_000))).toEqual([]);
  });
});

test("[H8] the Java that is needed and the one that runs are named", () => {
  const text = CAUSES.find(({ id }) => id === "kit/java-floor")?.matches[0] ?? "";
  expect(readLog(text).causes[0]?.detail).toBe("It needs Java 21 (class file 65.0); Java 17 (class file 61.0) runs.");
});
