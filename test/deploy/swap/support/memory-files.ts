import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { Stat, SwapFiles } from "../../../../src/platform/machine.ts";

type Entry =
  | { readonly kind: "folder" | "other" }
  | { readonly kind: "link"; readonly to: string }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly modified: number };

const failure = (code: string, path: string): Error => Object.assign(new Error(code), { code, path });

/**
 * Files of a machine in memory, for the questions of one function. `entries` tells what lies where; what is asked of a path in `denied`
 * fails with its code; `done` is what was written, made, moved and removed, in its order.
 */
export class MemoryFiles implements SwapFiles {
  readonly entries = new Map<string, Entry>();
  readonly denied = new Map<string, string>();
  readonly done: string[] = [];
  readonly readOnly = new Set<string>();

  constructor(files: Readonly<Record<string, string | Uint8Array | null>> = {}) {
    for (const [path, content] of Object.entries(files)) {
      if (content === null) this.folder(path);
      else this.file(path, content);
    }
  }

  folder(path: string): this {
    for (let at = path; !this.entries.has(at); at = dirname(at)) this.entries.set(at, { kind: "folder" });
    return this;
  }

  file(path: string, content: string | Uint8Array, modified = 1): this {
    this.folder(dirname(path));
    this.entries.set(path, { kind: "file", bytes: Buffer.from(content), modified });
    return this;
  }

  link(path: string, to: string): this {
    this.folder(dirname(path));
    this.entries.set(path, { kind: "link", to });
    return this;
  }

  special(path: string): this {
    this.entries.set(path, { kind: "other" });
    return this;
  }

  #at(path: string): Entry | undefined {
    const code = this.denied.get(path);
    if (code !== undefined) throw failure(code, path);
    return this.entries.get(path);
  }

  #bytes(path: string): Buffer {
    const entry = this.#at(path);
    if (entry?.kind !== "file") throw failure(entry ? "EISDIR" : "ENOENT", path);
    return entry.bytes;
  }

  stat(path: string): Stat | null {
    const entry = this.entries.get(path);
    if (!entry) return null;
    const { size, modified } =
      entry.kind === "file" ? { size: entry.bytes.length, modified: entry.modified } : { size: 0, modified: 1 };
    return { kind: entry.kind, size, modified, writable: !this.readOnly.has(path) };
  }

  real(path: string): string | null {
    const entry = this.entries.get(path);
    return entry?.kind === "link" ? this.real(entry.to) : entry ? path : null;
  }

  list(path: string): readonly string[] {
    if (this.#at(path)?.kind !== "folder") throw failure("ENOTDIR", path);
    const own = [...this.entries.keys()].filter((item) => item !== path && dirname(item) === path);
    return own.map((item) => item.slice(path.length).replace(/^[\\/]/, "")).reverse();
  }

  read(path: string, largest = Number.POSITIVE_INFINITY): Buffer {
    const bytes = this.#bytes(path);
    if (bytes.length > largest) throw failure("ERR_FS_FILE_TOO_LARGE", path);
    return bytes;
  }

  hash(path: string): { readonly size: number; readonly sha256: string } {
    const bytes = this.#bytes(path);
    return { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  }

  makeFolder(path: string, alone = false): void {
    this.#at(path);
    if (this.entries.has(path)) throw failure("EEXIST", path);
    if (!this.entries.has(dirname(path))) throw failure("ENOENT", path);
    this.entries.set(path, { kind: "folder" });
    this.done.push(`folder ${path}${alone ? " for this account alone" : ""}`);
  }

  write(path: string, chunks: Iterable<Uint8Array>, like: string | null = null, alone = false): void {
    this.#at(path);
    if (this.entries.get(dirname(path))?.kind !== "folder") throw failure("ENOENT", path);
    this.entries.set(path, { kind: "file", bytes: Buffer.concat([...chunks]), modified: 2 });
    this.done.push(`write ${path}${like === null ? "" : ` like ${like}`}${alone ? " for this account alone" : ""}`);
  }

  #move(from: string, to: string): void {
    this.#at(from);
    const moved = [...this.entries].filter(
      ([path]) => path === from || path.startsWith(`${from}/`) || path.startsWith(`${from}\\`),
    );
    if (moved.length === 0) throw failure("ENOENT", from);
    for (const [path, entry] of moved) {
      this.entries.delete(path);
      this.entries.set(to + path.slice(from.length), entry);
    }
  }

  rename(from: string, to: string): void {
    if (this.entries.has(to)) throw failure("EEXIST", to);
    this.#move(from, to);
    this.done.push(`rename ${from} to ${to}`);
  }

  replace(from: string, to: string): void {
    this.#move(from, to);
    this.done.push(`replace ${to} by ${from}`);
  }

  remove(path: string): void {
    this.#bytes(path);
    this.entries.delete(path);
    this.done.push(`remove ${path}`);
  }

  removeFolder(path: string): void {
    if (this.list(path).length > 0) throw failure("ENOTEMPTY", path);
    this.entries.delete(path);
    this.done.push(`remove folder ${path}`);
  }

  probe(folder: string): void {
    this.#at(folder);
    this.done.push(`probe ${folder}`);
  }

  removeTree(path: string): void {
    this.#at(path);
    for (const item of [...this.entries.keys()]) if (item === path || dirname(item).startsWith(path)) this.entries.delete(item);
    this.done.push(`remove tree ${path}`);
  }
}
