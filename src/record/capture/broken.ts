import type { Way } from "../relay/events.ts";
import { type Anomaly, losesTheThread } from "./anomalies.ts";
import type { Span } from "./bytes.ts";
import type { ConnectionEvents } from "./connection.ts";
import type { Broken } from "./exchange.ts";
import type { Cut, Message } from "./message.ts";

/** The facts about one exchange from which `verdictOn` finds out whether it is complete. */
export interface Judged {
  readonly connection: ConnectionEvents;
  readonly request: Message | null;
  readonly response: Message | null;
  readonly rest: { readonly c2s: Span | null; readonly s2c: Span | null };
  /** True for each direction whose recorded bytes end within the head of this exchange's message. */
  readonly headCut: Readonly<Record<Way, boolean>>;
  readonly anomalies: readonly Anomaly[];
  /** True for each direction of which events.ndjson reports bytes that the raw file does not contain. */
  readonly missing: Readonly<Record<Way, boolean>>;
  /** True while the recording runs. */
  readonly running: boolean;
  /** True if, because of an earlier exchange of the connection, it is unknown which response belongs to which request. */
  readonly lost: boolean;
}

/** The reason why an exchange is incomplete; null if it is complete, `open` if it has not ended and the recording still runs. */
export type Verdict = Broken | "open" | null;

const BY_CUT: Readonly<Record<Exclude<Cut, "close">, Broken>> = {
  head: "framing",
  length: "short-body",
  chunks: "unfinished-chunks",
};

/** Returns why an exchange is incomplete; null if it is complete, `open` if it has not ended and the recording still runs. */
export function verdictOn(judged: Judged): Verdict {
  const { connection, request, response, rest, headCut, anomalies } = judged;
  if (connection.ending.kind === "not-reached") return "not-reached";
  // a client that does not trust the relay's certificate closes the connection before it sends anything
  if (connection.ending.kind === "not-greeted") return "client-reset";
  const opaque = (rest.c2s && !headCut.c2s) || (rest.s2c && !headCut.s2c);
  if (opaque || losesTheThread(anomalies) || (judged.lost && !(request && response))) return "framing";
  const answer: Cut | null = headCut.s2c ? "head" : response ? response.cut : null;
  const asked: Cut | null = headCut.c2s ? "head" : (request?.cut ?? null);
  if (asked !== null && judged.missing.c2s) return "recorder";
  if (response && (answer === null || isUntilClose(answer, judged))) {
    if (asked === null) return orphan(request);
    const stillSends = judged.running && connection.ending.kind === "open" && connection.ways.c2s.fin === null;
    return stillSends ? "open" : isEarly(judged) ? orphan(request) : causeOf("c2s", asked, judged);
  }
  if (response || headCut.s2c) return causeOf("s2c", answer ?? "head", judged);
  return asked === null || connection.ways.c2s.fin === null ? noResponse(judged) : BY_CUT[asked === "close" ? "head" : asked];
}

const orphan = (request: Message | null): Verdict => (request ? null : "no-request");

/** Returns whether the response began before the client's FIN, or no FIN was recorded: an incomplete request is then no fault. */
function isEarly({ connection, response }: Judged): boolean {
  const { fin } = connection.ways.c2s;
  const answered = response ? connection.ways.s2c.arrival(response.at.offset) : null;
  return fin === null || (answered !== null && answered.order < fin.order);
}

/**
 * Returns whether a response body that lasts until the connection ends is complete: the server announced the end of its data (FIN), and
 * the raw file has all its bytes.
 */
const isUntilClose = (cut: Cut, { connection, missing }: Judged): boolean =>
  cut === "close" && connection.ways.s2c.fin !== null && !missing.s2c;

const noResponse = (judged: Judged): Verdict => causeOf("s2c", null, judged);

/**
 * Returns the reason why the message of one direction is incomplete; `open` if the recording still runs and its connection is open.
 * @param cut The point at which the recorded message ends; null if it had not begun.
 */
function causeOf(way: Way, cut: Cut | null, { connection, missing, running }: Judged): Verdict {
  if (missing[way]) return "recorder";
  const { ending } = connection;
  const ended = cut === null || cut === "close" ? "no-response" : BY_CUT[cut];
  if (connection.ways[way].fin !== null) return ended;
  if (ending.kind === "reset") return ending.by === "client" || ending.by === "server" ? `${ending.by}-reset` : ending.by;
  if (ending.kind === "closed") return ended;
  return running ? "open" : "relay";
}
