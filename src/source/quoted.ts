const LONGEST = 60;

/** A name or value inside a message: in single quotes, on one line, cut where it is long, unseen characters as escapes. */
export function quoted(text: string): string {
  return `'${shortened(text)}'`;
}

/** The same without quotes. */
export function shortened(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return cut.replace(/[\p{C}\u2028\u2029]/gu, (c) => `\\u${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
}
