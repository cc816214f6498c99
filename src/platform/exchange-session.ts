import http from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import { systemCode } from "../kernel/index.ts";
import { openConnection, type Way } from "./exchange-connect.ts";
import type { ExchangeSession } from "./exchange.ts";

/** The time in milliseconds after which an idle connection is closed, before a server or proxy closes it during a request. */
const IDLE_MS = 4_000;

type Ready = (error: Error | null, stream: Duplex) => void;

const connect = (way: Way, ready: Ready): undefined => {
  openConnection(way).then(
    (socket) => ready(null, socket),
    (error: Error) => ready(error, null as never),
  );
};

/** The route of a request (target, proxy, certificates), which the agent passes to `createConnection`. */
interface WithWay {
  readonly way: Way;
}

const keeping = { keepAlive: true, maxSockets: 1, timeout: IDLE_MS } as const;

class PlainAgent extends http.Agent {
  override createConnection(options: http.ClientRequestArgs & Partial<WithWay>, ready: Ready): undefined {
    return connect((options as WithWay).way, ready);
  }
}

class SecureAgent extends https.Agent {
  override createConnection(options: https.RequestOptions & Partial<WithWay>, ready: Ready): undefined {
    return connect((options as WithWay).way, ready);
  }
}

const agents = {
  plain: new WeakMap<ExchangeSession, http.Agent>(),
  secure: new WeakMap<ExchangeSession, http.Agent>(),
};

function agentOf(session: ExchangeSession, isSecure: boolean): http.Agent {
  const all = isSecure ? agents.secure : agents.plain;
  const known = all.get(session);
  if (known) return known;
  const agent = isSecure ? new SecureAgent(keeping) : new PlainAgent(keeping);
  all.set(session, agent);
  return agent;
}

/** Returns the options that give a request its connection: the open connection of its session, or a new one. */
export const connectionOf = (way: Way, session: ExchangeSession | undefined): http.RequestOptions & Partial<WithWay> =>
  session
    ? { agent: agentOf(session, way.url.protocol === "https:"), way }
    : { createConnection: (_options, ready) => connect(way, ready as Ready) };

const CLOSED = new Set(["ECONNRESET", "EPIPE"]);

/** Returns whether a GET failed because the server had already closed a reused connection: such a request is sent again on a new connection. */
export const isStale = (sent: http.ClientRequest, error: unknown): boolean =>
  sent.reusedSocket && sent.method === "GET" && CLOSED.has(systemCode(error));
