import type { XmlElement } from "../../../kernel/index.ts";
import { type GridCell, plainCell } from "./grid.ts";

/** The facts of a workbook's styles that decide what a number means. */
export interface CellStyles {
  /** For each style of a cell, by its index: true if the style shows a number as a date or a time. */
  readonly dates: readonly boolean[];
  /** True if the workbook counts days from 1904 instead of 1900. */
  readonly from1904: boolean;
}

/** A cell of a workbook as the XML of its sheet writes it. */
export interface RawCell {
  readonly type: string;
  readonly value: string | null;
  readonly inline: string | null;
  readonly formula: boolean;
  readonly style: number;
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Returns true for the id of a built-in format of dates or times (ECMA-376, 18.8.30), those of East Asian languages included. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Returns true for a format that shows a date or a time. Its quoted texts, escaped characters, colours and conditions are ignored. */
function isDateFormat(code: string): boolean {
  const plain = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, "");
  return /[dmyhs]/i.test(plain.replace(/general/gi, ""));
}

/** Returns the styles of a workbook. If the workbook has no part with styles, no number counts as a date. */
export function stylesOf(styles: XmlElement | undefined, from1904: boolean): CellStyles {
  const part = (name: string) => styles?.children.find((child) => local(child.name) === name)?.children ?? [];
  const number = (element: XmlElement, name: string) => Number(element.attributes.find((one) => one.name === name)?.value ?? 0);
  const text = (element: XmlElement, name: string) => element.attributes.find((one) => one.name === name)?.value ?? "";
  const custom = new Map(part("numFmts").map((one) => [number(one, "numFmtId"), text(one, "formatCode")]));
  const dates = part("cellXfs").map((one) => {
    const id = number(one, "numFmtId");
    const code = custom.get(id);
    return code === undefined ? isBuiltInDate(id) : isDateFormat(code);
  });
  return { dates, from1904 };
}

const TYPED = "the release as text: format the cell as text, and type it again";

function dayOf(serial: number, from1904: boolean): string {
  const day = new Date(Date.UTC(1899, 11, 30) + (Math.floor(serial) + (from1904 ? 1462 : 0)) * 86_400_000);
  return Number.isNaN(day.getTime()) ? String(serial) : day.toISOString().slice(0, 10);
}

function numberCell(value: string, style: number, { dates, from1904 }: CellStyles): Pick<GridCell, "text" | "fault"> {
  const number = Number(value);
  if (!Number.isFinite(number)) return { text: plainCell(value), fault: null };
  if (dates[style]) {
    const text = dayOf(number, from1904);
    return {
      text,
      fault: { problem: `it is the date ${text}: the sheet made it of what was typed, such as 26.06`, expected: TYPED },
    };
  }
  const text = String(number);
  if (Number.isInteger(number)) return { text, fault: null };
  return { text, fault: { problem: `it is the number ${text}: a sheet drops the zero at the end of 2024.10`, expected: TYPED } };
}

/** Returns the text of a cell, with a fault if the text can differ from the text that was typed; `fault` is null for an ordinary cell. */
export function cellValue(cell: RawCell, strings: readonly string[], styles: CellStyles): Pick<GridCell, "text" | "fault"> {
  const { type, value, inline, formula, style } = cell;
  if (inline !== null) return { text: plainCell(inline), fault: null };
  if (value === null) {
    const fault = formula
      ? { problem: "it is a formula without a stored value", expected: "a value: open and save the file in a sheet program" }
      : null;
    return { text: "", fault };
  }
  if (type === "s") return { text: plainCell(strings[Number(value)] ?? ""), fault: null };
  if (type === "e") return { text: value, fault: { problem: `it is ${value}, the error of a formula`, expected: "a value" } };
  if (type === "d") return { text: value, fault: { problem: `it is the date ${value}`, expected: TYPED } };
  if (type === "b") return { text: value === "1" ? "TRUE" : "FALSE", fault: null };
  return type === "n" ? numberCell(value, style, styles) : { text: plainCell(value), fault: null };
}
