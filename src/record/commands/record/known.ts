import { join } from "node:path";
import { type Judged, readForDisplay, readRecord, systemCode } from "../../../kernel/index.ts";
import { type Foreign, type RecordingWorld, fileIn } from "../../../platform/index.ts";
import type { KnownRecording } from "../../recording/pointing.ts";
import { RECORD_FILE, RECORDING, type RecordingRecord, relocateRecord } from "../../recording/record.ts";
import { isLoopback } from "../../../compiler/index.ts";
import { type Life, lifeIn } from "../../relay/life.ts";
import { idsIn } from "../capture/store.ts";

/** A capture in a store, as its events and its recording.json describe it. */
export interface KnownCapture {
  readonly id: string;
  /** The absolute path of the capture. */
  readonly folder: string;
  readonly life: Life;
  /** The recording.json of an environment's recording; null if two addresses were recorded directly, or if no command may act on it. */
  readonly record: Judged<RecordingRecord> | null;
  /** The environment that the recording's own file names, for display; null if there is no such file. */
  readonly environment: string | null;
  /** The reason why no command may act on recording.json; null if a command may, or there is none. */
  readonly fault: string | null;
  /** Set if other accounts can write the capture, so that it is only displayed. */
  readonly foreign: Foreign | null;
  /** True if the recording's process is alive and listens at its addresses; always false for a capture that other accounts can write. */
  readonly running: boolean;
}

/** Parses HOST:PORT, with IPv6 in brackets. */
function endOf(listen: string): { readonly host: string; readonly port: number } {
  const colon = listen.lastIndexOf(":");
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(listen.slice(colon + 1)) };
}

/** Returns whether an address is in use. A killed recording's process id can belong to another program, but its address is free. */
async function taken(world: RecordingWorld, listen: string): Promise<boolean> {
  try {
    (await world.listen(endOf(listen), (client) => client.reset())).close();
    return false;
  } catch {
    return true;
  }
}

/** Returns whether the system reports an address as in use. Any other reason why the address cannot be bound counts as no. */
export async function isListening(world: Pick<RecordingWorld, "listen">, server: string): Promise<boolean> {
  try {
    (await world.listen(endOf(server), (client) => client.reset())).close();
    return false;
  } catch (error) {
    return systemCode(error) === "EADDRINUSE";
  }
}

/** Returns whether an address belongs to this machine, so that a program that uses it can be a relay. */
const isOwnAddress = (world: RecordingWorld, listen: string): boolean => {
  const { host } = endOf(listen);
  return isLoopback(host.includes(":") ? `[${host}]` : host) || world.own().includes(host);
};

/**
 * Returns whether a recording runs: no event reports its end, its process is alive, and its address is in use. A recording that has just begun has
 * no event yet, so its record is used. For an address of another machine only the process is checked. Returns false for a capture that other
 * accounts can write.
 */
export async function isRunning(
  world: RecordingWorld,
  store: string,
  id: string,
  { started, stopped }: Life,
  record: Pick<RecordingRecord, "pid" | "relays"> | null = null,
): Promise<boolean> {
  const { pid, relays } = started ?? record ?? { pid: 0, relays: [] };
  const [first] = relays;
  if (!first || stopped !== null || foreignAt(world, store, id) || !world.alive(pid)) return false;
  return !isOwnAddress(world, first.listen) || taken(world, first.listen);
}

/** Returns which other accounts can write a capture, so that no command may act on it; null if only this account can. */
export const foreignAt = (world: RecordingWorld, store: string, id: string): Foreign | null =>
  world.foreign(store, null) ?? world.foreign(store, id);

/** Returns the recording.json of a capture, or the reason why no command may act on it. */
function recordAt(
  world: RecordingWorld,
  store: string,
  id: string,
): Pick<KnownCapture, "record" | "environment" | "fault" | "foreign"> {
  const foreign = foreignAt(world, store, id);
  const folder = join(store, id);
  const bytes = fileIn(folder, RECORD_FILE, RECORDING.largest);
  if (bytes === null) return { record: null, environment: null, fault: null, foreign };
  if (foreign) {
    const told = readForDisplay(RECORDING, bytes);
    return { record: null, environment: "record" in told ? told.record.environment : null, fault: null, foreign };
  }
  const read = readRecord(RECORDING, bytes, { id });
  if ("problem" in read) return { record: null, environment: null, fault: read.problem, foreign };
  const record = relocateRecord(read.record, (name) => join(folder, name));
  return { record, environment: record.environment, fault: null, foreign };
}

/** Returns the current state of a capture; null if the folder has no events, and so is no capture. */
export async function captureAt(world: RecordingWorld, store: string, id: string): Promise<KnownCapture | null> {
  const events = world.ends(store, id);
  if (events === null) return null;
  const [life, made] = [lifeIn(events), recordAt(world, store, id)];
  const running = await isRunning(world, store, id, life, made.record);
  return { id, folder: join(store, id), life, ...made, running };
}

const addressOf = ({ life, record }: KnownCapture): string => (life.started ?? record)?.relays[0]?.listen ?? "";

/**
 * Returns every capture of a store, the newest first. If several captures have one address, only the newest can run, even if the process ids of
 * the others exist.
 */
export async function capturesOf(world: RecordingWorld, store: string): Promise<readonly KnownCapture[]> {
  const found = await Promise.all(idsIn(store, world).map((id) => captureAt(world, store, id)));
  const taken = new Set<string>();
  return found
    .filter((one) => one !== null)
    .reverse()
    .map((one) => {
      const running = one.running && !taken.has(addressOf(one));
      if (running) taken.add(addressOf(one));
      return { ...one, running };
    });
}

/** Returns those of the captures that have the record of an environment's recording, for comparison with the installed files. */
export const recordingsOf = (captures: readonly KnownCapture[]): readonly KnownRecording[] =>
  captures.flatMap(({ record, running }) => (record ? [{ record, running }] : []));
