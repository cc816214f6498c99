import { basename } from "node:path";
import { groupedBy, readForDisplay, withoutSecretParts } from "../../kernel/index.ts";
import type { ReceiptFile } from "../../platform/index.ts";
import { type CompiledSide, type Installation, installedSide } from "../../compiler/index.ts";
import type { DeployResult, DeployState, InstalledBundle, Receipt } from "../swap/protocol/receipt.ts";
import { RECEIPT } from "../swap/records/kinds.ts";

/** The parts of a receipt that a list of workstations or a plan needs. Receipts of equal bundles or states share one object. */
export interface KnownRun {
  /** The name of the receipt's file, in the folder in which it was found. */
  readonly file: string;
  readonly machine: string;
  readonly run: string;
  readonly sequence: number;
  readonly at: string;
  readonly result: DeployResult;
  /** The first line of the error that ended the deploy or rollback, without secrets; null if it was done. */
  readonly error: string | null;
  /** The bundle that the receipt of the deploy or rollback names; null if it names none. */
  readonly bundle: InstalledBundle | null;
  /**
   * True if the deploy or rollback completed and its receipt describes the state. Receipts of failed deploys and rollbacks describe none.
   */
  readonly describesState: boolean;
  /** The installed settings that the receipt describes; null if it names no bundle or describes no state. */
  readonly side: CompiledSide | null;
}

/** Two receipts of one installation with the same sequence number and time but different content. */
export interface Conflict {
  readonly machine: string;
  readonly at: string;
  /** The file of the receipt that is used, the first by name; `other` is not used. */
  readonly used: string;
  readonly other: string;
}

/** An installation of the connector: a machine, a folder of the modeling tool, and a plug-in. */
export interface KnownInstallation {
  /**
   * The newest deploy or rollback whose receipt describes a state; null if all since .swap was made have failed, so that the installed
   * state is unknown.
   */
  readonly stands: KnownRun | null;
  readonly last: KnownRun;
  /**
   * The time since which the present bundle and settings are installed, that of the first run in an unbroken series with them; null if no
   * receipt describes a state.
   */
  readonly since: string | null;
  /** Every deploy or rollback of the installation, oldest first. */
  readonly runs: readonly KnownRun[];
}

/**
 * Returns whether the bundle that a deploy or rollback installed was built with uncommitted changes, so that no commit says what it
 * contains.
 */
export const isUncommitted = (run: KnownRun | null): boolean => run?.bundle?.changed === true;

/** Returns a text that identifies the installation of a receipt: machine, folder and plug-in in lower case, as Windows compares names. */
const installedPlace = ({ machine, install, plugin }: Receipt): string =>
  JSON.stringify([machine.toLowerCase(), install.toLowerCase(), plugin.folder.toLowerCase()]);

/**
 * Compares two runs of one .swap folder: negative if `a` is older, by receipt number, then time; at equal times the first file name counts
 * as newer.
 */
const byAge = (a: KnownRun, b: KnownRun): number =>
  a.sequence - b.sequence || (a.at === b.at ? (a.file < b.file ? 1 : -1) : a.at < b.at ? -1 : 1);

/**
 * Groups deploys and rollbacks by the folder `.swap` that held the receipts when they ran, oldest first in each group. A workstation that
 * is set up again has a new folder and numbers its receipts from 1 again, and a run that fails before the first receipt has the number 0,
 * so times separate the groups. Within a group numbers decide, because a clock can be wrong.
 */
function byFolder(runs: readonly KnownRun[]): readonly (readonly KnownRun[])[] {
  const first = runs.flatMap(({ sequence, result, at }) => (sequence === 1 && result === "done" ? [at] : [])).sort();
  const failed = runs.flatMap(({ sequence, at }) => (sequence === 0 && first[0] !== undefined && at > first[0] ? [at] : []));
  const starts = [...new Set([...first.slice(1), ...failed])];
  const folders = groupedBy(runs, ({ at }) => starts.filter((start) => start <= at).length);
  return [...folders].sort(([a], [b]) => a - b).map(([, those]) => those.sort(byAge));
}

