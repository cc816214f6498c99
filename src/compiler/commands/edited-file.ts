import { contentRefused, isRefusal } from "../../kernel/index.ts";

/** An edit whose refusal names the file and the place; nothing has been written then. */
export function placed<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isRefusal(error, 1)) throw error;
    const where = error.at ? `${file}:${error.at.line}:${error.at.column}` : file;
    throw contentRefused(`${where}: ${error.message}`, error.at, error.help);
  }
}
