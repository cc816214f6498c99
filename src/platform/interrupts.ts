import { constants } from "node:os";

/** Signals with which a person, a terminal or a service ends a program. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs `work`. If a signal would end the program meanwhile, calls `said` with the exit code that shells use for the signal (`usual`) and
 * exits with the code that `said` returns.
 */
export async function interruptible<T>(work: () => Promise<T>, said: (usual: number) => number): Promise<T> {
  const end = (signal: (typeof SIGNALS)[number]) => {
    let code = 1;
    try {
      code = said(128 + constants.signals[signal]);
    } finally {
      process.exit(code);
    }
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  }
}
