import { daysBetween } from "../../kernel/index.ts";
import { type Change, type CompiledSide, changesBetween, isRecordingName } from "../../compiler/index.ts";
import type { Conflict, KnownInstallation, KnownRun } from "../../deploy/index.ts";

export interface DamagedReceipt {
  readonly name: string;
  readonly why: string;
}

/** The receipts in the folders of `--receipts`. */
export interface Receipts {
  /** Paths of the folders as the user named them. */
  readonly folders: readonly string[];
  readonly installed: readonly KnownInstallation[];
  readonly damaged: readonly DamagedReceipt[];
  readonly conflicts: readonly Conflict[];
}

/** A machine of the list of `--expected`. */
export interface ExpectedMachine {
  readonly machine: string;
  /** The environment that the list names for the machine; null if it names none. */
  readonly environment: string | null;
}

/** The list of `--expected`: each machine once. */
export interface ExpectedList {
  readonly file: string;
  readonly machines: readonly ExpectedMachine[];
  /** Remarks about the list in words: lines that name no machine, and machines that it names more than once. */
  readonly remarks: readonly string[];
}

/** The options of `report` that decide how the workstations of receipts are compared and marked. */
export interface FleetRequest {
  /** The current date, YYYY-MM-DD. */
  readonly today: string;
  readonly expected: ExpectedList | null;
  /** The days without a receipt after which a machine is marked; null without `--not-seen-days`. */
  readonly notSeenDays: number | null;
}

/** State of an installation, compared with what the repository compiles now. */
export type FleetState =
  | "current"
  | "differs"
  | "other-release"
  | "recording"
  | "unknown-environment"
  | "not-compiled"
  | "no-bundle"
  | "not-known";

export interface Machine {
  readonly last: KnownRun;
  readonly stands: KnownRun | null;
  /** Time since which the machine has had its present installation; null if it is unknown. */
  readonly since: string | null;
  /** Time of the machine's latest receipt. */
  readonly seen: string;
  readonly state: FleetState;
  /** Changes of keys that a new bundle would make on the machine; machines with the same installed state share one list. */
  readonly changes: readonly Change[];
  /** True if a bundle of the same environment with a higher serial is installed in another installation. */
  readonly older: boolean;
  /** True if the result of the machine's newest deploy or rollback is not `done`. */
  readonly troubled: boolean;
  /** True if the machine's latest receipt is older than `notSeenDays`. */
  readonly silent: boolean;
  /** True if the machine's latest receipt is of a day after today, or of no valid day, so that a clock is wrong. */
  readonly ahead: boolean;
  /** True if `--expected` is given and its list does not name the machine. */
  readonly unexpected: boolean;
  /**
   * The environment that the list of `--expected` names for the machine if another one is installed; null if they are equal, or one of them
   * is unknown.
   */
  readonly meant: string | null;
}

/**
 * One day of the rollout. `known`: the number of machines whose state a receipt until that day describes; `current`: how many of them had,
 * on that day, what the repository compiles now.
 */
export interface RolloutDay {
  readonly day: string;
  readonly known: number;
  readonly current: number;
}

export interface Fleet extends Pick<Receipts, "folders" | "damaged" | "conflicts">, FleetRequest {
  readonly machines: readonly Machine[];
  /** Expected machines without a receipt. */
  readonly neverSeen: readonly ExpectedMachine[];
  /** The days on which `known` or `current` changed, oldest first. */
  readonly rollout: readonly RolloutDay[];
}

type Compared = Pick<Machine, "state" | "changes">;

const DRIFT: readonly Change["kind"][] = ["add", "set", "remove", "text"];
const NONE: readonly Change[] = [];

/** Compares the installed states of workstations with what the repository compiles now, each different state once. */
class Comparisons {
  readonly #known = new Map<CompiledSide, Compared>();
  constructor(private readonly now: ReadonlyMap<string, CompiledSide>) {}

