import { greatest, plural } from "../../kernel/index.ts";
import type { AppenderGrowth, Growth, GrowthPoint, Share, Use } from "../growth/simulate.ts";
import { NL, inLine, sizeText, styleFor, wrap } from "../../report/index.ts";

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

/** Returns the points at the end of each week and on the last day. */
const weekly = ({ points }: Growth): readonly GrowthPoint[] =>
  points.filter(({ day }) => day % 7 === 0 || day === points.length).map(whole);

/** Returns the document of --format json. */
export const growthDocument = ({ use, growth }: GrowthReport): object => {
  const last = growth.points.at(-1);
  return {
    schema: "tierwright/log-growth/v1",
    from: use.from,
    days: use.days,
    used: last?.used ?? 0,
    record: use.record,
    files: last?.files ?? 0,
    bytes: Math.round(last?.bytes ?? 0),
    verbose: Math.round(last?.verbose ?? 0),
    appenders: growth.appenders.map((one) => ({
      name: one.name,
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
    weeks: weekly(growth).map(({ day, files, bytes, verbose }) => ({ day, files, bytes, verbose })),
  };
};

interface Look {
  readonly color: boolean;
  readonly width: number;
}

/** Days for which the text has a row. */
const SHOWN = [7, 30, 90, 180, 365, 730, 1095, 1825, 3650];

function table({ points }: Growth): readonly string[] {
  const last = points.length;
  const shown = points.filter(({ day }) => (SHOWN.includes(day) && day < last) || day === last);
  const rows = [
    ["AFTER", "DAYS OF USE", "FILES", "SIZE", "OF IT AT DEBUG"],
    ...shown.map(({ day, used, files, bytes, verbose }) => [
      plural(day, "day"),
      String(used),
      String(files),
      sizeText(Math.round(bytes)),
      sizeText(Math.round(verbose)),
    ]),
  ];
  const widths = rows[0]?.map((_, i) => greatest(rows.map((row) => row[i]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
  );
}

const shareText = ({ logger, level, daily }: Share): string =>
  `${nameOf(logger)}${level === null ? "" : ` at ${inLine(level)}`}: ${sizeText(Math.round(daily))} a day of use`;

function appenderLines(one: AppenderGrowth, { color, width }: Look): readonly string[] {
  const style = styleFor(color);
  const head = `${style.bold(inLine(one.name))}  ${inLine(one.filePattern ?? one.fileName ?? "")}`;
  if (one.not !== null) return [head, style.warning(wrap(`  not simulated: ${inLine(one.not)}`, width, "  "))];
  if (one.shares.length === 0) return [head, "  no logger is known to write to it"];
  const ends = one.endless
    ? style.warning("grows as long as it is written to: nothing of its rules takes old files away")
    : one.deleted > 0
      ? `does not grow further: its own rules took ${sizeText(Math.round(one.deleted))} away`
      : "does not grow further";
  return [
    head,
    wrap(
      `  ${plural(one.files, "file")}, ${sizeText(Math.round(one.bytes))}${one.compressed ? " before they are compressed" : ""}; ${ends}`,
      width,
      "  ",
    ),
    ...one.shares.map((share) => `  ${shareText(share)}`),
  ];
}

/** Returns the report as text: the growth as a table, then each appender with its loggers. */
export function growthText({ file, use, growth }: GrowthReport, look: Look): string {
  const style = styleFor(look.color);
  const last = growth.points.at(-1);
  const sum = `${inLine(file)}: after ${plural(use.days, "day")} ${plural(last?.files ?? 0, "file")}, ${sizeText(Math.round(last?.bytes ?? 0))}`;
  const verbose = last && last.verbose > 0 ? `, ${sizeText(Math.round(last.verbose))} of it by loggers at DEBUG or below` : "";
  const [head = "", ...rows] = table(growth);
  const from = `simulated from ${use.from}, Monday to Friday, in lines of ${plural(use.record, "byte")}; what each logger writes is an assumption: --writes LOGGER=SIZE says it better`;
  return [
    style.bold(wrap(`${sum}${verbose}`, look.width, "  ")),
    "",
    style.bold(head),
    ...rows,
    ...growth.appenders.flatMap((one) => ["", ...appenderLines(one, look)]),
    "",
    style.dim(wrap(from, look.width, "")),
    ...(growth.appenders.some(({ endless }) => endless)
      ? [wrap("`tierwright logs sweep` deletes by age from outside", look.width, "")]
      : []),
    "",
  ].join(NL);
}
