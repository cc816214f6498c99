import {
  type CsvRecord,
  type CsvTable,
  type RuleProblem,
  type Scalar,
  SourceText,
  csvRecords,
  csvTable,
  placeOf,
  resolveFrom,
  startOf,
  unclosedQuotation,
  unreadableUsers,
} from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { ListedUser, UserList } from "../model/sign-in-files.ts";
import { readOptional } from "./files.ts";

/**
 * Returns the user ids of a CSV file: the first column, after one header line, without blank lines.
 * @param table The fields of `text`.
 */
export function parseUsers(path: string, text: string, table: CsvTable): UserList {
  const source = new SourceText(path, text);
  const row = ({ first, start, end }: CsvRecord): ListedUser => ({ id: first, span: { source, start, end } });
  const [header, ...rows] = csvRecords(table);
  return { path, source, header: header ? row(header) : null, users: rows.filter(({ blank }) => !blank).map(row) };
}

/**
 * Reads the file that `idp.users` names, relative to sso.yaml. Returns null for a missing or faulty file and adds the fault to `problems`.
 */
export function loadUsers(files: SourceTree, leaf: Scalar, problems: RuleProblem[]): UserList | null {
  const path = leaf.text.trim() === "" ? null : resolveFrom(leaf.span.source.path, leaf.text);
  const report = (found: Parameters<typeof unreadableUsers.at>[1], at = placeOf(leaf.span)) => {
    problems.push(unreadableUsers.at(at, found, { pointer: leaf.pointer }));
    return null;
  };
  if (path === null) return report({ seen: "outside", written: leaf.text });
  const bytes = readOptional(files, path, problems);
  if (bytes === "missing") return report({ seen: "missing", path });
  if (bytes === "faulty") return null;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return report({ seen: "not-utf8", path }, startOf(path));
  }
  const table = csvTable(text);
  const open = unclosedQuotation(text, table);
  if (open === null) return parseUsers(path, text, table);
  return report({ seen: "open-quotation", path }, new SourceText(path, text).placeOf(open.start, open.start + 1));
}
