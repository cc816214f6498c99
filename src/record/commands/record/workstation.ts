import { isRecordingName } from "../../../compiler/index.ts";
import { LARGEST_TEXT, PropertiesDocument } from "../../../kernel/index.ts";
import type { SwapWorld } from "../../../platform/index.ts";
import type { InstalledValues } from "../../recording/pointing.ts";
import { type Layout, type Receipt, newestReceipt } from "../../../deploy/index.ts";
import type { WorkstationPlaces } from "./meant.ts";

/** What lies on this workstation of what a recording decides. */
export interface SeenWorkstation {
  /** Files that are there and that Java can read. */
  readonly installed: readonly InstalledValues[];
  /** The newest receipt, where there is one that can be read. */
  readonly receipt: Receipt | null;
  /** When the addresses that are there now were installed, in milliseconds since 1970. */
  readonly switchedAt: number | null;
  /** When each program of the tool began. */
  readonly started: readonly (number | null)[];
}

function valuesAt({ files }: SwapWorld, file: InstalledValues["file"], path: string): readonly InstalledValues[] {
  try {
    if (files.stat(path)?.kind !== "file") return [];
    const { map, error } = PropertiesDocument.parse(files.read(path, LARGEST_TEXT)).load();
    return error ? [] : [{ file, path, values: new Map([...map].map(([key, { value }]) => [key, value])) }];
  } catch {
    return []; // another account's, or held by a program
  }
}

function receiptAt({ files }: SwapWorld, layout: Layout): Receipt | null {
  try {
    return newestReceipt(files, layout);
  } catch {
    return null;
  }
}

/** A file that is taken for the time of the switch: the connector rewrites the client's at every start, so only its own counts. */
function writtenAt({ files }: SwapWorld, path: string): number | null {
  try {
    return files.stat(path)?.modified ?? null;
  } catch {
    return null;
  }
}

/** What the two files say, as far as they are there and Java can read them. */
export const installedOf = (
  world: SwapWorld,
  { connector, client }: Pick<WorkstationPlaces, "connector" | "client">,
): readonly InstalledValues[] => [...valuesAt(world, "connector", connector), ...valuesAt(world, "client", client)];

/** Looks at the workstation's files, receipts and processes; writes nothing. */
export async function seenWorkstation(
  world: SwapWorld,
  { layout, connector, client }: WorkstationPlaces,
): Promise<SeenWorkstation> {
  const installed = installedOf(world, { connector, client });
  const receipt = receiptAt(world, layout);
  const there = installed.length === 0 ? null : writtenAt(world, connector);
  const stated = receipt?.bundle && isRecordingName(receipt.bundle.environment) ? Date.parse(receipt.at) : null;
  const processes = await world.processes(layout.install).catch(() => []);
  return {
    installed,
    receipt,
    // a file that somebody wrote after the deploy was switched then
    switchedAt: there === null ? stated : Math.max(there, stated ?? 0),
    started: processes.map(({ started }) => (started === null ? null : Date.parse(started))),
  };
}
