import type { Endpoint, RecordingWorld, Upstream, WireEnd } from "../../platform/index.ts";
import { loops, endpointText } from "./address.ts";
import { Connection } from "./connection.ts";
import type { Mode } from "./events.ts";
import { patchesFor } from "./patch/patch.ts";
import type { Tier } from "./patch/rules.ts";
import type { Recorder } from "./recorder.ts";

/** The plan of one relay: the address at which it listens, and the server behind it. */
export interface RelayPlan {
  /** `one` for a relay started with --listen and --to, otherwise the server's role in the environment (`sign-in`, `file-transfer`). */
  readonly role: string;
  readonly listen: Endpoint;
  readonly to: Upstream;
  readonly mode: Mode;
}

/** A relay that listens, with its actual address (the plan can have port 0, which is any free port). */
export interface Listener {
  readonly plan: RelayPlan;
  readonly at: Endpoint;
}

/** The handler of all connections of one relay. */
export class Relay {
  constructor(
    private readonly world: Pick<RecordingWorld, "connect" | "own">,
    private readonly recorder: Recorder,
    private readonly plan: RelayPlan,
    /** Every relay of the recording, this one included. */
    private readonly all: readonly Listener[],
  ) {}

  accept(client: WireEnd, from: Endpoint): void {
    const { recorder, world } = this;
    const { role, to, mode } = this.plan;
    if (recorder.stopping) {
      refuse(client);
      return;
    }
    const c = recorder.next();
    recorder.note({ event: "accepted", c, relay: role, from: endpointText(from) });
    const files = recorder.files(role, c, mode === "patch");
    if (!files) {
      refuse(client);
      return;
    }
    const connection = new Connection(
      client,
      world.connect(to),
      files,
      {
        note: (event) => recorder.noteOf(c, event),
        failed: (what, code) => recorder.failed(role, c, what, code),
        over: () => recorder.over(c, connection.lengths),
      },
      {
        loops: ({ host, port }) => this.all.some(({ at }) => loops(at, [host], port, world.own())),
        secure: mode === "tls",
        patches: mode === "patch" ? this.#patches() : null,
      },
    );
    recorder.opened(c, connection);
    connection.begin();
  }

  #patches() {
    const own = this.all.find(({ plan }) => plan === this.plan);
    return own ? patchesFor(tierOf(own), this.all.map(tierOf)) : null;
  }
}

/** Returns the server behind a relay, with the relay's address if clients use that one; in mode `tls` they use the server's own. */
const tierOf = ({ plan: { to, mode }, at }: Listener): Tier => ({
  secure: to.tls !== null,
  host: to.host,
  port: to.port,
  listen: mode === "tls" ? null : endpointText(at),
});

/** Resets a client's connection that is not recorded, because the recording stops or the raw files cannot be created. */
function refuse(client: WireEnd): void {
  const nothing = () => undefined;
  client.begin({ connected: nothing, bytes: nothing, drained: nothing, finished: nothing, lost: nothing, closed: nothing });
  client.reset();
}
