import type { FileEntry, FileSystem, FolderEntry } from "./file-system.ts";
import { foldName, isGitName } from "./git-name.ts";
import type { OrdinaryFile } from "./ordinary-file.ts";
import { ConfinedTree } from "./confined-tree.ts";
import type { OpenTree, TreeNode } from "./source-tree.ts";

/** The most symbolic links that are followed one after another, as on Linux. */
const MOST_LINKS = 40;
/** The longest name that file systems accept, in bytes. */
const LONGEST_NAME = 255;

const fault = (code: string) => Object.assign(new Error(code), { code });

type Kind = "file" | "folder" | "link";

/** Returns a file entry without a stamp: its numbers and times are zeros, which equal no recorded stamp. */
const entryOf = (kind: Kind, size = 0): FileEntry => ({
  ino: 0,
  size,
  mtimeMs: 0,
  ctimeMs: 0,
  isDirectory: () => kind === "folder",
  isFile: () => kind === "file",
  isSymbolicLink: () => kind === "link",
});

const kindOf = (node: TreeNode | null): Kind => (node === null ? "folder" : "link" in node ? "link" : "file");
const sizeOf = (node: TreeNode | null): number =>
  node === null || "link" in node ? 0 : "size" in node ? node.size : node.bytes.length;

const bytesOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

const partsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "" && part !== ".");

/** The result of following a path in a tree: the real path in parts, and the file or symbolic link at that path (null for a folder). */
interface Found {
  readonly parts: readonly string[];
  readonly node: TreeNode | null;
}

/** A file system of files and symbolic links in memory, with the folders in their paths. Follows links as a file system on disk does. */
export class NodeFiles implements FileSystem {
  /** The names in each folder of the tree. */
  readonly #folders = new Map<string, Set<string>>([["", new Set()]]);

  constructor(
    private readonly nodes: ReadonlyMap<string, TreeNode>,
    private readonly ignoreCase = false,
  ) {
    for (const path of nodes.keys()) this.#enter(path);
  }

  #enter(path: string): void {
    const slash = path.lastIndexOf("/");
    const folder = slash < 0 ? "" : path.slice(0, slash);
    const names = this.#folders.get(folder);
    if (names) names.add(path.slice(slash + 1));
    else {
      this.#folders.set(folder, new Set([path.slice(slash + 1)]));
      this.#enter(folder);
    }
  }

  /** Returns a name in the spelling that the folder has, if the tree ignores case; otherwise unchanged. */
  #spelled(folder: readonly string[], name: string): string {
    const names = this.ignoreCase ? this.#folders.get(folder.join("/")) : undefined;
    if (!names || names.has(name)) return name;
    return [...names].find((one) => foldName(one) === foldName(name)) ?? name;
  }

  /**
   * Returns the entry at a path of the tree; null if there is none, `outside` if a symbolic link leads out of the tree or into a folder
   * with a name like .git.
   */
  #find(path: string, follow: boolean): Found | null | { readonly outside: readonly string[] | null } {
    const at: string[] = [];
    const rest = [...partsOf(path)].reverse();
    let links = 0;
    for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
      if (name === "..") {
        if (at.pop() === undefined) return { outside: null };
        continue;
      }
      if (name.includes("\0")) throw fault("ERR_INVALID_ARG_VALUE");
      if (Buffer.byteLength(name) > LONGEST_NAME) throw fault("ENAMETOOLONG");
      const parts = [...at, this.#spelled(at, name)];
      const own = parts.join("/");
      const node = this.nodes.get(own);
      if (node === undefined && !this.#folders.has(own)) return links > 0 && isGitName(name) ? { outside: parts } : null;
      if (node !== undefined && "link" in node && (follow || rest.length > 0)) {
        if (++links > MOST_LINKS) throw fault("ELOOP");
        if (node.link.startsWith("/")) return { outside: null };
        for (const part of [...partsOf(node.link)].reverse()) rest.push(part);
        continue;
      }
      if (node !== undefined && rest.length > 0) throw fault("ENOTDIR");
      if (node !== undefined) return { parts, node };
      at.push(parts.at(-1) ?? name);
    }
    return { parts: at, node: null };
  }

  #at(path: string, follow: boolean): Found | null {
    const found = this.#find(path, follow);
    return found === null || "outside" in found ? null : found;
  }

  #entry(path: string, follow: boolean): FileEntry | undefined {
    const found = this.#at(path, follow);
    return found ? entryOf(kindOf(found.node), sizeOf(found.node)) : undefined;
  }

  lstat(path: string): FileEntry | undefined {
    return this.#entry(path, false);
  }

  stat(path: string): FileEntry | undefined {
    return this.#entry(path, true);
  }

  real(path: string): readonly string[] | null {
    const found = this.#find(path, true);
    if (found === null) throw fault("ENOENT");
    return "outside" in found ? found.outside : found.parts;
  }

  names(path: string): readonly FolderEntry[] {
    const found = this.#at(path, true);
    if (found === null) throw fault("ENOENT");
    if (found.node !== null) throw fault("ENOTDIR");
    const folder = found.parts.join("/");
    return [...(this.#folders.get(folder) ?? [])].map((name) => {
      const entry = entryOf(kindOf(this.nodes.get(folder === "" ? name : `${folder}/${name}`) ?? null));
      return { name, isDirectory: entry.isDirectory, isSymbolicLink: entry.isSymbolicLink };
    });
  }

  read(path: string, largest: number, links: "follow" | "no"): OrdinaryFile {
    const found = this.#at(path, links === "follow");
    if (found === null) throw fault("ENOENT");
    const { node } = found;
    if (node === null) return { kind: "unreadable", why: "it is a folder, a file is expected" };
    if ("link" in node) throw fault("ELOOP");
    if (!("bytes" in node) || node.bytes.length > largest) return { kind: "too-large", size: sizeOf(node) };
    return { kind: "file", bytes: bytesOf(node.bytes) };
  }

  text(path: string): string {
    const read = this.read(path, Number.POSITIVE_INFINITY, "no");
    if (read.kind !== "file") throw fault("EFBIG");
    return read.bytes.toString("utf8");
  }

  link(path: string): string {
    const node = this.#at(path, false)?.node ?? null;
    if (node === null || !("link" in node)) throw fault("EINVAL");
    return node.link;
  }

  unchanged(): boolean {
    return false;
  }
}

/** Returns the repository with the given files and symbolic links in memory. */
export const nodeTree = (nodes: ReadonlyMap<string, TreeNode>, ignoreCase = false): OpenTree =>
  new ConfinedTree(new NodeFiles(nodes, ignoreCase), { kind: "nodes", nodes, ignoreCase });

/** Returns the repository with the given files in memory. Encodes texts as UTF-8 and copies bytes. */
export const memoryTree = (files: ReadonlyMap<string, string | Uint8Array>): OpenTree =>
  nodeTree(new Map([...files].map(([path, content]) => [path, { bytes: Buffer.from(content as string) }])));