  of(run: KnownRun | null): Compared {
    if (!run) return { state: "not-known", changes: NONE };
    const { bundle, side } = run;
    if (!bundle || !side) return { state: "no-bundle", changes: NONE };
    const known = this.#known.get(side) ?? this.#compared(side);
    this.#known.set(side, known);
    return known;
  }

  #compared(side: CompiledSide): Compared {
    if (isRecordingName(side.name)) return { state: "recording", changes: NONE };
    const now = this.now.get(side.name);
    if (!now) return { state: "unknown-environment", changes: NONE };
    if (now.broken !== null) return { state: "not-compiled", changes: NONE };
    const changes = changesBetween(side, now).filter(({ kind, key }) => key !== null && DRIFT.includes(kind));
    if (side.connector !== now.connector) return { state: "other-release", changes };
    return { state: changes.length > 0 ? "differs" : "current", changes };
  }
}

/** Returns the highest installed serial of each environment. */
function newestSerials(installed: readonly KnownInstallation[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const { stands } of installed) {
    const bundle = stands?.bundle;
    if (bundle) newest.set(bundle.environment, Math.max(bundle.serial, newest.get(bundle.environment) ?? bundle.serial));
  }
  return newest;
}

/**
 * Returns the rollout by day, oldest first: the totals on each day on which a machine got its first receipt, or became or ceased to be as
 * compiled now. A receipt of a day after today counts as of today.
 */
function rolloutOf(installed: readonly KnownInstallation[], comparisons: Comparisons, today: string): readonly RolloutDay[] {
  const days = new Map<string, { known: number; current: number }>();
  for (const { runs } of installed) {
    let before: boolean | null = null;
    for (const run of runs) {
      if (!run.describesState) continue;
      const current = comparisons.of(run).state === "current";
      if (current === before) continue;
      const at = run.at.slice(0, 10);
      const day = at > today ? today : at;
      const sum = days.get(day) ?? { known: 0, current: 0 };
      days.set(day, {
        known: sum.known + (before === null ? 1 : 0),
        current: sum.current + Number(current) - Number(before ?? false),
      });
      before = current;
    }
  }
  const sum = { known: 0, current: 0 };
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { known, current }]) => {
      sum.known += known;
      sum.current += current;
      return { day, ...sum };
    });
}

const latest = (runs: readonly KnownRun[]): string => runs.reduce((most, { at }) => (at > most ? at : most), "");

/** Compares every installation in the receipts with what the repository compiles now. */
export function fleetOf(receipts: Receipts, sides: readonly CompiledSide[], request: FleetRequest): Fleet {
  const { folders, installed, damaged, conflicts } = receipts;
  const { today, expected, notSeenDays } = request;
  const comparisons = new Comparisons(new Map(sides.map((side) => [side.name, side])));
  const newest = newestSerials(installed);
  const listed = new Map(expected?.machines.map(({ machine, environment }) => [machine.toLowerCase(), environment]));
  const machines = installed.map(({ stands, last, since, runs }): Machine => {
    const bundle = stands?.bundle ?? null;
    const seen = latest(runs);
    const days = daysBetween(seen.slice(0, 10), today);
    const compared = comparisons.of(stands);
    const meant = listed.get(last.machine.toLowerCase()) ?? null;
    const isElsewhere = bundle !== null && compared.state !== "recording" && meant !== bundle.environment;
    return {
      last,
      stands,
      since,
      seen,
      ...compared,
      older: bundle !== null && bundle.serial < (newest.get(bundle.environment) ?? 0),
      troubled: last.result !== "done",
      silent: notSeenDays !== null && days > notSeenDays,
      ahead: !(days >= 0),
      unexpected: expected !== null && !listed.has(last.machine.toLowerCase()),
      meant: isElsewhere ? meant : null,
    };
  });
  const seenNames = new Set(installed.map(({ last }) => last.machine.toLowerCase()));
  const neverSeen = expected?.machines.filter(({ machine }) => !seenNames.has(machine.toLowerCase())) ?? [];
  const rollout = rolloutOf(installed, comparisons, today);
  return { folders, damaged, conflicts, today, expected, notSeenDays, machines, neverSeen, rollout };
}
