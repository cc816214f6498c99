import { basename, dirname, resolve } from "node:path";
import { UsageError } from "../diagnostic/refusal.ts";
import { RepositoryFiles } from "./repository-files.ts";

/** More than any properties file or log4j2.xml; what is larger is another file. */
const LARGEST_NAMED = 512 * 1024 * 1024;

/** The bytes of a file that was named on the command line; what is no ordinary, readable file is wrong use (exit 2). */
export function readNamedFile(cwd: string, path: string): Buffer {
  const absolute = resolve(cwd, path);
  const read = new RepositoryFiles(dirname(absolute)).read(basename(absolute), LARGEST_NAMED);
  if (read.kind === "file") return read.bytes;
  const why = read.kind === "missing" ? "it does not exist" : read.kind === "too-large" ? "it has more than 512 MiB" : read.why;
  throw new UsageError(`${path} cannot be read: ${why}`, "name a readable file");
}
