import { ANOMALIES } from "../capture/anomalies.ts";
import { onLines } from "../capture/pretty.ts";
import type { ShownBody, ShownExchange, ShownMessage } from "../capture/view.ts";
import { plural } from "../../kernel/index.ts";
import { type CaptureReading, relaysDocument, shownText } from "./capture-document.ts";
import { BREAK_REASONS, exchangeCounts, damageText, EMPTY, sizeWords, stateOf, STATES } from "./capture-words.ts";
import { NL, type Style, inColumn, inLine, styleFor, visible, wrap } from "../../report/index.ts";

interface Look {
  readonly color: boolean;
  readonly width: number;
}

/** Returns the heading: the capture's state, counts and relays. */
function head({ capture, summary }: CaptureReading, style: Style): readonly string[] {
  const ways = relaysDocument(capture).map(({ listen, to, mode }) => `  ${inLine(listen)} forwards to ${inLine(to)} (${mode})`);
  return [
    `${style.bold(inLine(capture.id))} ${STATES[stateOf(capture)]}: ${exchangeCounts(summary)}; ${plural(summary.connections, "connection")}`,
    ...ways,
  ];
}

function tail({ capture, summary, redactor }: CaptureReading, style: Style, width: number): readonly string[] {
  return [
    ...summary.warnings.map(
      ({ says, help }) =>
        `${style.warning("warning")}: ${wrap(`${inLine(shownText(says, redactor))}; ${inLine(shownText(help, redactor))}`, width, "  ", 9)}`,
    ),
    ...capture.damage.map((one) => `${style.warning("damaged")}: ${wrap(damageText(one), width, "  ", 9)}`),
  ];
}

/** Returns the time of day; the date is in the capture's name. */
const timeOf = (when: string | null): string => when?.slice(11, 23) ?? "-";

function rowOf({ entry, exchange, request, response }: ShownExchange): readonly string[] {
  const { operation, signIn } = entry.facts;
  const what = operation ?? request?.start[1] ?? (exchange.protocol === null ? "no request" : exchange.protocol);
  return [
    String(entry.n),
    timeOf(entry.when),
    request?.start[0] ?? "-",
    inColumn(what) + (signIn === null ? "" : ` (${signIn === "xml" ? "XML" : "JSON"} sign-in)`),
    response?.start[1] ?? "-",
    response ? sizeWords(response.body.atMost) : "-",
    exchange.broken === null ? (exchange.open ? "in progress" : "") : `broken: ${exchange.broken}`,
  ];
}

/** Returns the exchanges that match the filter as text, one line each. */
export function captureListText(reading: CaptureReading, { color, width }: Look): string {
  const style = styleFor(color);
  const rows = [["n", "time", "method", "what", "status", "size", ""], ...reading.exchanges.map(rowOf)];
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
  const { exchanges, summary } = reading;
  const none = summary.exchanges === 0 ? `no exchange: ${EMPTY}` : "no exchange matches the options";
  return `${[...head(reading, style), ...(exchanges.length === 0 ? [none] : lines), ...tail(reading, style, width)].join(NL)}${NL}`;
}

function bodyLines(body: ShownBody, style: Style): readonly string[] {
  const decoded = body.decoded === null ? "" : `, ${plural(body.decoded, "byte")} decoded`;
  const coded = body.encoding === "identity" ? "" : `, ${body.encoding}${decoded}`;
  const size = body.sent === null ? `up to ${sizeWords(body.atMost)}` : plural(body.sent, "byte");
  const about = `(${size}${coded}${body.text === null && body.type !== null ? `, ${inLine(body.type)}` : ""}${body.says === null ? "" : `: ${inLine(body.says)}`})`;
  if (body.atMost === 0 && body.says === null) return [];
  if (body.text === null) return ["", style.dim(body.hash === null ? about : `${about} not shown, SHA-256 ${body.hash}...`)];
  const plainly = body.says === null && body.encoding === "identity";
  return ["", ...onLines(body.text, body.kind).map((line) => visible(line)), ...(plainly ? [] : [style.dim(about)])];
}

function messageLines(title: string, message: ShownMessage, style: Style): readonly string[] {
  const header = ([name, value]: readonly [string, string]) => `${style.info(visible(name))}: ${visible(value)}`;
  const { span } = message;
  const where = span && ` (bytes ${span.offset} to ${span.offset + span.length} of the raw file)`;
  return [
    "",
    `${style.bold(title)}${where === null ? "" : style.dim(where)}`,
    message.start.map((part) => visible(part)).join(" "),
    ...message.headers.map(header),
    ...bodyLines(message.body, style),
    ...message.trailers.map(header),
  ];
}

/** Returns one exchange as text, with everything that can be shown of it. */
export function exchangeText(reading: CaptureReading, shown: ShownExchange, { color, width }: Look): string {
  const style = styleFor(color);
  const { entry, exchange, request, interim, response } = shown;
  const { broken, protocol, anomalies, connection } = exchange;
  const state = broken === null ? (exchange.open ? "it is in progress" : null) : `broken: ${broken}: ${BREAK_REASONS[broken]}`;
  const lines = [
    `${style.bold(inLine(reading.capture.id))} exchange ${entry.n}, connection ${connection.n}${entry.when === null ? "" : `, ${entry.when}`}`,
    ...(state === null ? [] : [broken === null ? state : style.error(wrap(state, width, "  "))]),
    ...(protocol === null ? [] : [`the connection speaks ${protocol}`]),
    ...anomalies.map((one) => style.warning(wrap(`unusual: ${ANOMALIES[one]}`, width, "  "))),
    ...(request ? messageLines("request", request, style) : ["", style.dim("no request")]),
    ...interim.flatMap((one) => messageLines("interim response", one, style)),
    ...(response ? messageLines("response", response, style) : ["", style.dim("no response")]),
    ...(reading.redactor === null ? ["", style.warning("everything is shown as sent, including passwords")] : []),
  ];
  return `${lines.join(NL)}${NL}`;
}

/** Returns one exchange as sent, redacted, with control characters made visible. */
export const rawExchangeText = (lines: readonly string[]): string => `${lines.map((line) => visible(line)).join(NL)}${NL}`;
