import fc from "fast-check";
import { expect, test } from "vitest";
import { readAnswer } from "../../src/live/soa/answer.ts";
import { decodeBody } from "../../src/live/soa/charset.ts";
import { type Element, readXml } from "../../src/live/soa/xml.ts";
import { answered } from "../live/soa/scene.ts";
import { garbled, sent } from "../live/soa/generated-answers.ts";
import { java } from "./jvm.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** An element and what is below it, in the rows of SoaXmlOracle.java. */
function rowsOf({ namespace, local, attributes, text, children }: Element, depth = 0): string {
  const given = attributes.map((one) => base64(`${one.local}=${one.value}`)).sort();
  const own = `${depth} ${base64(`{${namespace ?? ""}}${local}`)} ${given.join(",")} ${base64(text)}\n`;
  return own + children.map((child) => rowsOf(child, depth + 1)).join("");
}

/** What we read in bytes; null: we refuse them. */
function ours(bytes: Buffer): string | null {
  const decoded = decodeBody(bytes, null);
  const read = "fault" in decoded ? decoded : readXml(decoded.text);
  return "fault" in read ? null : rowsOf(read.root);
}

/** A byte order mark tells the encoding whatever the declaration calls it (RFC 7303, 3); Java refuses a name that it does not know. */
const MARKED = /^(?:\xef\xbb\xbf|\xff\xfe)/;

/** What Java's reader reads in each; null: it refuses them. */
function javas(all: readonly Buffer[]): readonly (string | null)[] {
  const out = java("SoaXmlOracle", { input: `${all.map((bytes) => bytes.toString("base64")).join("\n")}\n` });
  return out
    .trimEnd()
    .split("\n")
    .map((line) => (line === "refused" ? null : Buffer.from(line, "base64").toString()));
}

test("[F1] 4,000 answers and faults of a tier say to us what they say to Java's XML reader, byte for byte as they are sent", () => {
  const all = fc.sample(sent, { numRuns: 4_000, seed: 21 });
  const theirs = javas(all.map(({ bytes }) => bytes));
  expect(theirs.filter((one) => one === null)).toEqual([]);
  const other = all.filter(({ bytes }, i) => ours(bytes) !== theirs[i]);
  expect(other.map(({ bytes }) => bytes.toString("latin1"))).toEqual([]);
  for (const { bytes, fault, shape } of all) {
    const read = readAnswer(answered(bytes));
    if (!fault) {
      expect(read.kind).toBe("xml");
      continue;
    }
    const { type, code, level, message } = fault;
    // white space of an attribute is spaces to every reader (XML 1.0, 3.3.3)
    const said = (shape === "attributes" ? message.replace(/[\n\t]/g, " ") : message).trim();
    expect(read).toMatchObject({ kind: "fault", fault: { type, code, level, message: said } });
  }
});

test("[F1] of 12,000 with one byte changed we read none that Java refuses, and none in another way", () => {
  const all = fc.sample(garbled, { numRuns: 12_000, seed: 22 });
  const theirs = javas(all);
  const other = all.filter((bytes, i) => {
    const our = ours(bytes);
    return our !== null && our !== theirs[i] && !(theirs[i] === null && MARKED.test(bytes.toString("latin1")));
  });
  expect(other.map((bytes) => bytes.toString("latin1"))).toEqual([]);
  // what is compared is not the refusals alone
  expect(all.filter((bytes) => ours(bytes) !== null).length).toBeGreaterThan(2_000);
});
