import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { scriptPath } from "../powershell/shell.ts";
import { inProcess } from "../swap/support/in-process.ts";
import { withScript } from "../swap/support/powershell.ts";
import type { Runner } from "../swap/support/runner.ts";
import { RUNNERS } from "../swap/support/runners.ts";
import { type Mutant, MUTANTS, scriptUnder, underMutant } from "../swap/support/table-mutants.ts";
import { type Seen, type Trial, toldOrder, trials } from "../swap/support/table-trials.ts";

const HOUR = 60 * 60_000;

/**
 * Wrong orders that no fault can tell from the right one, because nothing that the two steps change is looked at between them, by a tool that
 * starts or by a recovery. The order that a person is told still is another.
 */
const EQUAL: ReadonlyMap<string, string> = new Map([
  ["STEPS prune after copy", "both come after the journal is gone, and neither reads what the other writes"],
  ["UNDO unstray after unreceipt", "both lie between the two renames of the folder, while the journal stands"],
]);

const nameOf = ({ table, name }: Mutant): string => `${table} ${name}`;

/** deploy.ps1 meets every so many of the wrong tables: each is a script of its own in a PowerShell of its own. */
const EVERY = 9;

/** TIERWRIGHT_MUTANT: an expression that names the wrong tables that are to be tried, in both runners. */
const ONLY = process.env.TIERWRIGHT_MUTANT;
const TRIED = ONLY === undefined ? MUTANTS : MUTANTS.filter((mutant) => new RegExp(ONLY).test(nameOf(mutant)));
const sampled = (mutant: Mutant, i: number) =>
  ONLY !== undefined || i % EVERY === 0 || nameOf(mutant) === "STEPS strays after enter";

let all: readonly Trial[] = [];
const right = new Map<Trial, Seen>();

const play = (trial: Trial, runner: Runner): Promise<Seen> =>
  trial.play(runner).catch((error: unknown) => ({ threw: error instanceof Error ? error.message : String(error) }));

async function expected(trial: Trial): Promise<Seen> {
  const seen = right.get(trial) ?? (await trial.play(inProcess));
  right.set(trial, seen);
  return seen;
}

/** The first trial that a wrong table does not pass; those that caught most before are played first. */
async function caughtBy(mutant: Mutant, list: readonly Trial[], hits: Map<Trial, number>): Promise<Trial | null> {
  const order = [...list].sort((a, b) => (hits.get(b) ?? 0) - (hits.get(a) ?? 0));
  for (const trial of order) {
    const wanted = await expected(trial);
    const seen = await underMutant(mutant, () => play(trial, inProcess));
    if (isDeepStrictEqual(seen, wanted)) continue;
    hits.set(trial, (hits.get(trial) ?? 0) + 1);
    return trial;
  }
  return null;
}

beforeAll(async () => {
  all = await trials(inProcess);
}, HOUR);

describe("the built-in runner", () => {
  test(
    "[D4] each exchanged pair of steps, each dropped step and each wrong meaning of a failure is caught by the folder that lies there",
    async () => {
      const hits = new Map<Trial, number>();
      const left: string[] = [];
      for (const mutant of TRIED) if (!(await caughtBy(mutant, all, hits))) left.push(nameOf(mutant));
      expect(MUTANTS.length).toBeGreaterThan(100);
      expect(left).toEqual(TRIED.map(nameOf).filter((name) => EQUAL.has(name)));
    },
    HOUR,
  );

  test("[D4] the right table passes every trial a second time", async () => {
    for (const trial of all.slice(0, 20))
      expect([trial.name, await play(trial, inProcess)]).toEqual([trial.name, await expected(trial)]);
  }, 600_000);
});

const script = RUNNERS.find(({ name }) => name === "deploy.ps1");

describe.each(script ? [script] : [])("$name", (runner) => {
  const wrong = TRIED.filter((mutant, i) => !EQUAL.has(nameOf(mutant)) && sampled(mutant, i));

  test(
    `[D4] a script with a wrong table (${wrong.length} of ${MUTANTS.length}) is caught by a case that the right one passes`,
    async () => {
      const portable = all.filter((trial) => trial.portable);
      const folder = mkdtempSync(join(tmpdir(), "tierwright-mutant-"));
      const hits = new Map<Trial, number>();
      const passed = new Map<Trial, Seen>();
      const left: string[] = [];
      try {
        for (const [i, mutant] of wrong.entries()) {
          const trial = await caughtBy(mutant, portable, hits);
          if (!trial) continue; // it takes a fault at a single operation, which the other runner has in another place
          const path = join(folder, `deploy-${i}.ps1`);
          writeFileSync(path, scriptUnder(mutant, readFileSync(scriptPath("deploy.ps1"), "latin1")), "latin1");
          const caught = await withScript(path, async (own) => {
            // where one runner stumbles at once the other may go on, and is caught by a case that tells what was left out
            for (const item of [trial, ...portable.slice(0, 6)]) {
              passed.set(item, passed.get(item) ?? (await item.play(runner)));
              if (!isDeepStrictEqual(await play(item, own), passed.get(item))) return true;
            }
            return false;
          });
          if (!caught) left.push(`${nameOf(mutant)}: ${trial.name}`);
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      expect(left).toEqual([]);
    },
    HOUR,
  );

  test("[D4] both runners tell a person the steps of the same run in the order of the table", async () => {
    const { scenario } = await import("../swap/support/scenario.ts");
    const tried = await scenario({ name: "take-over", start: "hand-made", strays: true, run: "second" }, inProcess);
    const order = async (own: Runner) => {
      tried.reset();
      return toldOrder((await tried.act(own)).events).filter((id) => id !== "verify" && id !== "copy");
    };
    expect(await order(runner)).toEqual(await order(inProcess));
  }, 120_000);
});
