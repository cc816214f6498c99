import { contentRefused, isRefusal } from "../../kernel/index.ts";

/**
 * Runs an edit (`work`) of a file. If the edit throws a Refusal, throws one with the file and the place in its message; nothing has been
 * written then.
 */
export function runEdit<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isRefusal(error, 1)) throw error;
    const where = error.at ? `${file}:${error.at.line}:${error.at.column}` : file;
    throw contentRefused(`${where}: ${error.message}`, error.at, error.help);
  }
}
