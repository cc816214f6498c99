import { describe, expect, test } from "vitest";
import { DESCRIBED, FIELDS } from "./pasted.ts";
import { LOOK_ALIKES, SAMPLES } from "./pasted-all.ts";
import { OTHER_FIELDS, PIECES, REPORTS } from "./pasted-lines.ts";
import { KINDS } from "./pasted-kinds.ts";
import { REPORTED } from "./pasted-plans.ts";
import { RARE } from "./pasted-rare.ts";
import { SERVICES } from "./pasted-services.ts";
import { TICKETS } from "./pasted-tickets.ts";
import { VARIANTS } from "./pasted-variants.ts";
import { pasted } from "./reading.ts";

const firstOf = (text: string): string => pasted(text)[0]?.cause.id ?? "nothing";
/** Returns what is claimed with more than low confidence. */
const claims = (text: string): readonly string[] =>
  pasted(text)
    .filter(({ confidence }) => confidence !== "low")
    .map(({ cause, confidence }) => `${cause.id} ${confidence}`);
const missed = (all: typeof FIELDS) => all.map(([id, text]) => [id, firstOf(text), text]).filter(([id, first]) => id !== first);

describe("[H8] a pasted text", () => {
  test("a setting, a dump, a dialog or an answer in a mail names its cause first", () => {
    expect(missed(FIELDS)).toEqual([]);
  });

  test("a piece of a log names its cause first", () => {
    expect(missed(PIECES)).toEqual([]);
  });

  test("evidence in another field, line, table or language names its cause first", () => {
    expect(missed(OTHER_FIELDS)).toEqual([]);
  });

  test("a report in a sentence names its cause first", () => {
    expect(missed(REPORTS)).toEqual([]);
  });

  test("a description in German, French or Japanese names its cause first", () => {
    expect(missed(DESCRIBED)).toEqual([]);
  });

  test("an answer, an event or a page of a sign-in service names its cause first", () => {
    expect(missed(SERVICES)).toEqual([]);
  });

  test("each kind of report is known in other layouts, languages and phrasings", () => {
    expect(missed(KINDS)).toEqual([]);
  });

  test("a report in another language, in a collector's line or in a script names its cause first", () => {
    expect(missed(VARIANTS)).toEqual([]);
  });

  test("a report beside a plan, a configuration or another program's page names its cause first", () => {
    expect(missed(REPORTED)).toEqual([]);
  });

  test("a quoted, wrapped, exported or typed log of a ticket names its cause first", () => {
    expect(missed(TICKETS)).toEqual([]);
  });

  test("a log or a description of a rare cause names it first", () => {
    expect(missed(RARE)).toEqual([]);
  });

  test("no sample of one cause raises another one with more than low confidence", () => {
    const raised = SAMPLES.flatMap(([id, text]) =>
      claims(text).flatMap((claim) => (claim.startsWith(`${id} `) ? [] : [[id, claim, text]])),
    );
    // one sample has two lines, each with a fault of its own
    expect(raised.map(([id, claim]) => [id, claim])).toEqual([["consumer/secret-in-log", "sso/vault-not-ready medium"]]);
    expect(SAMPLES.length).toBeGreaterThan(400);
  });

  test("another program, a document and a text of everyday life are not claimed with more than low confidence", () => {
    expect(LOOK_ALIKES.map((text) => [text, claims(text)] as const).filter(([, found]) => found.length > 0)).toEqual([]);
  });

  test("a message in a person's sentences is no evidence of high confidence until somebody says that it fails now", () => {
    const question =
      'Question 7 of the exam about licenses.\nImagine that a colleague sends you this line, where would you look first, and whom would you call?\n  "The desired vendor daemon is down. (-97,121)"';
    expect(claims(question)).toEqual(["license/no-server medium"]);
    expect(claims(`${question}\nSince this morning nobody can start the tool.`)).toEqual(["license/no-server high"]);
  });

  test("a description of something else is no cause because a quoted line or a setting has the words of a symptom", () => {
    expect(claims("Please send me the slides of Monday.\n$ ls\nred border element sync")).toEqual([]);
    expect(claims("The slides are in the folder.\nerror.missing.path = export fail")).toEqual([]);
  });

  test("the words of a symptom that are far from each other describe nothing", () => {
    const far = `The connector has a red icon. ${"We talked of the plan of next week. ".repeat(8)}The table has a border around each element.`;
    expect(claims(far)).toEqual([]);
  });
});

describe("[H8] two facts of different records decide", () => {
  const FAULT = '{"messages":[{"code":515143,"level":3,"message":"x"}],"ssoServerURL":"","ssoAppID":""}';
  test("a fault that names no login service refused a password, not a ticket", () => {
    expect(claims(`InvalidCredentialsException ${FAULT}`)).toEqual(["tier/wrong-password high"]);
  });

  test("the same fault after a ticket is the pool manager's", () => {
    const log = `loginSSO with the ticket of the SSC login\nInvalidCredentialsException ${FAULT.replace('""', '"https://sso"')}`;
    expect(claims(log)).toEqual(["tier/stale-pool-manager high"]);
  });

  test("hosts that name no tier, or the same one in two spellings, are not different", () => {
    const both = (one: string, other: string) => `TC_SERVER_URL=https://${one}/tc\nBOOTSTRAP_URLS=https://${other}:4544`;
    expect(claims(both("plm.example.com", "fms-prod.example.com"))).toEqual([]);
    expect(claims(both("tc-prd.example.com", "fmsprod.example.com"))).toEqual([]);
    expect(claims(both("plm-test.example.com", "plm-prod.example.com"))).toEqual(["tier/half-switch medium"]);
  });
});
