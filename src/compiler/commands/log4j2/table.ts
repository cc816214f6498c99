import { type Appender, type Log4j2Document, byteDigits, withoutSecretParts } from "../../../kernel/index.ts";
import { NL, inColumn, styleFor, table, visible } from "../../../report/index.ts";

const UNITS: readonly [number, string][] = [
  [2 ** 40, "TB"],
  [2 ** 30, "GB"],
  [2 ** 20, "MB"],
  [2 ** 10, "KB"],
];

/** Returns bytes for people: "50 MB", "1.5 GB", "1000 bytes". Never rounds to a larger unit. */
function humanSize(bytes: number): string {
  for (const [size, unit] of UNITS) if (bytes >= size && Number.isInteger((bytes / size) * 10)) return `${bytes / size} ${unit}`;
  return `${byteDigits(bytes)} bytes`;
}

function rollsAt(appender: Appender): string {
  if (!appender.rolling) return "does not roll";
  const sizes = appender.triggers.map(({ size, bytes, readable, line }) => {
    if (size === null) return `${humanSize(bytes)} (no size is given, line ${line})`;
    const same = size.toLowerCase().replace(/\s/g, "") === humanSize(bytes).toLowerCase().replace(/\s/g, "");
    return same
      ? `${humanSize(bytes)} (line ${line})`
      : `${humanSize(bytes)} (${readable ? "" : "log4j cannot read "}'${size}', line ${line})`;
  });
  return [...sizes, ...(appender.timeBased ? ["by time"] : [])].join(", ") || "no trigger";
}

/** Returns rows with aligned columns; the last column is not padded. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  return table(rows.map((row) => row.map((cell, i) => (i === row.length - 1 ? visible(cell) : inColumn(cell)))));
}

/** Returns the appenders and loggers of a log4j2.xml as a table for people. */
export function log4j2Table({ appenders, loggers, includes }: Log4j2Document, output: { readonly color: boolean }): string {
  const style = styleFor(output.color);
  const files = appenders.map((appender) => [
    appender.name,
    appender.type,
    rollsAt(appender),
    withoutSecretParts(appender.filePattern ?? appender.fileName ?? ""),
  ]);
  const levels = loggers.map(({ name, level, line }) => [name === "" ? "(root)" : name, level ?? "(inherited)", `line ${line}`]);
  const [fileHead = "", ...fileRows] = aligned([["APPENDER", "TYPE", "ROLLS AT", "FILES"], ...files]);
  const [levelHead = "", ...levelRows] = aligned([["LOGGER", "LEVEL", "WHERE"], ...levels]);
  const notes = includes.map(
    ({ href, line }) => `line ${line}: log4j reads ${visible(href ?? "another file")} here; it is not looked at`,
  );
  return [
    style.bold(fileHead),
    ...fileRows,
    "",
    style.bold(levelHead),
    ...levelRows,
    ...(notes.length > 0 ? ["", ...notes] : []),
    "",
  ]
    .map((line) => line.trimEnd())
    .join(NL);
}
