/** Signals that a person, a terminal or a service ends a program with. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Does some work; a signal that would end the program meanwhile calls `said` first, and the program ends with the exit code that it returns. */
export async function interruptible<T>(work: () => Promise<T>, said: () => number): Promise<T> {
  const end = () => {
    let code = 1;
    try {
      code = said();
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
