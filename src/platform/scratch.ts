import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Signals with which a person, a terminal or a service ends a program. After SIGKILL the temporary folder remains until the system cleans
 * its temporary files.
 */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs `work` with a temporary folder and deletes it in every case. If a signal ends the program, deletes the folder, calls `said` and
 * exits with the code that shells use for the signal (128 plus its number). Programs that this process started end with it.
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

/**
 * Resolves in the next turn of the event loop, so that a signal can arrive meanwhile: a computation without a pause would receive it only
 * after its end.
 */
export const listening = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
