import { type Appender, type Log4j2Document, byteDigits, withoutSecretParts } from "../../../kernel/index.ts";
import { type Cell, NL, styleFor, tableLines, visible } from "../../../report/index.ts";

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
    if (size === null) return `${humanSize(bytes)} (no size given, line ${line})`;
    const same = size.toLowerCase().replace(/\s/g, "") === humanSize(bytes).toLowerCase().replace(/\s/g, "");
    return same
      ? `${humanSize(bytes)} (line ${line})`
      : `${humanSize(bytes)} (${readable ? "" : "log4j cannot read "}'${size}', line ${line})`;
  });
  return [...sizes, ...(appender.timeBased ? ["by time"] : [])].join(", ") || "no trigger";
}

/** Returns a line for each Delete action of an appender. */
function deletes({ name, rolls }: Appender): readonly string[] {
  return (rolls?.deletes ?? []).map(({ written, required, isTest, line }) => {
    const age = written?.age ?? null;
    const at = `line ${line}: '${visible(name)}'`;
    if (isTest) return `${at} has a Delete action with testMode, which deletes nothing`;
    if (age === null) return `${at} has a Delete action`;
    const names = required.length === 0 ? "" : ` named ${required.map(visible).join(", ")}`;
    return `${at} deletes files older than ${visible(withoutSecretParts(age))}${withoutSecretParts(names)} at a rollover`;
  });
}

/** Returns the appenders and loggers of a log4j2.xml as a table for people. */
export function log4j2Table({ appenders, loggers, includes }: Log4j2Document, output: { readonly color: boolean }): string {
  const { bold } = styleFor(output.color);
  const cells = (texts: readonly string[], paint?: Cell["paint"]) => texts.map((text): Cell => ({ text, paint }));
  const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
    tableLines([cells(heads, bold), ...rows.map((row) => cells(row))]);
  const files = appenders.map((appender) => [
    appender.name,
    appender.type,
    rollsAt(appender),
    withoutSecretParts(appender.filePattern ?? appender.fileName ?? ""),
  ]);
  const levels = loggers.map(({ name, level, line }) => [name === "" ? "(root)" : name, level ?? "(inherited)", `line ${line}`]);
  const notes = [
    ...appenders.flatMap(deletes),
    ...includes.map(
      ({ href, line }) => `line ${line}: log4j includes ${visible(href ?? "another file")} here; it is not checked`,
    ),
  ];
  return [
    ...table(["APPENDER", "TYPE", "ROLLS AT", "FILES"], files),
    "",
    ...table(["LOGGER", "LEVEL", "WHERE"], levels),
    ...(notes.length > 0 ? ["", ...notes] : []),
    "",
  ].join(NL);
}
