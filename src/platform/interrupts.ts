import { constants } from "node:os";

/** Signals that a person, a terminal or a service ends a program with. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Does some work; a signal that would end the program meanwhile calls `said` first, and the program ends with the exit code that it returns. `usual`: the code that shells have for the signal. */
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
