import { resolve } from "node:path";
import { isRefusal, systemCode, wrongUse } from "../kernel/index.ts";
import { readOrdinaryFile } from "./ordinary-file.ts";
import { describeError } from "./confined-tree.ts";

/** More than any properties file or log4j2.xml; what is larger is another file. */
const LARGEST_NAMED = 512 * 1024 * 1024;

/** A public or private key has a few kilobytes, a file with several of them some more; a signature has half of one. */
export const LARGEST_KEY = 1024 * 1024;

/** The bytes of a file that was named on the command line, links followed; what is not an ordinary, readable file is wrong use (exit 2). */
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
