import type { Merge } from "./lines.ts";

/** The file or folder at a path of the folder in which `init` creates a repository, with the path under which it exists. */
export type Standing =
  | { readonly kind: "missing" }
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array }
  /** A symbolic link, or a file that is too large: `init` cannot merge its own content into it. */
  | { readonly kind: "other"; readonly path: string; readonly what: string }
  /** A folder, or something else that is neither file nor symbolic link, in the place of a file of `init`. */
  | { readonly kind: "no file"; readonly path: string };

/** The files with the steps for the owner of a new repository; `GUIDE` is for a folder that has a README already. */
const README = "README.md";
export const GUIDE = "TIERWRIGHT.md";

/** A file that was merged, with the lines or members that were added. */
export interface MergedFile {
  readonly file: string;
  readonly added: readonly string[];
}

/** A file that stays as it is, with the reason and with lines that people can add to it. */
export interface LeftFile {
  readonly file: string;
  readonly why: string;
  readonly add: readonly string[];
}

/** The changes that make a repository of a folder. If `clash` names a file that is in the way, `init` writes nothing. */
export interface InitPlan {
  readonly written: ReadonlyMap<string, Uint8Array>;
  readonly edits: ReadonlyMap<string, { readonly before: Uint8Array; readonly bytes: Uint8Array }>;
  readonly merged: readonly MergedFile[];
  readonly left: readonly LeftFile[];
  /** Files that are already as `init` writes them. */
  readonly unchanged: readonly string[];
  readonly clash: readonly string[];
}

/** Paths at which GitHub looks for the owners of files; it uses the first one that exists. */
const OWNERS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/** Returns true for a path below environments/, releases/ or vendor/: a file there means that the folder is a config repository already. */
const isOwn = (path: string): boolean => /^(?:environments|releases|vendor)\//.test(path);

/**
 * Returns a file's text without differences that no person made: line ends, which Git converts, and the end date of the exception, which
 * depends on the day of `init`.
 */
const comparable = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replaceAll("\r\n", "\n")
    .replace(/\buntil: \d{4}-\d{2}-\d{2}/, "until:");

class Plan implements InitPlan {
  readonly written = new Map<string, Uint8Array>();
  readonly edits = new Map<string, { before: Uint8Array; bytes: Uint8Array }>();
  readonly merged: MergedFile[] = [];
  readonly left: LeftFile[] = [];
  readonly unchanged: string[] = [];
  readonly clash: string[] = [];

  constructor(
    private readonly merges: ReadonlyMap<string, (existing: Uint8Array) => Merge>,
    private readonly standing: (path: string) => Standing,
  ) {}

  take(path: string, bytes: Uint8Array): void {
    const found = this.#found(path);
    if (found.kind === "missing") this.written.set(path, bytes);
    else if (found.kind === "no file" || (found.kind === "other" && isOwn(path))) this.clash.push(found.path);
    else if (found.kind === "other") this.left.push({ file: found.path, why: `it is ${found.what}`, add: [] });
    else if (comparable(found.bytes) === comparable(bytes)) this.unchanged.push(found.path);
    else if (isOwn(path)) this.clash.push(found.path);
    else if (path === README) this.#guide(found.path, bytes);
    else this.#merge(path, found);
  }

  /** Returns what exists at the path of a file of `init`. For CODEOWNERS, returns the first that exists at one of GitHub's three paths. */
  #found(path: string): Standing {
    const places = OWNERS[0] === path ? OWNERS : [path];
    const all = places.map((place) => this.standing(place));
    return all.find(({ kind }) => kind !== "missing") ?? { kind: "missing" };
  }

  /** Writes the steps of a new repository to a file beside an existing README; a later `init` does not write them again. */
  #guide(readme: string, bytes: Uint8Array): void {
    if (this.standing(GUIDE).kind === "missing" && this.standing("environments/site.yaml").kind === "missing") {
      this.written.set(GUIDE, bytes);
      this.left.push({ file: readme, why: `the steps are in ${GUIDE}`, add: [`[Tierwright](${GUIDE})`] });
    } else if (this.standing(GUIDE).kind === "file") this.unchanged.push(GUIDE);
    else if (this.standing(GUIDE).kind !== "missing") this.clash.push(GUIDE);
  }

  #merge(path: string, { path: file, bytes: before }: Extract<Standing, { kind: "file" }>): void {
    const merge = this.merges.get(path)?.(before);
    if (!merge) {
      const why = "it is another file of that name: compare it with the one that `tierwright init` writes into an empty folder";
      this.left.push({ file, why, add: [] });
      return;
    }
    if (merge.bytes) {
      this.edits.set(file, { before, bytes: merge.bytes });
      this.merged.push({ file, added: merge.added });
    }
    if (merge.byHand.length > 0)
      this.left.push({ file, why: merge.bytes ? "the rest of it stays" : "it stays as it is", add: merge.byHand });
    else if (!merge.bytes) this.unchanged.push(file);
  }
}

/**
 * Returns the changes that make a repository of a folder: new files, additions to existing files, and what is left to people. Existing text
 * is never removed.
 */
export function planFiles(
  files: ReadonlyMap<string, Uint8Array>,
  merges: ReadonlyMap<string, (existing: Uint8Array) => Merge>,
  standing: (path: string) => Standing,
): InitPlan {
  const plan = new Plan(merges, standing);
  for (const [path, bytes] of files) plan.take(path, bytes);
  return plan;
}
