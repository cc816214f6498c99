import { EditRefused } from "../diagnostic/refusal.ts";

/** An edit whose refusal names the file and the place; nothing has been written then. */
export function placed<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    const where = error.at ? `${file}:${error.at.line}:${error.at.column}` : file;
    throw new EditRefused(`${where}: ${error.message}`, error.at, error.help);
  }
}
