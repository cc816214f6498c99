import type { Lying, OpenFolder, SweepFiles, SweepWorld } from "../../../../src/platform/machine.ts";

/** Something on the disk; names lead to it. `junction`: what Windows' `lstat` may well call a folder. */
export interface Node {
  readonly inode: bigint;
  readonly kind: "file" | "folder" | "link" | "junction" | "pipe";
  bytes: string;
  modified: bigint;
  to: string;
  readonly device: bigint;
  readonly names: Map<string, Node>;
}

/** What was taken away, and from which folder. */
export interface Taken {
  readonly folder: Node;
  readonly name: string;
  readonly node: Node;
  /** As it was then: another name of the same file may be written to later. */
  readonly was: Lying;
  /** Whether something happened between the last look at the name and its removal, which no system call can exclude. */
  readonly raced: boolean;
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });
const KINDS = { file: "file", folder: "folder", link: "link", junction: "folder", pipe: "other" } as const;

/** A disk in memory on which something may happen before every single operation. Paths with '/'. */
export class RacingWorld implements SweepWorld, SweepFiles {
  readonly files: SweepFiles = this;
  readonly taken: Taken[] = [];
  readonly top: Node;
  readonly locked = new Set<bigint>();
  readonly denied = new Map<string, string>();
  /** Called before each operation. */
  meanwhile: () => void = () => {};
  /** How many operations were asked for. */
  operations = 0;
  #next = 1n;
  #changes = 0;

  constructor(
    readonly windows = false,
    readonly tops: readonly string[] = ["/own"],
  ) {
    this.top = this.#node("folder");
  }

  #node(kind: Node["kind"], bytes = "", modified = 0n, to = "", device = 1n): Node {
    return { inode: this.#next++, kind, bytes, modified, to, device, names: new Map() };
  }

