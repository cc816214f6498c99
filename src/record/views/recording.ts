import { roundedSize } from "../capture/sizes.ts";
import { plural } from "../../kernel/index.ts";
import type { Mode } from "../relay/events.ts";
import { sentence } from "../recording/steps.ts";
import type { RelayTrouble, Totals } from "../relay/recorder.ts";
import { sizeWords } from "./capture-words.ts";
import { NL, inLine, styleFor, wrap } from "../../report/index.ts";

/** A recording of two addresses that is ready. */
export interface Recording {
  readonly id: string;
  /** Absolute path of the folder that holds all captures; `folder` is the capture's own. */
  readonly store: string;
  readonly folder: string;
  readonly listen: string;
  readonly to: string;
  readonly mode: Mode;
  /** The host in `to`. */
  readonly server: string;
  /** Absolute path of the certificate that clients must trust; null if the relay speaks no TLS with its client. */
  readonly authority: string | null;
  /** The command that ends it from another shell. */
  readonly stop: string;
}

export const CREDENTIAL =
  "the capture is a credential: it holds passwords and sessions as they were sent; nobody but you can open the folder, and nothing of it is printed";
const STOP = "Ctrl-C stops the recording";
const RESTART = "a tool that reads its addresses when it starts has to be restarted";

/** Returns the steps that lead the client to the relay and back. */
function next({ listen, to, server, mode, authority }: Recording, stop: string): readonly string[] {
  const scheme = to.startsWith("https://") ? ", with http:// in place of https://" : "";
  if (mode !== "tls" || authority === null) return [`make the client use ${listen}${scheme}; ${RESTART}`, stop];
  return [
    `make ${server} mean the address of ${listen} on this machine (a line of its hosts file), and take the line away afterwards; the port of the client's address has to be that one`,
    `let the client trust ${authority}; its key is nowhere on disk and ends with the recording (docs/recording.md#tls has the commands)`,
    "restart the client: a tool reads addresses and certificates when it starts",
    stop,
  ];
}

/** Returns the document of --format json. */
export function recordingDocument(recording: Recording): object {
  const { id, store, listen, to, mode, authority } = recording;
  return {
    schema: "tierwright/recording/v1",
    id,
    store,
    environment: null,
    title: null,
    relays: [{ role: null, listen, to, mode }],
    moved: [],
    authority,
    bundle: null,
    // the process that started a detached recording reads these, too
    next: [
      CREDENTIAL,
      ...next(recording, sentence({ says: "end the recording, or press Ctrl-C where it runs", command: recording.stop })),
    ],
  };
}

export interface Look {
  readonly color: boolean;
  readonly width: number;
}

/** Returns the text that is shown when the recording is ready. */
export function recordingText(recording: Recording, { color, width }: Look): string {
  const { id, folder, listen, to } = recording;
  const style = styleFor(color);
  const lines = [
    `recording ${style.bold(inLine(id))}: ${inLine(listen)} leads to ${inLine(to)}`,
    wrap(`  in ${inLine(folder)}`, width, "  "),
    style.warning(wrap(`  ${CREDENTIAL}`, width, "  ")),
    ...next(recording, STOP).map((line) => wrap(`  ${inLine(line)}`, width, "  ")),
  ];
  return `${lines.join(NL)}${NL}`;
}

/** Returns the text that is shown when the recording has stopped. */
export function stoppedText({ id, listen }: Recording, totals: Totals, { color, width }: Look): string {
  const style = styleFor(color);
  const { connections, notReached, notGreeted, unwritten, bytes } = totals;
  const head = `${style.bold(inLine(id))}: ${plural(connections, "connection")}, ${sizeWords(roundedSize(bytes.fromClient))} from the client, ${sizeWords(roundedSize(bytes.fromServer))} from the server`;
  const lines = [
    head,
    ...(connections === 0 ? [`  no client came: it was not switched to ${inLine(listen)}, or not restarted since`] : []),
    ...(notReached > 0 ? [`  ${style.warning(`${plural(notReached, "connection")} did not reach the server`)}`] : []),
    ...(notGreeted > 0 ? [`  ${style.warning(`${plural(notGreeted, "connection")} came to no TLS with the client`)}`] : []),
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
  CERT_NOT_YET_VALID: "shows a certificate that is not valid yet",
  EPROTO: "does not speak TLS there, or none that both sides know",
};

/** Returns the reason why a TLS handshake with a client failed, by its alert or by the bytes that came instead. */
function notGreetedWords(code: string): string {
  if (code === "ERR_SSL_HTTP_REQUEST") return "the client spoke plain HTTP: the address that it uses has to begin with https://";
  if (code === "ERR_SSL_UNSUPPORTED_PROTOCOL") return "the client speaks an older TLS than 1.2 alone";
  if (code.includes("ALERT") && /UNKNOWN_CA|CERTIFICATE|BAD_CERT/.test(code.slice(code.indexOf("ALERT"))))
    return "the client does not trust the relay: let it trust the capture's authority.pem, and restart it (docs/recording.md#tls)";
  if (code === "CLOSED")
    return "the client closed the connection before TLS was agreed on: it does not trust the relay (let it trust the capture's authority.pem, and restart it), or only tried whether the port is open";
  return `the client came to no TLS with the relay (${code})`;
}
/** Returns the message for a capture whose folder was deleted during the recording. */
export const goneText = (store: string): string =>
  `the capture's folder is gone from ${store}: what came after that is lost, so the recording was ended`;

/** Returns the reason why a server is not reached, worded to follow its name. */
export const notReachedWords = (code: string): string =>
  NOT_REACHED[code] ??
  (/CERT|SIGNATURE|CHAIN/.test(code) ? `is not trusted (${code}); --ca FILE names its authority` : `is not reached (${code})`);

/** Returns one sentence about a failure during the recording. */
export function troubleText({ connection, what, code }: RelayTrouble, to: string, words: string): string {
  if (what === "recorder")
    return `${connection === null ? "events" : `connection ${connection}`} could not be recorded: ${words}; what was not recorded is not forwarded`;
  if (what === "not-greeted") return `connection ${connection}: ${notGreetedWords(code)}; it sent nothing that could be recorded`;
  return `connection ${connection}: ${to} ${notReachedWords(code)}; no byte of the client was sent`;
}
