import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { underTable } from "../deploy/swap/support/powershell.ts";
import type { Runner } from "../deploy/swap/support/runner.ts";
import { RUNNERS } from "../deploy/swap/support/runners.ts";
import { scenario } from "../deploy/swap/support/scenario.ts";
import { type Mutant, MUTANTS, scriptTable, underMutant } from "../deploy/swap/support/table-mutants.ts";
import { type Seen, type Trial, toldOrder, trials } from "../deploy/swap/support/table-trials.ts";

/**
 * Wrong orders that no fault can tell from the right one, because nothing that the two steps change is looked at between them, by a tool that
 * starts or by a recovery. The order that a person is told still is another.
 */
const EQUAL: ReadonlyMap<string, string> = new Map([
  ["STEPS prune after copy", "both come after the journal is gone, and neither reads what the other writes"],
  ["UNDO unstray after unreceipt", "both lie between the two renames of the folder, while the journal stands"],
]);

const nameOf = ({ table, name }: Mutant): string => `${table} ${name}`;

/** TIERWRIGHT_MUTANT: an expression that names the wrong tables that are to be tried, in both runners. */
const ONLY = process.env.TIERWRIGHT_MUTANT;
/** All of them where the published counts are made (`npm run conformance`); elsewhere every third, and none that no fault can tell. */
const TRIED = MUTANTS.filter((mutant, i) =>
  ONLY !== undefined
    ? new RegExp(ONLY).test(nameOf(mutant))
    : process.env.TIERWRIGHT_FAULTS !== undefined || (i % 3 === 0 && !EQUAL.has(nameOf(mutant))),
);

/** A runner goes by a wrong table while `use` runs. */
const under = (runner: Runner, mutant: Mutant, use: () => Promise<Seen>): Promise<Seen> =>
  runner === inProcess ? underMutant(mutant, use) : underTable(scriptTable(mutant), use);

const play = (trial: Trial, runner: Runner): Promise<Seen> =>
  trial.play(runner).catch((error: unknown) => ({ threw: error instanceof Error ? error.message : String(error) }));

/** What the right table gives, played once for each trial. */
class Expected {
  readonly #seen = new Map<Trial, Seen>();

  constructor(readonly runner: Runner) {}

  async of(trial: Trial): Promise<Seen> {
    const seen = this.#seen.get(trial) ?? (await trial.play(this.runner));
    this.#seen.set(trial, seen);
    return seen;
  }
}

/** By the name of a wrong table: the trial that caught it on the runner before. */
const caught = new Map<string, string>();

/** The first trial that a wrong table does not pass. Played first: the one that caught it on the other runner, then those that caught most. */
async function caughtBy(
  mutant: Mutant,
  list: readonly Trial[],
  expected: Expected,
  hits: Map<Trial, number>,
): Promise<Trial | null> {
  const weight = (trial: Trial) =>
    trial.name === caught.get(nameOf(mutant)) ? Number.POSITIVE_INFINITY : (hits.get(trial) ?? 0);
  for (const trial of [...list].sort((a, b) => Math.sign(weight(b) - weight(a)))) {
    const wanted = await expected.of(trial);
    const seen = await under(expected.runner, mutant, () => play(trial, expected.runner));
    if (isDeepStrictEqual(seen, wanted)) continue;
    hits.set(trial, (hits.get(trial) ?? 0) + 1);
    caught.set(nameOf(mutant), trial.name);
    return trial;
  }
  return null;
}

describe.each(RUNNERS)("$name", (runner) => {
  // to show that no trial catches those, the built-in runner plays every one: it does so in seconds
  const tried = TRIED.filter((mutant) => runner === inProcess || !EQUAL.has(nameOf(mutant)));
  let all: readonly Trial[] = [];
  const expected = new Expected(runner);

  beforeAll(async () => {
    all = await trials(runner);
  });

  test(`[D4] each exchanged pair of steps, each dropped step and each wrong meaning of a failure (${tried.length} of ${MUTANTS.length} wrong tables) is caught by the folder that lies there`, async () => {
    const hits = new Map<Trial, number>();
    const left: string[] = [];
    for (const mutant of tried) {
      const begun = Date.now();
      const trial = await caughtBy(mutant, all, expected, hits);
      if (process.env.TIERWRIGHT_ENDS) console.log(`${Date.now() - begun} ms: ${nameOf(mutant)}: ${trial?.name ?? "not caught"}`);
      if (!trial) left.push(nameOf(mutant));
    }
    expect(MUTANTS.length).toBeGreaterThan(100);
    expect(left).toEqual(tried.map(nameOf).filter((name) => EQUAL.has(name)));
  });

  test("[D4] the right table passes every trial a second time", async () => {
    for (const trial of all.slice(0, 20))
      expect([trial.name, await play(trial, runner)]).toEqual([trial.name, await expected.of(trial)]);
  });
});

describe.each(RUNNERS.filter((runner) => runner !== inProcess))("$name", (runner) => {
  test("[D4] both runners tell a person the steps of the same run in the order of the table", async () => {
    const tried = await scenario({ name: "take-over", start: "hand-made", strays: true, run: "second" }, inProcess);
    const order = async (own: Runner) => {
      tried.reset();
      return toldOrder((await tried.act(own)).events).filter((id) => id !== "verify" && id !== "copy");
    };
    expect(await order(runner)).toEqual(await order(inProcess));
  });
});