  #happens(): void {
    this.operations += 1;
    this.meanwhile();
  }

  /** The node at a path, links followed on the way and, where `last`, at its end. */
  find(path: string, last = true, hops = 0): Node | null {
    if (hops > 20) return null;
    const parts = path.split("/").filter((part) => part !== "");
    let at = this.top;
    for (const [i, part] of parts.entries()) {
      const next = at.names.get(part);
      if (!next) return null;
      const leads = (next.kind === "link" || next.kind === "junction") && (i < parts.length - 1 || last);
      const target = leads ? this.find(next.to, true, hops + 1) : next;
      if (!target) return null;
      at = target;
    }
    return at;
  }

  #parent(path: string): { readonly node: Node; readonly name: string } | null {
    const { folder, name } = this.split(path);
    const node = this.find(folder);
    return node?.kind === "folder" ? { node, name } : null;
  }

  // what tests and other programs do

  put(path: string, kind: Node["kind"], content = "", days = 0, device = 1n): Node | null {
    const { folder } = this.split(path);
    if (!this.find(folder)) this.put(folder, "folder");
    const parent = this.#parent(path);
    if (!parent) return null;
    const link = kind === "link" || kind === "junction";
    const node = this.#node(kind, link ? "" : content, BigInt(days) * 86_400_000_000_000n, link ? content : "", device);
    parent.node.names.set(parent.name, node);
    this.#changes += 1;
    return node;
  }

  write(path: string, content: string, days: number): void {
    const node = this.find(path);
    if (node?.kind !== "file") return;
    node.bytes += content;
    node.modified = BigInt(days) * 86_400_000_000_000n;
    this.#changes += 1;
  }

  move(from: string, to: string): void {
    const [a, b] = [this.#parent(from), this.#parent(to)];
    const node = a?.node.names.get(a.name);
    if (!a || !b || !node || to.startsWith(`${from}/`) || node === b.node) return;
    a.node.names.delete(a.name);
    b.node.names.set(b.name, node);
    this.#changes += 1;
  }

  /** A second name of one file. */
  hardLink(of: string, to: string): void {
    const [node, parent] = [this.find(of, false), this.#parent(to)];
    if (node?.kind !== "file" || !parent) return;
    parent.node.names.set(parent.name, node);
    this.#changes += 1;
  }

  drop(path: string): void {
    const parent = this.#parent(path);
    parent?.node.names.delete(parent.name);
    this.#changes += 1;
  }

  // what a sweep asks

  #lying(node: Node): Lying {
    return {
      kind: KINDS[node.kind],
      size: BigInt(node.bytes.length),
      modified: node.modified,
      device: node.device,
      inode: node.inode,
    };
  }

  stat(path: string): Lying | null {
    this.#happens();
    const code = this.denied.get(path);
    if (code !== undefined) throw failure(code);
    const node = this.find(path, false);
    return node && this.#lying(node);
  }

  real(path: string): string | null {
    this.#happens();
    return this.#real(path, 0);
  }

  #real(path: string, hops: number): string | null {
    if (hops > 20) return null;
    let at = "";
    for (const part of path.split("/").filter((name) => name !== "")) {
      const node = this.find(`${at}/${part}`, false);
      if (!node) return null;
      const next = node.kind === "link" || node.kind === "junction" ? this.#real(node.to, hops + 1) : `${at}/${part}`;
      if (next === null) return null;
      at = next;
    }
    return at === "" ? "/" : at;
  }

  list(path: string): readonly string[] {
    this.#happens();
    const node = this.find(path);
    if (node?.kind !== "folder") throw failure(node ? "ENOTDIR" : "ENOENT");
    return [...node.names.keys()];
  }

  read(path: string): Buffer {
    this.#happens();
    const node = this.find(path, false);
    if (node?.kind !== "file") throw failure(node ? "ELOOP" : "ENOENT");
    return Buffer.from(node.bytes);
  }

  within<T>(folder: string, use: (open: OpenFolder) => T): T {
    this.#happens();
    const found = this.find(folder, false);
    const node = found?.kind === "junction" ? this.find(folder) : found;
    if (!node) throw failure("ENOENT");
    if (node.kind !== "folder") throw failure(node.kind === "link" ? "ELOOP" : "ENOTDIR");
    let looked = -1;
    return use({
      itself: this.#lying(node),
      stat: (name) => {
        this.#happens();
        looked = this.#changes;
        const lies = node.names.get(name);
        return lies ? this.#lying(lies) : null;
      },
      remove: (name) => {
        this.#happens();
        const lies = node.names.get(name);
        if (!lies) throw failure("ENOENT");
        if (lies.kind === "folder") throw failure("EISDIR");
        if (this.locked.has(lies.inode)) throw failure("EBUSY");
        this.taken.push({ folder: node, name, node: lies, was: this.#lying(lies), raced: looked !== this.#changes });
        node.names.delete(name);
      },
    });
  }

  removeFolder(path: string): void {
    this.#happens();
    const parent = this.#parent(path);
    const node = parent?.node.names.get(parent.name);
    if (!parent || !node) throw failure("ENOENT");
    if (node.kind !== "folder") throw failure("ENOTDIR");
    if (node.names.size > 0) throw failure("ENOTEMPTY");
    this.taken.push({ folder: parent.node, name: parent.name, node, was: this.#lying(node), raced: false });
    parent.node.names.delete(parent.name);
  }

  inUse(path: string): boolean {
    this.#happens();
    const node = this.find(path, false);
    return !this.windows && node !== null && this.locked.has(node.inode);
  }

  join(folder: string, name: string): string {
    return folder === "/" ? `/${name}` : `${folder}/${name}`;
  }

  split(path: string): { readonly folder: string; readonly name: string } {
    const at = path.lastIndexOf("/");
    return { folder: at <= 0 ? "/" : path.slice(0, at), name: path.slice(at + 1) };
  }

  contains(outer: string, inner: string): boolean {
    return inner === outer || inner.startsWith(`${outer}/`);
  }
}
