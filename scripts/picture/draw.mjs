/** Draws lines of a terminal as SVG: text elements, each set to its exact width, so that columns align in any monospaced font. */

const SIZE = { font: 13, width: 7.8, line: 19, margin: 20, bar: 34 };

const INK = {
  text: "#c9d1d9",
  bright: "#f0f6fc",
  dim: "#8b949e",
  red: "#ff7b72",
  green: "#7ee787",
  yellow: "#e3b341",
  cyan: "#79c0ff",
};

const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds characters that XML 1.0 cannot contain
  if (!text.isWellFormed() || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    throw new Error("the output holds a character that XML cannot");
  return text.replace(/[&<>"]/g, (c) => ESCAPES[c]);
}

const number = (value) => String(Math.round(value * 100) / 100);

function inkOf({ color, bold, dim }) {
  if (dim) return INK.dim;
  if (color !== null) return INK[color];
  return bold ? INK.bright : INK.text;
}

function textElement(shown, column, y, look) {
  const x = number(SIZE.margin + column * SIZE.width);
  const weight = look.bold ? ' font-weight="700"' : "";
  const width = number([...shown].length * SIZE.width);
  return `<text x="${x}" y="${number(y)}" fill="${inkOf(look)}"${weight} textLength="${width}">${escaped(shown)}</text>\n`;
}

/** Returns the elements of a line. The text after several spaces is an element of its own, because SVG would draw them as one space. */
function lineElements(line, y) {
  let column = 0;
  const elements = [];
  for (const { text, look } of line) {
    for (const part of text.split(/( {2,}|^ | $)/)) {
      if (part.trim() !== "") elements.push(textElement(part, column, y, look));
      column += [...part].length;
    }
  }
  return elements.join("");
}

/** Returns the SVG text of a terminal that shows `command` and its output; `text` is for readers who see no picture. */
export function drawTerminal({ command, lines, columns, text }) {
  const look = { color: null, bold: false, dim: false };
  const prompt = [
    { text: "$ ", look: { ...look, color: "green" } },
    { text: command, look: { ...look, bold: true } },
  ];
  const all = [prompt, ...lines];
  const width = number(2 * SIZE.margin + columns * SIZE.width);
  const height = number(SIZE.bar + all.length * SIZE.line + SIZE.margin);
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map((ink, i) => `<circle cx="${22 + 20 * i}" cy="18" r="6" fill="${ink}"/>`);
  const body = all.map((line, i) => lineElements(line, SIZE.bar + SIZE.line * (i + 0.9)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(`$ ${command}`)}</title>`,
    `<desc>${escaped(text)}</desc>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...dots,
    `<g font-family="${FONT}" font-size="${SIZE.font}">`,
    `${body.join("")}</g>`,
    "</svg>\n",
  ].join("\n");
}
