import { wrongUse } from "../kernel/index.ts";
import { describeError } from "./confined-tree.ts";

/** Largest standard input in bytes; a larger text can be passed as a file. */
const LARGEST = 64 * 1024 * 1024;

/** Returns all of standard input. Throws a Refusal if it cannot be read or has more than 64 MiB. */
export async function standardInput(stream: AsyncIterable<Buffer> = process.stdin): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > LARGEST) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw wrongUse(`standard input cannot be read: ${describeError(error)}`, "name a file instead");
  }
  if (size > LARGEST)
    throw wrongUse("standard input has more than 64 MiB", "save it to a file, which can have any size, and name the file");
  return Buffer.concat(chunks);
}
