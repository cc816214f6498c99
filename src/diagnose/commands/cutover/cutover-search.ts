import { commandInSentence, isReadFailure, isRefusal, shellCommand, withoutTrailing } from "../../../kernel/index.ts";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { documentConsumer } from "../../cutover/consumer.ts";
import { search } from "../../cutover/search.ts";
import {
  KITS_VARIABLE,
  LONGEST_POINTER,
  type SourceTree,
  type TreeItem,
  describeError,
  fileChunks,
  isFolder,
  lfsPointer,
  locateKit,
  pathExists,
  readingFile,
  readingFileAsync,
  treeAt,
  treeBelow,
} from "../../../platform/index.ts";
import { type RunRequest, compiledFiles, kitFolder, loadShared } from "../../../compiler/index.ts";
import type { Invocation } from "../../../report/index.ts";
import { isZip, kindOfOwn, searchArchive, searchBytes } from "./cutover-archive.ts";
import type { Collected } from "./cutover-collected.ts";

/** The folder to which `bundle` writes bundles: no source files, but installing one of the bundles would bring the old address back. */
const BUNDLES = "dist/bundles";

const OWN = "receipts and backups of Tierwright: a rollback needs them as they are, and the next deploy writes others";

/** Returns whether this is the folder in which deploys keep receipts, backups and replaced files. */
const isSwapFolder = (absolute: string): boolean =>
  basename(absolute) === ".swap" &&
  isFolder(absolute) &&
  ["receipts", "journal.json", "ready"].some((name) => pathExists(absolute, name));

const PACKAGE = "Tierwright's own package, whose documentation has example addresses";

/** Returns whether a file is the package of Tierwright that `init` copies to vendor/, by its path with '/'. */
const isOwnPackage = (path: string): boolean => /(?:^|\/)vendor\/tierwright-tierwright-\d[^/]*\.tgz$/.test(path);

/** Folders at the root of a repository that hold no sources: Tierwright's cache, compiled files and npm packages. */
const IGNORED = [".tierwright", "dist", "node_modules"];

async function searchFile({ path, absolute, size }: Extract<TreeItem, { kind: "file" }>, into: Collected): Promise<void> {
  const start = readingFile(absolute, (source) => source.read(0, Math.min(source.size, LONGEST_POINTER)));
  const head = start.toString("latin1");
  if (lfsPointer(start, size)) return into.missed(path, "it is a Git LFS pointer: `git lfs pull` brings the file itself");
  if (/\.json$/i.test(path) && kindOfOwn(head) === "receipt") return into.own(path, OWN);
  if (isOwnPackage(path)) return into.own(path, PACKAGE);
  if (isZip(head)) return readingFileAsync(absolute, (source) => searchArchive(source, path, 1, into));
  const open = () => fileChunks(absolute);
  const consumerAt = documentConsumer(path, () =>
    start.length < size ? Buffer.concat([...open()].map((chunk) => Buffer.from(chunk))) : start,
  );
  if (!consumerAt) return searchBytes(open, head, path, into);
  into.add(path, await search(into.old, open), consumerAt);
}

async function searchTree(items: Iterable<TreeItem>, into: Collected): Promise<void> {
  for (const item of items) {
    if (item.kind === "link") into.links++;
    else if (item.kind === "unreadable") into.missed(item.path, item.why);
    else {
      try {
        await searchFile(item, into);
      } catch (error) {
        if (!isReadFailure(error)) throw error;
        into.missed(
          item.path,
          isRefusal(error) ? error.message.replace(`${item.absolute} cannot be read: `, "") : describeError(error),
        );
      }
    }
  }
}

/** Searches every file of the repository; symbolic links are not followed. */
export function searchRepository(root: string, into: Collected): Promise<void> {
  const ignored = new Set(IGNORED.map((name) => resolve(root, name)));
  return searchTree(
    treeBelow(root, "", (absolute) => ignored.has(absolute) || skipsOwn(absolute, into)),
    into,
  );
}

/** Searches the bundles in the folder to which `bundle` writes them. */
export async function searchBundles(root: string, into: Collected): Promise<void> {
  if (pathExists(root, BUNDLES)) await searchTree(treeBelow(resolve(root, BUNDLES), BUNDLES), into);
}

function skipsOwn(absolute: string, into: Collected): boolean {
  if (!isSwapFolder(absolute)) return false;
  into.own(absolute, OWN);
  return true;
}

/** Searches the files that every environment compiles to, whether or not they are in dist/. */
export async function searchCompiled(request: RunRequest, { host }: Invocation, into: Collected): Promise<void> {
  for await (const { environment, files, faults } of compiledFiles(request, host)) {
    const folder = `dist/${environment}`;
    // the manifest repeats the contents of the other files, so the old address in it is not counted again
    for (const { path, bytes } of files.filter((file) => file.path !== "manifest.json"))
      into.add(`${folder}/${path}`, await search(into.old, () => [bytes]));
    for (const fault of faults)
      into.missed(folder, `${fault}; ${commandInSentence(shellCommand`tierwright check ${environment}`)} says why`, "broken");
  }
}

/** Searches kits outside the repository; those inside are searched as its files. */
export async function searchKits(files: SourceTree, { host, directory }: Invocation, into: Collected): Promise<void> {
  for (const release of loadShared(files).model.releases.values()) {
    if (!release.lock) continue;
    const kit = locateKit(directory, release.name, kitFolder(release), host.env(KITS_VARIABLE));
    if (kit.kind === "unavailable")
      into.missed(`releases/${release.name}/kit`, `the kit is not here: ${kit.looked.join("; ")}`, "elsewhere");
    else if (kit.where === KITS_VARIABLE) await searchTree(treeBelow(kit.folder, `$${KITS_VARIABLE}/${release.name}`), into);
  }
}

const below = (root: string, absolute: string): string | null => {
  const path = relative(root, absolute);
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? null : path;
};

/** Searches the files and folders named on the command line; skips those inside the repository, which `searchRepository` searches. */
export async function searchNamed(root: string, paths: readonly string[], { host }: Invocation, into: Collected): Promise<void> {
  const seen = new Set<string>();
  for (const named of paths) {
    const absolute = resolve(host.cwd, named);
    const inside = below(root, absolute);
    if (inside !== null && !IGNORED.includes(inside.split(sep)[0] ?? "")) continue;
    const skip = (item: string) => {
      const known = item === root || item === resolve(root, BUNDLES) || seen.has(item) || skipsOwn(item, into);
      seen.add(item);
      return known;
    };
    await searchTree(treeAt(absolute, withoutTrailing(named.split(sep).join("/"), "/"), skip), into);
  }
}
