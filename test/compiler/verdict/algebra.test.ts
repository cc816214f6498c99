import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judge } from "../../../src/compiler/verdict/judge.ts";
import type { Verdict } from "../../../src/kernel/verdict/verdict.ts";
import * as any from "./arbitraries.ts";
import * as build from "./builders.ts";
import { runs } from "../../support/runs.ts";

const RUNS = runs(3000);

/** Zero to three; one or two most often, because empty lists meet nothing. */
const someOf = <T>(one: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(one) },
    { weight: 2, arbitrary: fc.tuple(one, one) },
    { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }) },
  );

/** Everything that a verdict is made of; `rows`, `exceptions` and the subject lean towards one tool release, so that pairs meet. */
const worlds = any.levels.chain((favourite) => {
  const near = fc.oneof(
    { weight: 6, arbitrary: any.spellingOf(favourite).map((text): any.Spelled => ({ levels: favourite, text })) },
    { weight: 1, arbitrary: any.spelled },
  );
  const on = <T extends { readonly tool: any.Spelled }>(base: fc.Arbitrary<T>) =>
    fc.tuple(base, near).map(([one, tool]): T => ({ ...one, tool }));
  return fc.record({
    tool: near,
    environment: any.environment,
    connector: any.connector,
    tier: any.tier,
    legend: any.legend,
    rows: someOf(on(any.row)),
    hasRelease: fc.constantFrom(true, true, true, false),
    certified: any.mostly<readonly string[]>(["2606"], [], ["2506"], ["2506", "2606"]),
    claims: fc.array(any.claim, { maxLength: 2 }),
    exceptions: someOf(on(any.exception)),
    today: any.today,
  });
});
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

function verdictOf(world: World): Verdict {
  return judge(
    { environment: world.environment, tool: world.tool.text, connector: world.connector, tierRelease: world.tier },
    build.matrix(
      world.rows.map((row) => ({ tool: row.tool.text, connectors: row.connectors })),
      world.legend,
    ),
    world.hasRelease ? build.release({ name: world.connector, certified: world.certified, claims: world.claims }) : null,
    build.exceptions(...world.exceptions.map((one) => ({ ...one, tool: one.tool.text }))),
    world.today,
  );
}

/** The codes of the pair, found by levels and not by text: the specification's reading, written a second time. */
function codesOf(world: World): readonly string[] {
  return world.rows.flatMap((row) => {
    const code = any.sameLevels(row.tool.levels, world.tool.levels) ? row.connectors[world.connector] : undefined;
    return code === undefined ? [] : [code];
  });
}

const inRange = (world: World) => world.hasRelease && world.certified.includes(world.tier);
const REAL_DAYS = ["2026-09-21", "2026-09-22", "2026-09-23", "2036-12-31"];

function isAccepted(world: World, code: string): boolean {
  return world.exceptions.some(
    (one) =>
      any.sameLevels(one.tool.levels, world.tool.levels) &&
      one.connector === world.connector &&
      one.verdict === code &&
      one.environments.includes(world.environment) &&
      REAL_DAYS.includes(one.until) &&
      one.until >= world.today,
  );
}

const property = (check: (world: World) => void) => fc.assert(fc.property(worlds, check), { numRuns: RUNS });

