import {
  type ByteSource,
  type XmlElement,
  type ZipEntry,
  contentOf,
  contentRefused,
  gate,
  parseXml,
  readZip,
  wrongUse,
} from "../../../kernel/index.ts";
import { type CellStyles, cellValue, stylesOf } from "./cell-value.ts";
import { type Grid, type GridCell, cellIndex, columnName } from "./grid.ts";

/** The largest accepted size in bytes (16 MiB) of one part of a workbook, unpacked: a matrix has a few hundred cells. */
const LARGEST_PART = 16 * 1024 * 1024;
/** The highest size in bytes (24 MiB) of all parts together that are read from a workbook, unpacked. */
const LARGEST_WORKBOOK = 24 * 1024 * 1024;
const LIMITS = { depth: 64, tags: 400_000, plainType: false };
/** The highest number of rows and columns: a cell beyond them would make a grid that fills the memory. */
const MOST_ROWS = 10_000;
const MOST_COLUMNS = 500;
/** The highest number of cells of a sheet, including the empty ones before the last filled cell of a row. */
const MOST_CELLS = 500_000;

const local = (name: string): string => name.slice(name.indexOf(":") + 1);
const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  (element?.children ?? []).filter((child) => local(child.name) === name);
const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined => childrenOf(element, name)[0];
const attribute = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((one) => local(one.name) === name)?.value;

