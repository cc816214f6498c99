import { describe, expect, test } from "vitest";
import { type Subject, judge } from "../../../src/compiler/verdict/judge.ts";
import { type ExceptionData, LEGEND, exceptions, matrix, release } from "./builders.ts";

const MATRIX = matrix([
  { tool: "2024x", java: "17", connectors: { "2406": "A" } },
  { tool: "2024x Refresh3", java: "17", connectors: { "2506": "A", "2606": "P", "2706": "X", "2806": "?" } },
]);
const R2506 = release({ name: "2506", certified: ["2506"] });
const R2606 = release({
  name: "2606",
  certified: ["2606"],
  claims: [{ source: "installation guide 2606", tools: ["2024xR3"], tiers: ["2506", "2606"] }],
});
const PILOT: Subject = { environment: "pilot", tool: "2024x Refresh3", connector: "2606", tierRelease: "2606" };
const PRODUCTION: Subject = { environment: "production", tool: "2024x Refresh3", connector: "2506", tierRelease: "2506" };
const TODAY = "2026-09-22";

describe("two axes", () => {
  test("[C1] a passing code and a certified tier pass", () => {
    expect(judge(PRODUCTION, MATRIX, R2506, null, TODAY)).toEqual({
      environment: "production",
      tool: "2024x Refresh3",
      connector: "2506",
      tier: "2506",
      matrix: "A",
      reason: null,
      cell: "A",
      means: null,
      row: "2024x Refresh3",
      nearestRow: null,
      tierRange: true,
      gate: "pass",
      exception: null,
      claims: [],
    });
  });

  test("[C1] a passing code with a tier out of range blocks", () => {
    const verdict = judge({ ...PRODUCTION, tierRelease: "2606" }, MATRIX, R2506, null, TODAY);
    expect(verdict).toMatchObject({ matrix: "A", reason: null, tierRange: false, gate: "block" });
  });

  test("[C1] tier releases are compared as written", () => {
    for (const tierRelease of ["2506.0", "02506", "2506 ", "0x9CA", ""]) {
      expect(judge({ ...PRODUCTION, tierRelease }, MATRIX, R2506, null, TODAY)).toMatchObject({
        tierRange: false,
        gate: "block",
      });
    }
  });

  test("[C1] a release that states no range is undecided, and undecided blocks", () => {
    const verdict = judge(PRODUCTION, MATRIX, release({ name: "2506" }), null, TODAY);
    expect(verdict).toMatchObject({ matrix: "A", reason: null, tierRange: null, gate: "block" });
  });

  test("[C1] a code that blocks blocks with the tier in range", () => {
    expect(judge(PILOT, MATRIX, R2606, null, TODAY)).toMatchObject({
      matrix: "P",
      means: "Planned",
      tierRange: true,
      gate: "block",
    });
  });
});

describe("no code", () => {
  test("[C2] the base row does not apply to a refresh, nor the refresh to the base", () => {
    const base = judge({ ...PRODUCTION, tool: "2024x" }, MATRIX, R2506, null, TODAY);
    expect(base).toMatchObject({ matrix: null, reason: "no-cell", cell: null, row: "2024x", gate: "block" });
    const refresh = judge(
      { ...PRODUCTION, connector: "2406" },
      MATRIX,
      release({ name: "2406", certified: ["2506"] }),
      null,
      TODAY,
    );
    expect(refresh).toMatchObject({ matrix: null, reason: "no-cell", row: "2024x Refresh3", gate: "block" });
  });

  test("[C2] no row names the nearest, which decides nothing", () => {
    const verdict = judge({ ...PRODUCTION, tool: "2024x Refresh4" }, MATRIX, R2506, null, TODAY);
    expect(verdict).toMatchObject({ matrix: null, reason: "no-row", row: null, nearestRow: "2024x Refresh3", gate: "block" });
  });

  test("[C2] another spelling of the row is the row, as the matrix writes it", () => {
    const verdict = judge({ ...PRODUCTION, tool: "2024X-r3" }, MATRIX, R2506, null, TODAY);
    expect(verdict).toMatchObject({ tool: "2024X-r3", row: "2024x Refresh3", matrix: "A", gate: "pass" });
  });

  test("[C2] connectors are compared as written", () => {
    for (const connector of ["02506", "2506.0", " 2506", "__proto__", "constructor"]) {
      expect(judge({ ...PRODUCTION, connector }, MATRIX, R2506, null, TODAY)).toMatchObject({ reason: "no-cell", gate: "block" });
    }
  });

  test("[C2] a code that the legend does not know is shown as the cell and is no verdict", () => {
    const verdict = judge({ ...PILOT, connector: "2806" }, MATRIX, release({ name: "2806", certified: ["2606"] }), null, TODAY);
    expect(verdict).toMatchObject({ matrix: null, reason: "unknown-code", cell: "?", gate: "block" });
  });

  test("[C2] codes are compared as written: 'a' is not 'A'", () => {
    const lower = matrix([{ tool: "2024x Refresh3", connectors: { "2506": "a" } }]);
    expect(judge(PRODUCTION, lower, R2506, null, TODAY)).toMatchObject({ matrix: null, reason: "unknown-code", gate: "block" });
  });

  test("[C1] a connector without a release folder has no verdict although the matrix has a cell", () => {
    expect(judge(PRODUCTION, MATRIX, null, null, TODAY)).toMatchObject({
      matrix: null,
      reason: "no-release",
      cell: "A",
      tierRange: null,
      gate: "block",
    });
  });

  test("[C2] without a matrix there is no row", () => {
    expect(judge(PRODUCTION, null, R2506, null, TODAY)).toMatchObject({
      matrix: null,
      reason: "no-row",
      nearestRow: null,
      gate: "block",
    });
  });

  test("[C2] a duplicate row opens no gate, in either order", () => {
    const rows = [
      { tool: "2024x Refresh3", connectors: { "2606": "P" } },
      { tool: "2024xR3", connectors: { "2606": "A" } },
    ];
    for (const order of [rows, [...rows].reverse()]) {
      expect(judge(PILOT, matrix(order), R2606, null, TODAY)).toMatchObject({ matrix: "P", gate: "block" });
    }
  });
});

