import { describe, expect, test } from "vitest";
import { learnHeader, shownHeader } from "../../../src/record/capture/redact/headers.ts";
import { type Kind, Redactor } from "../../../src/record/capture/redact/redactor.ts";
import { HEADERS, LONG_NAMES, NAMELESS, NAMES, STRUCTURES, SYNTAXES } from "./usual-shapes.ts";
import { eachNth } from "../../support/runs.ts";

const VALUE = "Zq7hunter2Winter9Xy";
const PIECE = /hunter2|winter9|Zq7/i;

const shownOf = (text: string, kind: Kind): string => {
  const redactor = new Redactor();
  redactor.learn(text, kind);
  return redactor.hide(text, kind);
};
/** Reads base64 and hexadecimal that is still shown. */
const opened = (text: string): string =>
  [
    text,
    ...(text.match(/[\w+/-]{12,}/g) ?? []).flatMap((run) => [
      Buffer.from(run, "base64").toString("latin1"),
      Buffer.from(run, "hex").toString("latin1"),
    ]),
    decodedPercent(text),
  ].join("\n");
function decodedPercent(text: string): string {
  try {
    return decodeURIComponent(decodeURIComponent(text));
  } catch {
    return text;
  }
}
const header = (name: string, value: string): string => {
  const redactor = new Redactor();
  const one = { name, value, at: { offset: 0, length: value.length } };
  learnHeader(one, redactor);
  return shownHeader(one, redactor);
};
const showing = (shown: string): boolean => PIECE.test(opened(shown));

describe("[G5] a value next to the name of a secret is hidden in every usual syntax", () => {
  test.each(
    eachNth(
      15,
      SYNTAXES.map(([title, syntax]) => ({ title, ...syntax })),
    ),
  )("$kind: $title", ({ title, kind, write }) => {
    const names = NAMELESS.has(title) ? ["x"] : STRUCTURES.has(title) ? NAMES : [...NAMES, ...LONG_NAMES];
    const leaks = names.filter((name) => showing(shownOf(write(name, VALUE), kind)));
    expect(leaks).toEqual([]);
  });

  test.each(
    eachNth(
      15,
      HEADERS.map(([title, write]) => ({ title, write })),
    ),
  )("header: $title", ({ write }) => {
    const leaks = [...NAMES, ...LONG_NAMES].filter((name) => showing(header(...write(name, VALUE))));
    expect(leaks).toEqual([]);
  });
});
