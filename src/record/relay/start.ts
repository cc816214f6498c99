import { join } from "node:path";
import type { CaptureFolder, Listening, RecordingWorld } from "../../platform/index.ts";
import { shown, shownUpstream } from "./address.ts";
import type { StartedRelay } from "./events.ts";
import { Recorder, type RelayTrouble, type Totals } from "./recorder.ts";
import { type Listener, Relay, type RelayPlan } from "./relay.ts";

/** Which address cannot be listened on, and the system's error. */
export class NotListening extends Error {
  constructor(
    readonly plan: RelayPlan,
    cause: unknown,
  ) {
    super(`${shown(plan.listen)} cannot be listened on`, { cause });
  }
}

export interface CaptureWanted {
  /** Absolute path of the folder that holds captures; it is checked already (commands/record/store.ts). */
  readonly store: string;
  readonly at: Date;
  readonly version: string;
  /** Told once for each failure: whoever prints them decides which to leave out. */
  readonly trouble: (trouble: RelayTrouble) => void;
}

/** A recording that listens. */
export interface Recording {
  readonly id: string;
  /** Absolute path of the capture's own folder. */
  readonly folder: string;
  /** In the order of the plans, with the ports that were really taken. */
  readonly relays: readonly StartedRelay[];
  /** Absolute path of the certificate that clients have to trust; null: TLS is spoken with none. */
  readonly authority: string | null;
  /** Of all relays, as they are now. */
  readonly totals: Readonly<Totals>;
  /** Takes no further connection, breaks off what is open, notes why, and closes the files. */
  stop(signal: string): Promise<void>;
}

const CERTIFICATE = "authority.pem";

function keep(folder: CaptureFolder, certificate: string): void {
  const file = folder.open(CERTIFICATE);
  file.append(Buffer.from(certificate));
  file.close();
}

/**
 * Starts a relay for each plan, all of them recorded into one capture: one folder, one clock, connections numbered over all of them.
 *
 *     const recording = await startRelays(world, plans, { store, at: host.now(), version: VERSION, trouble });
 *     const signal = await world.stopped(); // or what else ends it
 *     await recording.stop(signal);
 *
 * All listen or none does: where one cannot, the others are closed, the empty folder is gone again, and NotListening is thrown. What is
 * to be refused before anything is made (a loop, a store in a checkout, a name that does not resolve) is the caller's to ask.
 */
export async function startRelays(
  world: RecordingWorld,
  plans: readonly RelayPlan[],
  { store, at, version, trouble }: CaptureWanted,
): Promise<Recording> {
  const folder = world.capture(store, at, (error) => recorder.unrecorded(error));
  const recorder: Recorder = new Recorder(world, folder, trouble);
  const hosts = plans.filter(({ mode }) => mode === "tls").map(({ to }) => to.host);
  const authority = hosts.length > 0 ? world.authority([...new Set(hosts)], at) : null;
  const listens: Listening[] = [];
  const listeners: Listener[] = [];
  const relays: StartedRelay[] = [];
  // the addresses are given up last: whoever finds them free finds the end that was noted, too (commands/record/known.ts)
  const close = async (signal: string, end: () => void) => {
    await recorder.stop(signal);
    end();
    for (const listening of listens) listening.close();
  };
  for (const plan of plans) {
    const relay = new Relay(world, recorder, plan, listeners);
    try {
      const identity = plan.mode === "tls" ? authority?.identity(plan.to.host) : undefined;
      const listening = await world.listen(plan.listen, (client, from) => relay.accept(client, from), identity);
      listens.push(listening);
      listeners.push({ plan, at: listening.at });
      relays.push({ role: plan.role, listen: shown(listening.at), to: shownUpstream(plan.to), mode: plan.mode });
    } catch (error) {
      await close("not-listening", () => {
        // who was as quick as that came to an address that listened already, and what it said is kept
        if (recorder.totals.connections > 0) recorder.started(relays, at, version);
        folder.abandon();
      });
      throw new NotListening(plan, error);
    }
  }
  if (authority) keep(folder, authority.certificate);
  recorder.started(relays, at, version);
  return {
    id: folder.id,
    folder: folder.path,
    relays,
    authority: authority && join(folder.path, CERTIFICATE),
    totals: recorder.totals,
    stop: (signal) => close(signal, () => folder.close()),
  };
}
