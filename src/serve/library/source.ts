import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { isRefusal, readable, systemCode, wrongUse } from "../../kernel/index.ts";
import { type OpenTree, describeError, memoryTree } from "../../platform/index.ts";
import { openRepository } from "../../compiler/index.ts";
import type { Source } from "./options.ts";

const PLAIN = /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\:\0]+$/;

const foldersAbove = (path: string): readonly string[] =>
  path.split("/").flatMap((_, i, parts) => (i === 0 ? [] : parts.slice(0, i).join("/")));

function filesFault(files: ReadonlyMap<string, unknown>): string | null {
  for (const [path, content] of files) {
    if (typeof path !== "string" || !PLAIN.test(path))
      return `'${readable(String(path))}' is not the path of a file below the repository`;
    if (typeof content !== "string" && !(content instanceof Uint8Array)) return `'${path}' has neither a text nor bytes`;
  }
  const within = [...files.keys()].find((path) => foldersAbove(path).some((folder) => files.has(folder)));
  if (within !== undefined) return `'${within}' lies below a file of these files`;
  return [...files.keys()].some((path) => path.startsWith("environments/"))
    ? null
    : "these files are not a config repository: none lies in the folder 'environments'";
}

const PATHS = "write paths as in environments/site.yaml: with '/', relative, without '..', and a text or a Uint8Array for each";

function folderOf(source: string | URL): string {
  if (source instanceof URL) {
    if (source.protocol !== "file:") throw wrongUse(`${readable(source.href)} is not the URL of a folder`, "only file: is read");
    try {
      return fileURLToPath(source);
    } catch {
      throw wrongUse(`${readable(source.href)} is not the URL of a folder of this machine`, "pathToFileURL makes one of a path");
    }
  }
  if (isAbsolute(source)) return source;
  throw wrongUse(`'${readable(source)}' is not an absolute path`, "a library knows no current folder: resolve the path first");
}

/** Converts a file system error to a Refusal. Returns every other error unchanged. */
function asRefusal(error: unknown): unknown {
  if (isRefusal(error) || systemCode(error) === "" || !(error as NodeJS.ErrnoException).syscall) return error;
  const { path = "a file" } = error as NodeJS.ErrnoException;
  return wrongUse(
    `${path} could not be read or written: ${describeError(error)}`,
    "nothing is partly written: fix that and call again",
  );
}

function treeOf(source: Source): OpenTree {
  if (typeof source === "string" || source instanceof URL) return openRepository(folderOf(source)).files;
  if (!(source instanceof Map)) throw wrongUse("a source is a path, a file URL or a Map of files", PATHS);
  const fault = filesFault(source);
  if (fault !== null) throw wrongUse(fault, PATHS);
  return memoryTree(source);
}

/** Opens a config repository and passes its file tree to `use`. Converts an error of the file system to a Refusal. */
export async function withSource<T>(source: Source, use: (tree: OpenTree) => Promise<T>): Promise<T> {
  try {
    return await use(treeOf(source));
  } catch (error) {
    throw asRefusal(error);
  }
}
