import { FILE_ROLES, type FileRole, isRecordingName } from "../../../compiler/index.ts";
import { LARGEST_TEXT, PropertiesDocument, isReadFailure } from "../../../kernel/index.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import type { InstalledValues } from "../../recording/pointing.ts";
import { type Layout, type Receipt, newestReceipt } from "../../../deploy/index.ts";
import type { WorkstationPlaces } from "./meant.ts";

/** The facts about a workstation that matter for a recording. */
export interface WorkstationState {
  /** The values of the settings files that exist and that Java's reader of properties accepts; other files are left out. */
  readonly installed: readonly InstalledValues[];
  /** The newest receipt of the workstation; null if there is none or it is unreadable. */
  readonly receipt: Receipt | null;
  /** Time at which the current addresses were installed, in milliseconds since 1970; null if it is unknown. */
  readonly switchedAt: number | null;
  /** The start time of each process of the tool, in milliseconds since 1970; null if the system does not report it. */
  readonly started: readonly (number | null)[];
}

/** The files of a workstation. */
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
    return null; // deploy and doctor report a damaged receipt
  }
}

/**
 * Returns the time at which a file was written; null if it cannot be read. Used for the connector's file only, because the connector
 * rewrites the client library's file at every start.
 */
function writtenAt({ files }: SwapWorld, path: string): number | null {
  try {
    return files.stat(path)?.modified ?? null;
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    return null;
  }
}

/** Returns the values of the settings files, as far as they exist and Java can read them. */
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
    // if the file was written after the deploy, the later time is that of the switch
    switchedAt: there === null ? stated : Math.max(there, stated ?? 0),
    started: processes.map(({ started }) => (started === null ? null : Date.parse(started))),
  };
}
