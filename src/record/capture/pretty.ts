import type { Kind } from "./redact/redactor.ts";

const STEP = "  ";
/** The deepest level of XML or JSON that is indented further: unlimited indentation would make the text grow quadratically. */
const DEEPEST = 60;
const indentOf = (depth: number): string => STEP.repeat(Math.min(DEEPEST, Math.max(0, depth)));

/** Splits the text of a body into lines: XML by elements, JSON by members. Adds and removes only white space. */
export function onLines(text: string, kind: Kind): readonly string[] {
  if (kind === "xml") return xmlLines(text);
  if (kind === "json") return jsonLines(text);
  return text.split(/\r\n|[\r\n]/);
}

function xmlLines(text: string): readonly string[] {
  const lines: string[] = [];
  let [depth, line] = [0, ""];
  const flush = (indent: number) => {
    for (const part of line.trim().split(/\r\n|[\r\n]/)) if (part.trim() !== "") lines.push(indentOf(indent) + part.trim());
    line = "";
  };
  const pieces = text.match(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(?:[^<>"']|"[^"]*"|'[^']*')*>?|[^<]+/g) ?? [];
  for (const [i, piece] of pieces.entries()) {
    const closes = piece.startsWith("</");
    const opens = /^<[^!?/]/.test(piece) && !piece.endsWith("/>");
    if (closes) {
      depth -= 1;
      // the text of an element and its end tag stay on the line of its start tag
      const short = line !== "" && /^<[^!?/]/.test(line) && !line.endsWith("/>");
      if (!short) flush(depth + 1);
      line += piece;
      flush(depth);
    } else if (piece.startsWith("<")) {
      flush(depth);
      line = piece;
      const next = pieces[i + 1] ?? "";
      const holdsText =
        opens &&
        (!next.startsWith("<") || next.startsWith("</") || next.startsWith("<![CDATA[")) &&
        (next.trim() !== "" || false);
      if (!holdsText) flush(depth);
      if (opens) depth += 1;
    } else line += piece.trim() === "" ? "" : piece;
  }
  flush(depth);
  return lines;
}

function jsonLines(text: string): readonly string[] {
  const lines: string[] = [];
  let depth = 0;
  // the tokens of a line are joined once it is complete, because inspecting the end of a growing text takes quadratic time
  let line: string[] = [];
  const flush = () => {
    if (line.length > 0) lines.push(indentOf(depth) + line.join(""));
    line = [];
  };
  const tokens = text.match(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g) ?? [];
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (token === "{" || token === "[") {
      line.push(token);
      if (next === "}" || next === "]") continue;
      flush();
      depth += 1;
    } else if (token === "}" || token === "]") {
      if (line.at(-1) !== "{" && line.at(-1) !== "[") {
        flush();
        depth -= 1;
      }
      line.push(token);
    } else if (token === ",") {
      line.push(token);
      flush();
    } else
      line.push(token === ":" ? ": " : line.length === 0 || /[: ]$/.test(line.at(-1)?.slice(-1) ?? "") ? token : ` ${token}`);
  }
  flush();
  return lines;
}
