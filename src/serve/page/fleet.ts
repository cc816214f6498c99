import { type Change, type CompiledSide, changesBetween } from "../../compiler/index.ts";
import type { Receipt } from "../../deploy/index.ts";

/** The two receipts of one installation: the newest one that describes a state, and the newest one of all. */
export interface Installed {
  /** Newest receipt that describes a state; null if every run failed, so that the installed state is unknown. */
  readonly stands: Receipt | null;
  readonly last: Receipt;
  /** The installed settings, for a comparison; null if no bundle is installed. */
  readonly side: CompiledSide | null;
}

export interface DamagedReceipt {
  readonly name: string;
  readonly why: string;
}

/** The receipts of a folder. */
export interface Receipts {
  /** Path of the folder as the user named it. */
  readonly folder: string;
  readonly installed: readonly Installed[];
  readonly damaged: readonly DamagedReceipt[];
}

/** State of an installation, compared with what the repository compiles now. */
export type FleetState = "current" | "behind" | "gone" | "not-compiled" | "no-bundle" | "unknown";

export interface Machine extends Installed {
  readonly state: FleetState;
  /** Changes that a new bundle would make on it. */
  readonly changes: readonly Change[];
  /** True if a bundle of the same environment with a higher serial is installed somewhere. */
  readonly older: boolean;
  /** True if the newest run failed. */
  readonly troubled: boolean;
}

export interface Fleet {
  readonly folder: string;
  readonly machines: readonly Machine[];
  readonly damaged: readonly DamagedReceipt[];
}

const DRIFT: readonly Change["kind"][] = ["add", "set", "remove", "text"];

function stateOf(one: Installed, sides: ReadonlyMap<string, CompiledSide>): Pick<Machine, "state" | "changes"> {
  const none = { changes: [] };
  if (!one.stands) return { state: "unknown", ...none };
  if (!one.stands.bundle || !one.side) return { state: "no-bundle", ...none };
  const now = sides.get(one.stands.bundle.environment);
  if (!now) return { state: "gone", ...none };
  if (now.broken !== null) return { state: "not-compiled", ...none };
  const changes = changesBetween(one.side, now).filter(({ kind, key }) => key !== null && DRIFT.includes(kind));
  const behind = changes.length > 0 || one.side.connector !== now.connector;
  return { state: behind ? "behind" : "current", changes };
}

/** Returns the highest installed serial of each environment. */
function newestSerials(installed: readonly Installed[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const { stands } of installed) {
    const bundle = stands?.bundle;
    if (bundle) newest.set(bundle.environment, Math.max(bundle.serial, newest.get(bundle.environment) ?? bundle.serial));
  }
  return newest;
}

/** Compares every installation with what the repository compiles now. */
export function fleetOf({ folder, installed, damaged }: Receipts, sides: readonly CompiledSide[]): Fleet {
  const byName = new Map(sides.map((side) => [side.name, side]));
  const newest = newestSerials(installed);
  const machines = installed.map((one): Machine => {
    const bundle = one.stands?.bundle ?? null;
    return {
      ...one,
      ...stateOf(one, byName),
      older: bundle !== null && bundle.serial < (newest.get(bundle.environment) ?? 0),
      troubled: one.last.result !== "done",
    };
  });
  return { folder, machines, damaged };
}
