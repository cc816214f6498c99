import { ANOMALIES } from "../capture/anomalies.ts";
import { onLines } from "../capture/pretty.ts";
import { plural } from "../../kernel/index.ts";
import type { CaptureDocument } from "./capture-document.ts";
import { BREAK_REASONS, exchangeCounts, EMPTY, STATES } from "./capture-words.ts";
import { type Look, NL, type Style, inColumn, inLine, sizeText, styleFor, visible, wrap } from "../../report/index.ts";

type Exchange = CaptureDocument["exchanges"][number];
type Message = NonNullable<Exchange["request" | "response"]>;

/** Returns the first lines of the text about a capture: its id, state and counts, then one line for each relay. */
function head({ id, state, relays, total, open, broken, connections }: CaptureDocument, style: Style): readonly string[] {
  const counts = exchangeCounts({ exchanges: total, open, broken });
  return [
    `${style.bold(inLine(id))} ${STATES[state]}: ${counts}; ${plural(connections, "connection")}`,
    ...relays.map(({ listen, to, mode }) => `  ${inLine(listen)} forwards to ${inLine(to)} (${mode})`),
  ];
}

const tail = ({ warnings, damage }: CaptureDocument, style: Style, width: number): readonly string[] => [
  ...warnings.map(({ says, help }) => `${style.warning("warning")}: ${wrap(`${inLine(says)}; ${inLine(help)}`, width, "  ", 9)}`),
  ...damage.map((one) => `${style.warning("damaged")}: ${wrap(one, width, "  ", 9)}`),
];

/** Returns the time of day of an exchange without the date, which the capture's name has; "-" if the time is unknown. */
const timeOf = (when: string | null): string => when?.slice(11, 23) ?? "-";

function rowOf({ n, at, operation, signIn, request, response, broken, open, protocol }: Exchange): readonly string[] {
  const what = operation ?? request?.target ?? (protocol === null ? "no request" : protocol);
  return [
    String(n),
    timeOf(at),
    request?.method ?? "-",
    inColumn(what) + (signIn === null ? "" : ` (${signIn === "xml" ? "XML" : "JSON"} sign-in)`),
    response ? String(response.status) : "-",
    response ? sizeText(response.content.atMost) : "-",
    broken === null ? (open ? "in progress" : "") : `broken: ${broken}`,
  ];
}

/** Returns the text form of `capture read` without an exchange number: the exchanges of a capture, one line each. */
export function captureListText(document: CaptureDocument, { color, width }: Look): string {
  const style = styleFor(color);
  const rows = [["n", "time", "method", "what", "status", "size", ""], ...document.exchanges.map(rowOf)];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => rows.reduce((most, row) => Math.max(most, (row[column] ?? "").length), 0));
  const lines = rows.map((row, i) => {
    const cells = row.map((cell, column) =>
      column === 0 || column === 5 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    const text = cells.join("  ").trimEnd();
    return i === 0
      ? style.dim(text)
      : row[6]?.startsWith("broken")
        ? text.replace(/broken: \S+$/, (why) => style.error(why))
        : text;
  });
  const { exchanges, total } = document;
  const none = total === 0 ? `no exchange: ${EMPTY}` : "no exchange matches the options";
  return `${[...head(document, style), ...(exchanges.length === 0 ? [none] : lines), ...tail(document, style, width)].join(NL)}${NL}`;
}

function bodyLines({ body, content }: Message, style: Style): readonly string[] {
  const { sent, atMost, encoding, type, kind, says, sha256 } = content;
  const decoded = content.decoded === null ? "" : `, ${plural(content.decoded, "byte")} decoded`;
  const coded = encoding === "identity" ? "" : `, ${encoding}${decoded}`;
  const size = sent === null ? `up to ${sizeText(atMost)}` : plural(sent, "byte");
  const about = `(${size}${coded}${body === null && type !== null ? `, ${inLine(type)}` : ""}${says === null ? "" : `: ${inLine(says)}`})`;
  if (atMost === 0 && says === null) return [];
  if (body === null) return ["", style.dim(sha256 === null ? about : `${about} not shown, SHA-256 ${sha256}...`)];
  const plainly = says === null && encoding === "identity";
  return ["", ...onLines(body, kind).map((line) => visible(line)), ...(plainly ? [] : [style.dim(about)])];
}

function messageLines(title: string, message: Message, style: Style): readonly string[] {
  const header = ([name, value]: readonly [string, string]) => `${style.info(visible(name))}: ${visible(value)}`;
  const { span, version } = message;
  const start =
    "method" in message ? [message.method, message.target, version] : [version, String(message.status), message.reason];
  const where = span && ` (bytes ${span.offset} to ${span.offset + span.length} of the raw file)`;
  return [
    "",
    `${style.bold(title)}${where === null ? "" : style.dim(where)}`,
    start.map((part) => visible(part)).join(" "),
    ...message.headers.map(header),
    ...bodyLines(message, style),
    ...message.trailers.map(header),
  ];
}

/** Returns the first exchange of a document as text with its headers and bodies; "" if the document has no exchange. */
export function exchangeText({ id, exchanges: [shown], revealed }: CaptureDocument, { color, width }: Look): string {
  if (!shown) return "";
  const style = styleFor(color);
  const { n, connection, at, request, interimResponses, response, broken, open, protocol, anomalies } = shown;
  const state = broken === null ? (open ? "it is in progress" : null) : `broken: ${broken}: ${BREAK_REASONS[broken]}`;
  const lines = [
    `${style.bold(inLine(id))} exchange ${n}, connection ${connection}${at === null ? "" : `, ${at}`}`,
    ...(state === null ? [] : [broken === null ? state : style.error(wrap(state, width, "  "))]),
    ...(protocol === null ? [] : [`the connection speaks ${protocol}`]),
    ...anomalies.map((one) => style.warning(wrap(`unusual: ${ANOMALIES[one]}`, width, "  "))),
    ...(request ? messageLines("request", request, style) : ["", style.dim("no request")]),
    ...interimResponses.flatMap((one) => messageLines("interim response", one, style)),
    ...(response ? messageLines("response", response, style) : ["", style.dim("no response")]),
    ...(revealed ? ["", style.warning("everything is shown as sent, including passwords")] : []),
  ];
  return `${lines.join(NL)}${NL}`;
}

/** Returns the lines of one exchange as text with control characters made visible. The caller must have redacted the lines. */
export const rawExchangeText = (lines: readonly string[]): string => `${lines.map((line) => visible(line)).join(NL)}${NL}`;
