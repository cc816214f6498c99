import { describe, expect, test } from "vitest";
import { VERDICT_RULES } from "../../../src/compiler/views/compat-reasons.ts";
import { verdictBlock, verdictJson, verdictLine } from "../../../src/report/verdict.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import type { Verdict } from "../../../src/kernel/verdict/verdict.ts";

const PILOT: Verdict = {
  environment: "pilot",
  tool: "2024x Refresh3",
  connector: "2606",
  tier: "2606",
  matrix: "P",
  reason: null,
  cell: "P",
  means: "Planned",
  row: "2024x Refresh3",
  nearestRow: null,
  tierRange: true,
  gate: "accepted",
  exception: { reason: "pilot of 2606", owner: "plm-team", until: "2036-12-31", expired: false },
  claims: [{ source: "installation guide 2606", covers: true }],
};
const BLOCKED: Verdict = { ...PILOT, gate: "block", exception: null };

describe("a verdict in one line", () => {
  test.each<[string, Verdict]>([
    ["2024x Refresh3 × 2606: P (Planned) · tier 2606 in range · accepted until 2036-12-31 (pilot of 2606, plm-team)", PILOT],
    [
      "2024x Refresh3 × 2606: A · tier 2606 in range · pass",
      { ...PILOT, matrix: "A", cell: "A", means: null, gate: "pass", exception: null },
    ],
    ["2024x Refresh3 × 2606: P (Planned) · tier 2606 in range · blocked", BLOCKED],
    ["2024x Refresh3 × 2606: P (Planned) · tier 2606 out of range · blocked", { ...BLOCKED, tierRange: false }],
    ["2024x Refresh3 × 2606: P (Planned) · tier 2606 undecided · blocked", { ...BLOCKED, tierRange: null }],
    [
      "2024x Refresh3 × 2606: P (Planned) · tier 2606 out of range · blocked, its exception through 2036-12-31 does not reach over this",
      { ...PILOT, gate: "block", tierRange: false },
    ],
    [
      "2024x Refresh3 × 2606: P (Planned) · tier 2606 in range · blocked, its exception was valid through 2026-01-01",
      { ...BLOCKED, exception: { reason: "r", owner: "o", until: "2026-01-01", expired: true } },
    ],
    [
      "2024x Refresh3 × 2606: no row '2024x Refresh3' in the matrix, nearest '2024x' · tier 2606 in range · blocked",
      { ...BLOCKED, matrix: null, reason: "no-row", cell: null, row: null, nearestRow: "2024x" },
    ],
    [
      "2024x Refresh3 × 2606: no cell for connector 2606 in row '2024xR3' · tier 2606 in range · blocked",
      { ...BLOCKED, matrix: null, reason: "no-cell", cell: null, row: "2024xR3" },
    ],
    [
      "2024x Refresh3 × 2606: code 'Q' is not in the legend · tier 2606 in range · blocked",
      { ...BLOCKED, matrix: null, reason: "unknown-code", cell: "Q", means: null },
    ],
    [
      "2024x Refresh3 × 2606: P (Planned) in the matrix, but no releases/2606 to judge · tier 2606 undecided · blocked",
      { ...BLOCKED, matrix: null, reason: "no-release", tierRange: null },
    ],
  ])("[C1] [C2] [C4] %s", (line, verdict) => {
    expect(verdictLine(verdict)).toBe(line);
  });

  test("[C4] days left are shown only for a given day", () => {
    expect(verdictLine(PILOT, { today: "2036-12-30" })).toContain(
      "accepted until 2036-12-31, 1 day left (pilot of 2606, plm-team)",
    );
    expect(verdictLine(PILOT, { today: null })).not.toContain("left");
  });
});

test("[C3] [C4] a verdict in lines: both axes, the exception, each claim and the gate", () => {
  const other = { source: "release notes", covers: false };
  expect(verdictBlock({ ...PILOT, claims: [...PILOT.claims, other] }, { today: null, certified: ["2606"] })).toEqual([
    "2024x Refresh3 × 2606",
    "  matrix     P (Planned)",
    "  tier       2606 in range (certified: 2606)",
    "  exception  pilot of 2606 (plm-team), through 2036-12-31",
    "  claim      installation guide 2606 claims this pair and tier; for information only",
    "  claim      release notes does not claim this pair and tier; for information only",
    "  gate       accepted until 2036-12-31",
  ]);
});

test("[C1] a verdict as JSON begins with the fields of the contract", () => {
  expect(Object.keys(verdictJson(PILOT)).slice(0, 10)).toEqual([
    "environment",
    "tool",
    "connector",
    "tier",
    "matrix",
    "reason",
    "tierRange",
    "gate",
    "exception",
    "claims",
  ]);
});

test("the reasons that compat gives come from every compat rule about one environment", () => {
  const about = RULES.filter((rule) => rule.id.startsWith("compat/") && rule.scope === "environment").map((rule) => rule.id);
  expect(VERDICT_RULES.map((rule) => rule.id).sort()).toEqual(about.sort());
});
