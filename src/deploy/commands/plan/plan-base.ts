import { basename, dirname, resolve } from "node:path";
import { wrongUse } from "../../../kernel/index.ts";
import {
  type Git,
  NoGit,
  commitTree,
  diskTree,
  isFolder,
  isOrdinaryFile,
  mergeFilesAt,
  readingFile,
  receiptFile,
  receiptFiles,
  receiptNames,
} from "../../../platform/index.ts";
import {
  type BaseCommit,
  type PlanBase,
  type RepositorySide,
  mergeBase,
  namedCommit,
  noSuchBase,
  notHere,
  recordingsAtCommit,
  repositorySide,
} from "../../../compiler/index.ts";
import type { Invocation } from "../../../report/index.ts";
import { bundleBase, type InstalledBase, receiptsBase } from "./plan-installed.ts";

export type Base = InstalledBase | { readonly kind: "repository"; readonly base: PlanBase; readonly side: RepositorySide };

/** Opens a folder as the base of a plan: another config repository, or a folder of receipts. */
function folderBase(path: string, name: string): Base {
  if (isFolder(resolve(path, "environments"))) {
    const base: PlanBase = { kind: "folder", name, says: `the folder ${name}`, commit: null, compiler: null };
    return { kind: "repository", base, side: repositorySide(diskTree(path)) };
  }
  const names = receiptNames(path);
  if (names.length > 0) return receiptsBase(receiptFiles(path, names), name);
  throw wrongUse(
    `--base '${name}' is a folder without 'environments' and without a receipt`,
    "name a config repository, or a folder of receipts as `deploy --receipt-copy` fills it",
  );
}

function fileBase(path: string, name: string): Base {
  const start = readingFile(path, (source) => source.read(0, Math.min(2, source.size)));
  if (Buffer.from(start).toString("latin1") === "PK") return bundleBase(path, name);
  return receiptsBase([receiptFile(dirname(path), basename(path))], name);
}

/** Returns the path that the value of --base names, relative to the current folder or else to that of -C; null if neither exists. */
function pathOf(word: string, { host, directory }: Invocation): string | null {
  const paths = [resolve(host.cwd, word), resolve(directory, word)];
  return paths.find((path) => isFolder(path) || isOrdinaryFile(path)) ?? null;
}

async function atCommit<T>(git: Git, commit: BaseCommit, invocation: Invocation, use: (base: Base) => Promise<T>): Promise<T> {
  const tree = await commitTree(git, commit.commit, invocation.directory);
  if (tree === null) throw notHere(commit);
  const base: PlanBase = { kind: "commit", name: commit.name, says: commit.says, commit: commit.commit, compiler: null };
  const side = { ...repositorySide(tree, await mergeFilesAt(git, commit.commit)), found: recordingsAtCommit(tree) };
  return use({ kind: "repository", base, side });
}

/**
 * Returns whether the value of --base looks like a path: it starts with a slash, a dot and slash or a drive, or ends in .zip or .json, as
 * no name of a commit does.
 */
const isPathLike = (word: string): boolean => /^\.{0,2}[\\/]|^\.{1,2}$|^[A-Za-z]:[\\/]|\.(?:zip|json)$/i.test(word);

/** Opens the base of --base, with which a plan compares the repository, while `use` runs. Changes no file of the work tree. */
export async function withBase<T>(invocation: Invocation, use: (base: Base) => Promise<T>): Promise<T> {
  const { directory, host, options } = invocation;
  const word = options.get("base");
  const path = word === undefined ? null : pathOf(word, invocation);
  const given = () => {
    if (word === undefined || path === null) return null;
    return isOrdinaryFile(path) ? fileBase(path, word) : folderBase(path, word);
  };
  if (word !== undefined && path !== null && isPathLike(word)) return use(given() as Base);
  let none: string | null = null;
  try {
    return await host.openGit(directory, async (git) => {
      const commit = word === undefined ? await mergeBase(git) : await namedCommit(git, word);
      if (commit !== null && path !== null && isFolder(resolve(path, "environments"))) {
        throw wrongUse(`--base '${word}' is both a commit and a folder`, `write ./${word} for the folder, or the commit's hash`);
      }
      if (commit !== null) return atCommit(git, commit, invocation, use);
      const other = given();
      if (other) return use(other);
      throw noSuchBase(word ?? "", git.isShallow, null);
    });
  } catch (error) {
    if (!(error instanceof NoGit)) throw error;
    none = error.message;
  }
  const other = given();
  if (other) return use(other);
  if (word !== undefined) throw noSuchBase(word, false, none);
  throw wrongUse(
    `there is no base to compare with: ${none}`,
    "name one with --base: a folder with another state of this repository, a bundle, or a folder of receipts",
  );
}
