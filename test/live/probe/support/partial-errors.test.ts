import { describe, expect, test } from "vitest";
import { plain } from "../../../../src/kernel/diagnostic/text.ts";
import { besideAnswer } from "../../../../src/live/probe/support/partial-errors.ts";
import { answer, type Live } from "../../../support/live/live.ts";
import { tierOf } from "../../../support/live/tier.ts";
import { asked, TC } from "../command-scene.ts";

const error = (code: number | null, message: string) => ({ code, level: 2, message });

describe("[F1] errors beside an answer", () => {
  test("are told in the tier's words, the first of many", () => {
    expect(plain(besideAnswer([]))).toBe("");
    expect(plain(besideAnswer([error(1, "a"), error(null, "b")]))).toBe(
      "; in addition to the answer the tier reports 2 errors: 1 'a' and 'b'",
    );
    expect(plain(besideAnswer([1, 2, 3, 4, 5].map((code) => error(code, ""))))).toBe(
      "; in addition to the answer the tier reports 5 errors: 1, 2, 3 and others",
    );
  });

  test("of JSON answers are told by the probe that got them, and take no proof away", async () => {
    const { live } = tierOf();
    const errors = { partialErrors: [{ errorValues: [{ code: 38015, level: 2, message: "A property could not be read." }] }] };
    const beside: Live = async (request) => {
      const given = await live(request);
      if (given.status !== 200 || !String(given.headers["content-type"]).includes("json")) return given;
      const { ServiceData, ...rest } = JSON.parse(given.body.toString()) as { readonly ServiceData?: object };
      const body = JSON.stringify({ ...rest, ServiceData: { ...ServiceData, ...errors } });
      return answer(200, "application/json", body, given.headers);
    };
    for (const [id, count] of [
      ["tier/json-sign-in", "1 error"],
      ["tier/session-analytics", "1 error"],
      // one in each of its three answers
      ["tier/roles", "3 errors"],
    ] as const) {
      const found = await asked(id, { servers: { [TC]: beside } });
      expect([id, found.outcome]).toEqual([id, "proven"]);
      expect(
        found.says.endsWith(`; in addition to the answer the tier reports ${count}: 38015 'A property could not be read.'`),
      ).toBe(true);
    }
  });
});
