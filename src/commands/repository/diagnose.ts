import { resolve } from "node:path";
import { diagnosisOf } from "../../causes/diagnose.ts";
import { encodingOf } from "../../causes/lines.ts";
import { SourceReader } from "../../causes/read-source.ts";
import { UnmatchedErrors } from "../../causes/unmatched.ts";
import { systemCode } from "../../diagnostic/errno-words.ts";
import { wrongUse } from "../../diagnostic/refusal.ts";
import { fileChunks } from "../../io/file-chunks.ts";
import { describeError } from "../../io/repository-files.ts";
import { namedFiles } from "../../io/wildcards.ts";
import { diagnosisDocument, diagnosisText } from "../../report/diagnosis.ts";
import { jsonDocument } from "../../report/json-document.ts";
import { columnsOf } from "../../report/wrap.ts";
import type { Command, ExitCode, Invocation } from "../command.ts";

export const command: Command = {
  name: "diagnose",
  summary: "the true cause of a misleading message: in a log, a pasted message or a fault's body",
  arguments: [
    {
      name: "FILE",
      summary: "logs of the connector or the SSC, a fault's body (XML or JSON), any text; - is standard input",
      optional: true,
      many: true,
    },
  ],
  options: [
    { name: "symptom", value: "TEXT", summary: "a message, what is seen in your own words, or a cause's id" },
    { name: "top", value: "N", summary: "so many causes are told whole, and so many unexplained errors listed (default: 3)" },
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

/** Begins a source by its first piece, which says what it is. */
function readerOf(file: string, first: Uint8Array, unmatched: UnmatchedErrors, pasted: boolean): SourceReader {
  const kind = encodingOf(first);
  if ("other" in kind)
    throw wrongUse(`${file} cannot be read: it is ${kind.other}`, "name a text file: a log, or a fault's body");
  return new SourceReader(file, kind.encoding, unmatched, pasted);
}

const isEmpty = (file: string) =>
  wrongUse(
    `${file} is empty: no sign-in attempt in this file: not started, or another log`,
    "name the log that the tool writes to now",
  );

function readPieces(file: string, pieces: Iterable<Buffer>, unmatched: UnmatchedErrors, pasted: boolean) {
  let reader: SourceReader | null = null;
  for (const piece of pieces) {
    if (piece.length === 0) continue;
    reader ??= readerOf(file, piece, unmatched, pasted);
    reader.take(piece);
  }
  const read = reader?.end();
  if (!read || (read.source.records === 0 && read.faults.length === 0)) throw isEmpty(file);
  return read;
}

function readFile(directory: string, file: string, unmatched: UnmatchedErrors) {
  try {
    return readPieces(file, fileChunks(resolve(directory, file)), unmatched, false);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    const why = systemCode(error) === "ENOENT" ? "it does not exist" : describeError(error);
    throw wrongUse(`${file} cannot be read: ${why}`, "name a readable text file");
  }
}

/** `diagnose [FILE...|-] [--symptom TEXT]`: nothing is written. Exit code 0: no known cause, 1: causes, 2: something cannot be read. */
async function runDiagnose(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, host, options, format } = invocation;
  const most = topOf(invocation);
  const symptom = options.get("symptom");
  if (args.length === 0 && symptom === undefined)
    throw wrongUse("there is nothing to diagnose", "name a log or a saved message, - for standard input, or say --symptom TEXT");
  if (symptom?.trim() === "") throw wrongUse("--symptom is empty", "say what is seen, or paste the message");
  const unmatched = new UnmatchedErrors();
  const files = namedFiles(
    directory,
    args.filter((word) => word !== "-"),
  );
  const read = files.map((file) => readFile(directory, file, unmatched));
  if (args.includes("-")) read.push(readPieces("standard input", [await host.input()], unmatched, true));
  const diagnosis = diagnosisOf(read, symptom ?? null, unmatched, most);
  const { color, width } = host.stdout;
  host.stdout.write(
    format === "json"
      ? jsonDocument(diagnosisDocument(diagnosis))
      : diagnosisText(diagnosis, { color, width: columnsOf(width), most }),
  );
  return diagnosis.causes.length > 0 ? 1 : 0;
}
