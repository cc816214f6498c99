import type { Capture, Damage } from "../capture/capture.ts";
import type { Broken } from "../capture/exchange.ts";
import type { CaptureSummary } from "../capture/summary.ts";
import { roundedSize } from "../capture/sizes.ts";
import { plural } from "../../kernel/index.ts";
import { sizeText } from "../../report/index.ts";

/** Descriptions of the reasons why an exchange is incomplete, worded to complete "exchange 3: ...". */
export const BREAK_REASONS: Readonly<Record<Broken, string>> = {
  "short-body": "its sender finished before sending the announced number of bytes",
  "unfinished-chunks": "its sender finished before the last chunk",
  "no-response": "the connection ended before a response",
  "no-request": "a response without a request",
  "not-reached": "the server was not reached",
  "client-reset": "the client reset the connection",
  "server-reset": "the server reset the connection",
  framing: "the ends of its messages cannot be determined, or it is not HTTP/1",
  relay: "the recording ended before it was complete",
  recorder: "it was only partly recorded",
};

/** Returns a capture's counts of exchanges in words: '7 exchanges, 2 broken (server-reset 1, short-body 1), 1 in progress'. */
export function exchangeCounts({
  exchanges,
  open,
  broken: { total, reasons },
}: Pick<CaptureSummary, "exchanges" | "open" | "broken">): string {
  const why = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`);
  const running = open > 0 ? `, ${open} in progress` : "";
  return `${plural(exchanges, "exchange")}, ${total} broken${why.length > 0 ? ` (${why.join(", ")})` : ""}${running}`;
}

export const stateOf = ({ running, told }: Capture): "running" | "stopped" | "ended" =>
  running ? "running" : told.stopped !== null ? "stopped" : "ended";

export const STATES = {
  running: "is being recorded",
  stopped: "stopped",
  ended: "ended without `record stop`: its process no longer exists",
} as const;

/** The usual reason why a capture has no exchange, worded to complete "no exchange: ...". */
export const EMPTY = "the client was not switched to the relay, or was not restarted afterwards";

const WAYS = { c2s: "from the client", s2c: "from the server" } as const;

/** Returns a sentence about one missing or damaged part of a capture. The other parts of the capture are still readable. */
export function damageText(damage: Damage): string {
  switch (damage.kind) {
    case "no-events":
      return "events.ndjson is missing or unreadable: times, connection ends and relay addresses are unknown";
    case "no-start":
      return "the first line of events.ndjson is missing: the start time and the relay addresses are unknown";
    case "cut-events":
      return `${plural(damage.lines, "line")} of events.ndjson cannot be read: the events in them are unknown`;
    case "no-raw":
      return `connection ${damage.connection}: the file of the bytes ${WAYS[damage.way]} is missing or cannot be read`;
    case "short-raw":
      return `connection ${damage.connection}: bytes ${WAYS[damage.way]} that events report are missing from the raw file (up to ${sizeText(roundedSize(damage.bytes))})`;
    case "untold":
      return `connection ${damage.connection}: no event reports the last bytes ${WAYS[damage.way]} (up to ${sizeText(roundedSize(damage.bytes))}), so their time is unknown; they are shown`;
  }
}
