import { isAscii } from "node:buffer";
import { encoding as wrongEncoding } from "../diagnostics/repo/encoding.ts";
import { tooLarge as fileTooLarge } from "../diagnostics/repo/too-large.ts";
import { MAX_YAML_BYTES } from "./limits.ts";
import { ProblemList } from "./problem.ts";
import { SourceText } from "./text.ts";

/** The decoded text of a YAML file: UTF-8, with or without a byte order mark. `readable` is false if it is not UTF-8 or is too large. */
export interface Decoded {
  readonly source: SourceText;
  readonly problems: ProblemList;
  readonly readable: boolean;
  /** True if the file is ASCII only, so that it cannot have characters that look like a space or a quote. */
  readonly ascii: boolean;
}

/**
 * Returns UTF-16 or UTF-32 if the first bytes of a file show it, by a byte order mark or by the zero bytes of ASCII characters (YAML 1.2.2,
 * 5.2); otherwise null.
 */
function foreignEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "UTF-32 (little endian)" : "UTF-16 (little endian)";
  if (a === 0xfe && b === 0xff) return "UTF-16 (big endian)";
  if (a === 0 && b === 0 && (d === 0xff || c === 0)) return "UTF-32 (big endian)";
  if (a === 0 && b !== undefined && b !== 0) return "UTF-16 (big endian)";
  if (b === 0 && a !== undefined && a !== 0) return c === 0 && d === 0 ? "UTF-32 (little endian)" : "UTF-16 (little endian)";
  return null;
}

function prefixDecodes(bytes: Uint8Array, length: number): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Returns the text before the first byte of a file that is not UTF-8, found by bisection. */
function validPrefix(bytes: Uint8Array): string {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (middle <= bytes.length && prefixDecodes(bytes, middle)) good = middle;
    else bad = middle;
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, good), { stream: true });
}

function unreadable(path: string, text: string, tell: (problems: ProblemList) => void): Decoded {
  const source = new SourceText(path, text);
  const problems = new ProblemList(source);
  tell(problems);
  return { source, problems, readable: false, ascii: false };
}

function foreign(path: string, encoding: string): Decoded {
  return unreadable(path, "", ({ report }) => report(wrongEncoding, 0, 0, { seen: "other", encoding }));
}

const windows1252 = (byte: number): string => new TextDecoder("windows-1252").decode(Uint8Array.of(byte));

function notUtf8(path: string, bytes: Uint8Array): Decoded {
  const prefix = validPrefix(bytes);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const byte = bytes[new TextEncoder().encode(prefix).length] ?? 0;
  const more = text.split("\ufffd").length - 2;
  const found = { seen: "byte", byte, windows: windows1252(byte), more } as const;
  return unreadable(path, text, ({ report }) => report(wrongEncoding, prefix.length, prefix.length + 1, found));
}

function tooLarge(path: string, size: number): Decoded {
  return unreadable(path, "", ({ report }) => report(fileTooLarge, 0, 0, { seen: "bytes", file: path, size }));
}

/** Returns the text of ASCII bytes; faster than `TextDecoder`, and nearly every document is ASCII only. */
const asciiOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

function strictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Decodes a YAML file. Reports one problem, and sets `readable` to false, if the file is too large or is not UTF-8. Any other file is
 * readable, whatever faults its YAML has.
 */
export function decodeYaml(path: string, bytes: Uint8Array): Decoded {
  if (bytes.length > MAX_YAML_BYTES) return tooLarge(path, bytes.length);
  const encoding = foreignEncoding(bytes);
  if (encoding !== null) return foreign(path, encoding);
  const ascii = isAscii(bytes);
  const text = ascii ? asciiOf(bytes) : strictly(bytes);
  if (text === null) return notUtf8(path, bytes);
  const source = new SourceText(path, text);
  return { source, problems: new ProblemList(source), readable: true, ascii };
}
