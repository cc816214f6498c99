import { headerOf } from "../../../src/diagnose/causes/header.ts";
import { LONGEST_LINE, lineText, type LogRecord } from "../../../src/diagnose/causes/log-record.ts";

/** Lines of a whole log, ended by a line feed, a carriage return or both. */
function linesOf(bytes: Buffer): Buffer[] {
  const text = bytes.toString("latin1").replace(/^\xef\xbb\xbf/, "");
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => Buffer.from(line.slice(0, LONGEST_LINE), "latin1"));
}

const CONTINUES = /^(?:\s|at |Caused by:|Suppressed:|\.\.\. \d)/;

function recordOf(line: number, raw: readonly Buffer[]): LogRecord {
  const kept: Buffer[] = [];
  let size = 0;
  for (const one of raw) {
    if (kept.length >= 200 || size >= 64 * 1024) break;
    kept.push(one);
    size += one.length;
  }
  const lines = kept.map(lineText);
  const header = headerOf(lines[0] ?? "");
  return { line, lines, text: lines.join("\n").slice(header?.length ?? 0), level: header?.level ?? null, at: header?.at ?? null };
}

/** The records of a whole log, without any haste: what the fast reader is held to. */
export function simpleRecords(bytes: Buffer): readonly LogRecord[] {
  const records: { readonly line: number; readonly raw: Buffer[] }[] = [];
  let headers = false;
  for (const [i, raw] of linesOf(bytes).entries()) {
    const line = lineText(raw);
    const header = headerOf(line) !== null;
    const begins = header || (!headers && (line.trim() === "" || !CONTINUES.test(line)));
    headers ||= header;
    if (begins || records.length === 0) records.push({ line: i + 1, raw: [raw] });
    else records.at(-1)?.raw.push(raw);
  }
  return records.map(({ line, raw }) => recordOf(line, raw)).filter(({ lines }) => lines.some((one) => one.trim() !== ""));
}
