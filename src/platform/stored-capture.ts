import { appendFileSync, constants, readdirSync } from "node:fs";
import { join } from "node:path";
import { readAt, readPlainFile, withOrdinaryFile } from "./ordinary-file.ts";

/**
 * The recorded bytes of one direction of a connection, up to the file's length when it was opened first: a running recording continues to
 * append.
 */
export interface StoredBytes {
  readonly length: number;
  /** Returns bytes from an offset on. Never throws: returns fewer or no bytes if they cannot be read any more. */
  read(offset: number, length: number): Uint8Array;
}

/** The files of one capture. They are only read, and none stays open. */
export interface StoredFiles {
  readonly id: string;
  readonly path: string;
  /** The text of events.ndjson; null if the file is missing or cannot be read. */
  readonly events: string | null;
  /** The numbers of the connections with a file of recorded bytes. */
  readonly connections: readonly number[];
  raw(connection: number, way: "c2s" | "s2c"): StoredBytes | null;
}

const EVENTS = "events.ndjson";
const RAW = /^(\d{4,})\.(c2s|s2c)\.raw$/;

function textOf(path: string): string | null {
  try {
    return readPlainFile(path, Number.POSITIVE_INFINITY).toString("utf8");
  } catch {
    return null;
  }
}

/** The number of bytes that are read at each end of the events; a recording's first or last lines are shorter. */
const END = 256 * 1024;

/**
 * Returns the first and last lines of a capture's events, which record how it began and ended; all lines of a short file. Reads at most 512
 * KiB, however long the file is. Returns null if the file cannot be read.
 */
export function storedEnds(store: string, id: string): string | null {
  try {
    return withOrdinaryFile(join(store, id, EVENTS), "no", (descriptor, size) => {
      if (size <= 2 * END) return readAt(descriptor, 0, size).toString("utf8");
      const [head, tail] = [0, size - END].map((offset) => readAt(descriptor, offset, END).toString("utf8"));
      return `${head?.slice(0, head.lastIndexOf("\n") + 1)}${tail?.slice(tail.indexOf("\n") + 1)}`;
    });
  } catch {
    return null;
  }
}

function bytesOf(path: string): StoredBytes | null {
  try {
    const length = withOrdinaryFile(path, "no", (_, size) => size);
    return { length, read: (offset, most) => pieceOf(path, offset, Math.min(most, length - offset)) };
  } catch {
    return null;
  }
}

function pieceOf(path: string, offset: number, length: number): Uint8Array {
  if (length <= 0) return new Uint8Array();
  try {
    return withOrdinaryFile(path, "no", (descriptor) => readAt(descriptor, offset, length));
  } catch {
    return new Uint8Array();
  }
}

/**
 * Returns the files of a capture; null if there is none of that name. Reads the events before it lists the raw files, so that every event's
 * file is already there.
 */
export function storedFiles(store: string, id: string): StoredFiles | null {
  const path = join(store, id);
  let names: readonly string[];
  let events: string | null;
  try {
    events = textOf(join(path, EVENTS));
    names = readdirSync(path);
  } catch {
    return null;
  }
  const numbers = new Map<string, string>();
  for (const name of names) {
    const [, digits, way] = RAW.exec(name) ?? [];
    if (digits !== undefined && way !== undefined) numbers.set(`${Number(digits)}.${way}`, name);
  }
  if (events === null && numbers.size === 0) return null;
  return {
    id,
    path,
    events,
    connections: [...new Set([...numbers.keys()].map((key) => Number.parseInt(key, 10)))].sort((a, b) => a - b),
    raw(connection, way) {
      const name = numbers.get(`${connection}.${way}`);
      return name === undefined ? null : bytesOf(join(path, name));
    },
  };
}

/** Returns the names of the folders in a store, oldest first, without checking that they are captures. */
export function storedIds(store: string): readonly string[] {
  return readdirSync(store, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort();
}

/** The file that records which unredacted bytes were shown, so that reading a capture does not change its events. */
const REVEALS = "reveals.ndjson";

/** Appends a line to reveals.ndjson about unredacted bytes that were shown. Throws the system's error. */
export function noteReveal(store: string, id: string, line: string): void {
  const flag = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
  appendFileSync(join(store, id, REVEALS), `${line}\n`, { mode: 0o600, flag: flag as unknown as string });
}
