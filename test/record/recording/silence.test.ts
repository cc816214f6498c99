import { describe, expect, test } from "vitest";
import { whySilent } from "../../../src/record/recording/silence.ts";

const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`);

describe("[G3] an empty recording gives the reason", () => {
  test.each([
    ["back", null, [], "not-switched", "its files still point at the tier"],
    ["partial", at("10:00"), [at("11:00")], "not-switched", "some of its addresses lead to the relays, others do not"],
    ["elsewhere", at("10:00"), [at("11:00")], "not-switched", "its files point at neither the relays nor the tier"],
    [
      "there",
      at("14:05"),
      [at("09:12")],
      "not-restarted",
      "it was started 2026-11-22T09:12:00Z, and its files were switched 2026-11-22T14:05:00Z",
    ],
    ["there", at("14:05"), [at("15:00"), at("09:12")], "not-restarted", "it was started 2026-11-22T09:12:00Z"],
    ["there", at("14:05"), [], "not-restarted", "start it"],
    ["there", at("14:05"), [at("15:00")], "undecided", "nobody has signed in yet, or it reads other files"],
    ["there", at("14:05"), [null], "undecided", "the system does not report when it was started"],
    ["there", null, [at("15:00")], "undecided", "the time its files were switched is unknown"],
    ["there", at("14:05"), null, "undecided", "the system does not report when it was started"],
    ["unknown", null, [at("15:00")], "undecided", "its files were not found on this machine"],
  ] as const)("%s, switched %s, started %j: %s", (state, switchedAt, started, because, words) => {
    const why = whySilent({ state, switchedAt, started });
    expect(why.because).toBe(because);
    expect(why.says).toMatch(/^no exchange: the tool/);
    expect(why.says).toContain(words);
    expect(why.says).not.toMatch(/broken/);
  });
});
