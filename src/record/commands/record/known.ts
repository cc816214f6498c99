import { join } from "node:path";
import { type Judged, readForDisplay, readRecord, systemCode } from "../../../kernel/index.ts";
import { type Foreign, type RecordingWorld, fileIn } from "../../../platform/index.ts";
import type { KnownRecording } from "../../recording/pointing.ts";
import { RECORD_FILE, RECORDING, type RecordingRecord, relocateRecord } from "../../recording/record.ts";
import { isLoopback } from "../../../compiler/index.ts";
import { type Life, lifeIn } from "../../relay/life.ts";
import { idsIn } from "../capture/store.ts";

/** A capture, as its events.ndjson and its recording.json describe it. */
export interface KnownCapture {
  readonly id: string;
  /** The absolute path of the capture's folder. */
  readonly folder: string;
  readonly life: Life;
  /** The recording.json; null if there is none (`record start --listen --to` writes none), it has a fault, or others can write it. */
  readonly record: Judged<RecordingRecord> | null;
  /** The environment that recording.json names, for display only; null if that file is missing or faulty. */
  readonly environment: string | null;
  /** The fault of recording.json because of which no command uses it; null if it has none, does not exist, or `foreign` is set. */
  readonly fault: string | null;
  /** The reason not to trust the capture (other accounts can write it), so that commands only display it; null if it is trusted. */
  readonly foreign: Foreign | null;
  /** True if the recording still runs (`isRunning`); always false for a capture that other accounts can write. */
  readonly running: boolean;
}

/** Parses HOST:PORT, in which an IPv6 address is in brackets. */
function endOf(listen: string): { readonly host: string; readonly port: number } {
  const colon = listen.lastIndexOf(":");
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(listen.slice(colon + 1)) };
}

/** Returns whether a relay's address cannot be listened at. After a kill it is free, even if another program has the process id. */
async function taken(world: RecordingWorld, listen: string): Promise<boolean> {
  try {
    (await world.listen(endOf(listen), (client) => client.reset())).close();
    return false;
  } catch {
    return true;
  }
}

/** Returns whether a program listens at HOST:PORT (EADDRINUSE). Returns false if this process cannot listen there for another reason. */
export async function isListening(world: Pick<RecordingWorld, "listen">, server: string): Promise<boolean> {
  try {
    (await world.listen(endOf(server), (client) => client.reset())).close();
    return false;
  } catch (error) {
    return systemCode(error) === "EADDRINUSE";
  }
}

/** Returns whether HOST:PORT is on this machine, so that trying to listen there shows whether a relay does. */
const isOwnAddress = (world: RecordingWorld, listen: string): boolean => {
  const { host } = endOf(listen);
  return isLoopback(host.includes(":") ? `[${host}]` : host) || world.own().includes(host);
};

/**
 * Returns whether a recording runs: there is no event `stopped`, its process is alive, and the address of its first relay is in use (not
 * checked if the address is not one of this machine). Without an event `started`, takes process and relays from recording.json. Returns
 * false for a capture that other accounts can write.
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

/** Returns the reason not to trust a capture, because other accounts can write it or its store; null if only this account can. */
export const foreignAt = (world: RecordingWorld, store: string, id: string): Foreign | null =>
  world.foreign(store, null) ?? world.foreign(store, id);

/** Returns the recording.json of a capture, or the reason why no command may use it. */
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

/** Returns the current state of the capture `id` in a store; null if its folder has no events.ndjson and so is no capture. */
export async function captureAt(world: RecordingWorld, store: string, id: string): Promise<KnownCapture | null> {
  const events = world.ends(store, id);
  if (events === null) return null;
  const [life, made] = [lifeIn(events), recordAt(world, store, id)];
  const running = await isRunning(world, store, id, life, made.record);
  return { id, folder: join(store, id), life, ...made, running };
}

const addressOf = ({ life, record }: KnownCapture): string => (life.started ?? record)?.relays[0]?.listen ?? "";

/**
 * Returns every capture of a store, the newest first. If several running captures have the same relay address, only the newest counts as
 * running, because the system can have reused the process ids of the others.
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

/** Returns the recordings of those captures that have a usable recording.json, to compare their relays with installed addresses. */
export const recordingsOf = (captures: readonly KnownCapture[]): readonly KnownRecording[] =>
  captures.flatMap(({ record, running }) => (record ? [{ record, running }] : []));