describe("the legend is data", () => {
  const PAIR = [{ tool: "2024x Refresh3", connectors: { "2506": "Certified" } }];
  test("[C1] exactly the codes with the gate pass do pass", () => {
    const gateOf = (gate: string) => judge(PRODUCTION, matrix(PAIR, { Certified: { gate } }), R2506, null, TODAY).gate;
    expect(gateOf("pass")).toBe("pass");
    for (const gate of ["block", "Pass", "PASS ", "", "true"]) expect(gateOf(gate)).toBe("block");
  });

  test("[C4] only a code marked acceptable can be accepted", () => {
    const entry = exceptions({ connector: "2506", verdict: "Certified", environments: ["production"] });
    const gateOf = (acceptable: boolean) =>
      judge(PRODUCTION, matrix(PAIR, { Certified: { gate: "block", acceptable } }), R2506, entry, TODAY).gate;
    expect(gateOf(true)).toBe("accepted");
    expect(gateOf(false)).toBe("block");
  });
});

describe("claims", () => {
  test("[C3] a claim that covers the pair is shown and upgrades nothing", () => {
    const verdict = judge(PILOT, MATRIX, R2606, null, TODAY);
    expect(verdict.claims).toEqual([{ source: "installation guide 2606", covers: true }]);
    expect(verdict).toMatchObject({ matrix: "P", gate: "block" });
  });

  test("[C3] a claimed tier does not widen the certified range", () => {
    const verdict = judge({ ...PILOT, tierRelease: "2506" }, MATRIX, R2606, exceptions({}), TODAY);
    expect(verdict).toMatchObject({ claims: [{ covers: true }], tierRange: false, gate: "block" });
  });

  test("[C3] a claim covers nothing unless it names both the tool and the tier", () => {
    const claims = [
      { source: "tool only", tools: ["2024x Refresh3"], tiers: ["2506"] },
      { source: "tier only", tools: ["2024x"], tiers: ["2606"] },
      { source: "a range", tools: ["2024x and later"], tiers: ["2606"] },
      { source: "nothing", tools: [], tiers: [] },
    ];
    const verdict = judge(PILOT, MATRIX, release({ name: "2606", certified: ["2606"], claims }), null, TODAY);
    expect(verdict.claims.map((claim) => claim.covers)).toEqual([false, false, false, false]);
  });
});

