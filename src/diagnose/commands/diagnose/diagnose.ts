import { basename, dirname, join, resolve } from "node:path";
import { diagnosisOf } from "../../causes/diagnose.ts";
import { causesOfWords } from "../../causes/described.ts";
import { otherParts } from "../../causes/siblings.ts";
import { systemCode, wrongUse } from "../../../kernel/index.ts";
import { describeError, fileChunks, isOrdinaryFile, namedFiles, namesIn } from "../../../platform/index.ts";
import { diagnosisDocument, diagnosisText } from "../../views/diagnosis.ts";
import { type Command, type ExitCode, type Invocation, columnsOf, jsonDocument } from "../../../report/index.ts";
import { readArchive } from "./diagnose-archive.ts";
import { wireOf } from "./diagnose-capture.ts";
import { Reading } from "./diagnose-reading.ts";

export const command: Command = {
  name: "diagnose",
  summary: "the true cause of a misleading message: in a log, a pasted message or a fault's body",
  group: "Trouble",
  short: "names the true cause of a message or log",
  arguments: [
    {
      name: "FILE",
      summary:
        "logs of the connector or the SSC, also packed by gzip, a fault's body (XML or JSON), any text; - is standard input",
      optional: true,
      many: true,
    },
  ],
  options: [
    { name: "symptom", value: "TEXT", summary: "a message, what is seen in your own words, or a cause's id" },
    { name: "from", value: "ARCHIVE", summary: "read every log in a zip archive; nothing is unpacked to disk" },
    {
      name: "capture",
      value: "ID",
      summary: "add the exchanges of a recording to the log: the server's own words for each message",
    },
    { name: "store", value: "DIR", summary: "where captures lie (default: where `record start` puts them)" },
    {
      name: "top",
      value: "N",
      summary: "causes to show in full, and unexplained errors to list (default: 3; of a symptom the best one)",
    },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "diagnose C:/Temp/connectorLogs.log",
      does: "what really happened, how to be sure, what to do; exit code 1 when a cause is found",
    },
    { command: 'diagnose --symptom "red borders around synced elements"', does: "the same for what is only seen" },
    { command: "diagnose -", does: "reads a pasted message from standard input" },
  ],
  run: runDiagnose,
};

const MOST_TOP = 1_000;

function topOf({ options }: Invocation): number {
  const typed = options.get("top") ?? "3";
  if (!/^\d{1,6}$/.test(typed) || Number(typed) < 1 || Number(typed) > MOST_TOP)
    throw wrongUse(`--top ${typed} is not a number from 1 to ${MOST_TOP}`, "leave it out for 3");
  return Number(typed);
}

/** Returns a note on other parts of the log in the same folder that the user did not name. Returns an empty list if there are none. */
function notesOf(directory: string, file: string, all: readonly string[]): readonly string[] {
  const path = resolve(directory, file);
  const named = new Set(all.map((one) => resolve(directory, one)));
  const others = otherParts(basename(path), namesIn(dirname(path))).filter((name) => !named.has(join(dirname(path), name)));
  if (others.length === 0) return [];
  const list = `${others.slice(0, MOST_NAMED).join(", ")}${others.length > MOST_NAMED ? " and others" : ""}`;
  return [`the same folder has other parts of this log, which were not read: ${list}; name them, too, or all of them with *`];
}

/** Returns a usage error if the arguments of `diagnose` are words of a message instead of a file name, otherwise null. */
function saidAsFile(words: readonly string[]) {
  const text = words.join(" ");
  const isSaid = (/\s/.test(text) && !/[*\\/]|\.[a-z\d]{1,4}$/i.test(text)) || causesOfWords(text).length > 0;
  return isSaid ? wrongUse(`there is no file '${text}'`, SAY_IT) : null;
}

const SAY_IT = "a message, or what is seen, is for --symptom TEXT, in quotes";

/** Pattern of a file into which a person saved a message, a mail or a ticket; its text is read as if it was pasted. */
const SAVED = /\.(?:txt|eml|md)$/i;

async function readFile(directory: string, file: string, files: readonly string[], into: Reading): Promise<void> {
  try {
    await into.add(file, fileChunks(resolve(directory, file), true), notesOf(directory, file, files), SAVED.test(file));
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    if (code !== "ENOENT" && code !== "ENAMETOOLONG") throw wrongUse(`${file} cannot be read: ${describeError(error)}`, READABLE);
    throw wrongUse(`${file} cannot be read: it does not exist`, `${READABLE}; ${SAY_IT}`);
  }
}

const READABLE = "name a readable text file";
const MOST_NAMED = 5;

/**
 * Runs `diagnose [FILE...|-] [--symptom TEXT] [--from ARCHIVE] [--capture ID]`. Writes nothing. Exit code 0: no known cause; 1: causes
 * found; 2: something cannot be read.
 */
async function runDiagnose(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, host, options, format } = invocation;
  const most = topOf(invocation);
  const symptom = options.get("symptom");
  const from = options.get("from");
  const id = options.get("capture");
  if (args.length === 0 && symptom === undefined && from === undefined && id === undefined)
    throw wrongUse(
      "there is nothing to diagnose",
      "name a log or a saved message, - for standard input, --from ARCHIVE for a zip with logs, --capture ID for a recording, or say --symptom TEXT",
    );
  if (symptom?.trim() === "") throw wrongUse("--symptom is empty", "say what is seen, or paste the message");
  const reading = new Reading(id !== undefined);
  const words = args.filter((word) => word !== "-");
  const said = words.length > 0 && words.every((word) => !isOrdinaryFile(resolve(directory, word))) ? saidAsFile(words) : null;
  if (said) throw said;
  const files = namedFiles(directory, words);
  for (const file of files) await readFile(directory, file, files, reading);
  if (from !== undefined) await readArchive(resolve(directory, from), from, reading);
  if (args.includes("-")) await reading.add("standard input", [await host.input()], [], true);
  const wire = id === undefined ? null : await wireOf(invocation, id);
  const { read: all, unmatched, notRead } = reading;
  const diagnosis = diagnosisOf({ all, symptom: symptom ?? null, unmatched, most, notRead, wire });
  const { color, width } = host.stdout;
  host.stdout.write(
    format === "json"
      ? jsonDocument(diagnosisDocument(diagnosis))
      : diagnosisText(diagnosis, {
          color,
          width: columnsOf(width),
          most,
          mostDescribed: options.has("top") ? most : 1,
          asked: symptom !== undefined,
        }),
  );
  return diagnosis.causes.length > 0 ? 1 : 0;
}
