import { ZipWriter } from "../../src/kernel/archive/writer.ts";

/** The parts of a small workbook (ECMA-376): what a sheet program writes, with as little around it as it reads. */
export interface WorkbookParts {
  /** The rows of the sheet in SpreadsheetML. */
  readonly rows: string;
  /** What follows sheetData, such as mergeCells. */
  readonly after?: string;
  readonly shared?: readonly string[];
  readonly formats?: string;
  /** Ids of number formats, one for each style of a cell. */
  readonly styles?: readonly number[];
  readonly sheets?: readonly string[];
  /** Further or other parts. */
  readonly parts?: Readonly<Record<string, string>>;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Returns the bytes of a workbook; its entries are stored. */
export function workbook({
  rows,
  after = "",
  shared = [],
  formats = "",
  styles = [0],
  sheets = ["Matrix"],
  parts = {},
}: WorkbookParts): Buffer {
  const chunks: Buffer[] = [];
  const writer = new ZipWriter({
    write: (bytes) => void chunks.push(Buffer.from(bytes)),
    writeAt: (position, bytes) => {
      const whole = Buffer.concat(chunks);
      whole.set(bytes, position);
      chunks.splice(0, chunks.length, whole);
    },
  });
  const texts: Record<string, string> = {
    "xl/workbook.xml": `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${sheets.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>`).join("")}</Relationships>`,
    "xl/worksheets/sheet1.xml": `${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`,
    "xl/sharedStrings.xml": `${HEAD}<sst ${MAIN}>${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    "xl/styles.xml": `${HEAD}<styleSheet ${MAIN}>${formats}<cellXfs>${styles.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`,
    ...parts,
  };
  for (const [name, text] of Object.entries(texts)) writer.add(name, [Buffer.from(text)]);
  writer.finish();
  return Buffer.concat(chunks);
}
