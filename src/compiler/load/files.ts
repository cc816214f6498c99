import {
  Log4j2Document,
  PropertiesDocument,
  type RuleProblem,
  SourceText,
  append,
  conflictAt as mergeConflict,
  mergeConflict as conflictLeft,
} from "../../kernel/index.ts";
import type { ReadResult, SourceTree } from "../../platform/index.ts";
import type { FileRole, Log4j2File, PropertiesFile } from "../model/files.ts";
import { lineFault } from "./line-limits.ts";
import { readFault } from "./document.ts";

export function propertiesFile(
  path: string,
  bytes: Buffer,
  origin: PropertiesFile["origin"],
  role: FileRole | null,
  directoryKeys: ReadonlySet<string>,
): PropertiesFile {
  const document = PropertiesDocument.parse(bytes);
  return { path, origin, role, bytes, source: new SourceText(path, document.text), document, directoryKeys };
}

export function log4j2File(path: string, bytes: Buffer, origin: Log4j2File["origin"]): Log4j2File {
  const document = Log4j2Document.parse(bytes);
  return { path, origin, bytes, source: new SourceText(path, document.text), document };
}

/**
 * Returns one finding for a text file with merge-conflict marks, otherwise an empty list. `withoutConsequences` then drops all other
 * findings on the file.
 */
export function conflictProblem(path: string, bytes: Buffer): readonly RuleProblem[] {
  if (!bytes.includes("<<<<<<<") && !bytes.includes(">>>>>>>")) return [];
  const source = new SourceText(path, bytes.toString("latin1"));
  const found = mergeConflict(source.text);
  return found ? [conflictLeft.at(source.placeOf(found.start, found.end), { count: found.count })] : [];
}

/** Reads an optional file. Returns null if it is missing or cannot be read; faults are added to `problems`. */
export function readBytes(files: SourceTree, path: string, problems: RuleProblem[]): Buffer | null {
  const result: ReadResult = files.read(path);
  const fault = result.kind === "file" ? lineFault(path, result.bytes) : readFault(path, result);
  if (result.kind === "file" && !fault) {
    append(problems, conflictProblem(path, result.bytes));
    return result.bytes;
  }
  if (fault) problems.push(fault);
  return null;
}

/**
 * Reads an optional file that is parsed as one document. Returns "faulty" if the file has any problem, such as merge-conflict marks, and
 * adds the problem to `problems`.
 */
export function readOptional(files: SourceTree, path: string, problems: RuleProblem[]): Buffer | "missing" | "faulty" {
  const before = problems.length;
  const bytes = readBytes(files, path, problems);
  return problems.length > before ? "faulty" : (bytes ?? "missing");
}

/**
 * Returns the role of a properties file below installed/ by its name, which is that of the workstation's file; null if no program reads
 * such a file.
 * @param conf Name of the connector's conf in site.yaml, without its ending.
 */
export function roleOfInstalled(name: string, conf: string): FileRole | null {
  const lower = name.toLowerCase();
  if (lower === `${conf.toLowerCase()}.properties` || lower === "connector.properties") return "connector";
  if (lower === "logger.properties") return "logger";
  return lower === "commonclient.properties" || lower === "client.properties" ? "client" : null;
}
