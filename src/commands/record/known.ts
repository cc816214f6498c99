import { join } from "node:path";
import { fileIn } from "../../io/recording-files.ts";
import type { RecordingWorld } from "../../io/wire.ts";
import type { KnownRecording } from "../../recording/pointing.ts";
import { RECORD_FILE, type RecordingRecord, recordIn } from "../../recording/record.ts";
import { type Life, lifeIn } from "../../relay/life.ts";
import { idsIn } from "../captures/store.ts";

/** A capture of a store, as its events say it. */
export interface KnownCapture {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  readonly life: Life;
  /** What was made for an environment; null: two addresses were named. */
  readonly record: RecordingRecord | null;
  /** Its process lives and has its addresses. */
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

/** Whether a recording runs: nothing says that it stopped, its process lives, and its addresses are taken. One that has just begun has no event yet. */
export async function isRunning(
  world: RecordingWorld,
  { started, stopped }: Life,
  record: Pick<RecordingRecord, "pid" | "relays"> | null,
): Promise<boolean> {
  const { pid, relays } = started ?? record ?? { pid: 0, relays: [] };
  const [first] = relays;
  if (!first || stopped !== null || !world.alive(pid)) return false;
  return taken(world, first.listen);
}

/** A capture as it is now; null: that folder holds no events, so it is none. */
export async function captureAt(world: RecordingWorld, store: string, id: string): Promise<KnownCapture | null> {
  const events = world.open(store, id)?.events ?? null;
  if (events === null) return null;
  const [life, folder] = [lifeIn(events), join(store, id)];
  const text = fileIn(folder, RECORD_FILE);
  const record = text === null ? null : recordIn(text);
  return { id, folder, life, record, running: await isRunning(world, life, record) };
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
