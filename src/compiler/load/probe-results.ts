import { JsonFault, readStrictJson, recordProblems, wrongUse } from "../../kernel/index.ts";
import { readNamedFile } from "../../platform/index.ts";
import type { ProbeResults } from "../model/probe-results.ts";

/** The highest size in bytes (64 MiB) of a file of probe results; no `probe` command prints more. */
const LARGEST = 64 * 1024 * 1024;
const HELP = "name a file with the output of `tierwright probe ENV --format json`";

/** Reads the results that `probe --format json` printed. Throws a Refusal for wrong use if the file does not hold such results. */
export function readProbeResults(cwd: string, file: string): ProbeResults {
  const bytes = readNamedFile(cwd, file, LARGEST);
  let value: unknown;
  try {
    value = readStrictJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { line, column, message } = error;
    throw wrongUse(`${file} does not contain probe results: it is not JSON: line ${line}, column ${column}: ${message}`, HELP);
  }
  const [problem] = recordProblems("probe", value);
  if (problem !== undefined) throw wrongUse(`${file} does not contain probe results: ${problem}`, HELP);
  const results = value as ProbeResults;
  if (Number.isNaN(Date.parse(results.at))) throw wrongUse(`${file}: /at is not a time`, HELP);
  return results;
}
