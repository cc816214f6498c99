import { join } from "node:path";
import { roundedSize } from "../capture/sizes.ts";
import { plural } from "../../kernel/index.ts";
import type { StartedRelay } from "../relay/events.ts";
import type { MovedAddress } from "../recording/moved.ts";
import type { RecordingRecord } from "../recording/record.ts";
import { sentence, type Step, stepOf } from "../recording/steps.ts";
import type { RelayTrouble, Totals } from "../relay/recorder.ts";
import { NL, inLine, sizeText, styleFor, wrap } from "../../report/index.ts";

/** A relay in the form of the JSON documents; `role` is null if the user gave --listen and --to instead of an environment. */
type ShownRelay = Omit<StartedRelay, "role"> & { readonly role: string | null };

/** The JSON document of a recording whose relays listen: tierwright/recording/v1 (docs/formats.md). Its text form is made from it. */
export interface RecordingDocument {
  readonly schema: "tierwright/recording/v1";
  readonly id: string;
  /** The absolute path of the folder that contains the captures. */
  readonly store: string;
  readonly environment: string | null;
  readonly title: string | null;
  readonly relays: readonly ShownRelay[];
  readonly moved: readonly MovedAddress[];
  /** The absolute path of the authority certificate that clients must trust; null if no relay speaks TLS with its clients. */
  readonly authority: string | null;
  readonly bundle: RecordingRecord["bundle"];
  /** The warning that the capture contains passwords, followed by the user's next steps. */
  readonly next: readonly string[];
}

const CREDENTIAL =
  "the capture contains passwords and sessions as sent: only your account can open its folder, and none of them is printed";

/** Returns the JSON document of a recording whose relays listen; puts the warning about passwords before the given next steps. */
export const recordingDocument = (
  ready: Omit<RecordingDocument, "schema" | "next">,
  steps: readonly Step[],
): RecordingDocument => ({ schema: "tierwright/recording/v1", ...ready, next: [CREDENTIAL, ...steps.map(sentence)] });

export const stopStep = (command: string): Step => ({
  says: "end the recording (one in a window of its own ends with Ctrl-C there, too)",
  command,
});

/**
 * Returns the steps that lead a client to a relay started with --listen and --to, and the step that ends the recording.
 * @param server The host of the server behind the relay.
 * @param stop The command that ends the recording from another shell.
 */
export function addressSteps(
  { listen, to, mode }: ShownRelay,
  server: string,
  authority: string | null,
  stop: string,
): readonly Step[] {
  const scheme = to.startsWith("https://") ? ", with http:// in place of https://" : "";
  if (mode !== "tls" || authority === null)
    return [
      { says: `make the client use ${listen}${scheme}; restart a tool that reads its addresses only at startup` },
      stopStep(stop),
    ];
  return [
    {
      says: `make ${server} resolve to the address of ${listen} on this machine (a line in its hosts file), and remove the line afterwards; the client's address must have the same port`,
    },
    {
      says: `make the client trust ${authority}; its key is never written to disk and is lost when the recording ends (commands: \`tierwright help recording\`)`,
    },
    { says: "restart the client: a tool reads addresses and certificates only at startup" },
    stopStep(stop),
  ];
}

export interface Look {
  readonly color: boolean;
  readonly width: number;
}

/** Returns the lines of one next step after a label such as `1.`; its command has a line of its own that is never wrapped. */
export const stepLines = (head: string, { says, command }: Step, width: number): readonly string[] => [
  wrap(`${head}${inLine(says)}${command === undefined ? "" : ":"}`, width, " ".repeat(head.length)),
  ...(command === undefined ? [] : [`${" ".repeat(head.length + 2)}${inLine(command)}`]),
];

/**
 * Returns the text that `record start` prints once the relays listen.
 * @param inBackground True if a background process records and the command itself ends.
 */
export function recordingText(document: RecordingDocument, { color, width }: Look, inBackground = false): string {
  const { id, store, title, relays, moved, next } = document;
  const style = styleFor(color);
  const [credential = "", ...steps] = next;
  const lines = [
    `${style.bold(`${inLine(title ?? "recording")} ${inLine(id)}`)} is running${inBackground ? " in the background" : ""}`,
    wrap(`  in ${inLine(join(store, id))}`, width, "  "),
    ...relays.map(({ role, listen, to }) =>
      wrap(`  ${role === null ? "" : `${inLine(role)}: `}${inLine(listen)} forwards to ${inLine(to)}`, width, "    "),
    ),
    ...moved
      .filter(({ tier, relay }) => tier !== relay)
      .map(({ tier, relay }) => wrap(`  ${inLine(tier)} is replaced by ${inLine(relay)}`, width, "    ")),
    style.warning(wrap(`  ${inLine(credential)}`, width, "  ")),
    ...steps.flatMap((line, i) => stepLines(`  ${i + 1}. `, stepOf(line), width)),
  ];
  return `${lines.join(NL)}${NL}`;
}

/** Returns the text that `record start` prints once the relays of a background process listen. */
export const backgroundText = (document: RecordingDocument, look: Look): string => recordingText(document, look, true);

/** Returns the text that `record start` prints when its recording has stopped: the totals of all connections. */
export function stoppedText(id: string, listen: string, totals: Totals, { color, width }: Look): string {
  const style = styleFor(color);
  const { connections, notReached, notGreeted, unwritten, bytes } = totals;
  const head = `${style.bold(inLine(id))}: ${plural(connections, "connection")}, ${sizeText(roundedSize(bytes.fromClient))} from the client, ${sizeText(roundedSize(bytes.fromServer))} from the server`;
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

/** Returns the reason why a TLS handshake of a client with a relay failed, from the error code; `CLOSED`: the client closed. */
function notGreetedWords(code: string): string {
  if (code === "ERR_SSL_HTTP_REQUEST") return "the client spoke plain HTTP: its address must begin with https://";
  if (code === "ERR_SSL_UNSUPPORTED_PROTOCOL") return "the client only speaks TLS older than 1.2";
  if (code.includes("ALERT") && /UNKNOWN_CA|CERTIFICATE|BAD_CERT/.test(code.slice(code.indexOf("ALERT"))))
    return "the client does not trust the relay: make it trust the capture's authority.pem, and restart it (`tierwright help recording`)";
  if (code === "CLOSED")
    return "the client closed the connection during the TLS handshake: it does not trust the relay (make it trust the capture's authority.pem, and restart it), or only checked whether the port is open";
  return `the TLS handshake with the client failed (${code})`;
}
/** Returns the message that a capture's folder was deleted from the store of captures during the recording. */
export const goneText = (store: string): string =>
  `the capture's folder was deleted from ${store}: later bytes are lost, so the recording ended`;

/** Returns the reason why a relay did not reach its server, worded to follow the server's name. */
export const notReachedWords = (code: string): string =>
  NOT_REACHED[code] ??
  (/CERT|SIGNATURE|CHAIN/.test(code)
    ? `is not trusted (${code}); --ca FILE names its certificate authority`
    : `cannot be reached (${code})`);

/**
 * Returns one sentence about a failure that a relay reported.
 * @param to The server behind the relay.
 * @param words The description of the error code, for bytes that could not be recorded.
 */
export function troubleText({ connection, what, code }: RelayTrouble, to: string, words: string): string {
  if (what === "recorder")
    return `${connection === null ? "events" : `connection ${connection}`} could not be recorded: ${words}; unrecorded bytes are not forwarded`;
  if (what === "not-greeted") return `connection ${connection}: ${notGreetedWords(code)}; nothing was recorded`;
  return `connection ${connection}: ${to} ${notReachedWords(code)}; nothing was forwarded`;
}
