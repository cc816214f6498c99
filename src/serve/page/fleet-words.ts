import { plural } from "../../kernel/index.ts";
import { type DeployResult, isUncommitted } from "../../deploy/index.ts";
import type { Fleet, FleetState, Machine } from "./fleet.ts";
import type { Tone } from "./words.ts";

interface StateWords {
  readonly tone: Tone;
  readonly word: string;
  readonly means: string;
}

/** The words of each state of a workstation, gravest first. */
export const STATES: Readonly<Record<FleetState, StateWords>> = {
  "not-known": { tone: "bad", word: "not known", means: "no receipt describes the installed files" },
  "unknown-environment": { tone: "bad", word: "unknown environment", means: "their environment is not in this repository" },
  "not-compiled": {
    tone: "warn",
    word: "not compiled",
    means: "their environment cannot be compiled now, so nothing is compared",
  },
  "other-release": { tone: "warn", word: "other release", means: "another connector release than the repository's is installed" },
  differs: { tone: "warn", word: "differ", means: "installed settings differ from the current repository" },
  recording: { tone: "info", word: "recording", means: "a recording is installed, which leads them through its relays" },
  "no-bundle": { tone: "info", word: "no bundle", means: "rolled back to the state before the first deploy" },
  current: { tone: "good", word: "as compiled", means: "installed settings match the current repository" },
};
export const ORDER = Object.keys(STATES) as readonly FleetState[];

export const RESULT: Readonly<Record<DeployResult, string>> = {
  done: "done",
  "in-use": "the tool was running",
  refused: "refused",
  "rolled-back": "failed and rolled back",
  attention: "needs attention",
};

/** Formats a timestamp as '2026-11-21 12:00 UTC'. Returns any other text unchanged. */
export const timeText = (at: string): string => at.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, "$1 $2 UTC");

export const silentWords = (days: number | null): string => `not seen for ${plural(days ?? 0, "day")}`;

/** Returns the summary of all workstations: '1000 workstations: 55 differ, 945 as compiled, 3 stopped in the last run'. */
export function fleetLine({ machines, damaged: unreadable, neverSeen, notSeenDays }: Fleet): string {
  const count = (test: (machine: Machine) => boolean, word: string) => {
    const number = machines.filter(test).length;
    return number > 0 ? [`${number} ${word}`] : [];
  };
  const parts = [
    ...ORDER.flatMap((state) => count((machine) => machine.state === state, STATES[state].word)),
    ...count(({ troubled }) => troubled, "stopped in the last run"),
    ...count(({ silent }) => silent, silentWords(notSeenDays)),
    ...(unreadable.length > 0 ? [`${plural(unreadable.length, "receipt")} damaged`] : []),
    ...(neverSeen.length > 0 ? [`${neverSeen.length} expected but never seen`] : []),
  ];
  return `${plural(machines.length, "workstation")}: ${parts.join(", ")}`;
}

const MOST_NAMED = 5;

/** Returns a remark about workstations in one line, with the names of the first few of them; an empty list if there are none. */
function named(machines: readonly Machine[], says: string): readonly string[] {
  if (machines.length === 0) return [];
  const names = machines.slice(0, MOST_NAMED).map(({ last }) => last.machine);
  const more = machines.length - names.length;
  return [`${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${says}`];
}

/** Returns remarks about unreadable and contradictory receipts, wrong clocks, and the list of `--expected`, one line each. */
export function remarksOf({ damaged, conflicts, expected, machines }: Fleet): readonly string[] {
  const more = conflicts.length - MOST_NAMED;
  return [
    ...damaged.map(({ name, why }) => `the receipt ${name} cannot be read: ${why}`),
    ...conflicts
      .slice(0, MOST_NAMED)
      .map(
        ({ machine, at, used, other }) =>
          `${machine} has two receipts of ${at} with the same number that differ: ${used} is used, ${other} is not`,
      ),
    ...(more > 0 ? [`${more} more like these`] : []),
    ...named(
      machines.filter(({ ahead }) => ahead),
      "the latest receipt is of a later day than today; a clock is wrong",
    ),
    ...named(
      machines.filter(({ stands }) => isUncommitted(stands)),
      "the installed bundle was built with uncommitted changes; no commit contains them",
    ),
    ...(expected?.remarks ?? []).map((remark) => `${expected?.file}: ${remark}`),
    ...named(
      machines.filter(({ unexpected }) => unexpected),
      `with a receipt, but not in ${expected?.file}`,
    ),
    ...named(
      machines.filter(({ meant }) => meant !== null),
      `installed is another environment than ${expected?.file} names`,
    ),
  ];
}
