import {
  MATRIX_PATH,
  VERSION,
  type Mapping,
  contentRefused,
  isDay,
  plain,
  wideEncoding,
  wrongUse,
  INSTALLED_SCHEMAS,
} from "../../../kernel/index.ts";
import { readDocument } from "../../load/document.ts";
import { readMatrix } from "../../load/read-matrix.ts";
import { loadShared } from "../../load/shared.ts";
import type { Matrix } from "../../model/matrix.ts";
import { type OpenTree, diskTree, memoryTree, readNamedFile, writeNamedFile } from "../../../platform/index.ts";
import { requireVersion } from "../../run/requires.ts";
import { editedMatrix, newMatrix } from "../../verdict/import/edit.ts";
import type { Grid } from "../../verdict/import/grid.ts";
import type { KnownNames } from "../../verdict/import/heads.ts";
import { type Imported, type MatrixMerge, type StatedSource, mergeOf, replaces } from "../../verdict/import/merge.ts";
import { isProven } from "../../verdict/import/prove.ts";
import { readTable } from "../../verdict/import/table.ts";
import { formOf, textGrid } from "../../verdict/import/text-grid.ts";
import { toolRowKey } from "../../verdict/tool-row.ts";
import { type StatedCode, type LegendCode, codesForWords } from "../../verdict/import/words.ts";
import { workbookGrid } from "../../verdict/import/workbook.ts";
import { type MatrixReport, matrixImportDocument, matrixImportText } from "../../views/matrix-import.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";

export const command: Command = {
  name: "matrix import",
  summary: "imports the vendor's compatibility matrix from a sheet or a pasted table into releases/matrix.yaml",
  group: "Set up",
  short: "takes in the vendor's matrix",
  arguments: [
    { name: "FILE", summary: "CSV, a table with tabs or | (Markdown), or XLSX; - reads a pasted table from standard input" },
  ],
  options: [
    { name: "source", value: "TITLE", summary: "the title of the document that the table is from" },
    { name: "revision", value: "R", summary: "the revision of that document" },
    { name: "date", value: "YYYY-MM-DD", summary: "its date" },
    {
      name: "codes",
      value: "LIST",
      summary: "what the codes let through: A=pass,P=exception,X=block; exception blocks and can be accepted",
    },
    {
      name: "columns",
      value: "WHAT",
      summary: "what the columns are; tools for a table turned by a quarter",
      choices: ["connectors", "tools"],
    },
    { name: "sheet", value: "NAME", summary: "the sheet of a workbook that has several" },
    { name: "write", summary: "write releases/matrix.yaml; without it the document is printed" },
    { name: "force", summary: "let cells that differ replace those of the matrix" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: 'matrix import matrix.xlsx --source "connector compatibility matrix" --revision 8',
      does: "prints the document that would be written; reports each cell that is no code, a date or merged, with what is expected",
    },
    {
      command: "matrix import - --revision 8 --write < pasted.txt",
      does: "adds rows and cells to releases/matrix.yaml, whose title stays; refuses to change a cell without --force",
    },
  ],
  run: runMatrixImport,
};

/** Highest size in bytes (32 MiB) of the file with the table: a matrix has some kilobytes. */
const LARGEST = 32 * 1024 * 1024;
const GATES: Readonly<Record<string, Pick<StatedCode, "gate" | "acceptable">>> = {
  pass: { gate: "pass", acceptable: false },
  block: { gate: "block", acceptable: false },
  exception: { gate: "block", acceptable: true },
};

function statedCodes(list: string | undefined): readonly StatedCode[] {
  const codes = new Map<string, StatedCode>();
  for (const part of (list ?? "").split(",").filter((text) => text.trim() !== "")) {
    const at = part.lastIndexOf("=");
    const [code, gate] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    const found = Object.hasOwn(GATES, gate) ? GATES[gate] : undefined;
    if (at < 1 || !found || code === "" || codes.has(code))
      throw wrongUse(
        `--codes cannot have '${part.trim()}'`,
        "write each code once as CODE=pass, CODE=block or CODE=exception: A=pass,P=exception,X=block",
      );
    codes.set(code, { code, ...found });
  }
  return [...codes.values()];
}

