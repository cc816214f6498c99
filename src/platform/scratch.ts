import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

/** What a person, a terminal or a service ends a program with. A kill that cannot be caught leaves the folder to the system's own tidying. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * A folder of its own for some work; it is removed on every way out, also when the program is ended by a signal: then `said` is told, and the
 * program ends with the code that shells have for that signal (128 and its number). Programs that were started end with it.
 */
export async function inScratch<T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
  said: (signal: string) => void = () => undefined,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const end = (signal: (typeof SIGNALS)[number]) => {
    try {
      remove();
    } finally {
      said(signal);
      process.exit(128 + constants.signals[signal]);
    }
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await work(folder);
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, end);
    remove();
  }
}

/** Lets a signal in: work that never waits for the system would not hear of one before it is done. */
export const listening = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
