import { isLoopback, isRecordingName, parseAddress } from "../../compiler/index.ts";
import { type KnownRecording, type Pointing, pointsAtRelay, serverIn } from "../../record/index.ts";
import { liveFile, type Looked } from "./looked.ts";

/** An installed address that leads to this machine while somebody listens there. */
export interface Led {
  /** The server that the relay leads to; null: no recording that is known has that relay. */
  readonly to: string | null;
}

/** The installed addresses that lead to this machine, and what is known of whoever listens there. */
export interface Relays {
  readonly found: readonly Pointing[];
  /** Returns what listens at an address, or null: it leads elsewhere, or nobody listens. */
  at(address: string): Led | null;
}

/** Whether the newest deploy installed what leads to the relays of a recording; a receipt that cannot be read says nothing. */
function isSwitched(looked: Looked): boolean {
  try {
    return isRecordingName(looked.receipt()?.bundle?.environment ?? "");
  } catch {
    return false;
  }
}

/**
 * Reads the installed addresses, asks the recordings, and of what none of them knows whether anybody listens there on this machine. A program that
 * listens is a relay only where a recording was installed: any other one may have taken the port of a relay that has ended.
 */
export async function relaysOf(looked: Looked): Promise<Relays> {
  const files = (["connector", "client"] as const).flatMap((role) => {
    const live = liveFile(looked, role);
    return live ? [{ file: role, path: live.path, values: live.values }] : [];
  });
  const captures = (await looked.captures?.()) ?? [];
  const known: readonly KnownRecording[] = captures.flatMap(({ record, running }) => (record ? [{ record, running }] : []));
  const found = pointsAtRelay(files, known);
  const switched = isSwitched(looked);
  const listening = new Map<string, Led>();
  for (const { address, recording } of found) {
    const server = serverIn(address);
    if (server === null || listening.has(server)) continue;
    const running = recording?.running ? known.find(({ record }) => record.id === recording.id) : undefined;
    const to = running?.record.relays.find(({ listen }) => listen === server)?.to ?? null;
    const here = isLoopback(parseAddress(address)?.host ?? "");
    if (running || (switched && here && (await looked.listening?.(server)))) listening.set(server, { to });
  }
  return { found, at: (address) => listening.get(serverIn(address) ?? "") ?? null };
}
