import { isDeepStrictEqual } from "node:util";
import { CHANGES, type Event, type Fault } from "./fault.ts";
import { debris, differing, endOf, exchanges, receiptProblem, visibleProblem } from "./judge.ts";
import type { Outcome, Runner } from "./runner.ts";
import type { Scenario } from "./scenario.ts";
import { everything, snapshot } from "./snapshot.ts";

/** What an exploration did and found. */
export interface Explored {
  executed: number;
  ends: { old: number; new: number };
  problems: string[];
}

export const nothing = (): Explored => ({ executed: 0, ends: { old: 0, new: 0 }, problems: [] });

/** Who meets the fault, who recovers, and who does the work after that; null: what comes after recovery is not tried. */
export interface Runners {
  readonly first: Runner;
  readonly second: Runner;
  readonly third: Runner | null;
}

export const alone = (runner: Runner): Runners => ({ first: runner, second: runner, third: runner });

/** Numbers of the operations that change the disk, or of all. */
export function operations(events: readonly Event[], only: "changes" | "all"): readonly number[] {
  const all = events.filter((event) => event.kind === "operation");
  return all.flatMap((event, i) => (only === "all" || CHANGES.has(event.name) ? [i + 1] : []));
}

/** Numbers of the operations that can be seen half done. */
export function tearable(events: readonly Event[]): readonly number[] {
  return events
    .filter((event) => event.kind === "operation")
    .flatMap(({ name }, i) => (name === "write" || name === "removeTree" ? [i + 1] : []));
}

export const steps = (events: readonly Event[]): readonly number[] =>
  events.filter((event) => event.kind === "step").map((_, i) => i + 1);

const said = ({ what, at, how, forever, second }: Fault): string =>
  `${how} at ${what} ${at}${forever ? " and ever after" : ""}${second ? `, then ${second.how} at change ${second.at}` : ""}`;

/** The state after recovery is whole, the same run then does its work, and once more changes nothing. */
async function settle(
  scenario: Scenario,
  recoverer: Runner,
  runner: Runner | null,
  explored: Explored,
  where: string,
): Promise<void> {
  if (runner === null) return recovers(scenario, recoverer, explored, where);
  const problem = (text: string) => explored.problems.push(`${where}: ${text}`);
  const probe = await scenario.probe(recoverer);
  if (probe.code !== 10) return void problem(`the next run ended with ${probe.code} instead of 10: ${probe.err}`);
  const end = endOf(scenario);
  if (end === "neither") {
    const now = snapshot(scenario.root);
    return void problem(
      `neither old nor new: from old ${differing(scenario.old, now)} | from new ${differing(scenario.new, now)}`,
    );
  }
  explored.ends[end]++;
  const told = receiptProblem(scenario, end);
  if (told) explored.problems.push(`${where}: ${told}`);
  const left = debris(scenario.root);
  if (left.length > 0) problem(`left over: ${left.join(", ")}`);
  if (!(scenario.rollback && end === "new")) {
    const again = await scenario.act(runner);
    if (again.code !== 0) problem(`then the same run ended with ${again.code}: ${again.err}`);
    if (endOf(scenario) !== "new") problem("then the same run did not bring the new state");
  }
  // a rollback again would go back further: what it left is proven instead
  const third = scenario.rollback ? await runner.verify({ root: scenario.root }) : await scenario.act(runner);
  if (third.code !== 0) problem(`and once more ended with ${third.code}: ${third.err}`);
  if (endOf(scenario) !== "new") problem("and once more changed something");
}

/** A kill; then another runner, or the same, recovers. */
export async function killed(
  scenario: Scenario,
  { first, second, third }: Runners,
  fault: Fault,
  explored: Explored,
): Promise<void> {
  scenario.reset();
  const outcome = await scenario.act(first, fault);
  const where = `${scenario.name}, ${first.name}, ${said(fault)}, then ${second.name}`;
  if (outcome.code !== null)
    return void explored.problems.push(`${where}: was not killed, ended with ${outcome.code} ${outcome.err}`);
  explored.executed++;
  const visible = visibleProblem(scenario, exchanges(scenario));
  if (visible) explored.problems.push(`${where}: ${visible}`);
  await settle(scenario, second, third, explored, where);
}

const WORDS: Readonly<Record<string, RegExp>> = {
  ENOSPC: /disk is full|no space/i,
  EIO: /input\/output error/i,
  late: /input\/output error/i,
  EACCES: /access.*denied/i,
};

function codeProblem({ code, err }: Outcome, end: string, fault: Fault): string | null {
  if (code === 0) return end === "new" ? null : `ended with 0, and the state is ${end}`;
  if (code === 10 || code === 11 || code === 1618) {
    if (end !== "old") return `ended with ${code}, and the state is ${end}`;
  } else if (code !== 12) return `ended with ${code}: ${err}`;
  return WORDS[fault.how]?.test(err) ? null : `the first error is not told: ${err}`;
}

