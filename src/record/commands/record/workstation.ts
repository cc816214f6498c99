import { FILE_ROLES, type FileRole, isRecordingName } from "../../../compiler/index.ts";
import { LARGEST_TEXT, PropertiesDocument, isReadFailure } from "../../../kernel/index.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import type { InstalledValues } from "../../recording/pointing.ts";
import { type Layout, type Receipt, newestReceipt } from "../../../deploy/index.ts";
import type { WorkstationPlaces } from "./meant.ts";

/** The facts about a workstation that show whether its modeling tool uses the relays. */
export interface WorkstationState {
  /** The values of each settings file that exists and that Java's properties reader accepts; other settings files are left out. */
  readonly installed: readonly InstalledValues[];
  /** The newest receipt of the workstation; null if there is none or it is unreadable. */
  readonly receipt: Receipt | null;
  /** The time at which the current addresses were installed, in milliseconds since 1970; null if it is unknown. */
  readonly switchedAt: number | null;
  /** The start time of each modeling-tool process, in milliseconds since 1970; null for one of which the system reports no time. */
  readonly started: readonly (number | null)[];
}

/** The access to a workstation's files that reading its settings and receipts needs. */
export type Reading = Pick<SwapWorld, "files">;

function valuesAt({ files }: Reading, file: FileRole, path: string | null): readonly InstalledValues[] {
  if (path === null) return [];
  try {
    if (files.stat(path)?.kind !== "file") return [];
    const { map, error } = PropertiesDocument.parse(files.read(path, LARGEST_TEXT)).load();
    return error ? [] : [{ file, path, values: new Map([...map].map(([key, { value }]) => [key, value])) }];
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    return []; // the file belongs to another account, or a program has it open
  }
}

function receiptAt({ files }: SwapWorld, layout: Layout): Receipt | null {
  try {
    return newestReceipt(files, layout);
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    return null; // `deploy` and `doctor` report a damaged receipt
  }
}

/**
 * Returns the time of a file's last write; null if it cannot be read. Used for connector.properties only, because the connector rewrites
 * the client library's file at every start.
 */
function writtenAt({ files }: SwapWorld, path: string): number | null {
  try {
    return files.stat(path)?.modified ?? null;
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    return null;
  }
}

/** Returns the values of each of a workstation's settings files that exists and that Java can read. */
export const installedOf = (world: Reading, places: Omit<WorkstationPlaces, "layout">): readonly InstalledValues[] =>
  FILE_ROLES.flatMap((file) => valuesAt(world, file, places[file]));

/** Reads the workstation's settings files, receipts and processes; writes nothing. */
export async function readWorkstation(world: SwapWorld, { layout, ...places }: WorkstationPlaces): Promise<WorkstationState> {
  const installed = installedOf(world, places);
  const receipt = receiptAt(world, layout);
  const there = installed.length === 0 ? null : writtenAt(world, places.connector);
  const stated = receipt?.bundle && isRecordingName(receipt.bundle.environment) ? Date.parse(receipt.at) : null;
  const processes = await world.processes(layout.install).catch(() => []);
  return {
    installed,
    receipt,
    // connector.properties can be written after the deploy of the recording's bundle: the later time is that of the switch
    switchedAt: there === null ? stated : Math.max(there, stated ?? 0),
    started: processes.map(({ started }) => (started === null ? null : Date.parse(started))),
  };
}
