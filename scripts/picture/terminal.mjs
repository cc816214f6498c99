/**
 * Interprets bytes as a terminal does: lines of runs, each a text of one colour and weight.
 * @typedef {{ color: string | null, bold: boolean, dim: boolean }} Look
 * @typedef {{ text: string, look: Look }} Run
 */

const PLAIN = { color: null, bold: false, dim: false };
const COLORS = { 31: "red", 32: "green", 33: "yellow", 36: "cyan" };

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const SEQUENCE = /\u001b\[([\d;]*)m/;

/** Returns the look after an escape code: Select Graphic Rendition (ECMA-48 8.3.117), as far as the command uses it. */
function afterCode(look, code) {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 39) return { ...look, color: null };
  if (COLORS[code]) return { ...look, color: COLORS[code] };
  throw new Error(`the picture knows no escape sequence ${code}m`);
}

/**
 * Returns the lines of an output.
 * @returns {Run[][]} one list of runs for each line; empty lines at the end are left out
 */
export function linesOf(output) {
  const lines = [[]];
  let look = PLAIN;
  // split returns text and codes by turns: text, codes, text, codes, ..., text
  for (const [i, part] of output.split(SEQUENCE).entries()) {
    if (i % 2 === 1) {
      for (const code of part.split(";")) look = afterCode(look, Number(code));
      continue;
    }
    for (const [n, text] of part.split("\n").entries()) {
      if (n > 0) lines.push([]);
      if (text !== "") lines.at(-1).push({ text, look });
    }
  }
  while (lines.length > 0 && lines.at(-1).length === 0) lines.pop();
  return lines;
}

const lengthOf = (line) => line.reduce((sum, run) => sum + [...run.text].length, 0);

/** Returns the runs of characters `from` to `to` of a line. */
function slice(line, from, to) {
  let at = 0;
  return line.flatMap(({ text, look }) => {
    const characters = [...text];
    const part = characters.slice(Math.max(0, from - at), Math.max(0, to - at)).join("");
    at += characters.length;
    return part === "" ? [] : [{ text: part, look }];
  });
}

/** Breaks a line that is too long at spaces; the further lines are indented below the text of its first part. */
export function wrapped(line, columns) {
  const characters = line.flatMap((run) => [...run.text]);
  if (characters.length <= columns) return [line];
  const indent = /^\s*(?:= (?:help: )?|\S+ {2,}|[a-z-]+(?: [a-z-]+)? {2,})?/.exec(characters.join(""))[0].length;
  const parts = [];
  let rest = line;
  while (lengthOf(rest) > columns) {
    const text = rest.flatMap((run) => [...run.text]);
    const margin = parts.length === 0 ? 0 : indent;
    const blank = text.lastIndexOf(" ", columns);
    const end = blank > Math.max(indent, margin) ? blank : columns;
    parts.push(slice(rest, 0, end));
    const next = slice(rest, text[end] === " " ? end + 1 : end, text.length);
    rest = [{ text: " ".repeat(indent), look: PLAIN }, ...next];
  }
  return [...parts, rest];
}
