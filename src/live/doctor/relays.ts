import { isLoopback, isRecordingName, parseAddress, splitAddresses } from "../../compiler/index.ts";
import { type KnownRecording, type Pointing, pointsAtRelay, serverIn } from "../../record/index.ts";
import { liveFile, type Looked } from "./looked.ts";
import { installedEnvironment } from "./needed-options.ts";

/** A relay or another program that listens at an address of this machine which connector.properties or CommonClient.properties has. */
export interface Led {
  /** The server that the relay forwards to; null if no known recording has a relay at the address. */
  readonly to: string | null;
}

/**
 * The addresses in connector.properties and CommonClient.properties that lead to this machine, and those of them at which a program
 * listens.
 */
export interface Relays {
  /**
   * The addresses in connector.properties and CommonClient.properties that lead to this machine, except those that the compiled environment
   * has, too, which come from no recording.
   */
  readonly found: readonly Pointing[];
  /** Returns the relay that listens at an address. Returns null if the address leads to another machine, or if nothing listens there. */
  at(address: string): Led | null;
}

/** Returns whether the compiled environment itself has an address that leads to this machine. */
const isMeant = ({ wanted }: Looked, { file, key, address }: Pointing): boolean =>
  splitAddresses(wanted?.files[file]?.keys.get(key)?.decision.value ?? "").includes(address);

/**
 * Finds the addresses in connector.properties and CommonClient.properties that lead to this machine, and those of them with a running
 * relay. Without a known running recording, a listening program counts as a relay only if the newest deploy installed the environment of a
 * recording: otherwise another program can have taken the port of an ended relay.
 */
export async function relaysOf(looked: Looked): Promise<Relays> {
  const files = (["connector", "client"] as const).flatMap((role) => {
    const live = liveFile(looked, role);
    return live ? [{ file: role, path: live.path, values: live.values }] : [];
  });
  const captures = (await looked.captures?.()) ?? [];
  const known: readonly KnownRecording[] = captures.flatMap(({ record, running }) => (record ? [{ record, running }] : []));
  const found = pointsAtRelay(files, known);
  const switched = isRecordingName(installedEnvironment(looked) ?? "");
  const listening = new Map<string, Led>();
  for (const { address, recording } of found) {
    const server = serverIn(address);
    if (server === null || listening.has(server)) continue;
    const running = recording?.running ? recording : null;
    const to = running?.record.relays.find(({ listen }) => listen === server)?.to ?? null;
    const here = isLoopback(parseAddress(address)?.host ?? "");
    if (running || (switched && here && (await looked.listening?.(server)))) listening.set(server, { to });
  }
  return { found: found.filter((one) => !isMeant(looked, one)), at: (address) => listening.get(serverIn(address) ?? "") ?? null };
}
