import { sha256, withoutTrailing } from "../../../kernel/index.ts";
import { NotGathered, REFUSED_WRITES } from "../../doctor/station.ts";
import type { Stat, SwapFiles } from "../../../platform/index.ts";
import { HIDDEN_HASH } from "../../../deploy/index.ts";

interface Entry {
  readonly path: string;
  readonly kind: Stat["kind"] | "missing" | "unreadable";
  readonly size: number;
  readonly modified: number;
  readonly sha256: string | null;
  readonly bytes: Buffer | null;
}

const fold = (path: string): string => withoutTrailing(path.replaceAll("/", "\\"), "\\").toLowerCase();
const parentOf = (key: string): string | null => (key.includes("\\") ? key.slice(0, key.lastIndexOf("\\")) : null);

/**
 * The files of a workstation as far as an archive of `deploy.ps1 -Collect` describes them. Access to any other path throws `NotGathered`.
 */
export class GatheredFiles {
  readonly #entries = new Map<string, Entry>();
  readonly #names = new Map<string, Map<string, string>>();
  /** Folders of which an archive of `deploy.ps1 -Collect` lists all direct entries (`#listed`), or everything below (`#whole`). */
  readonly #listed = new Set<string>();
  readonly #whole = new Set<string>();

  /**
   * Adds or replaces the entry of one path. Where `entry` has no size, time, digest or bytes, those of the path's earlier entry are kept.
   */
  add(path: string, entry: Partial<Omit<Entry, "path">> & Pick<Entry, "kind">): void {
    const key = fold(path);
    const known = this.#entries.get(key);
    this.#entries.set(key, {
      path,
      kind: entry.kind,
      size: entry.size ?? known?.size ?? 0,
      modified: entry.modified ?? known?.modified ?? 0,
      sha256: entry.sha256 ?? known?.sha256 ?? null,
      bytes: entry.bytes ?? known?.bytes ?? null,
    });
    if (entry.kind !== "missing") this.#within(path);
  }

  /** Adds the last name of a path to the entries of its folder, and all folders above the path as existing folders. */
  #within(path: string): void {
    const plain = path.replaceAll("/", "\\");
    const at = plain.lastIndexOf("\\");
    if (at < 0) return;
    const folder = plain.slice(0, at);
    const key = fold(folder);
    const names = this.#names.get(key) ?? new Map<string, string>();
    names.set(plain.slice(at + 1).toLowerCase(), plain.slice(at + 1));
    this.#names.set(key, names);
    if (!this.#entries.has(key)) this.add(folder, { kind: "folder" });
  }

  listed(path: string): void {
    this.#listed.add(fold(path));
  }

  whole(path: string): void {
    this.#whole.add(fold(path));
  }

  /** Returns the names of the entries of a folder that the archive mentions; the folder can have more. */
  known(folder: string): readonly string[] {
    return [...(this.#names.get(fold(folder))?.values() ?? [])];
  }

  /** Returns the paths of all files below a folder that the archive mentions, as the archive spells them. */
  below(folder: string): readonly string[] {
    const prefix = `${fold(folder)}\\`;
    return [...this.#entries].flatMap(([key, { path, kind }]) => (key.startsWith(prefix) && kind === "file" ? [path] : []));
  }

  #entry(path: string): Entry | null {
    const key = fold(path);
    const own = this.#entries.get(key);
    if (own) {
      if (own.kind === "unreadable") throw Object.assign(new Error("unreadable"), { code: "EACCES", path, syscall: "open" });
      return own.kind === "missing" ? null : own;
    }
    const parent = parentOf(key);
    if (parent !== null && this.#listed.has(parent)) return null;
    for (let at = parent; at !== null; at = parentOf(at)) {
      const above = this.#entries.get(at)?.kind;
      const folder = parentOf(at);
      if (above === undefined && folder !== null && this.#listed.has(folder)) return null;
      if (this.#whole.has(at) || above === "missing" || above === "file") return null;
    }
    throw new NotGathered(path);
  }

  #present(path: string): Entry {
    const entry = this.#entry(path);
    if (entry) return entry;
    throw Object.assign(new Error("not there"), { code: "ENOENT", path, syscall: "open" });
  }

  #list(path: string): readonly string[] {
    const key = fold(path);
    this.#present(path);
    let known = this.#listed.has(key);
    for (let at: string | null = key; at !== null && !known; at = parentOf(at)) known = this.#whole.has(at);
    if (!known) throw new NotGathered(path);
    return [...(this.#names.get(key)?.values() ?? [])];
  }

  /**
   * Returns a read-only file system over the archive, for the checks of `doctor`. The digest of a properties file is always `HIDDEN_HASH`,
   * because archives leave it out: a secret could be guessed from it.
   */
  files(): SwapFiles {
    const bytesOf = (path: string): Buffer => {
      const { bytes } = this.#present(path);
      if (bytes === null) throw new NotGathered(path);
      return bytes;
    };
    return {
      stat: (path) => {
        const entry = this.#entry(path);
        return entry && { kind: entry.kind as Stat["kind"], size: entry.size, modified: entry.modified, writable: true };
      },
      real: (path) => path,
      list: (path) => this.#list(path),
      read: bytesOf,
      hash: (path) => {
        const entry = this.#present(path);
        if (/\.properties$/i.test(path)) return { size: entry.size, sha256: HIDDEN_HASH };
        return { size: entry.size, sha256: entry.sha256 ?? sha256(bytesOf(path)) };
      },
      ...REFUSED_WRITES,
    };
  }
}
