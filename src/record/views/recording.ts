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
  "the capture contains passwords and sessions as sent: only your account can open its folder, and none of them is printed";
const STOP = "Ctrl-C stops the recording";
const RESTART = "restart a tool that reads its addresses only at startup";

/** Returns the steps that lead the client to the relay and back. */
function next({ listen, to, server, mode, authority }: Recording, stop: string): readonly string[] {
  const scheme = to.startsWith("https://") ? ", with http:// in place of https://" : "";
  if (mode !== "tls" || authority === null) return [`make the client use ${listen}${scheme}; ${RESTART}`, stop];
  return [
    `make ${server} resolve to the address of ${listen} on this machine (a line in its hosts file), and remove the line afterwards; the client's address must have the same port`,
    `make the client trust ${authority}; its key is never written to disk and is lost when the recording ends (commands: docs/recording.md#tls)`,
    "restart the client: a tool reads addresses and certificates only at startup",
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
      ...next(recording, sentence({ says: "end the recording, or press Ctrl-C in its window", command: recording.stop })),
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
    `recording ${style.bold(inLine(id))}: ${inLine(listen)} forwards to ${inLine(to)}`,
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
    ...(connections === 0
      ? [`  no client connected: it was not switched to ${inLine(listen)}, or was not restarted afterwards`]
      : []),
    ...(notReached > 0 ? [`  ${style.warning(`${plural(notReached, "connection")} did not reach the server`)}`] : []),
    ...(notGreeted > 0
      ? [`  ${style.warning(`${plural(notGreeted, "connection")} failed the TLS handshake with the client`)}`]
      : []),
    ...(unwritten > 0
      ? [`  ${style.error("the recording is incomplete: bytes that could not be written were not forwarded")}`]
      : []),
  ];
  return `${lines.map((line) => wrap(line, width, "  ")).join(NL)}${NL}`;
}

const NOT_REACHED: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections: nothing listens on that port, or a firewall rejects them",
  ENOTFOUND: "does not resolve: no DNS server knows that name",
  EAI_AGAIN: "does not resolve: no DNS server answers",
  ETIMEDOUT: "does not answer",
  EHOSTUNREACH: "cannot be reached: no route to that address",
  ENETUNREACH: "cannot be reached: no route to that network",
  ECONNRESET: "reset the connection immediately",
  EMFILE: "was not contacted: too many connections are open",
  CLOSED: "closed the connection immediately",
  loop: "is this relay itself: every connection would cause another",
  ERR_TLS_CERT_ALTNAME_INVALID: "presents a certificate for another name",
  CERT_HAS_EXPIRED: "presents a certificate that has expired",
  CERT_NOT_YET_VALID: "presents a certificate that is not valid yet",
  EPROTO: "does not speak TLS on that port, or no common version or cipher",
};

/** Returns the reason why a TLS handshake with a client failed, by its alert or by the bytes that came instead. */
function notGreetedWords(code: string): string {
  if (code === "ERR_SSL_HTTP_REQUEST") return "the client spoke plain HTTP: its address must begin with https://";
  if (code === "ERR_SSL_UNSUPPORTED_PROTOCOL") return "the client only speaks TLS older than 1.2";
  if (code.includes("ALERT") && /UNKNOWN_CA|CERTIFICATE|BAD_CERT/.test(code.slice(code.indexOf("ALERT"))))
    return "the client does not trust the relay: make it trust the capture's authority.pem, and restart it (docs/recording.md#tls)";
  if (code === "CLOSED")
    return "the client closed the connection during the TLS handshake: it does not trust the relay (make it trust the capture's authority.pem, and restart it), or only checked whether the port is open";
  return `the TLS handshake with the client failed (${code})`;
}
/** Returns the message for a capture whose folder was deleted during the recording. */
export const goneText = (store: string): string =>
  `the capture's folder was deleted from ${store}: later bytes are lost, so the recording ended`;

/** Returns the reason why a server is not reached, worded to follow its name. */
export const notReachedWords = (code: string): string =>
  NOT_REACHED[code] ??
  (/CERT|SIGNATURE|CHAIN/.test(code)
    ? `is not trusted (${code}); --ca FILE names its certificate authority`
    : `cannot be reached (${code})`);

/** Returns one sentence about a failure during the recording. */
export function troubleText({ connection, what, code }: RelayTrouble, to: string, words: string): string {
  if (what === "recorder")
    return `${connection === null ? "events" : `connection ${connection}`} could not be recorded: ${words}; unrecorded bytes are not forwarded`;
  if (what === "not-greeted") return `connection ${connection}: ${notGreetedWords(code)}; nothing was recorded`;
  return `connection ${connection}: ${to} ${notReachedWords(code)}; nothing was forwarded`;
}
