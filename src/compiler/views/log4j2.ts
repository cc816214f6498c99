import { type Log4j2Document, byteDigits, withoutSecretParts } from "../../kernel/index.ts";
import { type Cell, type Look, NL, styleFor, tableLines, visible } from "../../report/index.ts";

const shown = (text: string | null): string | null => text && withoutSecretParts(text);

/**
 * Returns the document of `log4j2 show`, schema tierwright/log4j2/v1. `error` is present only if log4j would not load the file, or if the
 * file has a document type declaration (DOCTYPE).
 */
export const log4j2Document = ({ appenders, loggers, includes, error }: Log4j2Document) => ({
  schema: "tierwright/log4j2/v1",
  ...(error ? { error: { message: error.message, line: error.line, column: error.column } } : {}),
  appenders: appenders.map(({ name, type, rolling, fileName, filePattern, triggers, timeBased, rolls }) => ({
    name,
    type,
    rolling,
    fileName: shown(fileName),
    filePattern: shown(filePattern),
    triggers: triggers.map(({ size, bytes, readable, line }) => ({ size: shown(size), bytes, readable, line })),
    timeBased,
    deletes: (rolls?.deletes ?? []).map(({ written, required, isTest = false, line }) => ({
      age: shown(written?.age ?? null),
      names: required.map(withoutSecretParts),
      isTest,
      line,
    })),
  })),
  loggers: loggers.map(({ name, level, line }) => ({ name, level, line })),
  includes: includes.map(({ href, line }) => ({ href: shown(href), line })),
});

type Document = ReturnType<typeof log4j2Document>;

/**
 * Pattern of a size in bytes that JSON.stringify wrote as a text. Its quotes are removed afterwards, because JSON.stringify cannot write
 * all digits of a Java long.
 */
const DIGITS = /"bytes":"#([0-9]+)"/g;

/** Returns the document in one line, with all digits of a Java long. */
export function log4j2Json(document: Document): string {
  const digits = (key: string, value: unknown) =>
    key === "bytes" && typeof value === "number" ? `#${byteDigits(value)}` : value;
  return `${JSON.stringify(document, digits).replace(DIGITS, '"bytes":$1')}\n`;
}

const UNITS: readonly [number, string][] = [
  [2 ** 40, "TB"],
  [2 ** 30, "GB"],
  [2 ** 20, "MB"],
  [2 ** 10, "KB"],
];

/** Returns a number of bytes for people: "50 MB", "1.5 GB", "1000 bytes". Chooses the largest unit that needs no rounding. */
function humanSize(bytes: number): string {
  for (const [size, unit] of UNITS) if (bytes >= size && Number.isInteger((bytes / size) * 10)) return `${bytes / size} ${unit}`;
  return `${byteDigits(bytes)} bytes`;
}

function rollsAt(appender: Document["appenders"][number]): string {
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
const deletions = ({ name, deletes }: Document["appenders"][number]): readonly string[] =>
  deletes.map(({ age, names, isTest, line }) => {
    const at = `line ${line}: '${visible(name)}'`;
    if (isTest) return `${at} has a Delete action with testMode, which deletes nothing`;
    if (age === null) return `${at} has a Delete action`;
    const named = names.length === 0 ? "" : ` named ${names.map(visible).join(", ")}`;
    return `${at} deletes files older than ${visible(age)}${named} at a rollover`;
  });

/** Returns the appenders and loggers of a log4j2.xml as tables for people; '' if log4j would not load the file. */
export function log4j2Text({ appenders, loggers, includes, error }: Document, { color }: Look): string {
  if (error) return "";
  const { bold } = styleFor(color);
  const cells = (texts: readonly string[], paint?: Cell["paint"]) => texts.map((text): Cell => ({ text, paint }));
  const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
    tableLines([cells(heads, bold), ...rows.map((row) => cells(row))]);
  const files = appenders.map((appender) => [
    appender.name,
    appender.type,
    rollsAt(appender),
    appender.filePattern ?? appender.fileName ?? "",
  ]);
  const levels = loggers.map(({ name, level, line }) => [name === "" ? "(root)" : name, level ?? "(inherited)", `line ${line}`]);
  const notes = [
    ...appenders.flatMap(deletions),
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
