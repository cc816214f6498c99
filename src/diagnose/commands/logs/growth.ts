import { Log4j2Document, Refusal, notRead, sizeInBytes, wrongUse } from "../../../kernel/index.ts";
import { simulate, type Use } from "../../growth/simulate.ts";
import { readNamedFile } from "../../../platform/index.ts";
import { type Command, type ExitCode, type Invocation, printResult, valuesOf } from "../../../report/index.ts";
import { growthDocument, growthText } from "../../views/log-growth.ts";

export const command: Command = {
  name: "logs growth",
  formerly: ["log4j2 growth"],
  summary: "what a log4j2.xml accumulates: files and bytes over a year, with its own triggers, max and Delete actions",
  group: "Trouble",
  short: "simulates what a log4j2.xml accumulates",
  arguments: [{ name: "FILE", summary: "a log4j2.xml" }],
  options: [
    {
      name: "days",
      value: "N",
      summary: "days of the calendar, from --today on; Saturdays and Sundays write nothing (default 365)",
    },
    {
      name: "writes",
      value: "LOGGER=SIZE",
      summary: "what a logger writes on a day of use, such as com.example.connection=4.5MB; root is the root logger",
      many: true,
    },
    { name: "line", value: "BYTES", summary: "bytes of one line of the log (default 200)" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "logs growth C:\\ProgramData\\Example\\MBSE\\bhm\\log4j2.xml",
      does: "how many files and bytes a workstation has after a week, a month and a year",
    },
    {
      command: "logs growth client/log4j2.xml --writes root=2MB --writes com.example.connection=40MB --days 90",
      does: "the same for what your own loggers write",
    },
  ],
  run: runGrowth,
};

const MOST_DAYS = 3650;

function count(text: string | undefined, option: string, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const value = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw wrongUse(`${option} '${text}' is not a number from 1 to ${most}`, `write digits alone: ${option} ${otherwise}`);
}

/** Largest accepted value of --writes: one terabyte per day. A larger one is a typing error, and its simulation would take too long. */
const MOST_DAILY = 2 ** 40;

function writesOf(invocation: Invocation, { loggers }: Log4j2Document): Use["writes"] {
  return new Map(
    valuesOf(invocation, "writes").map((text) => {
      const at = text.lastIndexOf("=");
      const [name, size] = [text.slice(0, at), sizeInBytes(text.slice(at + 1))];
      if (at < 1 || size === null || size > MOST_DAILY)
        throw wrongUse(`--writes '${text}' is not LOGGER=SIZE`, "write it as --writes com.example.connection=4.5MB");
      const logger = name === "root" ? "" : name;
      if (loggers.some((known) => known.name === logger)) return [logger, size] as const;
      const known = loggers.map((one) => (one.name === "" ? "root" : one.name)).join(", ");
      throw wrongUse(`there is no logger '${name}' in this file`, `loggers: ${known === "" ? "none" : known}`);
    }),
  );
}

/** Runs `logs growth FILE`. Exit code 0; 1 for a file that log4j would not load or that has a document type. */
async function runGrowth(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, options, today } = invocation;
  const [file = ""] = args;
  const document = Log4j2Document.parse(readNamedFile(directory, file));
  if (document.error) {
    const { message, line, column, loads } = document.error;
    throw new Refusal(
      1,
      `${file}:${line}:${column}: ${notRead(document.error)}: ${message}`,
      loads ? "log4j loads it, but its log growth cannot be computed" : "it writes to the console only until that is fixed",
    );
  }
  const use: Use = {
    from: today,
    days: count(options.get("days"), "--days", 365, MOST_DAYS),
    record: count(options.get("line"), "--line", 200, 100_000),
    writes: writesOf(invocation, document),
  };
  const report = { file: file.replaceAll("\\", "/"), use, growth: simulate(document, use) };
  printResult(invocation, growthDocument(report), growthText);
  return 0;
}
