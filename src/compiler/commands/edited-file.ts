import { contentRefused, isRefusal } from "../../kernel/index.ts";

/** Runs an edit of a file. A Refusal of the edit is thrown with the file and the place in its message; nothing has been written then. */
export function runEdit<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isRefusal(error, 1)) throw error;
    const where = error.at ? `${file}:${error.at.line}:${error.at.column}` : file;
    throw contentRefused(`${where}: ${error.message}`, error.at, error.help);
  }
}