/** An operation that fails; then a run without faults. */
export async function failed(
  scenario: Scenario,
  { first, second, third }: Runners,
  fault: Fault,
  explored: Explored,
): Promise<void> {
  scenario.reset();
  const outcome = await scenario.act(first, fault);
  const where = `${scenario.name}, ${first.name}, ${said(fault)} (${nameOf(outcome, fault)}), then ${second.name}`;
  explored.executed++;
  const visible = visibleProblem(scenario, exchanges(scenario));
  if (visible) explored.problems.push(`${where}: ${visible}`);
  if (outcome.code === null) return settle(scenario, second, third, explored, where);
  const wrong = codeProblem(outcome, endOf(scenario), fault);
  if (wrong) explored.problems.push(`${where}: ${wrong}`);
  if (outcome.code === 0 || (outcome.code === 10 && isDeepStrictEqual(everything(scenario.root), scenario.untouched))) return;
  await settle(scenario, second, third, explored, where);
}

/** A scanner that holds files by chance: one that lets go only delays; one that does not may stop the run, and never mixes anything. */
export async function scanned(
  scenario: Scenario,
  { first, second, third }: Runners,
  scan: NonNullable<Fault["scan"]>,
  explored: Explored,
): Promise<void> {
  scenario.reset();
  const outcome = await scenario.act(first, { what: "operation", at: 0, how: "scan", scan });
  const { code, err } = outcome;
  const where = `${scenario.name}, ${first.name}, scanner ${scan.seed} (${scan.stuck ?? 0} % stuck), then ${second.name}`;
  const problem = (text: string) => explored.problems.push(`${where}: ${text}`);
  explored.executed++;
  const visible = visibleProblem(scenario, exchanges(scenario));
  if (visible) problem(visible);
  const end = endOf(scenario);
  const right = scan.stuck ? [0, 1618, 12] : [0];
  if (code === null || !right.includes(code)) problem(`ended with ${code}: ${err}`);
  if (code === 0 && end !== "new") problem(`ended with 0, and the state is ${end}`);
  if (code === 1618 && end !== "old") problem(`ended with 1618, and the state is ${end}: ${err}`);
  if (code === 0) {
    const verified = await first.verify({ root: scenario.root });
    if (verified.code !== 0) problem(`ended with 0, and verify says ${verified.code}: ${verified.err}`);
  }
  if (!scan.stuck && debris(scenario.root).length > 0) problem(`left over: ${debris(scenario.root).join(", ")}`);
  const before = explored.ends.old;
  await settle(scenario, second, third, explored, where);
  if (code === 0 && explored.ends.old > before) problem("ended with 0, and the next run went back");
}

function nameOf({ events }: Outcome, { at }: Fault): string {
  const event = events.filter(({ kind }) => kind === "operation")[Number(at) - 1];
  const step = events.slice(0, event ? events.indexOf(event) : 0).findLast(({ kind }) => kind === "step");
  return event ? `${event.name} ${event.path.slice(-60)} in ${step?.name}` : "?";
}

/** Recovers, and looks whether the state is whole; what a later run does then is told by `settle`. */
async function recovers(scenario: Scenario, recoverer: Runner, explored: Explored, where: string): Promise<void> {
  const probe = await scenario.probe(recoverer);
  if (probe.code !== 10)
    return void explored.problems.push(`${where}: the next run ended with ${probe.code} instead of 10: ${probe.err}`);
  const end = endOf(scenario);
  if (end === "neither") {
    const now = snapshot(scenario.root);
    return void explored.problems.push(
      `${where}: neither old nor new: from old ${differing(scenario.old, now)} | from new ${differing(scenario.new, now)}`,
    );
  }
  explored.ends[end]++;
  const told = receiptProblem(scenario, end);
  if (told) explored.problems.push(`${where}: ${told}`);
  if (debris(scenario.root).length > 0) explored.problems.push(`${where}: left over: ${debris(scenario.root).join(", ")}`);
}

/** A kill, and another fault at every operation of the recovery that changes the disk; then a recovery without faults. */
export async function interrupted(
  scenario: Scenario,
  runners: Runners,
  fault: Fault,
  again: readonly Pick<Fault, "how" | "forever">[],
  explored: Explored,
  every = 1,
): Promise<void> {
  scenario.reset();
  const outcome = await scenario.act(runners.first, fault);
  if (outcome.code !== null) return void explored.problems.push(`${scenario.name}, ${said(fault)}: was not killed`);
  scenario.save();
  const { events } = await scenario.probe(runners.second);
  for (const how of again) {
    const numbers = how.how === "torn" ? tearable(events) : operations(events, "changes");
    for (const at of numbers.filter((_, i) => i % every === 0)) {
      scenario.reset("saved");
      const second: Fault = { what: "operation", at, ...how };
      const ended = await scenario.probe(runners.second, second);
      explored.executed++;
      const where = `${scenario.name}, ${runners.first.name}, ${said(fault)}, then ${runners.second.name}, ${said(second)} (${nameOf({ ...ended, events }, second)})`;
      if (ended.code !== null && ended.code !== 12 && ended.code !== 10)
        explored.problems.push(`${where}: ended with ${ended.code}`);
      const visible = visibleProblem(scenario, exchanges(scenario));
      if (visible) explored.problems.push(`${where}: ${visible}`);
      await recovers(scenario, runners.third ?? runners.first, explored, where);
    }
  }
}

/** The first problems, each on one line: hundreds of faults tend to find the same. */
export const told = ({ problems }: Explored): readonly string[] => {
  const lines = problems.map((text) => text.replaceAll(/\s*\n\s*/g, " / ").slice(0, 600));
  return lines.length > 12 ? [...lines.slice(0, 12), `and ${lines.length - 12} more`] : lines;
};