describe("verdict algebra", () => {
  test("[C1] [C2] the gate passes exactly where every code of the exact pair passes and the tier is in range", () => {
    let passed = 0;
    property((world) => {
      const codes = codesOf(world);
      const pass = codes.length > 0 && codes.every((code) => world.legend[code]?.gate === "pass") && inRange(world);
      expect(verdictOf(world).gate === "pass").toBe(pass);
      if (pass) passed++;
    });
    // A property that hardly ever meets its case proves nothing.
    expect(passed).toBeGreaterThan(RUNS / 100);
  });

  test("[C4] the gate accepts exactly where an acceptable code, the exact pair, the environment and the day meet, in range", () => {
    let accepted = 0;
    property((world) => {
      const verdict = verdictOf(world);
      const known = verdict.cell === null ? undefined : world.legend[verdict.cell];
      const may = known !== undefined && known.gate !== "pass" && known.acceptable === true;
      const expected = may && inRange(world) && isAccepted(world, verdict.cell as string);
      expect(verdict.gate === "accepted").toBe(expected);
      if (expected) accepted++;
    });
    expect(accepted).toBeGreaterThan(RUNS / 100);
  });

  test("[C2] the verdict's text is a code of the exact pair as written, and null has a reason", () => {
    property((world) => {
      const { matrix, reason, cell } = verdictOf(world);
      const codes = codesOf(world);
      expect(cell === null ? codes : codes.includes(cell)).toEqual(cell === null ? [] : true);
      if (reason === null) expect(matrix).toBe(cell);
      else expect(matrix).toBeNull();
      expect(reason === "unknown-code").toBe(cell !== null && !(cell in world.legend));
    });
  });

  test("[C3] claims change nothing but the list of claims", () => {
    property((world) => {
      const { claims: _, ...withClaims } = verdictOf(world);
      const { claims: none, ...without } = verdictOf({ ...world, claims: [] });
      expect(none).toEqual([]);
      expect(withClaims).toEqual(without);
    });
  });

  test("[C4] exceptions change nothing but the gate, from block to accepted", () => {
    property((world) => {
      const { gate, exception, ...facts } = verdictOf(world);
      const { gate: before, exception: none, ...factsBefore } = verdictOf({ ...world, exceptions: [] });
      expect(none).toBeNull();
      expect(facts).toEqual(factsBefore);
      if (gate !== before) expect([before, gate, exception?.expired]).toEqual(["block", "accepted", false]);
    });
  });

  test("[C2] spelling changes no code, no reason, no gate and no exception", () => {
    const respelled = worlds.chain((world) => {
      const again = (tool: any.Spelled) =>
        any.spellingOf(tool.levels).map((text): any.Spelled => ({ levels: tool.levels, text }));
      const all = <T extends { readonly tool: any.Spelled }>(list: readonly T[]) =>
        fc.tuple(...list.map((one) => again(one.tool).map((tool): T => ({ ...one, tool }))));
      return fc
        .tuple(again(world.tool), all(world.rows), all(world.exceptions))
        .map(([tool, rows, exceptions]) => [world, { ...world, tool, rows, exceptions } as World] as const);
    });
    fc.assert(
      fc.property(respelled, ([world, other]) => {
        const { tool: _, row: _r, nearestRow: _n, ...verdict } = verdictOf(world);
        expect(verdictOf(other)).toMatchObject(verdict);
      }),
      { numRuns: RUNS },
    );
  });

  test("[C2] a further row never opens a gate that a code of the pair holds shut", () => {
    fc.assert(
      fc.property(worlds, any.row, fc.boolean(), (world, row, first) => {
        const before = verdictOf(world);
        fc.pre(before.cell !== null && before.gate !== "pass");
        const after = verdictOf({ ...world, rows: first ? [row, ...world.rows] : [...world.rows, row] });
        expect(after.gate).not.toBe("pass");
      }),
      { numRuns: RUNS },
    );
  });

  test("[C4] time only closes: what is blocked today is blocked tomorrow, and the facts do not depend on the day", () => {
    property((world) => {
      const [early, late] = ["2026-09-21", "2026-09-23"].map((today) => verdictOf({ ...world, today })) as [Verdict, Verdict];
      if (early.gate !== "accepted") expect(late.gate).toBe(early.gate);
      const facts = ({ gate: _, exception, ...rest }: Verdict) => ({ ...rest, until: exception?.until, owner: exception?.owner });
      expect(facts(late)).toEqual(facts(early));
    });
  });

  test("[C1] [C4] out of range, undecided, no row, no cell, an unknown code and no release are never passed nor accepted", () => {
    property((world) => {
      const verdict = verdictOf(world);
      if (verdict.tierRange !== true || verdict.reason !== null) expect(verdict.gate).toBe("block");
      expect(verdict.tierRange).toBe(
        world.hasRelease && world.certified.length > 0 ? world.certified.includes(world.tier) : null,
      );
    });
  });

  test("[C3] a successful sign-in or check-out does not change the verdict", () => {
    property((world) => {
      const subject = {
        environment: world.environment,
        tool: world.tool.text,
        connector: world.connector,
        tierRelease: world.tier,
      };
      const matrix = build.matrix(
        world.rows.map((row) => ({ tool: row.tool.text, connectors: row.connectors })),
        world.legend,
      );
      const release = build.release({ name: world.connector, certified: world.certified });
      const told = { ...subject, signIn: "success", checkOut: "success", serverInfo: { Version: world.tier } };
      expect(judge(told, matrix, release, null, world.today)).toEqual(judge(subject, matrix, release, null, world.today));
    });
  });
});
