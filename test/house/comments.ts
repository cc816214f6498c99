const REGEX_AFTER = /(?:^|[(,=:[!&|?{};+~\n]|\breturn|\bcase|=>)\s*$/;

interface Options {
  /** Keep what stands inside strings, templates and regular expressions. */
  readonly literals: boolean;
}

const spaces = (text: string) => text.replace(/[^\n]/g, " ");

/** Behind the string or regular expression that starts at `start`. */
function endOfLiteral(text: string, start: number): number {
  const quote = text[start];
  let inClass = false;
  for (let i = start + 1; i < text.length; i++) {
    const c = text[i];
    if (c === "\\") i++;
    else if (c === "\n") return i;
    else if (quote === "/" && (c === "[" || c === "]")) inClass = c === "[";
    else if (c === quote && !inClass) return i + 1;
  }
  return text.length;
}

/** The template that starts at `start`; the code in its `${}` is code. */
function template(text: string, start: number, options: Options): { end: number; result: string } {
  const keep = (piece: string) => (options.literals ? piece : spaces(piece));
  let result = "";
  for (let i = start; i < text.length; ) {
    if (text[i] === "`" && i > start) return { end: i + 1, result: result + keep("`") };
    if (text.startsWith("${", i)) {
      const inner = code(text, i + 2, options, true);
      result += keep("${") + inner.result + keep("}");
      i = inner.end + 1;
    } else {
      const length = text[i] === "\\" ? 2 : 1;
      result += keep(text.slice(i, i + length));
      i += length;
    }
  }
  return { end: text.length, result };
}

/** Code from `start` to the end, or to the brace that closes an inserted expression. */
function code(text: string, start: number, options: Options, inserted: boolean): { end: number; result: string } {
  let result = "";
  let depth = 0;
  for (let i = start; i < text.length; ) {
    const c = text[i] as string;
    if (inserted && c === "}" && depth-- === 0) return { end: i, result };
    if (inserted && c === "{") depth++;
    let end = i + 1;
    let piece = c;
    if (text.startsWith("//", i)) {
      end = text.indexOf("\n", i) < 0 ? text.length : text.indexOf("\n", i);
      piece = spaces(text.slice(i, end));
    } else if (text.startsWith("/*", i)) {
      end = text.indexOf("*/", i + 2) < 0 ? text.length : text.indexOf("*/", i + 2) + 2;
      piece = spaces(text.slice(i, end));
    } else if (c === "`") {
      ({ end, result: piece } = template(text, i, options));
    } else if (c === '"' || c === "'" || (c === "/" && REGEX_AFTER.test(text.slice(Math.max(0, i - 40), i)))) {
      end = endOfLiteral(text, i);
      piece = options.literals ? text.slice(i, end) : spaces(text.slice(i, end));
    }
    result += piece;
    i = end;
  }
  return { end: text.length, result };
}

/** TypeScript without its comments; line ends stay, so line numbers hold. */
export function withoutComments(text: string, options: Options): string {
  return code(text, 0, options, false).result;
}
