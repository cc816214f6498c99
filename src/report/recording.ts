import { plural } from "../diagnostic/plural.ts";
import type { RelayTrouble, Totals } from "../relay/relay.ts";
import { inLine, NL, styleFor } from "./style.ts";
import { wrap } from "./wrap.ts";

/** A recording that is ready. */
export interface Recording {
  readonly id: string;
  /** Absolute path of the folder that holds the capture's own. */
  readonly store: string;
  readonly folder: string;
  readonly listen: string;
  readonly to: string;
}

const CREDENTIAL =
  "the capture is a credential: it holds passwords and sessions as they were sent; nobody but you can open the folder, and nothing of it is printed";
const NEXT = (listen: string): readonly string[] => [
  `make the client use ${listen}; a tool that reads its addresses when it starts has to be restarted`,
  "Ctrl-C stops the recording",
];

/** The document of --format json. */
export const recordingDocument = ({ id, store, listen, to }: Recording): object => ({
  schema: "tierwright/recording/v1",
  id,
  store,
  environment: null,
  relays: [{ role: null, listen, to }],
  bundle: null,
  next: [CREDENTIAL, ...NEXT(listen)],
});

interface Look {
  readonly color: boolean;
  readonly width: number;
}

/** For people, when it is ready. */
export function recordingText({ id, folder, listen, to }: Recording, { color, width }: Look): string {
  const style = styleFor(color);
  const lines = [
    `recording ${style.bold(inLine(id))}: ${inLine(listen)} leads to ${inLine(to)}`,
    wrap(`  in ${inLine(folder)}`, width, "  "),
    style.warning(wrap(`  ${CREDENTIAL}`, width, "  ")),
    ...NEXT(listen).map((line) => wrap(`  ${inLine(line)}`, width, "  ")),
  ];
  return `${lines.join(NL)}${NL}`;
}

/** For people, when it was stopped. */
export function stoppedText({ id, listen }: Recording, totals: Totals, { color, width }: Look): string {
  const style = styleFor(color);
  const { connections, notReached, unwritten, bytes } = totals;
  const head = `${style.bold(inLine(id))}: ${plural(connections, "connection")}, ${plural(bytes.fromClient, "byte")} from the client, ${plural(bytes.fromServer, "byte")} from the server`;
  const lines = [
    head,
    ...(connections === 0 ? [`  no client came: it was not switched to ${inLine(listen)}, or not restarted since`] : []),
    ...(notReached > 0 ? [`  ${style.warning(`${plural(notReached, "connection")} did not reach the server`)}`] : []),
    ...(unwritten > 0 ? [`  ${style.error("the recording is not whole: what could not be written was not forwarded")}`] : []),
  ];
  return `${lines.map((line) => wrap(line, width, "  ")).join(NL)}${NL}`;
}

const NOT_REACHED: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections: nothing listens on that port, or a firewall says no",
  ENOTFOUND: "does not resolve: no name server knows that name",
  EAI_AGAIN: "does not resolve: no name server answers",
  ETIMEDOUT: "does not answer",
  EHOSTUNREACH: "cannot be reached: there is no way to that address",
  ENETUNREACH: "cannot be reached: there is no way to that network",
  ECONNRESET: "broke off the connection at once",
  EMFILE: "was not asked: too many connections are open",
  CLOSED: "closed the connection at once",
  loop: "is this relay itself: every connection would make the next",
  ERR_TLS_CERT_ALTNAME_INVALID: "shows a certificate for another name",
  CERT_HAS_EXPIRED: "shows a certificate that has expired",
  EPROTO: "does not speak TLS there, or none that both sides know",
};

/** One sentence for a failure while it runs. */
export function troubleText({ connection, what, code }: RelayTrouble, to: string, words: string): string {
  if (what === "recorder")
    return `${connection === null ? "events" : `connection ${connection}`} could not be recorded: ${words}; what was not recorded is not forwarded`;
  const why =
    NOT_REACHED[code] ??
    (/CERT|SIGNATURE|CHAIN/.test(code) ? `is not trusted (${code}); --ca FILE names its authority` : `is not reached (${code})`);
  return `connection ${connection}: ${to} ${why}; no byte of the client was sent`;
}
