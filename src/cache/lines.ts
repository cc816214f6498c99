import { crypto } from "../io/crypto.ts";

/** A short hash of text or bytes, in hexadecimal digits; for keys of this cache only. */
export function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = crypto().createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 32);
}

/** Makes the check of a text; who has not the user's key cannot make it. */
export type Seal = (text: string) => string;

/** One record as a line: check, name, key, JSON. The check covers all of the rest, so that a damaged or foreign line is no line. */
export function toLine(name: string, key: string, value: unknown, seal: Seal): string {
  const body = `${encodeURIComponent(name)} ${key} ${JSON.stringify(value)}`;
  return `${seal(body)} ${body}`;
}

export interface Line {
  readonly name: string;
  readonly key: string;
  readonly json: string;
  /** The check that stands in front; verified when the record is used. */
  readonly check: string;
  readonly body: string;
}

/** Splits a line without looking into its JSON; null for what cannot be one. */
export function fromLine(line: string): Line | null {
  const first = line.indexOf(" ");
  const second = line.indexOf(" ", first + 1);
  const third = line.indexOf(" ", second + 1);
  if (first !== 32 || second < 0 || third < 0) return null;
  const body = line.slice(first + 1);
  try {
    return {
      name: decodeURIComponent(line.slice(first + 1, second)),
      key: line.slice(second + 1, third),
      json: line.slice(third + 1),
      check: line.slice(0, first),
      body,
    };
  } catch {
    return null;
  }
}

/** The value of a line, or undefined when the line is damaged or was not written by this user for this repository. */
export function valueOf<Value>(line: Line, seal: Seal): Value | undefined {
  if (seal(line.body) !== line.check) return undefined;
  try {
    return JSON.parse(line.json) as Value;
  } catch {
    return undefined;
  }
}
