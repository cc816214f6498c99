import { describe, expect, test } from "vitest";
import { readLog } from "./reading.ts";
import { diagnosisOf } from "../../../src/diagnose/causes/diagnose.ts";
import { UnmatchedErrors } from "../../../src/diagnose/causes/unmatched.ts";
import { LAYOUTS, NEGATIVES, POSITIVES } from "./records.ts";

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
