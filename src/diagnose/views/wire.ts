import { plural, withoutSecrets } from "../../kernel/index.ts";
import type { Diagnosis } from "../causes/diagnosis.ts";
import type { Clock, Joined, WireRow } from "../causes/wire.ts";
import { type Style, inLine, wrap } from "../../report/index.ts";

type Wire = NonNullable<Diagnosis["wire"]>;

const shownRow = ({ n, at, relay, asked, status, broken, fault }: WireRow): object => ({
  n,
  at: at === null ? null : new Date(at).toISOString(),
  ...{ relay, asked, status, broken },
  fault: fault && { type: fault.type, code: fault.code, message: withoutSecrets(fault.message) },
});

/** Returns the part of the JSON document that joins log lines with a capture; null if no capture was named. */
export const wireDocument = (wire: Wire | null): object | null =>
  wire && {
    capture: wire.capture,
    clock: wire.clock,
    joined: wire.joined.map(({ line: { file, line, at, text }, row, by, apart }) => ({
      ...{ file, line, at, text, by, apart },
      exchange: shownRow(row),
    })),
    alone: wire.alone.map(shownRow),
  };

/** Returns in words by how much the clock of the log is ahead of UTC or behind it. */
function distance(ahead: number): string {
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  if (Math.abs(ahead) < 1_000) return "the log's clock is UTC";
  const words =
    minutes === 0
      ? `${(Math.abs(ahead) / 1000).toFixed(1)} s`
      : minutes % 60 === 0
        ? `${minutes / 60} h`
        : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `the log's clock is ${words} ${ahead > 0 ? "ahead of" : "behind"} UTC`;
}

/** Returns a sentence on how certain the difference between the clocks of log and capture is. */
function clockWords({ by, ahead, pairs }: Clock): string {
  if (by === "zone") return "sure: the log says its time zone";
  if (by === "messages")
    return `${pairs > 1 ? "sure" : "likely"}: ${distance(ahead)}, known by ${plural(pairs, "message")} with words that are in both`;
  if (by === "pattern")
    return `a guess: if ${distance(ahead)}, ${plural(pairs, "message")} of the log and the recording coincide, more than with any other difference`;
  return "not known: the log has no time zone, and no message has words that are in both, so nothing is joined by time";
}

const answerOf = ({ status, broken, fault }: WireRow): string =>
  [
    status === null ? "no answer" : `HTTP ${status}`,
    broken === null ? "" : `not whole: ${broken}`,
    fault
      ? `${inLine(fault.type)}${fault.code === null ? "" : ` (code ${fault.code})`}: ${inLine(withoutSecrets(fault.message))}`
      : "",
  ]
    .filter(Boolean)
    .join(", ");

const apartWords = (apart: number | null): string =>
  apart === null ? "" : `, ${Math.abs(apart / 1000).toFixed(3)} s ${apart >= 0 ? "before it" : "after it"}`;

function joinedLines({ line, row, by, apart }: Joined, width: number): readonly string[] {
  const how = by === "message" ? "the same words" : "by time alone";
  return [
    wrap(`  ${inLine(line.file)}:${line.line}  ${inLine(line.text)}`, width, "    "),
    wrap(`    exchange ${row.n}${apartWords(apart)}, ${how}: ${inLine(row.asked)}: ${answerOf(row)}`, width, "      "),
  ];
}

const MOST = 10;

/** Returns the lines of text that show each log message with the captured response of the server; an empty list if no capture was named. */
export function wireLines(wire: Wire | null, width: number, style: Style): readonly string[] {
  if (!wire) return [];
  const { capture, joined, alone, clock } = wire;
  const troubled = new Set([...joined.map(({ row }) => row), ...alone]).size;
  const more = (list: readonly unknown[]) =>
    list.length > MOST ? [style.dim(`  and ${list.length - MOST} more: --format json`)] : [];
  return [
    style.bold(
      `on the wire, capture ${inLine(capture)}: ${troubled === 0 ? "every exchange went well" : `${plural(troubled, "exchange")} that did not go well`}`,
    ),
    ...joined.slice(-MOST).flatMap((one) => joinedLines(one, width)),
    ...more(joined),
    ...(alone.length > 0 ? ["  without a message in a log:"] : []),
    ...alone.slice(-MOST).map((row) => wrap(`    exchange ${row.n}: ${inLine(row.asked)}: ${answerOf(row)}`, width, "      ")),
    ...more(alone),
    ...(joined.length + alone.length > 0 ? [wrap(`  clocks: ${clockWords(clock)}`, width, "    ")] : []),
    "",
  ];
}
