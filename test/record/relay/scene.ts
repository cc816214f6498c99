import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { localAuthority } from "../../../src/platform/local-authority.ts";
import { type ByHandle, connectTo, listenAt } from "../../../src/platform/sockets.ts";
import type { Listening, Upstream } from "../../../src/platform/wire.ts";
import type { Mode } from "../../../src/record/relay/events.ts";
import { Recorder, type RelayTrouble } from "../../../src/record/relay/recorder.ts";
import { type Listener, Relay, type RelayPlan } from "../../../src/record/relay/relay.ts";
import { FakeFolder } from "./fake-wire.ts";

/* A relay between real sockets of this process. */

export const HERE = "127.0.0.1";
export const closing: (() => unknown)[] = [];
/** Ends what a test began; for its afterEach. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

export type Serve = (socket: net.Socket) => void;

export async function serving(server: net.Server, sockets = new Set<net.Socket>()): Promise<number> {
  server.on("connection", (socket) => {
    sockets.add(socket.on("error", () => undefined));
  });
  server.listen(0, HERE);
  await once(server, "listening");
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as net.AddressInfo).port;
}

export interface Scene {
  readonly folder: FakeFolder;
  readonly recorder: Recorder;
  readonly troubles: readonly RelayTrouble[];
  readonly listening: Listening;
  /** One that speaks TLS, and trusts the relay's authority and nobody else, where the relay does. */
  client(ca?: string): net.Socket;
  /** When this many connections are over. */
  over(count?: number): Promise<void>;
}

export async function relayTo(
  to: Upstream,
  folder = new FakeFolder(),
  mode: Mode = "plain",
  others: readonly Listener[] = [],
  byHandle?: ByHandle,
): Promise<Scene> {
  const troubles: RelayTrouble[] = [];
  const world = {
    connect: (upstream: Upstream) => connectTo(upstream, byHandle),
    elapsed: () => performance.now(),
    own: () => [HERE],
    pid: 1,
  };
  const recorder = new Recorder(world, folder, (trouble) => void troubles.push(trouble));
  const all: Listener[] = [];
  const plan: RelayPlan = { role: "one", listen: { host: HERE, port: 0 }, to, mode };
  const relay = new Relay(world, recorder, plan, all);
  const authority = localAuthority([to.host], new Date());
  const identity = mode === "tls" ? authority.identity(to.host) : undefined;
  const listening = await listenAt({ host: HERE, port: 0 }, (end, from) => relay.accept(end, from), identity, byHandle);
  all.push({ plan, at: listening.at }, ...others);
  recorder.started([{ role: "one", listen: "here", to: "there", mode }], new Date(0), "1.0.0");
  closing.push(
    () => listening.close(),
    () => recorder.stop("test"),
  );
  return {
    folder,
    recorder,
    troubles,
    listening,
    client(ca = authority.certificate) {
      const { port } = listening.at;
      const socket =
        mode === "tls"
          ? tls.connect({ host: HERE, port, allowHalfOpen: true, servername: to.host, ca } as tls.ConnectionOptions)
          : net.connect({ host: HERE, port, allowHalfOpen: true });
      closing.push(() => socket.destroy());
      return socket.on("error", () => undefined);
    },
    async over(count = 1) {
      while (folder.events.filter(({ event }) => event === "closed").length < count) await new Promise(setImmediate);
    },
  };
}

export const plain = (serve: Serve) => serving(net.createServer({ allowHalfOpen: true }, serve));
export const to = (port: number): Upstream => ({ host: HERE, port, tls: null });
export const read = async (socket: net.Socket): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "end");
  return Buffer.concat(chunks);
};
