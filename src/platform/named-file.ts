import { resolve } from "node:path";
import { isRefusal, systemCode, wrongUse } from "../kernel/index.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { describeError } from "./confined-tree.ts";

/** The largest file that a user can name, in bytes: more than any properties file or log4j2.xml has. */
const LARGEST_NAMED = 512 * 1024 * 1024;

/** The largest key or signature file, in bytes: a key has a few kilobytes, a signature less, a file with several keys some more. */
export const LARGEST_KEY = 1024 * 1024;

/**
 * Returns the bytes of a file that the user named on the command line, and follows symbolic links. Throws a Refusal (exit 2) if it is not
 * an ordinary, readable file.
 */
export function readNamedFile(cwd: string, path: string, largest = LARGEST_NAMED): Buffer {
  const fault = (why: string) => wrongUse(`${path} cannot be read: ${why}`, "name a readable file");
  try {
    const read = readOrdinaryFile(resolve(cwd, path), largest);
    if (read.kind === "file") return read.bytes;
    throw fault(read.kind === "too-large" ? `it has more than ${largest / 1024 / 1024} MiB` : read.why);
  } catch (error) {
    if (isRefusal(error, 2)) throw error;
    throw fault(systemCode(error) === "ENOENT" ? "it does not exist" : describeError(error));
  }
}
