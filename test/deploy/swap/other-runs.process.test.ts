import { expect, test } from "vitest";
import { differing, endOf } from "./support/judge.ts";
import { steps } from "./support/explore.ts";
import { inProcess } from "./support/in-process.ts";
import { INSTALL } from "./support/installation.ts";
import { PLANS, scenario } from "./support/scenario.ts";
import { livePairs, snapshot, wantedPairs } from "./support/snapshot.ts";

const upgrade = async () => {
  const plan = PLANS.find(({ name }) => name.startsWith("upgrade"));
  if (!plan) throw new Error("there is no upgrade among the plans");
  const tried = await scenario(plan, inProcess);
  const { events } = await tried.act(inProcess);
  return { tried, numbers: steps(events) };
};

test("[D4] killed at every step, and then another bundle is installed: it stands, whole", async () => {
  const { tried, numbers } = await upgrade();
  const wrong: string[] = [];
  for (const at of numbers) {
    tried.reset();
    await tried.act(inProcess, { what: "step", at, how: "kill" });
    const { root, bundles } = tried;
    // the bundle of the old state: what was killed is undone or finished, and replaced
    const next = await inProcess.deploy(bundles.first, { root, switchEnvironment: true, allowDowngrade: "tried" });
    if (next.code !== 0) wrong.push(`step ${at}: ended with ${next.code}: ${next.err}`);
    if (endOf(tried) !== "old") wrong.push(`step ${at}: ${differing(tried.old, snapshot(root))}`);
  }
  expect(wrong).toEqual([]);
  expect(numbers.length).toBeGreaterThan(20);
});

test("[D4, D5] killed at every step, and then rolled back: always the state before, never one further back", async () => {
  const { tried, numbers } = await upgrade();
  let ended = 0;
  let never = 0;
  const wrong: string[] = [];
  for (const at of numbers) {
    tried.reset();
    await tried.act(inProcess, { what: "step", at, how: "kill" });
    const { root } = tried;
    const back = await inProcess.rollback({ root, install: INSTALL });
    if (back.code !== 0) wrong.push(`step ${at}: ended with ${back.code}: ${back.err}`);
    if (endOf(tried) === "old") ended++;
    // killed before its first byte: nobody knows that there was one
    else if (differing(wantedPairs("workshop"), livePairs(root) as Record<string, string>) === "") never++;
    else wrong.push(`step ${at}: ${differing(tried.old, snapshot(root))}`);
    const verified = await inProcess.verify({ root });
    if (verified.code !== 0) wrong.push(`step ${at}: ${verified.err}`);
  }
  expect(wrong).toEqual([]);
  expect(ended).toBeGreaterThan(20);
  expect(never).toBe(3);
});