/** Returns the installed values that a receipt describes, in the form that a plan compares. */
function installationOf(bundle: InstalledBundle, plugin: Receipt["plugin"], state: DeployState): Installation {
  const secrets = state.secrets.map(({ file, key }) => ({ file, key, value: null }));
  const known = new Set(secrets.map(({ file, key }) => JSON.stringify([file, key])));
  const own = state.values.filter(({ file, key }) => !known.has(JSON.stringify([file, key])));
  const values = [...own.map(({ file, key, value }) => ({ file, key, value })), ...secrets];
  const { environment, connector } = bundle;
  const conf = basename(plugin.conf);
  return { environment, connector, conf, files: [], values, whole: ["connector", "logger"], machine: null };
}

const isSame = (a: KnownRun, b: KnownRun): boolean =>
  a.run === b.run && a.result === b.result && a.bundle === b.bundle && a.side === b.side && a.describesState === b.describesState;

function knownInstallation(folders: readonly (readonly KnownRun[])[], last: KnownRun): KnownInstallation {
  const described = (folders.at(-1) ?? []).filter(({ describesState }) => describesState);
  const stands = described.at(-1) ?? null;
  let since = stands?.at ?? null;
  for (let i = described.length - 2; i >= 0; i--) {
    const before = described[i];
    if (!before || before.side !== stands?.side || before.bundle?.sha256 !== stands?.bundle?.sha256) break;
    since = before.at;
  }
  return { stands, last, since, runs: folders.flat() };
}

/**
 * The receipts of all workstations, reduced to the data that a list of workstations or a plan needs, because they are many and large and
 * have few different states. A receipt that was copied more than once counts once.
 */
export class Installations {
  readonly #bundles = new Map<string, InstalledBundle>();
  readonly #sides = new Map<string, CompiledSide>();
  readonly #runs = new Map<string, Map<string, KnownRun[]>>();
  readonly #conflicts: Conflict[] = [];

  /** Adds the receipt in a file. Returns the reason if it cannot be read, else null. */
  addFile(file: ReceiptFile): string | null {
    const read = "bytes" in file ? readForDisplay(RECEIPT, file.bytes) : { problem: file.why };
    if ("problem" in read) return read.problem;
    this.add(read.record, file.name);
    return null;
  }

  add(receipt: Receipt, file: string): void {
    const { machine, run, sequence, at, result, state } = receipt;
    const describesState = state !== null && result === "done";
    const bundle = receipt.bundle && this.#bundle(receipt.bundle);
    const side = describesState ? this.#side(receipt) : null;
    const [line = ""] = receipt.error?.split(/\r?\n/) ?? [];
    const error = line === "" ? null : withoutSecretParts(line);
    const known: KnownRun = { file, machine, run, sequence, at, result, error, bundle, describesState, side };
    const place = installedPlace(receipt);
    const runs = this.#runs.get(place) ?? new Map<string, KnownRun[]>();
    this.#runs.set(place, runs);
    const time = `${sequence} ${at}`;
    const equal = runs.get(time) ?? [];
    if (equal.some((one) => isSame(one, known))) return;
    const [first] = equal;
    if (first) this.#conflicts.push({ machine, at, used: first.file, other: file });
    equal.push(known);
    runs.set(time, equal);
  }

  #bundle(bundle: InstalledBundle): InstalledBundle {
    const key = JSON.stringify(bundle);
    const known = this.#bundles.get(key) ?? bundle;
    this.#bundles.set(key, known);
    return known;
  }

  #side({ bundle, plugin, state }: Receipt): CompiledSide | null {
    if (!bundle || !state) return null;
    const key = JSON.stringify([bundle.environment, bundle.connector, plugin.conf, state.values, state.secrets]);
    const known = this.#sides.get(key) ?? installedSide(installationOf(bundle, plugin, state));
    this.#sides.set(key, known);
    return known;
  }

  /** The pairs of receipts that contradict each other, in the order in which they were added. */
  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  /** Returns every installation, sorted by machine, folder and plug-in. */
  all(): readonly KnownInstallation[] {
    const places = [...this.#runs].sort(([a], [b]) => (a < b ? -1 : 1));
    return places.flatMap(([, runs]) => {
      const folders = byFolder([...runs.values()].flat());
      const last = folders.at(-1)?.at(-1);
      return last ? [knownInstallation(folders, last)] : [];
    });
  }
}
