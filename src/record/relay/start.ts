import { join } from "node:path";
import type { CaptureFolder, Listening, RecordingWorld } from "../../platform/index.ts";
import { endpointText, upstreamText } from "./address.ts";
import type { StartedRelay } from "./events.ts";
import { Recorder, type RelayTrouble, type Totals } from "./recorder.ts";
import { type Listener, Relay, type RelayPlan } from "./relay.ts";

/** The error that `startRelays` throws if a relay cannot listen at its address, with the system's error as `cause`. */
export class NotListening extends Error {
  constructor(
    readonly plan: RelayPlan,
    cause: unknown,
  ) {
    super(`${endpointText(plan.listen)} cannot be listened on`, { cause });
  }
}

export interface CaptureWanted {
  /** The absolute path of the store of captures, which the caller has checked (commands/record/store.ts). */
  readonly store: string;
  readonly at: Date;
  readonly version: string;
  /** The receiver of relay failures; it decides which ones to print. */
  readonly trouble: (trouble: RelayTrouble) => void;
}

/** A running recording. */
export interface Recording {
  readonly id: string;
  /** The absolute path of the capture's folder. */
  readonly folder: string;
  /** The relays in the order of the plans, with their actual ports. */
  readonly relays: readonly StartedRelay[];
  /** The absolute path of the CA certificate that clients must trust; null if no relay speaks TLS with its clients. */
  readonly authority: string | null;
  /** The current totals of all relays together. */
  readonly totals: Readonly<Totals>;
  /** Resets all connections, records `signal` as the reason of the stop, closes the files and then the listening ports. */
  stop(signal: string): Promise<void>;
}

const CERTIFICATE = "authority.pem";

function keep(folder: CaptureFolder, certificate: string): void {
  const file = folder.open(CERTIFICATE);
  file.append(Buffer.from(certificate));
  file.close();
}

/**
 * Starts a relay for each plan, all recorded into one capture: one folder, one clock, connections numbered over all relays.
 *
 *     const recording = await startRelays(world, plans, { store, at: host.now(), version: VERSION, trouble });
 *     const signal = await world.stopped(); // or another reason to end the recording
 *     await recording.stop(signal);
 *
 * Either all relays listen or none: if one cannot, closes the others, abandons the capture's folder, and throws NotListening. The caller
 * checks everything else beforehand (a loop, a store in a git checkout, a server name that does not resolve).
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
  // listening ends last: a process that finds a relay's address free also finds the event `stopped` (commands/record/known.ts)
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
      relays.push({ role: plan.role, listen: endpointText(listening.at), to: upstreamText(plan.to), mode: plan.mode });
    } catch (error) {
      await close("not-listening", () => {
        // if a client connected before all relays listened, its bytes stay in the capture, which needs the event `started`
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
