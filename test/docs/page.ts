import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../house/project.ts";

/** A fenced block of a page with what stands before it. */
export interface Block {
  readonly language: string;
  readonly body: string;
  /** The text between the block before it and this one. */
  readonly before: string;
  /** Offsets of the body in the page. */
  readonly start: number;
  readonly end: number;
}

const FENCE = /^( *)(`{3,})([a-z]*)\n([\s\S]*?)^\1\2 *$/gm;

/** A page with LF line ends, whatever the checkout has. */
export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), "utf8").replaceAll("\r\n", "\n");
}

export function blocksOf(page: string): readonly Block[] {
  let behind = 0;
  return [...page.matchAll(FENCE)].map((match) => {
    const [whole, indent = "", fence = "", language = "", body = ""] = match;
    const before = page.slice(behind, match.index);
    const start = match.index + indent.length + fence.length + language.length + 1;
    behind = match.index + whole.length;
    return { language, body, before, start, end: start + body.length };
  });
}

/** The path in `**`path`**` on the line of its own above a block: the block is that file, byte for byte. */
export function fileOf({ before }: Block): string | null {
  return /(?:^|\n)\*\*`([^`\n]+)`\*\*[^\n]*\n\n$/.exec(before)?.[1] ?? null;
}

export interface Change {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

/** Changes that the text before a block states: "`from` written as `to` in `file`". They hold for that block alone. */
export function changesOf({ before }: Block): readonly Change[] {
  const found = before.matchAll(/`([^`\n]+)` written as `([^`\n]*)`\s+in\s+`([^`\n]+)`/g);
  return [...found].map(([, from = "", to = "", file = ""]) => ({ from, to, file }));
}

/** The command whose output a block is: `<!-- output: tierwright ... -->` on the line above it. */
export function commandOf({ before }: Block): string | null {
  return /<!-- output: ([^\n]+) -->\n$/.exec(before)?.[1] ?? null;
}

/** Whether a block shows an output: equal to it, where a line of `...` alone stands for any lines. */
export function shows(block: string, output: string): boolean {
  const parts = `\n${block}`.split(/\n *\.\.\.(?=\n)/);
  const [first = "", ...others] = parts;
  const now = `\n${output}`;
  if (others.length === 0) return now === first;
  const last = others.pop() ?? "";
  if (!now.startsWith(first) || !now.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = now.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= now.length - last.length;
}

/** The page with new bodies, written back. */
export function rewrite(path: string, page: string, bodies: ReadonlyMap<Block, string>): void {
  const last = [...bodies].sort(([a], [b]) => b.start - a.start);
  writeFileSync(
    join(ROOT, path),
    last.reduce((text, [{ start, end }, body]) => text.slice(0, start) + body + text.slice(end), page),
  );
}
