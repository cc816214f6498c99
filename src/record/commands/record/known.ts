import { join } from "node:path";
import { type Judged, readForDisplay, readRecord, systemCode } from "../../../kernel/index.ts";
import { type Foreign, type RecordingWorld, fileIn } from "../../../platform/index.ts";
import type { KnownRecording } from "../../recording/pointing.ts";
import { RECORD_FILE, RECORDING, type RecordingRecord, settled } from "../../recording/record.ts";
import { isLoopback } from "../../../compiler/index.ts";
import { type Life, lifeIn } from "../../relay/life.ts";
import { idsIn } from "../captures/store.ts";

/** A capture of a store, as its events say it. */
export interface KnownCapture {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  readonly life: Life;
  /** What was made for an environment; null: two addresses were named, or nothing may be done because of the record. */
  readonly record: Judged<RecordingRecord> | null;
  /** The environment that the record names, for display; null: none. */
  readonly environment: string | null;
  /** Why nothing is done because of the record; null: it may be, or there is none. */
  readonly fault: string | null;
  /** Others may write it, so it is for display alone. */
  readonly foreign: Foreign | null;
  /** Its process lives and has its addresses; of a capture that is not this account's alone nobody asks. */
  readonly running: boolean;
}

/** HOST:PORT as it is listened on; IPv6 in brackets. */
function endOf(listen: string): { readonly host: string; readonly port: number } {
  const colon = listen.lastIndexOf(":");
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(listen.slice(colon + 1)) };
}

/** True where somebody listens: after a kill the number of the process may be another program's, and then the address is free. */
async function taken(world: RecordingWorld, listen: string): Promise<boolean> {
  try {
    (await world.listen(endOf(listen), (client) => client.reset())).close();
    return false;
  } catch {
    return true;
  }
}

/** Whether the system says that somebody listens there; any other reason why the address cannot be had says nothing of it. */
export async function isListening(world: Pick<RecordingWorld, "listen">, server: string): Promise<boolean> {
  try {
    (await world.listen(endOf(server), (client) => client.reset())).close();
    return false;
  } catch (error) {
    return systemCode(error) === "EADDRINUSE";
  }
}

/** Addresses of this machine that nobody but a relay has a reason to ask for: asking takes the address for a moment. */
const isOwnAddress = (world: RecordingWorld, listen: string): boolean => {
  const { host } = endOf(listen);
  return isLoopback(host.includes(":") ? `[${host}]` : host) || world.own().includes(host);
};

/**
 * Whether a recording runs: nothing says that it stopped, its process lives, and its address is taken. One that has just begun has no event yet. An
 * address that is not one of this machine is not asked for, and the process decides alone; of a capture that others may write nothing is asked.
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

/** Why a capture is not this account's alone: nothing is done because of it then. null: it is. */
export const foreignAt = (world: RecordingWorld, store: string, id: string): Foreign | null =>
  world.foreign(store, null) ?? world.foreign(store, id);

/** The record of a capture, with what may be done because of it. */
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
  const record = settled(read.record, (name) => join(folder, name));
  return { record, environment: record.environment, fault: null, foreign };
}

/** A capture as it is now; null: that folder holds no events, so it is none. */
export async function captureAt(world: RecordingWorld, store: string, id: string): Promise<KnownCapture | null> {
  const events = world.ends(store, id);
  if (events === null) return null;
  const [life, made] = [lifeIn(events), recordAt(world, store, id)];
  const running = await isRunning(world, store, id, life, made.record);
  return { id, folder: join(store, id), life, ...made, running };
}

const addressOf = ({ life, record }: KnownCapture): string => (life.started ?? record)?.relays[0]?.listen ?? "";

/** Every capture of a store, the newest first. Of those with one address the newest alone can have it, whatever became of the others' numbers. */
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

/** The recordings of environments among them, for whoever compares them with what is installed. */
export const recordingsOf = (captures: readonly KnownCapture[]): readonly KnownRecording[] =>
  captures.flatMap(({ record, running }) => (record ? [{ record, running }] : []));
