import { appendFileSync, closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";

/** The bytes of a raw file, as long as it was when it was opened first: a recording that runs goes on writing. */
export interface StoredBytes {
  readonly length: number;
  /** Never throws: what cannot be read any more is not there. */
  read(offset: number, length: number): Uint8Array;
}

/** The files of one capture. Nothing of them is changed, and none is held open. */
export interface StoredFiles {
  readonly id: string;
  readonly path: string;
  /** null: it is not there, or cannot be read. */
  readonly events: string | null;
  /** Connections that have a raw file. */
  readonly connections: readonly number[];
  raw(connection: number, way: "c2s" | "s2c"): StoredBytes | null;
}

const EVENTS = "events.ndjson";
const RAW = /^(\d{4,})\.(c2s|s2c)\.raw$/;
// a link is nobody's recording, and a named pipe would wait for a writer
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function withFile<T>(path: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, READ);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function textOf(path: string): string | null {
  try {
    return withFile(path, (descriptor) => (fstatSync(descriptor).isFile() ? readFileSync(descriptor, "utf8") : null));
  } catch {
    return null;
  }
}

/** More than the lines of a recording's beginning or of its end have. */
const END = 256 * 1024;

/**
 * Returns the first and the last lines of a capture's events, in which it says how it began and ended; all of them where there are few. However long
 * the file is, so much is read. Returns null if no such file can be read.
 */
export function storedEnds(store: string, id: string): string | null {
  try {
    return withFile(join(store, id, EVENTS), (descriptor) => {
      const stat = fstatSync(descriptor);
      if (!stat.isFile()) return null;
      if (stat.size <= 2 * END) return readFileSync(descriptor, "utf8");
      const [head, tail] = [0, stat.size - END].map((offset) => readAt(descriptor, offset, END).toString("utf8"));
      return `${head?.slice(0, head.lastIndexOf("\n") + 1)}${tail?.slice(tail.indexOf("\n") + 1)}`;
    });
  } catch {
    return null;
  }
}

function bytesOf(path: string): StoredBytes | null {
  try {
    const length = withFile(path, (descriptor) => {
      const stat = fstatSync(descriptor);
      return stat.isFile() ? stat.size : -1;
    });
    return length < 0 ? null : { length, read: (offset, most) => pieceOf(path, offset, Math.min(most, length - offset)) };
  } catch {
    return null;
  }
}

function readAt(descriptor: number, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const count = readSync(descriptor, buffer, done, length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return buffer.subarray(0, done);
}

function pieceOf(path: string, offset: number, length: number): Uint8Array {
  if (length <= 0) return new Uint8Array();
  try {
    return withFile(path, (descriptor) => readAt(descriptor, offset, length));
  } catch {
    return new Uint8Array();
  }
}

/** The files of a capture; null: no folder of that name holds one. Events are read before raw files are looked at, so that they tell of nothing that is not there yet. */
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

/** Names of what lies in a store, oldest first; what is no capture shows when it is opened. */
export function storedIds(store: string): readonly string[] {
  return readdirSync(store, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort();
}

/** A file of its own: a read changes nothing of what was recorded. */
const REVEALS = "reveals.ndjson";

/** Adds a line about what was shown as it is; throws the system's error. */
export function noteReveal(store: string, id: string, line: string): void {
  const flag = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
  appendFileSync(join(store, id, REVEALS), `${line}\n`, { mode: 0o600, flag: flag as unknown as string });
}
