import { csvRows, csvTable, unclosedQuotation, wideEncoding, wrongUse } from "../../../kernel/index.ts";
import { readNamedFile } from "../../../platform/index.ts";
import type { ExpectedList, ExpectedMachine } from "../../page/fleet.ts";

/** Headers of the column with the names of workstations in a list of `--expected`, as inventories export it. */
const MACHINE = ["machine", "name", "computer", "computername", "hostname", "host", "workstation", "device", "device name"];
const ENVIRONMENT = ["environment", "env"];
const MOST_REMARKS = 20;

/**
 * Decodes the list of `--expected` as editors and shells write it: UTF-8, or UTF-16 with a byte order mark. Throws a TypeError for anything
 * else.
 */
function decoded(bytes: Buffer): string {
  return new TextDecoder(wideEncoding(bytes) ?? "utf-8", { fatal: true }).decode(bytes);
}

interface Columns {
  readonly machine: number;
  /** The index of the column with the environments; -1 if there is none. */
  readonly environment: number;
  readonly header: boolean;
}

/**
 * Returns which columns of a list of `--expected` name workstations and environments; null if there are several columns and no header names
 * that of the workstations.
 */
function columnsOf(first: readonly string[]): Columns | null {
  const heads = first.map((field) => field.trim().toLowerCase());
  const machine = heads.findIndex((head) => MACHINE.includes(head));
  if (machine >= 0) return { machine, environment: heads.findIndex((head) => ENVIRONMENT.includes(head)), header: true };
  return first.length === 1 ? { machine: 0, environment: -1, header: false } : null;
}

function textOf(file: string, bytes: Buffer): string {
  try {
    return decoded(bytes);
  } catch {
    throw wrongUse(`${file} is neither UTF-8 nor UTF-16 with a byte order mark`, "save the list of --expected as UTF-8");
  }
}

/**
 * Reads the list of `--expected`: one machine on each line, or CSV whose header names a column of machines and possibly a column of
 * environments. A machine that the list names twice counts once. Throws a Refusal if the file is no such list.
 */
export function readExpected(cwd: string, file: string): ExpectedList {
  const text = textOf(file, readNamedFile(cwd, file));
  const table = csvTable(text);
  const open = unclosedQuotation(text, table);
  if (open !== null)
    throw wrongUse(
      `${file}:${open.line}:${open.column}: a quotation mark is not closed, so every machine behind it would be missing`,
      "close it, or remove it",
    );
  const rows = csvRows(text, table);
  const columns = columnsOf(rows[0]?.fields ?? []);
  if (rows.length > 0 && columns === null)
    throw wrongUse(
      `${file} has ${rows[0]?.fields.length} columns, and none of them is named 'machine'`,
      "write the column's name into the first line, or one machine a line",
    );
  const found = new Map<string, ExpectedMachine & { readonly line: number }>();
  const remarks: string[] = [];
  for (const { line, fields } of columns?.header ? rows.slice(1) : rows) {
    const machine = fields[columns?.machine ?? 0]?.trim() ?? "";
    const environment = fields[columns?.environment ?? -1]?.trim() || null;
    const known = found.get(machine.toLowerCase());
    if (machine === "") remarks.push(`line ${line} names no machine`);
    else if (known) {
      const other = known.environment === environment ? "" : `, for environment ${environment ?? "none"} there`;
      remarks.push(`line ${line} names ${machine} again, which line ${known.line} names${other}`);
    } else found.set(machine.toLowerCase(), { machine, environment, line });
  }
  if (found.size === 0) throw wrongUse(`${file} names no machine`, "write one machine a line, or CSV with a column 'machine'");
  const more = remarks.length - MOST_REMARKS;
  return {
    file,
    machines: [...found.values()].map(({ machine, environment }) => ({ machine, environment })),
    remarks: more > 0 ? [...remarks.slice(0, MOST_REMARKS), `and ${more} more lines like these`] : remarks,
  };
}
