import { describe, expect, test } from "vitest";
import { Anchors } from "../../../src/diagnose/causes/anchors.ts";
import { FACT_ANCHORS, Facts } from "../../../src/diagnose/causes/facts.ts";
import type { LogRecord } from "../../../src/diagnose/causes/log-record.ts";
import { LogScanner } from "../../../src/diagnose/causes/log-scanner.ts";

/* A fact of an earlier record decides between two causes, so the reader of a log must hand over each record that has one. */

const searched = new Anchors(FACT_ANCHORS);

/** Returns the first lines of the records that the reader of a log hands over. */
function handedOver(log: string): readonly number[] {
  const found: LogRecord[] = [];
  const scanner = new LogScanner(searched, (record) => found.push(record), 4096);
  scanner.take(Buffer.from(log));
  scanner.end();
  return found.map(({ line }) => line);
}

describe("[H1] the reader of a log hands over", () => {
  test.each([
    ["password", "password sign-in of jdoe"],
    ["password", "password login for user jdoe"],
    ["password", "password logon of jdoe"],
    ["password", "signed in with classic login"],
    ["password", "classic logon of jdoe"],
    ["password", "logged in with user name and password"],
    ["ticket", "app token issued"],
    ["ticket", "apptoken issued"],
    ["ticket", "SSO token received"],
    ["ticket", "SSO login done"],
    ["ticket", "SSO ticket received"],
    ["ticket", "SSC sign-in done"],
    ["ticket", "single sign-on succeeded"],
  ] as const)("a record that says %s: %s", (fact, words) => {
    const facts = new Facts();
    facts.add(words);
    expect(facts[fact]).toBe(true);
    const line = `2026-03-04 10:12:13 INFO  ${words}`;
    expect(handedOver(`2026-03-04 10:12:12 INFO  started\n${line}\n2026-03-04 10:12:14 INFO  ok\n`)).toEqual([2]);
  });
});
