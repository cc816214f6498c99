import { closeSync, fstatSync, fsyncSync, openSync, rmSync, statSync } from "node:fs";
import { type ByteSink, type ByteSource, isRefusal, wrongUse } from "../kernel/index.ts";
import { describeError } from "./confined-tree.ts";
import { readAt } from "./ordinary-file.ts";
import { writeAll } from "./write-file.ts";

const READABLE = "name a readable file; nothing was changed";
const WRITABLE = "the incomplete file was deleted; free space or name another place";

function told<T>(action: () => T, path: string, what: string, help: string): T {
  try {
    return action();
  } catch (error) {
    if (isRefusal(error, 2)) throw error;
    throw Object.assign(wrongUse(`${path} cannot be ${what}: ${describeError(error)}`, help), { cause: error });
  }
}

/** An open file. Using it after `close` throws, because its descriptor can belong to another file by then. */
class OpenFile {
  #descriptor: number | null;

  constructor(
    readonly path: string,
    descriptor: number,
  ) {
    this.#descriptor = descriptor;
  }

  get descriptor(): number {
    if (this.#descriptor === null) throw new Error(`${this.path} was used after it was closed`);
    return this.#descriptor;
  }

  close(): void {
    const descriptor = this.descriptor;
    this.#descriptor = null;
    closeSync(descriptor);
  }
}

/** A file that is open for reading. `size` is its size at the moment of opening. */
class FileSource extends OpenFile implements ByteSource {
  readonly size: number;

  constructor(path: string, help = READABLE) {
    // opening a named pipe or device would block the command
    if (!told(() => statSync(path), path, "read", help).isFile()) throw wrongUse(`${path} is not an ordinary file`, help);
    super(
      path,
      told(() => openSync(path, "r"), path, "read", help),
    );
    this.size = fstatSync(this.descriptor).size;
  }

  read(position: number, length: number): Buffer {
    const { descriptor } = this;
    const bytes = told(() => readAt(descriptor, position, length), this.path, "read", READABLE);
    return bytes.length === length ? bytes : this.#shorter();
  }

  #shorter(): never {
    throw wrongUse(`${this.path} became shorter while it was read`, "run it again when nobody writes to it");
  }
}

class FileSink extends OpenFile implements ByteSink {
  #end = 0;

  constructor(path: string) {
    super(
      path,
      told(() => openSync(path, "wx"), path, "created", "name a new file in a folder that can be written"),
    );
  }

  write(bytes: Uint8Array): void {
    this.writeAt(this.#end, bytes);
    this.#end += bytes.length;
  }

  writeAt(position: number, bytes: Uint8Array): void {
    const { descriptor } = this;
    told(() => writeAll(descriptor, bytes, position), this.path, "written", WRITABLE);
  }

  flush(): void {
    told(() => fsyncSync(this.descriptor), this.path, "written", WRITABLE);
  }
}

/** Opens a file while `use` runs, and closes it in every case. Throws a Refusal (exit 2) if it cannot be opened or read. */
export function readingFile<T>(path: string, use: (source: ByteSource) => T): T {
  const source = new FileSource(path);
  try {
    return use(source);
  } finally {
    source.close();
  }
}

/**
 * Opens a file until the promise of `use` settles, and closes it in every case. Throws a Refusal (exit 2) if it cannot be opened or read.
 * @param help instruction to the user if the file cannot be opened.
 */
export async function readingFileAsync<T>(path: string, use: (source: ByteSource) => Promise<T>, help?: string): Promise<T> {
  const source = new FileSource(path, help);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}

/**
 * Creates a new file, lets `fill` write it, flushes it to disk and closes it. Never changes an existing file. Closes and deletes the file if
 * anything throws. Throws a Refusal (exit 2) if it cannot be written, with the file system's error as its `cause`.
 */
export function writingNewFile<T>(path: string, fill: (sink: ByteSink) => T): T {
  const sink = new FileSink(path);
  let filled: T;
  try {
    filled = fill(sink);
    sink.flush();
  } catch (error) {
    sink.close();
    rmSync(path, { force: true });
    throw error;
  }
  sink.close();
  return filled;
}
