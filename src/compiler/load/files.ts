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

/** A merge that was not finished, in any text file: one finding, and everything else about that file is left out. */
export function conflictProblem(path: string, bytes: Buffer): readonly RuleProblem[] {
  if (!bytes.includes("<<<<<<<") && !bytes.includes(">>>>>>>")) return [];
  const source = new SourceText(path, bytes.toString("latin1"));
  const found = mergeConflict(source.text);
  return found ? [conflictLeft.at(source.placeOf(found.start, found.end), { count: found.count })] : [];
}

/** Bytes of an optional file; what cannot be read goes to `problems`. */
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

/** Bytes of an optional file that is read as one document: one with the marks of a merge is faulty, too, and `problems` says so. */
export function readOptional(files: SourceTree, path: string, problems: RuleProblem[]): Buffer | "missing" | "faulty" {
  const before = problems.length;
  const bytes = readBytes(files, path, problems);
  return problems.length > before ? "faulty" : (bytes ?? "missing");
}

/** Role of a file below installed/, by the name it has on a workstation. */
export function roleOfInstalled(name: string, conf: string): FileRole | null {
  const lower = name.toLowerCase();
  if (lower === `${conf.toLowerCase()}.properties` || lower === "connector.properties") return "connector";
  if (lower === "logger.properties") return "logger";
  return lower === "commonclient.properties" || lower === "client.properties" ? "client" : null;
}