/** Returns the text of a shared or inline string: its runs, without hints on pronunciation. */
function stringOf(element: XmlElement): string {
  const own = childrenOf(element, "t").map(({ text }) => text);
  const runs = childrenOf(element, "r").flatMap((run) => childrenOf(run, "t").map(({ text }) => text));
  return [...own, ...runs].join("").replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A reader of the files (OPC parts) inside an .xlsx workbook, by their names. */
class Parts {
  readonly #source: ByteSource;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #read = 0;

  constructor(bytes: Buffer) {
    this.#source = { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
    const archive = readZip(this.#source);
    const [fault] = gate(archive, "kit");
    if (fault)
      throw contentRefused(
        `the workbook is refused: ${fault.entry ?? "the archive"} ${fault.problem}`,
        null,
        "save the sheet as CSV",
      );
    this.#entries = new Map(archive.entries.map((entry) => [entry.name, entry]));
  }

  /** Returns a part's root element; undefined if there is none. Throws a Refusal for a part that is too large, damaged or not XML. */
  async root(name: string): Promise<XmlElement | undefined> {
    const entry = this.#entries.get(name);
    if (!entry) return undefined;
    const refuse = (why: string) => contentRefused(`the workbook is refused: ${name} ${why}`, null, "save the sheet as CSV");
    if (entry.size > LARGEST_PART) throw refuse(`would unpack to ${entry.size} bytes; at most ${LARGEST_PART} are read`);
    this.#read += entry.size;
    if (this.#read > LARGEST_WORKBOOK)
      throw refuse(`and the parts before it would unpack to ${this.#read} bytes; at most ${LARGEST_WORKBOOK} are read`);
    const chunks: Buffer[] = [];
    for await (const chunk of contentOf(this.#source, entry)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const { root, problem } = parseXml(bytes, bytes.toString("latin1"), LIMITS);
    if (!root) throw refuse(`cannot be read: ${problem?.message ?? "it is no XML"}`);
    return root;
  }
}

interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly hidden: boolean;
}

/** Returns the sheets of a workbook with the names of their parts. */
function sheetsOf(workbook: XmlElement, relations: XmlElement | undefined): readonly Sheet[] {
  const targets = new Map(
    childrenOf(relations, "Relationship").map((one) => [attribute(one, "Id"), attribute(one, "Target") ?? ""]),
  );
  return childrenOf(childOf(workbook, "sheets"), "sheet").flatMap((sheet) => {
    const id = sheet.attributes.find((one) => /(^|:)id$/.test(one.name))?.value;
    const target = targets.get(id);
    if (target === undefined) return [];
    const part = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    return [{ name: attribute(sheet, "name") ?? "", part, hidden: (attribute(sheet, "state") ?? "visible") !== "visible" }];
  });
}

/**
 * Returns the sheet with the matrix: the one named `wanted`, otherwise the only visible one. Throws a Refusal if there are several or none,
 * because a guess could import the wrong one.
 */
function chosen(sheets: readonly Sheet[], wanted: string | undefined): Sheet {
  const names = sheets.map(({ name }) => `'${name}'`).join(", ");
  const found = wanted === undefined ? sheets.filter(({ hidden }) => !hidden) : sheets.filter(({ name }) => name === wanted);
  const [only] = found;
  if (only && found.length === 1) return only;
  if (!only && wanted === undefined) throw contentRefused("the workbook has no visible sheet", null, "save the sheet as CSV");
  throw wrongUse(
    only ? `the workbook has several sheets: ${names}` : `the workbook has no sheet '${wanted}'; it has ${names}`,
    "name the one with the matrix: --sheet NAME",
  );
}

/**
 * Throws a Refusal for a sheet with too many cells in all rows together. An empty cell before the last filled one of a row counts as well.
 */
function refuseManyCells(rows: readonly (readonly GridCell[])[]): void {
  let cells = 0;
  for (const row of rows) cells += row?.length ?? 0;
  if (cells > MOST_CELLS)
    throw contentRefused(
      `the sheet has ${cells} cells; at most ${MOST_CELLS} are read`,
      null,
      "keep the matrix alone in the sheet",
    );
}

function gridOf(sheet: XmlElement, strings: readonly string[], styles: CellStyles): Grid {
  const rows: GridCell[][] = [];
  let row = -1;
  for (const line of childrenOf(childOf(sheet, "sheetData"), "row")) {
    row = attribute(line, "r") === undefined ? row + 1 : Number(attribute(line, "r")) - 1;
    let column = -1;
    for (const cell of childrenOf(line, "c")) {
      column = cellIndex(attribute(cell, "r") ?? "")?.column ?? column + 1;
      if (!(row >= 0 && row < MOST_ROWS && column < MOST_COLUMNS))
        throw contentRefused(
          `the sheet has a cell beyond ${columnName(MOST_COLUMNS - 1)}${MOST_ROWS}`,
          null,
          "keep the matrix alone in the sheet",
        );
      const inline = childOf(cell, "is");
      const raw = {
        type: attribute(cell, "t") ?? "n",
        value: childOf(cell, "v")?.text ?? null,
        inline: inline ? stringOf(inline) : null,
        formula: childOf(cell, "f") !== undefined,
        style: Number(attribute(cell, "s") ?? 0),
      };
      const cells = rows[row] ?? [];
      rows[row] = cells;
      const place = { cell: `${columnName(column)}${row + 1}`, line: null, column: null };
      cells[column] = { ...cellValue(raw, strings, styles), at: place };
    }
  }
  refuseManyCells(rows);
  const empty = (cell: string): GridCell => ({ text: "", at: { cell, line: null, column: null }, fault: null });
  const filled = Array.from(rows, (cells, r) => Array.from(cells ?? [], (cell, c) => cell ?? empty(`${columnName(c)}${r + 1}`)));
  const merged = childrenOf(childOf(sheet, "mergeCells"), "mergeCell").map((one) => attribute(one, "ref") ?? "");
  return { rows: filled, merged };
}

/**
 * Returns the cells of a sheet of a workbook (XLSX). Throws a Refusal for a damaged, unsafe or too large archive, for a part that is no
 * XML, and if it is unclear which sheet is meant.
 * @param wanted The sheet's name; without it the only visible one is read.
 */
export async function workbookGrid(bytes: Buffer, wanted: string | undefined): Promise<Grid> {
  const parts = new Parts(bytes);
  const workbook = await parts.root("xl/workbook.xml");
  if (!workbook)
    throw contentRefused("the archive is no workbook: it has no xl/workbook.xml", null, "save the sheet as .xlsx or CSV");
  const sheet = chosen(sheetsOf(workbook, await parts.root("xl/_rels/workbook.xml.rels")), wanted);
  const root = await parts.root(sheet.part);
  if (!root) throw contentRefused(`the workbook lacks ${sheet.part}, the sheet '${sheet.name}'`, null, "save the sheet as CSV");
  const strings = childrenOf(await parts.root("xl/sharedStrings.xml"), "si").map(stringOf);
  const from1904 = /^(1|true)$/.test(attribute(childOf(workbook, "workbookPr") ?? workbook, "date1904") ?? "");
  return gridOf(root, strings, stylesOf(await parts.root("xl/styles.xml"), from1904));
}
