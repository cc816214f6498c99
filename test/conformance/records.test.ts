import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { nothing } from "../deploy/swap/support/explore.ts";
import { record } from "../deploy/swap/support/record.ts";
import type { Runner } from "../deploy/swap/support/runner.ts";
import { RUNNERS } from "../deploy/swap/support/runners.ts";
import { sampled } from "../deploy/swap/support/sample.ts";
import { jsonOf } from "../deploy/swap/support/snapshot.ts";
import { BROKEN, mutations } from "../deploy/swap/support/mutations.ts";
import { everything, INTERNAL, snapshot, SWITCH, tampered, touched } from "../deploy/swap/support/tampered.ts";
import { differing } from "../deploy/swap/support/judge.ts";

/** Bytes of the mutations of a record that a runner meets; what is no record at all, both meet whole. */
function* changed(runner: Runner, path: string, begin = 0): Generator<{ what: string; bytes: string | Buffer }> {
  const all = [...mutations(jsonOf(path))];
  for (const { what, record } of sampled(runner, all, begin)) yield { what, bytes: JSON.stringify(record) };
  for (const [what, bytes] of Object.entries(BROKEN)) yield { what, bytes };
}

const counted = (runner: Runner, executed: number) => record(runner.name, "record changed", { ...nothing(), executed });

const newest = (swap: string): string => {
  const folder = join(swap, "receipts");
  return join(
    folder,
    readdirSync(folder)
      .filter((name) => /^\d{6}-/.test(name))
      .sort()
      .at(-1) ?? "",
  );
};

describe.each(RUNNERS)("$name", (runner) => {
  test.each(["plan.json", "receipt.json", "reverting.json"])(
    "[D4] every mutation of an unfinished run's %s (deploy.ps1: every twenty-third): a whole state, or 12 with nothing touched; never elsewhere, never an exception",
    async (name) => {
      for (const [begin, step] of ["away", "prove"].entries()) {
        const trial = await tampered(runner, step);
        const { here, bundle, swap, run, reset } = trial;
        await here.deploy(bundle, SWITCH);
        const after = snapshot(here.root);
        reset();
        const path = join(swap, run, name);
        const wrong: string[] = [];
        let met = 0;
        for (const { what, bytes } of changed(runner, path, begin + name.length)) {
          met++;
          reset();
          writeFileSync(path, bytes);
          const before = everything(here.root);
          const ended = await here.deploy(bundle, SWITCH);
          if (INTERNAL.test(ended.err + ended.out)) wrong.push(`${step}, ${what}: ${ended.err}`);
          if (ended.code === 0) {
            if (name === "plan.json") wrong.push(`${step}, ${what}: taken`);
            const difference = differing(after, snapshot(here.root));
            if (difference !== "") wrong.push(`${step}, ${what}: ${difference}`);
          } else if (ended.code !== 12 || touched(before, here.root) !== "") {
            wrong.push(`${step}, ${what}: ${ended.code}, ${touched(before, here.root)} ${ended.err}`);
          } else if (!ended.err.includes(name)) wrong.push(`${step}, ${what}: the record is not named: ${ended.err}`);
        }
        expect(wrong.slice(0, 12)).toEqual([]);
        counted(runner, met);
      }
    },
  );

  test("[D4] every mutation of a journal (deploy.ps1: every twenty-third): a whole state, or 12 with nothing touched", async () => {
    const { here, bundle, swap, reset } = await tampered(runner, "prove");
    await here.deploy(bundle, SWITCH);
    const after = snapshot(here.root);
    reset();
    const path = join(swap, "journal.json");
    const wrong: string[] = [];
    let met = 0;
    for (const { what, bytes } of changed(runner, path)) {
      met++;
      reset();
      writeFileSync(path, bytes);
      const before = everything(here.root);
      const ended = await here.deploy(bundle, SWITCH);
      if (INTERNAL.test(ended.err + ended.out)) wrong.push(`${what}: ${ended.err}`);
      if (
        ended.code === 0 ? differing(after, snapshot(here.root)) !== "" : ended.code !== 12 || touched(before, here.root) !== ""
      )
        wrong.push(`${what}: ${ended.code}, ${touched(before, here.root)} ${ended.err}`);
    }
    expect(wrong.slice(0, 12)).toEqual([]);
    counted(runner, met);
  });

  test.each(["plan", "receipt"] as const)(
    "[D5] every mutation of the newest %s before a rollback (deploy.ps1: every twenty-third): 12 with nothing touched, or what a rollback without it would do",
    async (kind) => {
      const { here, swap, run, old, reset } = await tampered(runner, null);
      const path = kind === "plan" ? join(swap, run, "plan.json") : newest(swap);
      const wrong: string[] = [];
      const ends = { refused: 0, done: 0 };
      let met = 0;
      for (const { what, bytes } of changed(runner, path)) {
        met++;
        reset();
        writeFileSync(path, bytes);
        const before = everything(here.root);
        const ended = await here.rollback();
        if (INTERNAL.test(ended.err + ended.out)) wrong.push(`${what}: ${ended.err}`);
        if (ended.code === 0) {
          ends.done++;
          if (kind === "plan") wrong.push(`${what}: taken`);
          if (differing(old, snapshot(here.root)) !== "") wrong.push(`${what}: ${differing(old, snapshot(here.root))}`);
        } else {
          ends.refused++;
          if (![10, 12].includes(ended.code ?? 0) || touched(before, here.root) !== "")
            wrong.push(`${what}: ${ended.code}, ${touched(before, here.root)} ${ended.err}`);
        }
      }
      expect(wrong.slice(0, 12)).toEqual([]);
      counted(runner, met);
      expect(ends.refused).toBeGreaterThan(runner === inProcess ? 40 : 20);
      expect(readFileSync(path)).toBeDefined();
    },
  );
});