describe("exceptions", () => {
  const accepted = (...entries: readonly ExceptionData[]) => judge(PILOT, MATRIX, R2606, exceptions(...entries), TODAY);

  test("[C4] the exact pair, in date, is accepted and the verdict stays P", () => {
    expect(accepted({})).toMatchObject({
      matrix: "P",
      cell: "P",
      means: "Planned",
      gate: "accepted",
      exception: { reason: "pilot of 2606", owner: "plm-team", until: "2036-12-31", expired: false },
    });
  });

  test.each([
    ["another row of the family", { tool: "2024x" }],
    ["a hot fix of the row", { tool: "2024x Refresh3 HF1" }],
    ["another connector", { connector: "2506" }],
    ["another spelling of the connector", { connector: "2606.0" }],
    ["another code", { verdict: "X" }],
    ["another environment", { environments: ["production"] }],
    ["no environment", { environments: [] }],
    ["an environment in other case", { environments: ["Pilot"] }],
  ])("[C4] an exception for %s accepts nothing and is not shown", (_, change) => {
    expect(accepted(change)).toMatchObject({ matrix: "P", gate: "block", exception: null });
  });

  test("[C4] another spelling of the row is the exact pair", () => {
    expect(accepted({ tool: "2024x-refresh 3" }).gate).toBe("accepted");
  });

  test("[C4] the last day counts, the day after does not", () => {
    const until = "2026-09-22";
    const on = (today: string) => judge(PILOT, MATRIX, R2606, exceptions({ until }), today);
    expect(on("2026-09-22")).toMatchObject({ gate: "accepted", exception: { until, expired: false } });
    expect(on("2026-09-23")).toMatchObject({ gate: "block", exception: { until, expired: true } });
  });

  test.each(["2036-02-30", "2036-1-1", "31.12.2036", "2036-12-31T00:00:00Z", "never", "", "9999"])(
    "[C4] an end of '%s' is no day and accepts nothing",
    (until) => {
      expect(accepted({ until }).gate).toBe("block");
    },
  );

  test("[C4] a day of the run that is no day accepts nothing", () => {
    for (const today of ["", "2026", "tomorrow"]) expect(judge(PILOT, MATRIX, R2606, exceptions({}), today).gate).toBe("block");
  });

  test("[C4] of several the one that ends last counts, whatever the order", () => {
    const entries: ExceptionData[] = [
      { until: "2026-01-01" },
      { until: "2027-01-01", owner: "last" },
      { until: "soon" },
      { until: "2026-12-01" },
    ];
    for (const order of [entries, [...entries].reverse()]) {
      expect(accepted(...order)).toMatchObject({ gate: "accepted", exception: { until: "2027-01-01", owner: "last" } });
    }
  });

  test("[C4] X, a missing row, a missing cell, an unknown code and a missing release cannot be accepted", () => {
    const r = (name: string) => release({ name, certified: ["2606"] });
    const all = exceptions(
      { connector: "2706", verdict: "X" },
      { connector: "2806", verdict: "?" },
      { connector: "2906", verdict: "P" },
      { tool: "2024x Refresh9" },
      {},
    );
    const gate = (change: Partial<Subject>, of = r("any")) => judge({ ...PILOT, ...change }, MATRIX, of, all, TODAY);
    expect(gate({ connector: "2706" })).toMatchObject({ matrix: "X", gate: "block", exception: null });
    expect(gate({ connector: "2806" })).toMatchObject({ reason: "unknown-code", gate: "block", exception: null });
    expect(gate({ connector: "2906" })).toMatchObject({ reason: "no-cell", gate: "block", exception: null });
    expect(gate({ tool: "2024x Refresh9" })).toMatchObject({ reason: "no-row", gate: "block", exception: null });
    expect(judge(PILOT, MATRIX, null, all, TODAY)).toMatchObject({ reason: "no-release", cell: "P", gate: "block" });
  });

  test("[C4] an exception does not reach over the tier axis, out of range or undecided", () => {
    const on = (certified: readonly string[]) =>
      judge(PILOT, MATRIX, release({ name: "2606", certified }), exceptions({}), TODAY);
    expect(on(["2706"])).toMatchObject({ tierRange: false, gate: "block", exception: { expired: false } });
    expect(on([])).toMatchObject({ tierRange: null, gate: "block" });
  });

  test("[C4] an exception for a code that passes is not needed and not shown", () => {
    const entry = exceptions({ connector: "2506", verdict: "A", environments: ["production"] });
    expect(
      judge(
        PRODUCTION,
        matrix([{ tool: "2024x Refresh3", connectors: { "2506": "A" } }], { ...LEGEND, A: { gate: "pass", acceptable: true } }),
        R2506,
        entry,
        TODAY,
      ),
    ).toMatchObject({
      gate: "pass",
      exception: null,
    });
  });

  test("[C4] a question without an environment is covered by no exception", () => {
    const nameless = exceptions({ environments: ["", "pilot"] });
    expect(judge({ ...PILOT, environment: "" }, MATRIX, R2606, nameless, TODAY)).toMatchObject({
      gate: "block",
      exception: null,
    });
    expect(judge({ ...PILOT, environment: "" }, MATRIX, R2606, exceptions({}), TODAY)).toMatchObject({
      gate: "block",
      exception: null,
    });
  });
});