/**
 * Returns the table in the file or on standard input, with the file's name and the form of the table (xlsx, csv, tabs or pipes). Throws a
 * Refusal for a form that the command does not read.
 */
async function gridOf({
  args,
  host,
  options,
}: Invocation): Promise<{ readonly name: string; readonly form: string; readonly grid: Grid }> {
  const [file = "-"] = args;
  const name = file === "-" ? "standard input" : file;
  const bytes = file === "-" ? await host.input() : readNamedFile(host.cwd, file, LARGEST);
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1")))
    return { name, form: "xlsx", grid: await workbookGrid(bytes, options.get("sheet")) };
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0")
    throw contentRefused(
      `${name} is a workbook of the old form, or one with a password`,
      null,
      "save it as .xlsx without a password, or as CSV",
    );
  let text: string;
  try {
    text = new TextDecoder(wideEncoding(bytes) ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw contentRefused(`${name} is no UTF-8 text`, null, "save it as 'CSV UTF-8', or import the workbook itself");
  }
  if (/^\s*</.test(text))
    throw contentRefused(`${name} is HTML or XML`, null, "copy the table's cells and paste them as text, or save it as CSV");
  return { name, form: formOf(text), grid: textGrid(text) };
}

interface Existing {
  readonly tree: Mapping;
  readonly matrix: Matrix;
}

/**
 * Returns the parsed releases/matrix.yaml; null if the file is missing. Throws a Refusal if it has any fault, because an edit could then
 * change other values.
 */
function existingMatrix(files: OpenTree): Existing | null {
  const { tree, problems, missing, source } = readDocument(files, MATRIX_PATH, "CompatibilityMatrix");
  if (missing) return null;
  const [problem] = problems;
  const text = problem ? plain(problem.message) : "it cannot be edited";
  const read = files.read(MATRIX_PATH);
  const same = read.kind === "file" && source !== null && Buffer.from(source.text, "utf8").equals(read.bytes);
  if (!tree || problem || !same)
    throw contentRefused(
      `${MATRIX_PATH} cannot be read: ${text}`,
      problem?.at ?? null,
      "correct it first; `tierwright check` shows every fault. Nothing was written",
    );
  return { tree, matrix: readMatrix(MATRIX_PATH, tree) };
}

/**
 * Returns title, revision and date of the document from which the table is: those of the options, otherwise the title of the existing
 * matrix, and its date if title and revision are unchanged. Throws a Refusal that asks for a missing title or revision.
 */
function statedSource(options: Invocation["options"], matrix: Matrix | null): StatedSource {
  const own = matrix?.source;
  const given = (option: string) => (options.get(option)?.trim() === "" ? undefined : options.get(option)); // blank counts as not given
  const [title, revision] = [given("source") ?? own?.title?.text, given("revision")];
  const isOwn = title === own?.title?.text && revision === own?.revision?.text;
  const date = options.get("date") ?? (isOwn ? own?.date?.text : null) ?? null;
  if (options.has("date") && !isDay(date ?? "")) throw wrongUse(`--date cannot be '${date}'`, "write the date as YYYY-MM-DD");
  if (title !== undefined && revision !== undefined) return { title, revision, date };
  const lacks = [...(title === undefined ? ["--source TITLE"] : []), ...(revision === undefined ? ["--revision R"] : [])];
  throw wrongUse(
    "it is not known which document and revision this table is, so no verdict could name its authority",
    `give ${lacks.join(" and ")}`,
  );
}

/**
 * Returns the codes that the cells of the table can have. Throws a Refusal if there are none, or if --codes contradicts the legend of the
 * matrix.
 */
function legendOf(matrix: Matrix | null, codes: readonly StatedCode[]): readonly LegendCode[] {
  for (const { code, gate, acceptable } of codes) {
    const own = matrix?.codes.get(code);
    if (own && (own.gate.text !== gate || own.acceptable !== acceptable))
      throw wrongUse(
        `--codes says ${code}=${acceptable ? "exception" : gate}, and the legend of ${MATRIX_PATH} says otherwise`,
        "leave the code out, or change the legend by hand",
      );
  }
  const legend = new Map<string, LegendCode>();
  for (const { code, gate, acceptable, means } of matrix?.codes.values() ?? [])
    legend.set(code, { code, gate: gate.text === "pass" ? "pass" : "block", acceptable, means: means?.text ?? null });
  for (const one of codes) if (!legend.has(one.code)) legend.set(one.code, { ...one, means: null });
  if (legend.size > 0) return [...legend.values()];
  throw wrongUse(
    "it is not known what the codes let through",
    "give the legend: --codes A=pass,P=exception,X=block with the codes of your table",
  );
}

/**
 * Returns the new text of matrix.yaml, checked by reading it again. Throws a Refusal if the existing text has a form that cannot be edited
 * with certainty.
 */
function writtenText(old: Existing | null, imported: Imported, changes: MatrixMerge["changes"], schema: string): string {
  const text = old ? editedMatrix(old.tree, old.matrix, imported, changes) : newMatrix(imported, schema);
  const { tree, problems } = readDocument(memoryTree(new Map([[MATRIX_PATH, text]])), MATRIX_PATH, "CompatibilityMatrix");
  if (tree && problems.length === 0 && isProven(readMatrix(MATRIX_PATH, tree), old?.matrix ?? null, imported)) return text;
  throw contentRefused(
    `${MATRIX_PATH} is written in a form that cannot be edited with certainty`,
    null,
    "write its rows as lines such as - { tool: ..., connectors: { ... } }. Nothing was written",
  );
}

/** Returns the tools and connector releases of the matrix and of releases/. */
function knownNames(old: Existing | null, releases: ReadonlyMap<string, unknown>): KnownNames {
  const rows = old?.matrix.rows ?? [];
  return {
    tools: new Set(rows.map(({ tool }) => toolRowKey(tool.text))),
    releases: new Set([...releases.keys(), ...rows.flatMap(({ cells }) => [...cells.keys()])]),
  };
}

/**
 * Runs `matrix import`: prints the new matrix.yaml, or writes it with --write. Returns exit code 1, without writing, if a cell has a fault
 * or --write would replace a cell without --force.
 */
async function runMatrixImport(invocation: Invocation): Promise<ExitCode> {
  const { directory, options, host, format } = invocation;
  const files = diskTree(directory);
  const { site, releases } = loadShared(files).model;
  await requireVersion(site, VERSION);
  const old = existingMatrix(files);
  const codes = statedCodes(options.get("codes"));
  const source = statedSource(options, old?.matrix ?? null);
  const legend = legendOf(old?.matrix ?? null, codes);
  const { name, form, grid } = await gridOf(invocation);
  const table = readTable(
    grid,
    legend,
    options.get("columns") === "tools" ? "tools" : "connectors",
    codes,
    knownNames(old, releases),
  );
  const { rows, problems } = table;
  const imported: Imported = { rows, codes, source };
  const { changes, absent } = mergeOf(old?.matrix ?? null, imported);
  const conflicts = options.has("force") ? [] : changes.filter(replaces);
  const write = options.has("write");
  const refused = problems.length > 0 || (write && conflicts.length > 0);
  const schema = `../${files.read("schemas/compatibility-matrix.schema.json").kind === "file" ? "schemas" : INSTALLED_SCHEMAS}/compatibility-matrix.schema.json`;
  const text = problems.length > 0 ? null : writtenText(old, imported, changes, schema);
  const unchanged = old !== null && changes.length === 0;
  if (write && !refused && !unchanged && text !== null) writeNamedFile(directory, MATRIX_PATH, Buffer.from(text, "utf8"));
  const state = refused ? "refused" : !write ? "printed" : unchanged ? "unchanged" : "written";
  const report: MatrixReport = {
    state,
    file: name,
    form,
    source,
    ...table,
    codes: codesForWords(table.words, codes),
    changes,
    absent,
    conflicts,
    text: write ? null : text,
  };
  const prints = state === "printed" && format !== "json";
  if (prints && text !== null) host.stdout.write(Buffer.from(text, "utf8"));
  const told = prints ? { ...invocation, host: { ...host, stdout: host.stderr } } : invocation;
  printResult(told, matrixImportDocument(report), matrixImportText);
  return refused ? 1 : 0;
}
