import { greatest, plural } from "../../kernel/index.ts";
import type { Growth, GrowthPoint, Use } from "../growth/simulate.ts";
import { type Look, NL, inLine, sizeText, styleFor, wrap } from "../../report/index.ts";

export interface GrowthReport {
  readonly file: string;
  readonly use: Use;
  readonly growth: Growth;
}

const nameOf = (logger: string): string => (logger === "" ? "the root logger" : `'${inLine(logger)}'`);
const whole = (point: GrowthPoint): GrowthPoint => ({
  ...point,
  bytes: Math.round(point.bytes),
  verbose: Math.round(point.verbose),
});

/** Days of the simulation for which the text has a row. */
const SHOWN = [7, 30, 90, 180, 365, 730, 1095, 1825, 3650];

/** Returns the JSON document of `logs growth`. */
export const growthDocument = ({ file, use, growth }: GrowthReport) => {
  const last = growth.points.at(-1);
  const pointsOn = (isWanted: (day: number) => boolean) =>
    growth.points.filter(({ day }) => isWanted(day) || day === growth.points.length).map(whole);
  return {
    schema: "tierwright/log-growth/v1",
    file,
    from: use.from,
    days: use.days,
    used: last?.used ?? 0,
    record: use.record,
    files: last?.files ?? 0,
    bytes: Math.round(last?.bytes ?? 0),
    verbose: Math.round(last?.verbose ?? 0),
    appenders: growth.appenders.map((one) => ({
      name: one.name,
      fileName: one.fileName,
      filePattern: one.filePattern,
      simulated: one.not === null,
      says: one.not,
      files: one.files,
      bytes: Math.round(one.bytes),
      verbose: Math.round(one.verbose),
      deleted: Math.round(one.deleted),
      compressed: one.compressed,
      endless: one.endless,
      loggers: one.shares.map(({ logger, level, verbose, daily }) => ({
        name: logger,
        level,
        verbose,
        daily: Math.round(daily),
      })),
    })),
    rows: pointsOn((day) => SHOWN.includes(day)).map(({ day, used, files, bytes, verbose }) => ({
      day,
      used,
      files,
      bytes,
      verbose,
    })),
    weeks: pointsOn((day) => day % 7 === 0).map(({ day, files, bytes, verbose }) => ({ day, files, bytes, verbose })),
  };
};

type GrowthDocument = ReturnType<typeof growthDocument>;
type Appender = GrowthDocument["appenders"][number];

function table({ rows: shown }: GrowthDocument): readonly string[] {
  const rows = [
    ["AFTER", "DAYS OF USE", "FILES", "SIZE", "OF IT AT DEBUG"],
    ...shown.map(({ day, used, files, bytes, verbose }) => [
      plural(day, "day"),
      String(used),
      String(files),
      sizeText(bytes),
      sizeText(verbose),
    ]),
  ];
  const widths = rows[0]?.map((_, i) => greatest(rows.map((row) => row[i]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
  );
}

const shareText = ({ name, level, daily }: Appender["loggers"][number]): string =>
  `${nameOf(name)}${level === null ? "" : ` at ${inLine(level)}`}: ${daily === 0 ? "assumed to write nothing" : `${sizeText(daily)} a day of use`}`;

function appenderLines(one: Appender, { color, width }: Look): readonly string[] {
  const style = styleFor(color);
  const head = `${style.bold(inLine(one.name))}  ${inLine(one.filePattern ?? one.fileName ?? "")}`;
  if (one.says !== null) return [head, style.warning(wrap(`  not simulated: ${inLine(one.says)}`, width, "  "))];
  const loggers = one.loggers.map((share) => `  ${shareText(share)}`);
  if (loggers.length === 0) return [head, "  no logger of this file refers to it"];
  if (one.loggers.every(({ daily }) => daily === 0)) return [head, ...loggers];
  const ends = one.endless
    ? style.warning("grows as long as it is written to: nothing of its rules takes old files away")
    : one.deleted > 0
      ? `does not grow further: its own rules took ${sizeText(one.deleted)} away`
      : "does not grow further";
  return [
    head,
    wrap(
      `  ${plural(one.files, "file")}, ${sizeText(one.bytes)}${one.compressed ? " before they are compressed" : ""}; ${ends}`,
      width,
      "  ",
    ),
    ...loggers,
  ];
}

/** Returns the result of `logs growth` as text: the growth as a table, then each appender with its loggers. */
export function growthText(document: GrowthDocument, look: Look): string {
  const style = styleFor(look.color);
  const { file, days, files, bytes, verbose, record, appenders } = document;
  const sum = `${inLine(file)}: after ${plural(days, "day")} ${plural(files, "file")}, ${sizeText(bytes)}`;
  const loud = verbose > 0 ? `, ${sizeText(verbose)} of it by loggers at DEBUG or below` : "";
  const [head = "", ...rows] = table(document);
  const from = `simulated from ${document.from}, Monday to Friday, in lines of ${plural(record, "byte")}; what each logger writes is an assumption: --writes LOGGER=SIZE says it better`;
  return [
    style.bold(wrap(`${sum}${loud}`, look.width, "  ")),
    "",
    style.bold(head),
    ...rows,
    ...appenders.flatMap((one) => ["", ...appenderLines(one, look)]),
    "",
    style.dim(wrap(from, look.width, "")),
    ...(appenders.some(({ endless }) => endless)
      ? [wrap("`tierwright logs sweep` deletes by age from outside", look.width, "")]
      : []),
    "",
  ].join(NL);
}
